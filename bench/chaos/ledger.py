"""A player's sure knowledge: its commands, and how they were answered."""

from typing import Literal, NamedTuple, TypeAlias

from samedeal_protocol.rooms.boards import BoardView, ResultView, RoomView

Kind: TypeAlias = Literal["ready", "unready", "move", "finish", "resign"]
Outcome: TypeAlias = Literal["acknowledged", "refused", "unknown"]


class Asked(NamedTuple):
    """A command that was asked for, once it was answered or given up."""

    kind: Kind
    match: str
    epoch: int
    """The room's epoch as the player knew it when asking."""
    asked_at: float
    """By the monotonic clock, in seconds."""
    answered_at: float
    outcome: Outcome
    code: str = ""
    """The refusal's code."""
    ply: int = -1
    move: str = ""


class Ledger:
    """One player's book; commands are in the order in which they were answered."""

    def __init__(self, player: str, room: str) -> None:
        self.player = player
        self.room = room
        self.asked: list[Asked] = []
        self.results: dict[str, tuple[int, ResultView]] = {}
        """By match: the epoch in which the result was told, and the result."""
        self.was_told_lost = False
        """Whether the player was told that the store has lost the room."""
        self.was_unseated = False
        """Whether the player was told to have no seat any more."""
        self.wrongs: list[str] = []
        """Promises found broken while playing."""

    def acknowledged(self) -> int:
        """Count the commands that were acknowledged."""
        return sum(1 for asked in self.asked if asked.outcome == "acknowledged")


class Seen(NamedTuple):
    """The last state that a player saw."""

    player: str
    seat: int | None
    offset: int
    room: RoomView | None
    board: BoardView | None
    digest: bytes
