"""A table at which a match is played without a clock, dice or sockets.

Commands go the way that they go in a server: read from their bytes, decided, folded
and told by the room that carries them. Only the store is not there: the log is a list.
"""

from typing import NamedTuple, TypeVar

from pydantic import BaseModel

from samedeal_protocol.codec import decode_command, decode_message, encode
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.digest import digest
from samedeal_protocol.errors import CloseCode
from samedeal_protocol.rooms.playing import Done, Move, RoomCommand
from samedeal_protocol.rooms.rooms import HostRoom
from samedeal_server.core.commands import (
    ENTROPY_BYTES,
    BeginEpoch,
    Command,
    Now,
    PlayerCommand,
    Sit,
    Tick,
)
from samedeal_server.core.facts import (
    Entry,
    Fact,
    PhaseLimits,
    pack_fact,
    unpack_entry,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.decide import decide, repeated
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.openings import open_room, room_asked_for
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.updates import snapshot
from samedeal_server.core.state import Player, Room
from samedeal_server.edge.wire_errors import error_for
from samedeal_server.meters.meters import RoomMeters
from samedeal_server.rooms.live import LiveRoom
from samedeal_server.rooms.telling.viewers import Viewer

START_MS = 1_767_225_600_000
TRACE = "0f0e0d0c"


T = TypeVar("T")


def there(value: T | None) -> T:
    """Return a value that must not be None."""
    if value is None:
        raise ValueError("it should be there")
    return value


class Step(NamedTuple):
    """A frame that one side sends, or something that happens meanwhile."""

    by: str
    """`client` or `server`; `nobody` where something happens meanwhile."""
    what: str = ""
    message: BaseModel | None = None
    knows: tuple[int, int, bytes] | None = None
    """The offset, the ply and the digest known to a viewer who has taken in all so
    far."""


class Line:
    """A connection; its frames are noted if it is the one looked at."""

    is_here = True

    def __init__(self, player: Player, connection: str, steps: list[Step]) -> None:
        self.player = player
        self.connection = connection
        self.address = ""
        self.steps = steps

    def says(self, message: BaseModel, what: str = "") -> None:
        """Note what the client sends."""
        decode_command(encode(message))
        self.steps.append(Step("client", what, message))

    def hears(self, message: BaseModel, what: str = "") -> None:
        """Note what the server sends."""
        self.steps.append(Step("server", what, message))

    def send(self, frame: bytes) -> None:
        """Take a frame that a room sends."""
        self.hears(decode_message(frame))

    send_soon = send

    def answered(self, re: int, answer: bytes | Exception, news: bytes = b"") -> None:
        """Take the answer to a move; here it is returned instead."""
        raise AssertionError("nothing is answered by a call back")

    def close(self, code: CloseCode) -> None:
        """Say goodbye, which does not happen here."""
        raise AssertionError("nobody is sent away")


class SteppedRoom(LiveRoom):
    """A room that tells when it is asked to, instead of when a loop does."""

    def _flush_later(self, *, is_urgent: bool) -> None:
        """Wait to be asked."""

    def _say_again_soon(self, viewer: Viewer) -> None:
        """Wait to be asked."""

    def say_again(self, viewer: Viewer) -> None:
        """Send the lines of talk so far."""
        self._say_again(viewer, self._recent_talk.of(self.state))


class Table:
    """One room; time goes on by a fixed step, dice are counted."""

    def __init__(self, asked: HostRoom, host: Player, connection: str) -> None:
        self.now = START_MS
        self._thrown = 0
        opened = room_asked_for(asked, PhaseLimits())._replace(room="7KQ4P")
        facts = open_room(opened, host, connection, self._roll())
        self.log: list[Entry] = []
        state: Room | None = None
        for fact in facts:
            state = evolve(state, self._note(fact))
        self.live = SteppedRoom(there(state), lambda viewer: None, RoomMeters())

    def _roll(self) -> Now:
        """Return the next moment, and dice: bytes that count up."""
        self._thrown += 1
        self.now += 500
        first = self._thrown
        return Now(self.now, bytes((first + k) % 256 for k in range(ENTROPY_BYTES)))

    def _note(self, fact: Fact, by: str = "", n: int = 0) -> Entry:
        entry = unpack_entry(len(self.log) + 1, self.now, pack_fact(fact, by, n))
        self.log.append(entry)
        return entry

    def happens(self, command: Command, by: str = "", n: int = 0) -> None:
        """Decide and fold a command; raises Refused."""
        room = self.live.state
        decided = decide(room, command, self._roll(), by)
        for fact in () if isinstance(decided, int) else decided[0]:
            self.live.fold(self._note(fact, by, n))

    def sits(self, player: Player, connection: str) -> None:
        """Seat another player."""
        self.happens(Sit(player, connection))
        self.live.flush()

    def does(self, player: Player, command: Command, n: int) -> None:
        """Carry out another player's command, and tell everybody of it."""
        self.happens(command, player.id, n)
        self.live.flush()

    def time_is_up(self) -> None:
        """Let the phase end."""
        self.now = max(self.now, there(deadline(self.live.state)))
        self.happens(Tick())
        self.live.flush()

    def loses_nothing(self) -> None:
        """Begin a new epoch, as after a loss of the store that took nothing."""
        self.happens(BeginEpoch(self.live.state.marks.epoch))

    def asks(self, line: Line, command: PlayerCommand, what: str = "") -> None:
        """Send a request of the player looked at, and take the answer."""
        line.says(command, what)
        try:
            answer = self._carried_out(line, command)
        except Refused as refusal:
            error = error_for(command.id, refusal, line.connection)
            answer = encode(error.model_copy(update={"trace": TRACE}))
        line.send(answer)
        self.live.flush()

    def _carried_out(self, line: Line, command: PlayerCommand) -> bytes:
        room, by = self.live.state, line.player.id
        seat = there(room.seat_of(by))
        n = command.n if isinstance(command, RoomCommand) else 0
        offset = repeated(room, seat, n) if n else None
        if offset is None:
            self.happens(command, by, n)
            offset = self.live.state.marks.offset
        if isinstance(command, Move):
            return self.live.moved(line, command, offset)
        self.live.flush()
        return encode(Done(re=command.id, offset=offset))

    def beats(self, line: Line, said: ClientHeartbeat, what: str = "") -> None:
        """Send a heartbeat of the player looked at."""
        line.says(said, what)
        for message in self.live.heartbeat(line, said, self.now):
            line.hears(message)

    def knows(self, player: str) -> tuple[int, int, bytes]:
        """Return the offset, the ply and the digest of a player who was told all."""
        seen = snapshot(self.live.state, player)
        ply = 0 if seen.board is None else seen.board.ply
        return seen.offset, ply, digest(seen.room, seen.board)
