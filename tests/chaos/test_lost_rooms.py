"""A room that is gone with the store's data is gone for its players at once."""

from tests.chaos.evening import ANN, an_evening

from samedeal_client.wire.session import Session
from samedeal_protocol.updates import News, RoomClosed
from samedeal_server.core.rooms.updates import snapshot


def test_a_session_knows_that_its_room_is_lost_before_the_next_heartbeat() -> None:
    room = an_evening().folded.room
    assert room is not None
    session = Session()
    session.join(snapshot(room, ANN))
    lost = RoomClosed(why="lost")
    session.hear(
        News(since=room.marks.offset, offset=room.marks.offset, updates=(lost,))
    )
    assert session.room is not None
    assert session.room.phase == "closed"
