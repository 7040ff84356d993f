"""What a room's spectators are told adds up, whatever happens in the room.

The same life as in `test_carried_rooms`, with people who watch it.
"""

import asyncio

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from tests.race.stepped import SteppedSpectators, Watcher, stepped
from tests.race.test_carried_rooms import CarriedLife, CarriedTable
from tests.race.test_views_agree import assert_heard
from tests.server.core.table import Table

from samedeal_protocol.updates import Heartbeat, Reset
from samedeal_server.core.facts import RoomOpened
from samedeal_server.core.rooms.updates import room_view
from samedeal_server.core.state import Phase
from samedeal_server.rooms.telling.viewers import Viewer

WATCHERS = st.sampled_from(["una", "vic", "wyn"])


class SpectatedLife(CarriedLife):
    """The life of a room before people who come and go, and only look."""

    def __init__(self) -> None:
        super().__init__()
        self.watchers: dict[str, Watcher] = {}
        self.spectators: SteppedSpectators

    def carried(self, table: Table) -> CarriedTable:
        opened = table.log[0]
        assert isinstance(opened.fact, RoomOpened)
        fact = opened.fact._replace(watch="boards")
        table.log[0] = opened._replace(fact=fact)
        table.state = table.state._replace(opened=fact)
        carried = super().carried(table)
        assert isinstance(carried, CarriedTable)
        self.spectators = asyncio.run(stepped(carried, self.leave))
        return carried

    def leave(self, viewer: Viewer) -> None:
        assert self.table.live.state.course.phase is Phase.CLOSED
        session = self.watchers.pop(viewer.player.id).session
        assert session.room is not None
        assert session.room.phase == "closed"
        self.spectators.drop(viewer)

    @rule(name=WATCHERS)
    @precondition(lambda self: self.table.state.course.phase is not Phase.CLOSED)
    def somebody_watches(self, name: str) -> None:
        """For the first time, or again from the same connection."""
        watcher = self.watchers.setdefault(name, Watcher(name))
        watcher.session.join(self.spectators.attach(watcher, 1).snapshot)

    @rule(name=WATCHERS)
    def somebody_watches_no_more(self, name: str) -> None:
        if name in self.watchers:
            self.spectators.drop(self.watchers.pop(name))

    @rule()
    def some_are_sent_to(self) -> None:
        if self.spectators.due:
            self.spectators.due.pop(0)()

    @rule()
    def a_quarter_of_a_second_passes(self) -> None:
        self.spectators.tell()
        told = room_view(self.table.state)
        for watcher in self.watchers.values():
            assert watcher.session.room == told
            assert watcher.session.offset == self.table.state.marks.offset
            assert (watcher.session.seat, watcher.session.board) == (None, None)
            assert_heard(watcher.session, self.table.state)

    @rule()
    def a_second_passes(self) -> None:
        self.spectators.show()
        match = self.table.state.table.match
        for watcher in self.watchers.values():
            for seat, board in watcher.session.watched.items():
                assert match is not None
                play = match.plays[seat]
                assert play is not None
                assert board.ply <= play.plies

    @rule(name=WATCHERS)
    def a_spectator_asks_whether_that_is_all(self, name: str) -> None:
        watcher = self.watchers.get(name)
        if watcher is None:
            return
        self.spectators.catch_up(watcher)
        said = watcher.session.heartbeat()
        (beat,) = self.spectators.heartbeat(watcher, said, self.table.now)
        assert isinstance(beat, Heartbeat)
        watcher.session.check(beat)

    @rule(name=WATCHERS, host=st.integers(0, 8))
    def a_spectator_has_got_it_wrong(self, name: str, host: int) -> None:
        watcher = self.watchers.get(name)
        if watcher is None:
            return
        self.spectators.catch_up(watcher)
        session = watcher.session
        assert session.room is not None
        was_wrong = host != session.room.host
        session.room = session.room.model_copy(update={"host": host})
        said = session.heartbeat()
        first, *rest = self.spectators.heartbeat(watcher, said, self.table.now)
        assert bool(rest) is isinstance(first, Reset) is was_wrong
        if isinstance(first, Reset):
            session.join(first.snapshot)


SpectatedLife.TestCase.settings = settings(
    max_examples=60, stateful_step_count=40, print_blob=True
)
TestSpectatedLife = SpectatedLife.TestCase
