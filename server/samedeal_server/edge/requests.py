"""Requests: the limits on them are kept, and they are handed to whatever answers them.

Who answers what, what it weighs and which budget it takes stands beside what answers.
"""

import time
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, NamedTuple, TypeAlias

from pydantic import BaseModel

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.greeting import Hello
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.shapes import Request
from samedeal_server.core.answerers import (
    Answerer,
    Answerers,
    BudgetName,
    EverywhereName,
    Reply,
)
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.edge.connections import Connection
from samedeal_server.edge.guesses import Guesses
from samedeal_server.meters.meters import EdgeMeters, RequestMeter
from samedeal_server.people.limits import Doorkeeper, Everywhere, OfAll
from samedeal_server.rooms.telling.viewers import Viewer


class Budget(NamedTuple):
    """The budget of a request, by player and address."""

    spend: Callable[[str, str, float], int]
    code: ErrorCode = ErrorCode.TOO_MANY


Taken: TypeAlias = tuple[
    Callable[[Connection, Any], Reply | None],
    int | Callable[[Any], int],
    BudgetName | Callable[[Any], BudgetName] | None,
    RequestMeter,
]
"""The answering of a request: how, its weight, its budget, and where it is counted."""


class Requests:
    """Serves the requests of all connections; keeps the limits on each kind."""

    def __init__(
        self,
        answerers: Answerers[Viewer],
        doorkeeper: Doorkeeper,
        meters: EdgeMeters,
        of_all: OfAll,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        *,
        rooms_by_path: bool = False,
    ) -> None:
        self._doorkeeper = door = doorkeeper
        self._of_all = of_all
        self._everywhere: dict[EverywhereName, Everywhere] = {
            "rooms": of_all.rooms,
            "claims": of_all.claims,
            "carries": of_all.carries,
            "tournaments": of_all.tournaments,
            "reports": of_all.reports,
        }
        self._budgets: dict[BudgetName, Budget] = {
            "joins": Budget(door.joins.spend),
            "returns": Budget(door.come_back),
            "lines": Budget(door.lines.spend, ErrorCode.TOO_FAST),
            "claims": Budget(door.claims.spend),
            "carries": Budget(door.carries.spend),
            "tournaments": Budget(door.tournaments.spend),
        }
        self._guesses = Guesses(doorkeeper, of_all, spawn, meters.limits)
        self._rooms_by_path = rooms_by_path
        self.answerers: Answerers[Viewer] = {
            Hello: Answerer(_said_again, 0),
            **answerers,
        }
        self._limits = meters.limits
        self._taken: dict[type[Request], Taken] = {
            kind: (
                self._limited(each.how, each),
                each.weight,
                each.budget,
                meters.request(kind.model_fields["t"].default),
            )
            for kind, each in self.answerers.items()
        }

    def _limited(
        self, how: Callable[[Connection, Any], Any], each: Answerer[Viewer]
    ) -> Callable[[Connection, Any], Reply | None]:
        """Return the way to answer it once all that is counted was looked at."""
        if each.everywhere is not None:
            how = self._counted(how, each.everywhere)
        if each.leads_in:
            how = self._into(how)
        if each.names_room is not None:
            how = self._by_code(how, each.names_room)
        return how

    def begin(self, connection: Connection, asked: Request) -> Reply | None:
        """Begin with a request; return what is to be awaited for its answer.

        None where the answer comes by a call. Raises Refused.
        """
        how, weight, budget, connection.meter = self._taken[type(asked)]
        if budget is not None:
            self._count(connection, budget(asked) if callable(budget) else budget)
        if weight:
            many = weight if isinstance(weight, int) else weight(asked)
            now_s = time.monotonic()
            wait_ms = self._doorkeeper.look_up(connection.address, now_s, many)
            if wait_ms:
                self._limits["questions"] += 1
                raise Wait(ErrorCode.TOO_FAST, wait_ms)
        return how(connection, asked)

    def _count(self, connection: Connection, name: BudgetName) -> None:
        player, address = connection.player.id, connection.address
        budget = self._budgets[name]
        if wait_ms := budget.spend(player, address, time.monotonic()):
            self._limits[name] += 1
            raise Wait(budget.code, wait_ms)

    def _counted(
        self, how: Callable[[Connection, Any], Reply], name: EverywhereName
    ) -> Callable[[Connection, Any], Reply]:
        """Return the way to answer a request that all processes count together."""
        allowed = self._everywhere[name]

        @wraps(how)
        async def counted(connection: Connection, asked: Request) -> BaseModel:
            wait_ms = await allowed.spend(connection.player.id, connection.address)
            if wait_ms:
                self._limits[name] += 1
                raise Wait(ErrorCode.TOO_MANY, wait_ms)
            return await how(connection, asked)

        return counted

    def _into(
        self, how: Callable[[Connection, Any], Coroutine[Any, Any, Joined]]
    ) -> Callable[[Connection, Any], Reply]:
        """Return the way to answer a request that leads into a room where others meet.

        Told by the path alone: nobody is sent back twice, wherever a proxy sends them.
        """

        @wraps(how)
        async def entered(connection: Connection, asked: Request) -> Joined:
            joined = await how(connection, asked)
            room = joined.snapshot.room
            is_apart = (
                self._rooms_by_path
                and connection.room_named != room.room
                and room.seats_max > 1
                and room.phase != "closed"
            )
            return joined.model_copy(update={"apart": True}) if is_apart else joined

        return entered

    def _by_code(
        self,
        how: Callable[[Connection, Any], Reply],
        names_room: Callable[[Any], bool],
    ) -> Callable[[Connection, Any], Reply]:
        """Return the way to answer a request that may have the code of a room.

        Those who name rooms of which they do not know the code are counted.
        """

        @wraps(how)
        async def guessed(connection: Connection, asked: Request) -> BaseModel:
            if not names_room(asked):
                return await how(connection, asked)
            async with self._guesses.tried(connection.player.id, connection.address):
                return await how(connection, asked)

        return guessed


def _said_again(connection: Viewer, asked: Hello) -> None:
    raise Refused(ErrorCode.BAD_MESSAGE, "hello is said once")
