"""Requests: what each of them gets, once it is known that it may be asked for."""

import time
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from typing import TypeAlias

from pydantic import BaseModel

from samedeal_protocol.accounts import Account, Claim
from samedeal_protocol.challenges import Challenge
from samedeal_protocol.codec import encode
from samedeal_protocol.commands import (
    Entrance,
    Hello,
    HostRoom,
    JoinRoom,
    Question,
    WatchRoom,
)
from samedeal_protocol.dailies import PlayDaily
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.events import CreateEvent, HostEvent
from samedeal_protocol.leaderboards import AskLeaderboard
from samedeal_server.core.commands import NumberedCommand, PlayerCommand
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.edge.connections import Connection
from samedeal_server.hub.hub import Hub
from samedeal_server.hub.lookups import weight_of
from samedeal_server.people.limits import Doorkeeper

Asked: TypeAlias = Hello | Question | Entrance
"""Whatever has a reply, but what rooms are asked."""


class Requests:
    """Serves the requests of all connections; keeps the limits on each kind."""

    def __init__(self, hub: Hub, doorkeeper: Doorkeeper) -> None:
        self._hub = hub
        self._doorkeeper = doorkeeper

    def command(self, connection: Connection, command: PlayerCommand) -> None:
        """Have a command carried out, which is answered by a call; raises Refused."""
        if not isinstance(command, NumberedCommand):
            self._count_line(connection)
        self._hub.command(connection, command)

    async def reply(self, connection: Connection, command: Asked) -> bytes:
        """Carry out a request and return its reply, encoded; raises Refused."""
        match command:
            case Hello():
                raise Refused(ErrorCode.BAD_MESSAGE, "hello is said once")
            case HostRoom():
                self._count_join(connection)
                return encode(await self._hub.host(connection, command))
            case PlayDaily():
                self._count_join(connection)
                return encode(await self._hub.play_daily(connection, command))
            case HostEvent():
                self._count_join(connection)
                return encode(await self._hub.host_tournament(connection, command))
            case Challenge():
                self._count_join(connection)
                return encode(await self._hub.challenge(connection, command))
            case JoinRoom() | WatchRoom():
                return encode(await self._enter(connection, command))
            case Claim():
                return encode(await self._claim(connection, command))
            case CreateEvent():
                self._count_tournament(connection)
                return encode(await self._look_up(connection, command))
            case _:
                return encode(await self._look_up(connection, command))

    async def _look_up(self, connection: Connection, asked: Question) -> BaseModel:
        """Answer what anybody may ask, and what takes longer than a move."""
        wait_ms = self._doorkeeper.look_up(
            connection.address, time.monotonic(), weight_of(asked)
        )
        if wait_ms:
            raise Wait(ErrorCode.TOO_FAST, wait_ms)
        with self._guessing(connection) if _names_room(asked) else nullcontext():
            return await self._hub.lookups.answer(connection.player, asked)

    async def _claim(self, connection: Connection, asked: Claim) -> BaseModel:
        """Have a name claimed, by which this connection goes from now on."""
        player = connection.player
        wait_ms = self._doorkeeper.claim(
            player.id, connection.address, time.monotonic()
        )
        if wait_ms:
            raise Wait(ErrorCode.TOO_MANY, wait_ms)
        reply = await self._look_up(connection, asked)
        if isinstance(reply, Account):
            name = reply.account.name
            connection.player = player._replace(name=name, named=True)
        return reply

    async def _enter(
        self, connection: Connection, command: JoinRoom | WatchRoom
    ) -> BaseModel:
        """Let somebody into a room; counts those who do not know its code."""
        if command.back:
            self._count_return(connection)
        else:
            self._count_join(connection)
        with self._guessing(connection):
            if isinstance(command, WatchRoom):
                return await self._hub.watch(connection, command)
            return await self._hub.join(connection, command)

    @contextmanager
    def _guessing(self, connection: Connection) -> Generator[None]:
        """Count those who name rooms of which they do not know the code."""
        player, address = connection.player.id, connection.address
        wait_ms = self._doorkeeper.guess(player, address, time.monotonic())
        if wait_ms:
            raise Wait(ErrorCode.TOO_MANY, wait_ms)
        try:
            yield
        except Refused as refusal:
            if refusal.code in (ErrorCode.UNKNOWN_ROOM, ErrorCode.NOT_SEATED):
                self._doorkeeper.guessed_wrong(player, address, time.monotonic())
            raise

    def _count_join(self, connection: Connection) -> None:
        player, address = connection.player.id, connection.address
        if wait_ms := self._doorkeeper.join(player, address, time.monotonic()):
            raise Wait(ErrorCode.TOO_MANY, wait_ms)

    def _count_return(self, connection: Connection) -> None:
        player = connection.player.id
        if wait_ms := self._doorkeeper.come_back(player, time.monotonic()):
            raise Wait(ErrorCode.TOO_MANY, wait_ms)

    def _count_line(self, connection: Connection) -> None:
        player, address = connection.player.id, connection.address
        if wait_ms := self._doorkeeper.talk(player, address, time.monotonic()):
            raise Wait(ErrorCode.TOO_FAST, wait_ms)

    def _count_tournament(self, connection: Connection) -> None:
        player, address = connection.player.id, connection.address
        if wait_ms := self._doorkeeper.create_tournament(
            player, address, time.monotonic()
        ):
            raise Wait(ErrorCode.TOO_MANY, wait_ms)


def _names_room(asked: Question) -> bool:
    """Tell whether a question has the code of a room."""
    return isinstance(asked, AskLeaderboard) and asked.among == "room"
