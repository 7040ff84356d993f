"""The reference page on rulesets, made from the catalogue."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from samedeal_games.catalogue import GAMES
from samedeal_games.choices import for_every
from samedeal_games.patience import PatienceGame, Ruleset
from samedeal_games.patience.dealing import HAS_ROWS
from samedeal_games.patience.policies import policies_of
from samedeal_games.patience.rulesets import Space
from samedeal_games.squares import Hand, SquaresGame
from samedeal_games.squares.cells import HAS_NO_FRAME
from samedeal_games.squares.rulesets import AMERICAN, ENGLISH

G = TypeVar("G", SquaresGame, PatienceGame)

_HEAD = """\
# Rulesets

For whoever writes a client, a bot or a record: everything in which the games
differ. Made from the catalogue by `make docs`; why the rules are as they are is
in [the rules explained](../explanation/rules.md), and how to
[add a variant](../howto/add-a-variant.md) is told on a page of its own.

A record of a match names a game by its key and its rules by their hash, so that
a score is never compared with one made under other rules.
"""

_PATIENCE = """\
## The patience games

The exposed card of any column may go up, or be packed, alone or with a run below
it where runs move. A run ends at the exposed card; each of its cards, all face up,
fits on the one before it, and all of them go one way, down or up. Face-down cards
are turned up by themselves, after the deal and after every action, once a dealt
row is all down; so do aces go up where they do so by themselves. Nothing comes back
from a foundation. The score is the number of cards on the foundations.
"""

_DEALINGS = """\
### How the games of two packs are dealt

There are eight foundations. A card fits one if it is the ace or the king that the
foundation begins with, or the next card of its suit; where it would fit both of
its suit, it goes on the one built up from the ace. No card stays in hand: while
the dealing goes on, what fits where the dealing looks must go up, and nobody chooses.

**Capricieuse.** The cards are taken in the order of the deal. One that fits a
foundation goes there. Any other goes on the column whose turn it is; the turn goes
from column 1 to 12 and round again, and only a card laid on a column passes it on.
Only the card in hand is looked at, never one that lies on a column.

**Russian Patience.** A row of twelve is laid, one card on every column. Then, again
and again, the leftmost card of it that fits goes up, until none does; the holes are
filled from the left with the next cards of the deal; and this is done until no card
of the row fits. From the next card on, cards are laid on columns 1 to 12 in turn,
row by row, until the deal is used up. After a card was laid on column 1 or 12, the
outside cards are looked at: the exposed card of column 1, then that of column 12,
if it was laid after the first row and has not been covered. The first that fits
goes up, the next card of the deal is laid in its place, and they are looked at
again, until neither fits. Where the deal has no card left to take the place, what
lies below does not count as an outside card.

**Redeals.** `R` may be taken while redeals are left. Capricieuse: the columns are
gathered from 12 to 1, each from its first card to its exposed one, and dealt in
that order. Russian Patience: the cards are put in the order that belongs to this
redeal ([fair dealing](../explanation/fairness.md) tells how it follows from the
seed); those who hold the same cards get the same order. Foundations stay as they
are, and the dealing is as the first one.
"""

_SQUARES = """\
## Poker Squares

Twenty-five cards of one pack are laid one by one and never moved. Each complete row
and each complete column counts as its best poker hand, in whatever order its cards
lie; the ace ranks high or low, never both in one hand.
"""

_NOTATION = """\
## Moves

There are three notations: one for all games of patience, and two for Poker Squares.

| write | at | to |
| --- | --- | --- |
| `3>5` | patience | move the exposed card of column 3 to column 5 |
| `3>5x2` | patience | move the last two cards of column 3, a run, to column 5 |
| `3F` | patience | build the exposed card of column 3 on its foundation |
| `3K` | patience, of use with two packs | where two foundations would take it and \
`3F` means the one built up from the ace, build it on the one built down from the king |
| `W>5`, `WF`, `WK` | patience, of use with a waste | do the same with the top card \
of the waste |
| `D` | patience, of use with a stock | turn a card of the stock to the waste, or \
deal a row |
| `R` | patience, of use with redeals | gather the columns and deal them again |
| `U` | patience, where the room `takes_back` | take the last move back |
"""

_CELLS = """\
| `c4` | {grid} | lay the next card in column c, row 4 of the grid; row 1 is the top |
| `+1-2` | {touching} | lay it one column right of the first card and two \
rows above it |
"""

_READ = """\

What no game with the same notation could mean is refused with `bad_move`: `c4` at
patience, or a column that the game has not. What another game with it could mean is
refused with `illegal_move` where this one has no use for it: `R` at Westcliff, `D`
where there is no stock. `U` where moves stand is refused with `no_take_back`.

Letters may be of either case. A move has at most 16 characters. What terminals take
that is shorter (`35`, `35x2`, `w5`) is for their keyboards: it is no notation, and a
server refuses it with `bad_move`.
"""

_BOARDS = """\
## Boards

A board is cards by place. In messages they count from 1 and 0 is a card face down; in
`--json` output they are text and `??`.

| zone | holds |
| --- | --- |
| `stock` | as many cards face down as are left; absent where the game has no stock. \
Poker Squares: the cards that come after `next`, 24 at first |
| `waste` | the waste, the top card last; absent where the game has none |
| `redeals` | a card face down for each redeal left; absent where the game has none |
| `foundation.1` to `foundation.4` | clubs, diamonds, hearts, spades, from the ace up |
| `foundation.5` to `foundation.8` | the same from the king down, where there are any |
| `column.1` onward | the columns from the left, the exposed card last |
| `next` | Poker Squares: the card to lay, none when all are laid |
| `cell.c4`, `cell.+1-2` | Poker Squares: the card on that cell; absent while empty |
| `last` | Serpent: the card laid last, which lies on its cell as well: the next one \
goes beside it; none at first, and absent in other games |

The zones come in no order that means anything: `cell.` zones may be in that of laying
or in any other.
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
                _DEALINGS,
                _notation(),
                _BOARDS,
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


def _notation() -> str:
    """Return the notation of moves, and the games of each kind."""
    touching, grid = list[str](), list[str]()
    for key, game in _of_kind(SquaresGame):
        is_touching = HAS_NO_FRAME[game.ruleset.laying]
        (touching if is_touching else grid).append(f"`{key}`")
    cells = _CELLS.format(grid=", ".join(grid), touching=", ".join(touching))
    return _NOTATION + cells + _READ


def _points() -> str:
    return _table(
        ["hand", "English", "American"],
        ([hand.value, str(ENGLISH[hand]), str(AMERICAN[hand])] for hand in Hand),
    )


def _patience() -> str:
    return _table(
        ["key", *(head for head, _ in _POLICIES)],
        (
            [f"`{key}`", *(words(game.ruleset) for _, words in _POLICIES)]
            for key, game in _of_kind(PatienceGame)
        ),
    )


def _rows(rules: Ruleset) -> str:
    if not HAS_ROWS[rules.dealing]:
        return str(rules.dealing.value)
    return ", ".join(_ROW_WORDS[row] for row in rules.rows)


def _redeals(rules: Ruleset) -> str:
    return f"{rules.redeals}: {rules.redeal.value}" if rules.redeals else "none"


def _spaces(rules: Ruleset) -> str:
    if policies_of(rules).runs:
        return str(rules.space.value)
    return str(_SPACES_FOR_ONE[rules.space])


_SPACES_FOR_ONE = for_every(
    {Space.ANY: "any card may fill a space", Space.KINGS: Space.KINGS.value}
)
"""Rules on spaces where no run moves."""


_ROW_WORDS = {"d": "face down", "u": "face up"}

_POLICIES: tuple[tuple[str, Callable[[Ruleset], str]], ...] = (
    ("packs", lambda rules: str(rules.packs)),
    ("columns", lambda rules: str(rules.columns)),
    ("dealt", _rows),
    ("foundations", lambda rules: str(rules.foundations.value)),
    ("aces", lambda rules: str(rules.aces.value)),
    ("packed", lambda rules: str(rules.packing.value)),
    ("moved at a time", lambda rules: str(rules.unit.value)),
    ("spaces", _spaces),
    ("stock", lambda rules: str(rules.stock.value)),
    ("redeals", _redeals),
)


def _of_kind(kind: type[G]) -> Iterator[tuple[str, G]]:
    for key, game in GAMES.items():
        if isinstance(game, kind):
            yield key, game


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
