"""What a room sends to whom and when, with nothing but the loop between."""

import asyncio

import pytest
from tests.server.core.table import Table, opened, playing

from samedeal_client.wire.session import Session
from samedeal_protocol.codec import decode_message
from samedeal_protocol.errors import CloseCode
from samedeal_protocol.updates import News, Reset, RoomClosed, Watched
from samedeal_server.core.state import Player, Room
from samedeal_server.meters.meters import RoomMeters
from samedeal_server.rooms import spectators
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.spectators import AT_ONCE, Crowd, Spectators
from samedeal_server.rooms.telling.viewers import Viewer


@pytest.fixture(autouse=True)
def nothing_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a room tell and show when a test says so, however long that one takes."""
    monkeypatch.setattr(spectators, "TOLD_EVERY_S", 1e6)
    monkeypatch.setattr(spectators, "SHOWN_EVERY_S", 1e6)


class Ear:
    """A connection that notes what it is sent, and after how many turns."""

    is_here = True

    def __init__(self, name: str, heard: list[tuple[str, bytes]]) -> None:
        self.player = Player(name, name.title(), bot=False)
        self.connection = f"c-{name}"
        self.address = ""
        self.session = Session()
        self.own: list[bytes] = []
        self._heard = heard

    def send(self, frame: bytes) -> None:
        self.own.append(frame)
        self._heard.append((self.player.id, frame))
        match decode_message(frame):
            case News() as news:
                self.session.hear(news)
            case Reset(snapshot=snapshot):
                self.session.join(snapshot)
            case Watched() as watched:
                self.session.see(watched)
            case _:
                pass

    send_soon = send

    def answered(self, re: int, answer: bytes | Exception, news: bytes = b"") -> None:
        raise AssertionError("nothing is asked here")

    def close(self, code: CloseCode) -> None:
        raise AssertionError("nobody is too slow here")


class Stage:
    """A room that is played at a table, with players and spectators."""

    def __init__(self, table: Table, watchers: int) -> None:
        self.table = table
        self.heard: list[tuple[str, bytes]] = []
        self.gone: list[str] = []
        self.live = LiveRoom(table.state, self._let_go, RoomMeters())
        self.crowd = Crowd()
        self.recalls = 0
        self.spectators = Spectators(table.state, self.crowd, self._leave, self._recall)
        self.live.spectators = self.spectators
        self.players = [Ear(s.player.id, self.heard) for _, s in table.state.taken()]
        for ear in self.players:
            ear.session.join(self.live.attach(ear, 1).snapshot)
        self.watchers = [self.come(f"eve{k}") for k in range(watchers)]

    def come(self, name: str) -> Ear:
        ear = Ear(name, self.heard)
        ear.session.is_watching = True
        ear.session.join(self.spectators.attach(ear, 1).snapshot)
        return ear

    def _let_go(self, viewer: Viewer) -> None:
        self.live.drop(viewer)

    def _leave(self, viewer: Viewer) -> None:
        self.gone.append(viewer.player.id)
        self.spectators.drop(viewer)

    def _recall(self) -> None:
        self.recalls += 1

    def fold(self) -> None:
        """Have the room take what was done at the table."""
        for entry in self.table.log[self.live.state.marks.offset :]:
            self.live.fold(entry)


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def in_room(watch: str = "boards", *, is_on: bool = True) -> Table:
    table = playing("ann", "bob") if is_on else opened("ann")
    table.state = _with(table.state, watch)
    return table


def lost(room: Room) -> Room:
    return room._replace(marks=room.marks._replace(epoch=2))


def _with(room: Room, watch: str) -> Room:
    opened = room.opened._replace(watch=watch)  # type: ignore[arg-type]
    return room._replace(opened=opened)


async def test_players_are_told_first_and_spectators_some_hundred_at_a_time() -> None:
    room = Stage(in_room(), 2 * AT_ONCE + 50)
    room.table.move("ann", "a1")
    room.fold()
    room.live.flush()
    room.spectators.flush()
    assert [name for name, _ in room.heard] == ["ann", "bob"]
    most: list[int] = []
    while len(room.heard) < 2 + len(room.watchers):
        before = len(room.heard)
        await asyncio.sleep(0)
        most.append(len(room.heard) - before)
    assert max(most) == AT_ONCE
    assert {len(ear.own) for ear in room.watchers} == {1}
    assert len({id(ear.own[0]) for ear in room.watchers}) == 1


async def test_what_players_do_meanwhile_is_not_held_up() -> None:
    room = Stage(in_room(), 3 * AT_ONCE)
    room.table.move("ann", "a1")
    room.fold()
    room.spectators.flush()
    await asyncio.sleep(0)
    room.table.move("bob", "a1")
    room.fold()
    room.live.flush()
    names = [name for name, _ in room.heard]
    assert names.index("bob") < 2 * AT_ONCE
    room.spectators.flush()
    await turns(20)
    assert {ear.session.offset for ear in room.watchers} == {
        room.table.state.marks.offset
    }


async def test_a_heartbeat_in_the_middle_is_sent_what_is_on_its_way() -> None:
    room = Stage(in_room(), 2 * AT_ONCE)
    last = room.watchers[-1]
    room.table.move("ann", "a1")
    room.fold()
    room.spectators.flush()
    room.spectators.catch_up(last)
    (beat,) = room.spectators.heartbeat(last, last.session.heartbeat(), 0)
    assert not isinstance(beat, Reset)
    last.session.check(beat)
    await turns(10)
    assert {len(ear.own) for ear in room.watchers} == {1}


async def test_who_comes_while_frames_are_sent_gets_none_that_it_knows() -> None:
    room = Stage(in_room("counts"), AT_ONCE + 1)
    room.table.move("ann", "a1")
    room.fold()
    room.spectators.flush()
    late = room.come("late")
    again = room.come("eve3")
    await turns(10)
    assert (late.own, again.own) == ([], [])
    room.table.move("ann", "a2")
    room.fold()
    room.spectators.flush()
    await turns(10)
    assert [len(ear.own) for ear in (late, again)] == [1, 1]


async def test_the_order_of_a_start_and_the_first_moves_is_kept() -> None:
    table = in_room(is_on=False)
    room = Stage(table, 1)
    (eve,) = room.watchers
    table.sit("bob")
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    table.move("ann", "a1")
    table.move("bob", "b2")
    room.fold()
    room.spectators.flush()
    await turns(3)
    assert eve.session.room is not None
    assert [s.play and s.play.ply for s in eve.session.room.seats] == [1, 1]


async def test_spectators_of_a_closed_room_are_told_and_let_go() -> None:
    table = in_room(is_on=False)
    room = Stage(table, AT_ONCE + 5)
    table.leave("ann")
    room.fold()
    room.live.stop()
    await turns(10)
    assert sorted(room.gone) == sorted(ear.player.id for ear in room.watchers)
    assert room.crowd.count == 0
    for ear in room.watchers:
        message = decode_message(ear.own[-1])
        assert isinstance(message, News)
        assert any(isinstance(update, RoomClosed) for update in message.updates)


async def test_spectators_of_a_lost_room_are_told() -> None:
    room = Stage(in_room("counts"), 2)
    room.live.lose()
    await turns(3)
    assert {ear.session.room and ear.session.room.phase for ear in room.watchers} == {
        "closed"
    }


async def test_another_state_is_a_snapshot_for_every_spectator() -> None:
    room = Stage(in_room("counts"), 2)
    room.live.replace(lost(room.table.state))
    room.live.make_good()
    room.live.make_good()
    await turns(3)
    for ear in room.watchers:
        assert ear.session.epoch == 2
        assert isinstance(decode_message(ear.own[-1]), Reset)


async def test_boards_cost_nothing_where_they_are_not_shown() -> None:
    room = Stage(in_room("counts"), 3)
    room.table.move("ann", "a1")
    room.fold()
    await turns(3)
    assert room.recalls == 0
    assert not any(ear.session.watched for ear in room.watchers)


def test_the_more_watch_the_less_often_they_are_told() -> None:
    crowd = Crowd()
    assert crowd.pause_s(0.25) == 0.25
    crowd.count = 10 * spectators.FRAMES_PER_S
    assert crowd.pause_s(0.25) == 10


async def test_players_told_of_a_start_and_moves_at_once_know_the_moves() -> None:
    """As a process hears it that reads on in the log after others have written."""
    table = in_room(is_on=False)
    room = Stage(table, 0)
    (ann,) = room.players
    table.sit("bob")
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    table.move("bob", "b2")
    room.fold()
    room.live.flush()
    assert ann.session.room is not None
    assert [s.play and s.play.ply for s in ann.session.room.seats] == [0, 1]


async def test_who_goes_or_comes_anew_while_frames_are_sent_gets_none_of_them() -> None:
    room = Stage(in_room("counts"), 3)
    room.table.move("ann", "a1")
    room.fold()
    room.spectators.flush()
    gone, again, stays = room.watchers
    room.spectators.drop(gone)
    again.session.join(room.spectators.attach(again, 2).snapshot)
    await turns(3)
    assert [len(ear.own) for ear in (gone, again, stays)] == [0, 0, 1]
