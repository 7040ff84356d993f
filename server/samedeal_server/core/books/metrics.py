"""The metrics of leaderboards: one table says what puts a row on each, and its order.

A metric is of single results, of counts of matches, or of ratings. What one is called
and shown with is the client's table, `samedeal_client.view.people.metrics`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from samedeal_games.game import About
from samedeal_records.transcripts import SeatRecord
from samedeal_server.core.books.books import WINRATE_LEAST, BoardKind, Counts, Row
from samedeal_server.core.books.ratings import MILLION
from samedeal_server.core.books.results import pace_of, value_of

OfResult: TypeAlias = Callable[[About, SeatRecord | Row], int]
"""Orders results of a game; the higher, the better."""


class OfCounts(NamedTuple):
    """Orders players by their matches and wins in a window."""

    value: Callable[[int, int], int | None]
    """Of matches and wins; the higher, the better; None for no row."""
    every: bool
    """Whether every match counts wholly, as among people who know one another; else
    each as far as the best known opponent has a history of their own."""
    changed_by_wins_alone: bool = False
    """Whether the match that a row names has to be one that was won."""

    def counted(self, counts: Counts) -> tuple[int, int]:
        """Return the matches and wins that count."""
        if self.every:
            return counts.matches, counts.wins
        return counts.known // MILLION, counts.known_wins // MILLION


def _wins(_matches: int, wins: int) -> int | None:
    return wins or None


def _win_rate(matches: int, wins: int) -> int | None:
    return wins * MILLION // matches if matches >= WINRATE_LEAST else None


RESULTS: Mapping[BoardKind, OfResult] = {"best": value_of, "pace": pace_of}
"""Each player's best result, each in its own order."""

COUNTS: Mapping[BoardKind, OfCounts] = {
    "wins": OfCounts(_wins, every=False, changed_by_wins_alone=True),
    "winrate": OfCounts(_win_rate, every=False),
    "every-win": OfCounts(_wins, every=True, changed_by_wins_alone=True),
    "every-winrate": OfCounts(_win_rate, every=True),
}

OF_A_GAME: tuple[BoardKind, ...] = (*RESULTS, *COUNTS)
"""Those of one game; ratings are of a family."""

AMONG_FRIENDS: Mapping[BoardKind, BoardKind] = {
    "wins": "every-win",
    "winrate": "every-winrate",
}
"""The board in its place among people who know one another."""
