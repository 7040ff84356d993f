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
    is_early: bool = False
    """Whether it is one of too few matches."""


class Record(NamedTuple):
    """A player's record in a game."""

    best: str
    """Their best result, empty where none is known."""
    is_new: bool
    """Whether this match made it."""
    streak: int = 0
    """Days on end with a result in the game's daily."""
    longest: int = 0


class Course(NamedTuple):
    """A player's score over the time of a match."""

    seat: int
    name: str
    scores: tuple[int, ...]
    """At equal steps of the whole match, from its beginning to its end."""
    is_own: bool
    rival: int
    """The place of any other one among the rivals, by seat, from 0."""


class Table(NamedTuple):
    """A table of more than the match: an evening so far, or its deals."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    own: int | None = None
    """The number of the viewer's row."""
    least: tuple[int, ...] = ()
    """The numbers of columns that go where there is little room, the first first."""


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
    more: Lines = ()
    """All else: read last."""
    place: str = ""
    """The place of a player who did not win, as a sentence; empty for others."""
    courses: tuple[Course, ...] = ()
    """Of everybody, as far as they are known."""
    took: str = ""
    """The time of the whole match."""
    pace: str = ""
    """The player's speed, empty where it is not known."""
    is_seated: bool = True
    """Whether the viewer sits there, so that the next step is theirs to take."""
    tables: tuple[Table, ...] = ()
    """What the match is a part of, and counts for."""
    is_end_of_all: bool = False
    """Whether what these tell is over, too, and comes first."""
    first: int = 0
    """The board that is seen first, by its number among the known ones."""

    @property
    def shown(self) -> tuple[Came, ...]:
        """Those whose boards are known, one's own before all others; then turned."""
        known = [one for one in self.came if one.seat in self.boards]
        known.sort(key=lambda one: not one.is_own)
        at = self.first % len(known) if known else 0
        return (*known[at:], *known[:at])
