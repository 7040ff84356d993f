"""Two processes carry one room, and hear of one another early, late or not at all.

What a store is asked and answers, what it is asked again where its answer was lost, and
what it rings: all that happens in turns that a seed chooses. Players are honest, and
know whatever the log says: from a mate, or from the process that they were at before.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import NamedTuple, ParamSpec, cast

import pytest
from tests.race.test_views_agree import assert_done_once, folded
from tests.server.core.table import NAMES, Table, nonce_of, opened, playing

from samedeal_games.fairness import commitment_to_nonce
from samedeal_protocol.rooms.playing import (
    Finish,
    Leave,
    Move,
    Ready,
    Resign,
    Reveal,
    Unready,
)
from samedeal_protocol.rooms.talk import SayPhrase
from samedeal_server.core.commands import Come, Command, Tick
from samedeal_server.core.facts import (
    CameBack,
    Entry,
    MatchStarted,
    Moved,
    Readied,
    Revealed,
    pack_fact,
    unpack_entry,
)
from samedeal_server.core.guards import mark_of
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.voids import is_nonce_missing
from samedeal_server.core.state import Phase, Room
from samedeal_server.meters.meters import RoomMeters
from samedeal_server.rooms.line import Outcome, Pending
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.room_logs import Logs, is_later
from samedeal_server.rooms.runtime import Runtime
from samedeal_server.store.health import Health
from samedeal_server.store.readings import Log, LogEntry, Outage, Ring
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms.stuck import Stuck
from samedeal_server.store.writer import Ahead, Answer, Append

P = ParamSpec("P")

MATES = NAMES[:3]
STEPS = 400
MOVES = 3
"""Of each player in each match."""


class TheLog:
    """One room's log as the store keeps it, with the marks of `append.lua`."""

    def __init__(self, table: Table) -> None:
        self.code = table.state.code
        self.now = table.now
        self.entries: list[LogEntry] = []
        self.marks: dict[str, str] = {}
        self.outages: tuple[Outage, ...] = ()
        self.room: Room = table.state
        self.log: list[Entry] = table.log
        for entry in table.log:
            self._put(mark_of(entry.fact), pack_fact(entry.fact, entry.by, entry.n))

    def append(self, asked: Append, known: str) -> tuple[Answer, Ring | None]:
        """Append all or nothing; return the answer, and what is rung."""
        last = self.marks["last"]
        ahead = [e for e in self.entries if is_later(e.id, known)] if known else []
        wanted = zip(asked.conditions[::2], asked.conditions[1::2], strict=True)
        if any(self.marks.get(name, "") != value for name, value in wanted):
            return (Ahead(None, ahead) if ahead else None), None
        pairs = zip(asked.entries[::2], asked.entries[1::2], strict=True)
        new = [self._put(cast("str", m), cast("bytes", packed)) for m, packed in pairs]
        for entry in new:
            self.log = [*self.log, unpack_entry(entry.offset, entry.at, entry.packed)]
        self.room = folded(self.log)
        mark = self.marks["last"]
        ring = Ring(self.code, last, new)
        return (Ahead(mark, ahead) if ahead else mark), ring

    def _put(self, mark: str, packed: bytes) -> LogEntry:
        offset = len(self.entries) + 1
        entry = LogEntry(f"{self.now}-{offset}", offset, self.now, packed)
        self.entries.append(entry)
        self.marks["last"] = self.marks[mark] = entry.id
        return entry


class Well:
    """The health of a store that is well."""

    is_well = is_sure = True
    outages: tuple[Outage, ...] = ()
    stood_until = 0
    stuck = Stuck()

    def know(self, outages: tuple[Outage, ...]) -> None:
        self.outages = outages
        self.stood_until = max((each.until for each in outages), default=0)

    async def be_sure(self) -> None: ...


class Process:
    """One of the two: its runtime, its room, and what is on its way to and fro."""

    def __init__(self, log: TheLog, dice: random.Random) -> None:
        self.log = log
        self.dice = dice
        self.other: Process
        self.process = "p"
        self.is_cluster = False
        self.health = Well()
        store, health = cast("Store", self), cast("Health", self.health)
        self.runtime = Runtime(store, Logs(store), health, self, RoomMeters())
        self.live = LiveRoom(log.room, lambda _: None, RoomMeters())
        self.errands: set[asyncio.Task[None]] = set()
        self.writes: list[Callable[[], None]] = []
        self.reads: list[Callable[[], None]] = []
        self.rings: list[Ring] = []

    # As its store

    def now(self) -> int:
        return self.log.now

    def append(self, append: Append, answered: Callable[[Answer], None]) -> None:
        self.writes.append(partial(self._write, append, answered))

    def _write(self, append: Append, answered: Callable[[Answer], None]) -> None:
        known = append.known() if append.known else ""
        answer = self._appended(append, known)
        if self.dice.choice((False, False, False, True)):
            # The answer was lost.
            answer = self._appended(append, known)
        self.writes.insert(0, partial(answered, answer))

    def _appended(self, append: Append, known: str) -> Answer:
        answer, ring = self.log.append(append, known)
        if ring is not None:
            self.other.rings.append(ring)
        return answer

    async def read_log(self, room: str, after: str = "") -> Log:
        found: asyncio.Future[Log] = asyncio.get_running_loop().create_future()

        def read() -> None:
            later = [e for e in self.log.entries if is_later(e.id, after)]
            got = Log(later, self.log.marks["last"])
            self.reads.append(partial(found.set_result, got))

        self.reads.append(read)
        return await found

    # As its rooms

    def fold(
        self,
        live: LiveRoom,
        entry: Entry,
        after: object = None,
        *,
        is_own: bool = False,
    ) -> None:
        live.fold(entry, after)

    def is_carried(self, live: LiveRoom) -> bool:
        return True

    def release(self, live: LiveRoom) -> None: ...

    def spawn(
        self, errand: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        async def run() -> None:
            await errand(*args, **kwargs)

        task = asyncio.get_running_loop().create_task(run())
        self.errands.add(task)

    # Its turns

    def hear(self) -> None:
        ring = self.rings.pop(0)
        if self.dice.random() < 0.2:
            return  # lost
        if not self.runtime.others.hear(self.live, ring):
            self.spawn(self.runtime.others.catch_up, self.live)

    def pulse(self) -> None:
        self.health.know(self.log.outages)
        self.runtime.settle(self.live)

    def compare(self) -> None:
        if self.log.marks["last"] != self.live.state.marks.last:
            self.spawn(self.runtime.others.catch_up, self.live)

    def ask(
        self, command: Command, answered: Callable[[Outcome], None], by: str, n: int
    ) -> None:
        try:
            self.runtime.submit(self.live, Pending(command, answered, by, n))
        except Refused as refused:
            answered(refused)

    async def settle(self) -> None:
        """Do all that is on its way, but for rings."""
        await settled()
        while self.writes or self.reads:
            (self.writes or self.reads).pop(0)()
            await settled()

    def turns(self) -> list[Callable[[], None]]:
        found: list[Callable[[], None]] = [self.compare, self.pulse]
        if self.writes:
            found += [lambda: self.writes.pop(0)()] * 4
        if self.reads:
            found += [lambda: self.reads.pop(0)()] * 4
        if self.rings:
            found += [self.hear] * 2
        return found


class Asked(NamedTuple):
    """A command that is not answered yet."""

    command: Command
    n: int


class Mate:
    """A player who does what the log asks for, at one process or the other."""

    def __init__(self, name: str, processes: tuple[Process, ...]) -> None:
        self.name = name
        self.processes = processes
        self.at = processes[0]
        self.visits = 0
        self.asked: Asked | None = None
        self.is_coming = False
        self.answers: list[tuple[int, int]] = []
        """Of each command its number, and the offset that answered it."""

    def turn(self) -> None:
        if self.is_coming:
            return
        if self.at.dice.random() < 0.1:
            self.move_over()
        elif self.asked is None:
            self.act()

    def move_over(self) -> None:
        """Come by the other process; what was not answered is asked again there."""
        self.at = self.processes[self.at is self.processes[0]]
        self.visits += 1
        self.is_coming = True
        come = Come(f"c-{self.name}-{self.visits}")
        self.at.ask(come, partial(self.came, self.visits), self.name, 0)

    def came(self, visit: int, outcome: Outcome) -> None:
        assert isinstance(outcome, int), outcome
        self.is_coming = False
        if self.asked is not None:
            self.send(self.asked)

    def act(self) -> None:
        room, dice = self.at.log.room, self.at.dice
        seat = room.seat_of(self.name)
        assert seat is not None
        sitter = room.table.seats[seat]
        assert sitter is not None
        n, opened_match = sitter.n + 1, room.course.next_match
        command: Command | None = None
        play = room.play_of(seat)
        if room.course.phase is Phase.COUNTDOWN and sitter.nonce is None:
            command = Reveal(id=1, n=n, nonce=nonce_of(self.name))
        elif room.course.phase is Phase.PLAYING and play and play.state == "playing":
            if play.plies < MOVES:
                game = room.table.game
                move = game.format(next(iter(game.legal_moves(play.position))))
                command = Move(id=1, n=n, ply=play.plies, move=move)
            else:
                command = dice.choice((Finish, Resign))(id=1, n=n)
        elif opened_match is not None and room.course.phase is not Phase.COUNTDOWN:
            if sitter.commitment is None:
                told = commitment_to_nonce(
                    opened_match.id, self.name, nonce_of(self.name)
                )
                command = Ready(id=1, n=n, match=opened_match.id, commitment=told)
            elif dice.random() < 0.1:
                command = Unready(id=1, n=n)
        if command is not None:
            self.asked = Asked(command, n)
            self.send(self.asked)
        elif dice.random() < 0.3:
            said = SayPhrase(id=1, number=sitter.number + 1, phrase="hello")
            self.at.ask(said, self.said, self.name, 0)

    def said(self, outcome: Outcome) -> None:
        assert isinstance(outcome, int), outcome

    def send(self, asked: Asked) -> None:
        answered = partial(self.answered, self.visits, asked)
        self.at.ask(asked.command, answered, self.name, asked.n)

    def answered(self, visit: int, asked: Asked, outcome: Outcome) -> None:
        if visit != self.visits or asked is not self.asked:
            return  # nobody is there any more
        self.asked = None
        if isinstance(asked.command, Unready) and isinstance(outcome, Refused):
            return  # too late: the countdown has begun
        assert isinstance(outcome, int), (asked, outcome)
        self.answers.append((asked.n, outcome))


async def settled() -> None:
    """Let all that follows at once follow."""
    for _ in range(3):
        await asyncio.sleep(0)


async def lived(seed: int) -> TheLog:
    """Play a schedule to its end; return the log."""
    dice = random.Random(seed)
    log = TheLog(opened(*MATES, rated=False))
    one, other = Process(log, dice), Process(log, dice)
    one.other, other.other = other, one
    mates = [Mate(name, (one, other)) for name in MATES]

    def tick() -> None:
        room = log.room
        due = deadline(room)
        if room.course.phase is Phase.COUNTDOWN and is_nonce_missing(room):
            return  # nobody here is late
        if room.course.phase in (Phase.COUNTDOWN, Phase.PLAYING) and due is not None:
            if room.course.phase is Phase.PLAYING and not room.all_done():
                return
            log.now = max(log.now, due)
            for process in (one, other):
                process.ask(Tick(), ticked, "", 0)

    def ticked(outcome: Outcome) -> None:
        assert isinstance(outcome, int), outcome

    def stand_still() -> None:
        if dice.random() < 0.1:
            since, log.now = log.now, log.now + 3_000
            log.outages = (*log.outages, Outage(since, log.now))

    for _ in range(STEPS):
        log.now += dice.choice((0, 0, 1))
        turns = [*one.turns(), *other.turns(), *(m.turn for m in mates)]
        turns += [tick, stand_still]
        dice.choice(turns)()
        await settled()
    while any(p.writes or p.reads or p.rings or p.live.line for p in (one, other)):
        dice.choice([*one.turns(), *other.turns()])()
        await settled()
    for process in (one, other):
        process.compare()
        await process.settle()
        assert process.live.state == log.room
        process.live.stop()
        await asyncio.gather(*process.errands)
    assert_done_once(log.log)
    for mate in mates:
        for n, offset in mate.answers:
            assert (log.log[offset - 1].by, log.log[offset - 1].n) == (mate.name, n)
    return log


@pytest.mark.parametrize("seed", range(12))
async def test_no_honest_command_is_refused_or_done_twice(seed: int) -> None:
    log = await lived(seed)
    kinds = {type(entry.fact) for entry in log.log}
    assert kinds >= {Readied, Revealed, MatchStarted, Moved, CameBack}


async def test_a_clock_that_stood_says_nothing_against_a_room_that_has_closed() -> None:
    dice = random.Random(0)
    log = TheLog(opened("ann"))
    one, other = Process(log, dice), Process(log, dice)
    one.other, other.other = other, one
    outcomes: list[Outcome] = []
    leave = Leave(id=1, n=1)
    one.ask(leave, lambda _: None, "ann", 1)
    await one.settle()
    # The answer was lost, and she asks where an outage is to be put on record first.
    other.health.know((Outage(log.now, log.now + 5_000),))
    other.ask(leave, outcomes.append, "ann", 1)
    await other.settle()
    assert outcomes == [log.room.marks.offset]
    for process in (one, other):
        process.live.stop()


class Unread(tuple[Outage, ...]):
    """Outages that nobody may go through any more."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Outage]:
        raise AssertionError("outages that the room knows of are gone through again")


async def test_outages_that_a_room_knows_of_are_not_gone_through_for_each_move() -> (
    None
):
    log = TheLog(playing("ann", "bob"))
    process = Process(log, random.Random(0))
    process.other = process
    since, log.now = log.now, log.now + 5_000
    process.health.know((Outage(since, log.now),))
    process.runtime.settle(process.live)
    await process.settle()
    assert process.live.state.course.stood_to == log.now
    process.health.outages = Unread(process.health.outages)
    outcomes: list[Outcome] = []
    sitter = process.live.state.table.seats[0]
    assert sitter is not None
    move = Move(id=1, n=sitter.n + 1, ply=0, move="a1")
    process.ask(move, outcomes.append, sitter.player.id, move.n)
    await process.settle()
    assert outcomes == [log.room.marks.offset]
    process.live.stop()
