"""The reference page on rulesets, made from the catalogue."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from samedeal_games.catalogue import GAMES
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Hand, SquaresGame
from samedeal_games.squares.rulesets import AMERICAN, ENGLISH

G = TypeVar("G", SquaresGame, PatienceGame)

_HEAD = """\
# Rulesets

For whoever writes a client, a bot or a record: everything in which the games
differ. Made from the catalogue by `make docs`; why the rules are as they are is
in [the rules explained](../explanation/rules.md).

A record of a match names a game by its key and its rules by their hash, so that
a score is never compared with one made under other rules.
"""

_PATIENCE = """\
## The patience games

One pack. Foundations go up in suit from the ace. Columns are packed down in
alternating colours; any part of a run may be moved. Exposed aces go up and
face-down cards are turned up by themselves, after the deal and after every
action, once a dealt row is all down. Nothing comes back from a foundation. The
score is the number of cards on the foundations.
"""

_SQUARES = """\
## Poker Squares

Twenty-five cards of one pack are laid one by one and never moved. When all lie,
each row and each column counts as its best poker hand, in whatever order its
cards lie; the ace ranks high or low, never both in one hand.
"""

_NOTATION = """\
## Moves

| write | to |
| --- | --- |
| `D` | turn a card of the stock to the waste, or deal a row |
| `3>5` | move the exposed card of column 3 to column 5 |
| `3>5x2` | move the last two cards of column 3, a run, to column 5 |
| `3F` | build the exposed card of column 3 on its foundation |
| `W>5`, `WF` | do the same with the top card of the waste |
| `c4` | lay the next card in column c, row 4 of the grid; row 1 is the top |
| `+1-2` | lay it one column right of the first card and two rows above it |

Letters may be of either case. A move has at most 16 characters.
"""


def render() -> str:
    """Return the whole page."""
    return (
        "\n".join(
            [
                _HEAD,
                _catalogue(),
                _SQUARES,
                _squares(),
                _points(),
                _PATIENCE,
                _patience(),
                _NOTATION,
            ]
        ).rstrip()
        + "\n"
    )


def _catalogue() -> str:
    return _table(
        ["key", "title", "contest", "top score", "most actions", "time limit", "hash"],
        (
            [
                f"`{key}`",
                game.about.title,
                game.about.contest.value,
                str(game.about.top_score),
                str(game.about.ply_limit),
                f"{game.about.time_limit_s} s",
                f"`{game.about.rules_hash}`",
            ]
            for key, game in GAMES.items()
        ),
    )


def _squares() -> str:
    return _table(
        ["key", "a card is laid", "points"],
        (
            [
                f"`{key}`",
                game.ruleset.laying.value,
                "English" if game.ruleset.points == ENGLISH else "American",
            ]
            for key, game in _of_kind(SquaresGame)
        ),
    )


def _points() -> str:
    return _table(
        ["hand", "English", "American"],
        ([hand.value, str(ENGLISH[hand]), str(AMERICAN[hand])] for hand in Hand),
    )


def _patience() -> str:
    return _table(
        ["key", "columns", "rows", "spaces", "stock"],
        (
            [
                f"`{key}`",
                str(game.ruleset.columns),
                ", ".join(_ROW_WORDS[row] for row in game.ruleset.rows),
                game.ruleset.space.value,
                game.ruleset.stock.value,
            ]
            for key, game in _of_kind(PatienceGame)
        ),
    )


_ROW_WORDS = {"d": "face down", "u": "face up"}


def _of_kind(kind: type[G]) -> Iterator[tuple[str, G]]:
    for key, game in GAMES.items():
        if isinstance(game, kind):
            yield key, game


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
