"""What was said last in a room, encoded once for all who come in or back."""

from samedeal_protocol.codec import encode
from samedeal_server.core.rooms.updates import talk_of
from samedeal_server.core.state import Room, TalkLine


class RecentTalk:
    """The frame that follows a snapshot of one room."""

    def __init__(self) -> None:
        self._lines: tuple[TalkLine, ...] = ()
        self._frame = b""

    def of(self, room: Room) -> bytes:
        """Return the frame; empty where nothing was said."""
        if room.talk is not self._lines:
            talk = talk_of(room)
            self._lines = room.talk
            self._frame = b"" if talk is None else encode(talk)
        return self._frame
