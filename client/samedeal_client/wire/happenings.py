"""Happenings of a conversation with a server, beside the updates of the room."""

from typing import NamedTuple, Self, TypeAlias

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.profiles import EntryView
from samedeal_protocol.rooms.boards import BoardView, RoomView, Snapshot, VoidView
from samedeal_protocol.updates import Error, Service, Update, Watched
from samedeal_records.proof.witness import Witness


class Lost(NamedTuple):
    """The connection is gone; `again` tells whether it will be tried again."""

    code: int
    again: bool


class Back(NamedTuple):
    """The connection is there again, and so is the seat."""


class Revived(NamedTuple):
    """The server, which this program has or may start, was started anew."""


class OtherChain(NamedTuple):
    """The chain of matches is not the one shown before; a sentence for the player."""

    doubt: str


class Slow(NamedTuple):
    """The server owes an answer, and was silent for `silent_s` seconds."""

    silent_s: float


class Answering(NamedTuple):
    """The server that was slow is heard again, after `silent_s` seconds."""

    silent_s: float


class Unseated(NamedTuple):
    """The room is gone, or the seat in it."""

    why: ErrorCode | None = None
    """The reason that the server did not let the player back in, if it was asked."""


class Renewed(NamedTuple):
    """A snapshot has replaced all that was known and not told yet."""

    is_rewound: bool
    """The store has lost facts: the room goes on from an earlier moment."""
    has_other_board: bool
    has_new_result: bool

    @classmethod
    def between(
        cls, room: RoomView, board: BoardView | None, snapshot: Snapshot
    ) -> Self:
        """Compare what was known with the snapshot in its place."""
        before, now = room.result, snapshot.room.result
        started = snapshot.room.phase == "playing" != room.phase
        return cls(
            is_rewound=snapshot.room.epoch != room.epoch,
            has_other_board=started or snapshot.board != board,
            has_new_result=now is not None
            and (before is None or before.match != now.match),
        )

    def after(self, earlier: Self) -> Self:
        """Return both in one."""
        return type(self)(*(a or b for a, b in zip(self, earlier, strict=True)))


class NotReady(NamedTuple):
    """After a void start the player could not be made ready again by themselves."""

    error: Error


class Checked(NamedTuple):
    """The reveal of a match was checked; doubts are sentences, none if all is well."""

    match: str
    doubts: tuple[str, ...]
    witness: Witness
    """Everything that its record is to be held against."""


class Proven(NamedTuple):
    """The record of a match was checked, if there was one; doubts as above."""

    match: str
    is_recorded: bool
    doubts: tuple[str, ...]
    reveal_at: int = 0
    """The time of revealing the seed, in ms since 1970, if it is still to come; else
    0."""
    entry: EntryView | None = None
    """The entry of a player who was rated in it."""
    voids: tuple[VoidView, ...] = ()
    """The starts of it that were void."""
    unseen: tuple[str, ...] = ()
    """Points that the viewer did not see and has to believe, in words."""


Happening: TypeAlias = (
    Update
    | Watched
    | Service
    | Lost
    | Back
    | Revived
    | OtherChain
    | Slow
    | Answering
    | Renewed
    | Unseated
    | NotReady
    | Checked
    | Proven
)


class NotDone(Exception):
    """A request that was refused, or could not be answered; see `error`."""

    def __init__(self, error: Error) -> None:
        super().__init__(error.detail or error.code)
        self.error = error


class Rejected(Exception):
    """The server closed the door with a code that means do not come back."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
