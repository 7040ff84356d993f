"""The facts about a match that is over, for the page that shows it."""

from typing import NamedTuple

from samedeal_client.view.spans import Lines
from samedeal_games.game import AnyGame, Board


class Came(NamedTuple):
    """A player's result and place, as they are written."""

    seat: int
    place: str
    name: str
    """With all its marks."""
    score: str
    """The score, with its unit."""
    points: int
    time: str
    """The time of the score, or words in its place."""
    note: str
    """The end of their match."""
    is_own: bool


class Change(NamedTuple):
    """The change that a match made to a rating."""

    before: str
    after: str
    by: int


class Record(NamedTuple):
    """A player's record in a game."""

    best: str
    """Their best result, empty where none is known."""
    is_new: bool
    """Whether this match made it."""
    streak: int = 0
    """Days on end with a result in the game's daily."""
    longest: int = 0


class Rest(NamedTuple):
    """Everything else about a match, beside its results."""

    to_send: Lines = ()
    """Lines that bring others to its deal: always in sight."""
    more: Lines = ()
    """All else: read last."""


class End(NamedTuple):
    """A match that is over."""

    game: AnyGame
    headline: str
    """The winner and the margin; one's own score without others."""
    is_won: bool
    """Whether the viewer won."""
    came: tuple[Came, ...]
    """Everybody, in the order of places."""
    boards: dict[int, Board]
    """The last board of each seat whose board is known."""
    rating: Change | None
    record: Record | None
    ready: Lines
    """The next step, and everybody's readiness."""
    rest: Rest
    pace: str = ""
    """The player's speed, empty where it is not known."""
    first: int = 0
    """The board that is seen first, by its number among the known ones."""

    @property
    def shown(self) -> tuple[Came, ...]:
        """Those whose boards are known, one's own before all others; then turned."""
        known = [one for one in self.came if one.seat in self.boards]
        known.sort(key=lambda one: not one.is_own)
        at = self.first % len(known) if known else 0
        return (*known[at:], *known[:at])
