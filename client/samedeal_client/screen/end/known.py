"""What is known of a match that is over, for the page that shows it."""

from typing import NamedTuple

from samedeal_client.view.spans import Lines
from samedeal_games.game import AnyGame, Board


class Came(NamedTuple):
    """Where somebody came, as it is written."""

    seat: int
    place: str
    name: str
    """With all its marks."""
    score: str
    """With what it counts."""
    points: int
    time: str
    """When that was reached, or what there is to say instead."""
    note: str
    """How their match ended."""
    is_own: bool


class Change(NamedTuple):
    """What a match did to a rating."""

    before: str
    after: str
    by: int


class Record(NamedTuple):
    """What somebody has come to in a game."""

    best: str
    """Their best result, empty where none is known."""
    is_new: bool
    """Whether this match made it."""
    streak: int = 0
    """Days on end with a result in the game's daily."""
    longest: int = 0


class Rest(NamedTuple):
    """What there is to tell of a match beside what it came to."""

    to_send: Lines = ()
    """What brings others to its deal: always in sight."""
    more: Lines = ()
    """All else: read last."""


class End(NamedTuple):
    """A match that is over."""

    game: AnyGame
    headline: str
    """Who won by how much; the score of who was alone."""
    is_won: bool
    """Whether by whoever looks."""
    came: tuple[Came, ...]
    """Everybody, in the order of places."""
    boards: dict[int, Board]
    """The last board of each seat whose board is known."""
    rating: Change | None
    record: Record | None
    ready: Lines
    """What is next, and who is ready for it."""
    rest: Rest
    pace: str = ""
    """How fast one was, empty where that is not known."""
    first: int = 0
    """Whose board is seen first, among those whose boards are known."""

    @property
    def shown(self) -> tuple[Came, ...]:
        """Those whose boards are known, one's own before all others; then turned."""
        known = [one for one in self.came if one.seat in self.boards]
        known.sort(key=lambda one: not one.is_own)
        at = self.first % len(known) if known else 0
        return (*known[at:], *known[:at])
