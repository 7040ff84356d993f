"""How long matches of each game are, as `python -m bench.scale.measured` has it."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from samedeal_games.catalogue import GAMES

T = TypeVar("T")


def for_every_game(measured: Mapping[str, T]) -> dict[str, T]:
    """Return what was measured of each game that can be played.

    For a game that nobody has measured yet it is what was of the first of its family,
    and of the first of all if it has a family of its own.
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
    """How many moves a match of four takes."""

    plies: float
    """Of a seat, on average."""
    longest: tuple[int, ...]
    """Of the seat that has most, by deciles: at 5 %, 15 %, … 95 % of matches."""


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
