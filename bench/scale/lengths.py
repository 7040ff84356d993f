"""The lengths of each game's matches, by `python -m bench.scale.measured`."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from samedeal_games.catalogue import GAMES

T = TypeVar("T")


def for_every_game(measured: Mapping[str, T]) -> dict[str, T]:
    """Fill in measurements for every game that can be played.

    A game that nobody has measured yet has that of the first of its family, and of the
    first of all if it has a family of its own.
    """
    of_families: dict[str, T] = {}
    for key, value in measured.items():
        of_families.setdefault(GAMES[key].about.family, value)
    first = next(iter(measured.values()))
    return {
        key: measured.get(key, of_families.get(game.about.family, first))
        for key, game in GAMES.items()
    }


class Length(NamedTuple):
    """The moves that a match of four takes."""

    plies: float
    """The moves of a seat, on average."""
    longest: tuple[int, ...]
    """The moves of the seat that has most, by deciles: at 5 %, 15 %, … 95 % of
    matches."""


_LENGTHS = {
    "squares/patience": Length(25.0, (25, 25, 25, 25, 25, 25, 25, 25, 25, 25)),
    "squares/patience-american": Length(25.0, (25, 25, 25, 25, 25, 25, 25, 25, 25, 25)),
    "squares/english": Length(25.0, (25, 25, 25, 25, 25, 25, 25, 25, 25, 25)),
    "squares/american": Length(25.0, (25, 25, 25, 25, 25, 25, 25, 25, 25, 25)),
    "squares/serpent": Length(19.3, (21, 25, 25, 25, 25, 25, 25, 25, 25, 25)),
    "westcliff/classic": Length(93.7, (49, 62, 77, 120, 125, 128, 131, 133, 137, 146)),
    "westcliff/american": Length(
        120.0, (112, 118, 121, 123, 124, 127, 128, 129, 132, 135)
    ),
    "pas-seul": Length(68.3, (50, 53, 54, 59, 67, 70, 77, 86, 124, 135)),
    "easthaven": Length(30.5, (17, 19, 23, 26, 28, 30, 31, 36, 60, 96)),
    "easthaven/open": Length(41.1, (16, 19, 23, 27, 31, 43, 95, 98, 104, 107)),
    "westhaven": Length(86.4, (88, 93, 94, 95, 99, 100, 101, 103, 103, 107)),
    "capricieuse": Length(69.6, (59, 71, 84, 85, 90, 95, 101, 108, 115, 138)),
    "russian": Length(101.3, (46, 57, 66, 130, 141, 153, 159, 163, 167, 187)),
}
LENGTHS = for_every_game(_LENGTHS)
"""By game, as played by players of skill."""
