"""Many players in rooms: seated, set going, stopped, and called to account."""

import asyncio
import gc
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import TypeVar

from bench.load.ledger import LOST, compare_rooms
from bench.load.player import Pace, Player
from bench.load.processes import Running
from bench.load.table import Table
from bench.load.talker import Measures

from samedeal_protocol.paths import path_of

T = TypeVar("T")

SEATS = 4
AT_ONCE = 48
"""Rooms seated, or players called to account, at the same time."""
SETTLED_WITHIN_S = 20.0
POLL_S = 0.01


class Crowd:
    """Players, `seats` to a room, spread over server processes room by room.

    `apart` spreads them seat by seat, as a proxy does that knows nothing of rooms.
    The matches of `bots` count nothing; those of people are rated, and booked.
    `front` is the port of a proxy before the servers, at which all come by the path of
    their room, as clients do.
    """

    def __init__(
        self,
        servers: tuple[Running, ...],
        players: int,
        game: str,
        pace: Pace,
        measures: Measures,
        *,
        apart: bool = False,
        bots: bool = True,
        seats: int = SEATS,
        front: int = 0,
    ) -> None:
        self._seats = seats
        self._front = front
        rooms = max(1, players // seats)
        ports = [server.port for server in servers]
        self.tables = [Table(game, ports[k % len(ports)], seats) for k in range(rooms)]
        self.players = [
            Player(f"room {k} seat {seat}", table, pace, measures)
            for k, table in enumerate(self.tables)
            for seat in range(seats)
        ]
        for k, player in enumerate(self.players):
            player.is_bot = bots
            if apart:
                player.port = ports[k % len(ports)]
            if front:
                player.port = front
        self.measures = measures

    @property
    def moves(self) -> int:
        """Moves that were acknowledged to anybody."""
        return sum(player.moves for player in self.players)

    @property
    def matches(self) -> int:
        """Results that players were told."""
        return sum(player.matches for player in self.players)

    @property
    def resets(self) -> int:
        """Snapshots that players were told because they had fallen behind."""
        return sum(player.resets for player in self.players)

    async def take_seats(self) -> None:
        """Connect everybody and fill the rooms."""
        await in_turn(self._seat, list(self._rooms()))

    async def start(self, over_s: float = 0.0) -> None:
        """Get everybody ready, room by room, spread over some time."""
        for players in self._rooms():
            for player in players:
                player.ready()
            if over_s:
                await asyncio.sleep(over_s / len(self.tables))

    async def moved(self, since: int = 0) -> None:
        """Wait until there are more than `since` moves.

        No countdown is to be measured, and no time in which a busy machine came to
        nothing else.
        """
        async with asyncio.timeout(SETTLED_WITHIN_S):
            while self.moves <= since:  # noqa: ASYNC110 - thousands of players, no one event
                await asyncio.sleep(POLL_S)

    async def stop(self) -> None:
        """Let every command that is under way be answered, and make no more."""
        for player in self.players:
            player.is_stopped = True
        try:
            async with asyncio.timeout(SETTLED_WITHIN_S):
                while any(player.outstanding for player in self.players):  # noqa: ASYNC110 - thousands of answers, no one event
                    await asyncio.sleep(POLL_S)
        except TimeoutError:
            for player in self.players:
                if player.outstanding:
                    example = f"{player.name}: {player.outstanding}"
                    self.measures.findings.note("never answered", example)

    async def account(self) -> None:
        """Compare every ledger with what the server says, once all have stopped."""
        await in_turn(self._account, self.players)
        for players in self._rooms():
            ledgers = [player.ledger for player in players]
            compare_rooms(ledgers, self.measures.findings)

    def close(self) -> None:
        """Close every connection."""
        for player in self.players:
            player.close()

    def _rooms(self) -> Iterator[list[Player]]:
        for k in range(0, len(self.players), self._seats):
            yield self.players[k : k + self._seats]

    async def _seat(self, players: list[Player]) -> None:
        for player in players:
            await player.connect()
            await player.say_hello()
            await player.sit()
            if self._front:
                await self._go_over(player)

    async def _go_over(self, player: Player) -> None:
        """Come back by the room's path, as whoever came by another is asked to."""
        player.path = path_of(player.table.code)
        player.cut()
        await player.come_back()

    async def _account(self, player: Player) -> None:
        if player.is_unseated:
            return
        if not player.is_in:
            self.measures.findings.note(LOST, f"{player.name}: its place")
            return
        async with asyncio.timeout(SETTLED_WITHIN_S):
            await player.rejoin()


async def in_turn(
    do: Callable[[T], Awaitable[object]], items: Iterable[T], at_once: int = AT_ONCE
) -> None:
    """Do something with each, `at_once` at a time; raises the first that is raised."""
    turn = asyncio.Semaphore(at_once)

    async def one(item: T) -> None:
        async with turn:
            await do(item)

    async with asyncio.TaskGroup() as tasks:
        for item in items:
            tasks.create_task(one(item))


@asynccontextmanager
async def undisturbed() -> AsyncGenerator[None]:
    """Keep the garbage collector out of what is measured."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
