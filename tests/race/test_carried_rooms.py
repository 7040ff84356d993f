"""What a process tells of a room that it carries, frame by frame, adds up.

The same life as in `test_views_agree`, but through the object that the server
keeps: progress conflated, updates gathered, boards told by what changed.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import ParamSpec

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule
from tests.race.test_views_agree import PEOPLE, RoomLife, assert_heard
from tests.server.core.table import Table

from samedeal_client.wire.session import Session
from samedeal_protocol.codec import decode_message, encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.errors import CloseCode
from samedeal_protocol.rooms.playing import Move, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.rooms.talk import Talk
from samedeal_protocol.updates import Heartbeat, News, Reset
from samedeal_server.core.facts import (
    CameBack,
    Fact,
    SeatTaken,
    pack_fact,
    unpack_entry,
)
from samedeal_server.core.facts import Moved as MovedFact
from samedeal_server.core.rooms.updates import snapshot
from samedeal_server.core.state import Phase, Player, Room
from samedeal_server.meters.meters import RoomMeters
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.telling.viewers import Viewer

P = ParamSpec("P")


class Listener:
    """A connection that takes every frame into a session."""

    is_here = True

    def __init__(self, player: Player, connection: str) -> None:
        self.player = player
        self.connection = connection
        self.address = ""
        self.session = Session()

    def send(self, frame: bytes) -> None:
        """Fold what is sent; a hole in it raises Behind."""
        match decode_message(frame):
            case News() as news:
                self.session.hear(news)
            case Reset(snapshot=seen):
                self.session.join(seen)
            case Joined(snapshot=seen):
                self.session.join(seen)
            case Talk() as talk:
                self.session.recall(talk)
            case Moved() as moved:
                self.session.move(moved)
            case other:
                raise AssertionError(other)

    def send_soon(self, frame: bytes) -> None:
        """Fold it at once: what is held back keeps its order."""
        self.send(frame)

    def answered(self, re: int, answer: bytes | Exception, news: bytes = b"") -> None:
        raise AssertionError("nothing is asked here")

    def close(self, code: CloseCode) -> None:
        raise AssertionError("nothing is closed here")


class SteppedRoom(LiveRoom):
    """A room that tells when the test says so, instead of when the loop does."""

    is_due = False
    """Whether the loop would tell before it does anything else."""
    has_gathered = False

    def __init__(self, state: Room, let_go: Callable[[Viewer], None]) -> None:
        super().__init__(state, let_go, RoomMeters())
        self.due: list[Callable[[], None]] = []

    def _soon(self, do: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        self.due.append(partial(do, *args, **kwargs))

    def catch_breath(self) -> None:
        """Do what the loop would do next."""
        while self.due:
            self.due.pop(0)()

    def _flush_later(self, *, is_urgent: bool) -> None:
        self.is_due |= is_urgent
        self.has_gathered = True

    def flush(self, answered: Viewer | None = None) -> None:
        self.is_due = self.has_gathered = False
        super().flush(answered)


@dataclass
class CarriedTable(Table):
    """A table whose state is a live room's."""

    live: SteppedRoom = field(kw_only=True)

    def fold(self, facts: tuple[Fact, ...], by: str = "", n: int = 0) -> None:
        for fact in facts:
            packed = pack_fact(fact, by, n)
            entry = unpack_entry(self.state.marks.offset + 1, self.now, packed)
            self.live.fold(entry)
            self.state = self.live.state
            self.log.append(entry)
            if isinstance(fact, CameBack | SeatTaken):
                for viewer in self.live.impostors(fact.seat):
                    self.live.drop(viewer)


class CarriedLife(RoomLife):
    """The life of a room as its process tells it to those who are connected."""

    table: CarriedTable

    def __init__(self) -> None:
        super().__init__()
        self.listeners: dict[str, Listener] = {}

    def carried(self, table: Table) -> Table:
        live = asyncio.run(self.live_room(table.state))
        return CarriedTable(table.state, table.log, now=table.now, live=live)

    async def live_room(self, state: Room) -> SteppedRoom:
        """Make a room where it wants to be made, in a loop."""
        return SteppedRoom(state, self.forget)

    def arrive(self, name: str) -> None:
        state = self.table.state
        seat = state.seat_of(name)
        sitter = None if seat is None else state.table.seats[seat]
        assert sitter is not None
        listener = Listener(sitter.player, sitter.connection)
        listener.send(encode(self.table.live.attach(listener, 1)))
        self.table.live.catch_breath()
        self.listeners[name] = listener
        self.sessions[name] = listener.session

    def forget(self, viewer: Viewer) -> None:
        """Let go of somebody who has been told that the seat is gone."""
        self.table.live.drop(viewer)
        name = viewer.player.id
        listener = self.listeners.get(name)
        if listener is not None and listener.connection == viewer.connection:
            is_closed = self.table.live.state.course.phase is Phase.CLOSED
            assert is_closed or listener.session.seat is None
            del self.listeners[name], self.sessions[name]

    def send(self, since: int) -> None:
        if self.table.live.is_due:
            self.table.live.flush()

    def answer_move(self, name: str) -> None:
        entry = self.table.log[-1]
        play = self.table.state.play_of(self.table.state.seat_of(name))
        if not isinstance(entry.fact, MovedFact) or entry.by != name or play is None:
            return
        move = entry.fact.move
        asked = Move(id=1, n=entry.n, ply=play.plies - 1, move=move)
        if name in self.listeners:
            listener = self.listeners[name]
            listener.send(self.table.live.moved(listener, asked, entry.offset))

    def put_back(self, state: Room) -> None:
        self.everybody_asks_whether_that_is_all()
        self.table.live.replace(state)
        self.table.state = state

    def reset(self) -> None:
        """Nothing is left to do: the room has told everybody."""
        self.send(0)
        self.everybody_asks_whether_that_is_all()

    @rule()
    def a_twentieth_of_a_second_passes(self) -> None:
        self.table.live.flush()

    @rule()
    def everybody_asks_whether_that_is_all(self) -> None:
        for name in list(self.listeners):
            was_reset = self.beat(name, self.listeners[name].session.heartbeat())
            assert not was_reset, "whoever was told all has fallen behind"

    @rule(name=PEOPLE, host=st.integers(0, 8))
    def somebody_has_got_it_wrong(self, name: str, host: int) -> None:
        """Whoever knows something else is told all of it, within one heartbeat."""
        listener = self.listeners.get(name)
        self.table.live.flush()
        if listener is None or name not in self.listeners:
            return
        session = listener.session
        assert session.room is not None
        was_wrong = host != session.room.host
        session.room = session.room.model_copy(update={"host": host})
        assert self.beat(name, session.heartbeat()) is was_wrong

    def beat(self, name: str, said: ClientHeartbeat) -> bool:
        """Exchange heartbeats; tell whether a snapshot came first."""
        listener, was_reset = self.listeners[name], False
        for message in self.table.live.heartbeat(listener, said, self.table.now):
            if isinstance(message, Reset):
                assert message.why == "behind"
                listener.session.join(message.snapshot)
                self.table.live.catch_breath()
                was_reset = True
            elif name in self.listeners:
                heard = decode_message(encode(message))
                assert isinstance(heard, Heartbeat)
                listener.session.check(heard)
        return was_reset

    @invariant()
    def every_session_knows_what_a_snapshot_would_tell(self) -> None:
        """All but progress, which is gathered for a while; after it, everything."""
        assert not self.table.live.is_due
        for name, session in self.sessions.items():
            told = snapshot(self.table.state, name)
            assert session.seat == told.seat
            assert session.board == told.board
            if not self.table.live.has_gathered:
                assert (session.room, session.offset) == (told.room, told.offset)
                assert_heard(session, self.table.state)

    def teardown(self) -> None:
        if hasattr(self.table, "live"):
            self.everybody_asks_whether_that_is_all()
        super().teardown()


CarriedLife.TestCase.settings = settings(
    max_examples=150, stateful_step_count=40, print_blob=True
)
TestCarriedLife = CarriedLife.TestCase
