"""Requests: who answers each kind, what it weighs, and which budget it takes.

What questions weigh stands beside what answers them; here is what takes a budget, or
needs the connection that asks.
"""

import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel

from samedeal_protocol.accounts import (
    Account,
    Carry,
    Claim,
    Fetch,
    Relate,
    Related,
)
from samedeal_protocol.challenges import Challenge
from samedeal_protocol.dailies import PlayDaily
from samedeal_protocol.doors import AnyDoorRequest
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.events import CreateEvent, HostEvent
from samedeal_protocol.greeting import Hello
from samedeal_protocol.house import BotsCalled, CallBots
from samedeal_protocol.leaderboards import Among, AskLeaderboard
from samedeal_protocol.playing import PLAIN_COMMANDS, Move
from samedeal_protocol.presence import (
    AskFriends,
    BeSeen,
    Friends,
    Invite,
    Invited,
    Seen,
)
from samedeal_protocol.reports import Report, Reported
from samedeal_protocol.rooms import HostRoom, Joined, JoinRoom, WatchRoom
from samedeal_protocol.shapes import Request
from samedeal_protocol.talk import Say, SayPhrase
from samedeal_server.core.questions import Question
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.core.state import Player
from samedeal_server.edge.connections import Connection
from samedeal_server.edge.stages import Asked, Reply, Stage
from samedeal_server.hub.lookups import to_room
from samedeal_server.hub.parts import Parts
from samedeal_server.meters.meters import EdgeMeters
from samedeal_server.people.limits import Doorkeeper, Everywhere, OfAll
from samedeal_server.store.errors import StoreError

log = logging.getLogger(__name__)


class Budget(NamedTuple):
    """What is counted by player and address."""

    name: str
    spend: Callable[[str, str, float], int]
    code: ErrorCode


class Answerer(NamedTuple):
    """How requests of one kind are answered."""

    how: Callable[[Connection, Any], Reply | None]
    """Returns what is to be awaited, or None where the answer comes by a call."""
    weight: int | Callable[[Any], int] = 0
    """As how many small questions one counts; see `Question`."""
    budget: Budget | Callable[[Any], Budget] | None = None
    """What it is counted in besides."""


AMONG: Mapping[Among, int] = {"all": 1, "friends": 20, "room": 100}
"""A leaderboard among those who ever sat in a room needs all of its log."""
WRONG_CODE = frozenset({ErrorCode.UNKNOWN_ROOM, ErrorCode.NOT_SEATED})
"""What whoever names a room without knowing its code is refused with."""
ROWS_IN_ONE = 10
"""Rows of a leaderboard, each with a look at its player, that weigh as much as one."""


def weight_of_leaderboard(asked: AskLeaderboard) -> int:
    """Return as how many small questions a leaderboard counts."""
    return max(AMONG[asked.among], asked.limit // ROWS_IN_ONE)


class Requests:
    """Serves the requests of all connections; keeps the limits on each kind."""

    def __init__(
        self,
        parts: Parts,
        doorkeeper: Doorkeeper,
        meters: EdgeMeters,
        of_all: OfAll,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        *,
        rooms_by_path: bool = False,
    ) -> None:
        self._parts = parts
        self._doorkeeper = doorkeeper
        self._of_all = of_all
        self._spawn = spawn
        self._rooms_by_path = rooms_by_path
        self.answerers = self._table(parts, doorkeeper)
        self._limits = meters.limits
        self._taken = {
            kind: (
                *(each.how, each.weight, each.budget),
                meters.request(kind.model_fields["t"].default),
            )
            for kind, each in self.answerers.items()
        }

    def _table(
        self, parts: Parts, door: Doorkeeper
    ) -> Mapping[type[Request], Answerer]:
        joins = Budget("joins", door.joins.spend, ErrorCode.TOO_MANY)
        lines = Budget("lines", door.lines.spend, ErrorCode.TOO_FAST)
        claims = Budget("claims", door.claims.spend, ErrorCode.TOO_MANY)
        carries = Budget("carries", door.carries.spend, ErrorCode.TOO_MANY)
        tournaments = Budget("tournaments", door.tournaments.spend, ErrorCode.TOO_MANY)
        returns = Budget("returns", door.come_back, ErrorCode.TOO_MANY)

        def ways_in(asked: JoinRoom | WatchRoom) -> Budget:
            return returns if asked.back else joins

        hub, opening, ask = parts.hub, parts.opening, parts.lookups
        return {
            **{kind: _answerer(each) for kind, each in ask.questions.items()},
            **dict.fromkeys((Move, *PLAIN_COMMANDS), Answerer(hub.command)),
            **dict.fromkeys((Say, SayPhrase), Answerer(hub.say, budget=lines)),
            **dict.fromkeys(
                get_args(AnyDoorRequest), Answerer(parts.hosts.keep_door, budget=lines)
            ),
            HostRoom: Answerer(self._into(opening.host), budget=joins),
            HostEvent: Answerer(self._into(opening.host_tournament), budget=joins),
            PlayDaily: Answerer(opening.play_daily, budget=joins),
            Challenge: Answerer(opening.challenge, budget=joins),
            JoinRoom: Answerer(self._by_code(self._into(hub.join)), budget=ways_in),
            WatchRoom: Answerer(self._by_code(self._into(hub.watch)), budget=ways_in),
            CallBots: Answerer(self._call_bots, budget=joins),
            Hello: Answerer(_said_again),
            AskLeaderboard: Answerer(
                self._by_code(_asked(ask.leaderboards.leaderboard)),
                weight_of_leaderboard,
            ),
            Claim: Answerer(self._claim, 1, claims),
            Report: Answerer(self._report, 40),
            Carry: Answerer(_asked(ask.accounts.carry), 1, carries),
            Fetch: Answerer(_asked(ask.accounts.fetch), 1, carries),
            Relate: Answerer(self._relate, 1),
            AskFriends: Answerer(self._friends, 30),
            BeSeen: Answerer(self._be_seen, 1),
            Invite: Answerer(self._invite, 10, lines),
            CreateEvent: Answerer(_asked(ask.tournaments.create), 1, tournaments),
        }

    def begin(self, connection: Connection, asked: Asked) -> Reply | None:
        """Begin with a request; return what is to be awaited for its answer.

        None where the answer comes by a call. Raises Refused.
        """
        how, weight, budget, connection.meter = self._taken[type(asked)]
        if budget is not None:
            self._count(
                connection, budget if isinstance(budget, Budget) else budget(asked)
            )
        if weight:
            many = weight if isinstance(weight, int) else weight(asked)
            now_s = time.monotonic()
            wait_ms = self._doorkeeper.look_up(connection.address, now_s, many)
            if wait_ms:
                self._limits["questions"] += 1
                raise Wait(ErrorCode.TOO_FAST, wait_ms)
        return how(connection, asked)

    def _count(self, connection: Connection, budget: Budget) -> None:
        player, address = connection.player.id, connection.address
        if wait_ms := budget.spend(player, address, time.monotonic()):
            self._limits[budget.name] += 1
            raise Wait(budget.code, wait_ms)

    async def _call_bots(self, connection: Connection, asked: CallBots) -> BotsCalled:
        """Call bots of the house into the room where a player sits; raises Refused."""
        room = self._parts.hub.live_of(connection).state
        return await self._parts.house.call(connection.player, room, asked)

    async def _friends(self, connection: Connection, asked: AskFriends) -> Friends:
        """Return which friends are here; who asks is here themselves."""
        self._is_here(connection)
        return await self._parts.lookups.circles.friends(connection.player, asked)

    async def _relate(self, connection: Connection, asked: Relate) -> Related:
        """Put somebody on a list; who lists anybody is here from then on."""
        reply = await self._parts.lookups.accounts.relate(connection.player, asked)
        if asked.relation != "none":
            self._is_here(connection)
        return reply

    def _is_here(self, connection: Connection) -> None:
        if connection.stage is Stage.WELCOME:  # not gone since
            self._parts.presence.came(connection, connection.player)

    async def _be_seen(self, connection: Connection, asked: BeSeen) -> Seen:
        """Choose whether a player is seen, from now on."""
        seen = await self._parts.lookups.circles.be_seen(connection.player, asked)
        self._parts.presence.note_soon(connection.player.id)
        return seen

    async def _invite(self, connection: Connection, asked: Invite) -> Invited:
        """Ask a friend into the room, or to the deal of a match; raises Refused."""
        player = connection.player
        if asked.match is None:
            room = self._parts.hub.live_of(connection).state
            invitation = to_room(room, self._parts.hub.now())
        else:
            invitation = await self._parts.lookups.to_deal(player, asked.match)
        await self._parts.lookups.circles.invite(player, asked.who, invitation)
        return Invited(re=asked.id)

    async def _claim(self, connection: Connection, asked: Claim) -> Account:
        """Claim a name, by which this connection goes from now on."""
        player = connection.player
        await self._count_everywhere(connection, "claims", self._of_all.claims)
        reply = await self._parts.lookups.accounts.claim(player, asked)
        name = reply.account.name
        connection.player = player._replace(name=name, named=True)
        return reply

    async def _report(self, connection: Connection, asked: Report) -> Reported:
        """Keep what somebody reports; raises Refused."""
        await self._count_everywhere(connection, "reports", self._of_all.reports)
        return await self._parts.lookups.reporting.report(connection.player, asked)

    async def _count_everywhere(
        self, connection: Connection, name: str, allowed: Everywhere
    ) -> None:
        wait_ms = await allowed.spend(connection.player.id, connection.address)
        if wait_ms:
            self._limits[name] += 1
            raise Wait(ErrorCode.TOO_MANY, wait_ms)

    def _into(
        self, how: Callable[[Connection, Any], Coroutine[Any, Any, Joined]]
    ) -> Callable[[Connection, Any], Reply]:
        """Return how a request is answered that leads into a room where others meet.

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
        self, how: Callable[[Connection, Any], Reply]
    ) -> Callable[[Connection, Any], Reply]:
        """Return how a request is answered that may have the code of a room.

        Those who name rooms of which they do not know the code are counted.
        """

        @wraps(how)
        async def guessed(connection: Connection, asked: Request) -> BaseModel:
            if isinstance(asked, AskLeaderboard) and asked.among != "room":
                return await how(connection, asked)
            player, address = connection.player.id, connection.address
            wait_ms = self._doorkeeper.guess(player, address, time.monotonic())
            if wait_ms:
                self._limits["wrong_codes"] += 1
                raise Wait(ErrorCode.TOO_MANY, wait_ms)
            is_wrong = False
            try:
                wait_ms = await self._of_all.wrong_codes.spend(player, address)
                if wait_ms:
                    self._limits["wrong_codes"] += 1
                    raise Wait(ErrorCode.TOO_MANY, wait_ms)
                return await how(connection, asked)
            except Refused as refusal:
                is_wrong = refusal.code in WRONG_CODE
                raise
            finally:
                if not is_wrong:
                    now_s = time.monotonic()
                    self._doorkeeper.guessed_right(player, address, now_s)
                    if not wait_ms:
                        # Beside the answer: what is told from now on comes after it.
                        with contextlib.suppress(Refused):
                            self._spawn(self._guessed_right(player, address))

        return guessed

    async def _guessed_right(self, player: str, address: str) -> None:
        try:
            await self._of_all.wrong_codes.spend(player, address, -1)
        except StoreError as error:
            log.info("a right code is counted as a wrong one: %s", error)


def _answerer(question: Question) -> Answerer:
    return Answerer(_asked(question.answer), question.weight)


def _asked(
    answer: Callable[[Player, Any], Reply],
) -> Callable[[Connection, Any], Reply]:
    """Return how a question is answered for which only the player matters."""

    @wraps(answer)
    def answered(connection: Connection, asked: Request) -> Reply:
        return answer(connection.player, asked)

    return answered


def _said_again(connection: Connection, asked: Hello) -> None:
    raise Refused(ErrorCode.BAD_MESSAGE, "hello is said once")
