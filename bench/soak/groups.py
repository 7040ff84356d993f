"""Four players who stay together: hosting, playing, being cut off, moving on."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence

from bench.load.ledger import LOST, compare_rooms
from bench.load.player import Pace
from bench.load.processes import Running
from bench.load.table import Table
from bench.load.talker import Measures, Refusal
from bench.soak.wanderer import Wanderer

GAMES = (
    *("squares/english", "squares/american"),
    *("westcliff/american", "westcliff/classic"),
)
LOOK_EVERY_S = 0.25
SETTLED_WITHIN_S = 30.0
CUT_EVERY_S = 90.0
"""A group loses one connection about so often."""
MOVED_EVERY_S = 400.0
"""And all of them, to come back to another process."""
AWAY_MOST_S = 3.0
NEW_PEOPLE = 0.3
"""The chance that the seats of the next room are taken by other people."""
ABANDONED = 0.05
"""The chance that a room is not left but forgotten: its connections just end."""


class Group:
    """The players of one room at a time; `live` is a task."""

    def __init__(
        self,
        name: str,
        servers: Sequence[Running],
        pace: Pace,
        measures: Measures,
        seed: int,
    ) -> None:
        self.name = name
        self.happened: Counter[str] = Counter()
        self.moves_before = 0
        """Moves of people who are gone."""
        self._servers = servers
        self._pace = pace
        self._measures = measures
        self._dice = random.Random(f"{seed} {name}")  # noqa: S311 - load, rerunnable
        self._people = 0
        self.players: list[Wanderer] = []

    @property
    def moves(self) -> int:
        """Acknowledged moves of everybody who ever was in this group."""
        return self.moves_before + sum(player.moves for player in self.players)

    async def live(self, is_over: Callable[[], bool]) -> None:
        """Go from room to room until it is over, and leave the last one."""
        findings = self._measures.findings
        try:
            while not is_over():
                try:
                    await self._one_room(is_over)
                except Refusal as refusal:
                    findings.note(LOST, f"{self.name}: its way back: {refusal}")
                    self._part(Wanderer.close)
                except TimeoutError:
                    findings.note("stuck", f"{self.name}: {self._state()}")
                    self._part(Wanderer.close)
        finally:
            self._part(Wanderer.close)

    async def _one_room(self, is_over: Callable[[], bool]) -> None:
        await self._sit_down()
        # Who was away at the end of a match was not told of it: one is enough.
        while not is_over() and not any(player.has_done for player in self.players):
            await asyncio.sleep(LOOK_EVERY_S)
            if self.players[0].table.view["phase"] != "playing":
                # Who is away for a countdown loses the seat; that is no fault.
                continue
            if self._dice.random() < LOOK_EVERY_S / CUT_EVERY_S:
                await self._cut([self._dice.choice(self.players)])
            elif self._dice.random() < LOOK_EVERY_S / MOVED_EVERY_S:
                self._move()
                await self._cut(self.players)
        for player in self.players:
            player.is_stopped = True
        await self._settled()
        for player in self.players:
            if not player.is_unseated:
                await player.rejoin()
        ledgers = [player.ledger for player in self.players]
        compare_rooms(ledgers, self._measures.findings)
        self.happened["rooms"] += 1
        await self._go(may_abandon=not is_over())

    async def _sit_down(self) -> None:
        dice = self._dice
        table = Table(dice.choice(GAMES), dice.choice(self._servers).port)
        matches = dice.randint(1, 3)
        if not self.players:
            self._invite(table)
        for player in self.players:
            is_elsewhere = player.link is not None and player.port != table.port
            if is_elsewhere:
                player.close()
            player.turn_to(table, matches)
            if not player.id:
                await player.connect()
                await player.say_hello()
            elif player.link is None:
                await player.connect()
                hello = {"client": "bench", "bot": True, "resume": player.resume}
                player.welcome(await player.ask("hello", **hello))
            await player.sit()
        for player in self.players:
            player.ready()

    def _invite(self, table: Table) -> None:
        for _ in range(4):
            self._people += 1
            name = f"{self.name} person {self._people}"
            player = Wanderer(name, table, self._pace, self._measures, self._dice)
            self.players.append(player)
        self.happened["people"] += 4

    async def _cut(self, players: Sequence[Wanderer]) -> None:
        """Cut players' connections, and bring them back after a while."""
        self.happened["connections cut"] += len(players)
        for player in players:
            player.cut()

        async def back(player: Wanderer) -> None:
            await asyncio.sleep(self._dice.random() * AWAY_MOST_S)
            async with asyncio.timeout(SETTLED_WITHIN_S):
                await player.come_back()

        try:
            async with asyncio.TaskGroup() as tasks:
                for player in players:
                    tasks.create_task(back(player))
        except* (TimeoutError, Refusal) as group:
            raise group.exceptions[0] from None

    def _move(self) -> None:
        """Bring everybody back to another process, if there is one."""
        ports = [server.port for server in self._servers]
        for player in self.players:
            player.port = ports[(ports.index(player.port) + 1) % len(ports)]

    async def _go(self, *, may_abandon: bool) -> None:
        """Leave the room, or forget it; not in a match, which would go on for long."""
        if may_abandon and self._dice.random() < ABANDONED:
            self.happened["rooms abandoned"] += 1
            self._part(Wanderer.cut)
            return
        for player in self.players:
            if not player.is_unseated:
                player.leave()
                await self._settled()
        if self._dice.random() < NEW_PEOPLE:
            self._part(Wanderer.close)

    def _part(self, end: Callable[[Wanderer], None]) -> None:
        for player in self.players:
            player.is_stopped = True
            end(player)
        self.moves_before = self.moves
        self.players = []

    async def _settled(self) -> None:
        """Wait until every command has its answer; raises TimeoutError."""
        async with asyncio.timeout(SETTLED_WITHIN_S):
            while any(player.outstanding for player in self.players):  # noqa: ASYNC110 - many answers, no one event
                await asyncio.sleep(0.01)

    def _state(self) -> str:
        waiting = [player.outstanding for player in self.players if player.outstanding]
        return f"room {[p.table.code for p in self.players[:1]]} waits for {waiting}"
