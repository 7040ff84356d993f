"""Cards in hand at patience, or none: the keys of that moment, and words for it."""

from collections.abc import Collection
from typing import NamedTuple

from samedeal_client.families.patience_keys import ALL_UP
from samedeal_client.language import tr
from samedeal_client.screen.felt.card import TEN_WIDTH, index_of
from samedeal_client.screen.keys.foot import ENTER, KeyHint
from samedeal_client.terminal.keys import bound_to, key_of_column
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Span, line
from samedeal_games.cards import Card

MOST_NAMED = 3
"""More cards in hand are named by the first and the last of them."""
MOST_DIGITS = 9
"""Columns whose keys are a row of digits."""


class Target(NamedTuple):
    """A place where cards in hand may go."""

    pile: str
    card: Card | None
    """The card that they would lie on; None where there is none."""

    @property
    def key(self) -> str:
        """The table's key of it."""
        is_column = self.pile.isdecimal()
        return key_of_column(int(self.pile)) if is_column else self.pile.lower()

    @property
    def name(self) -> str:
        """The player's own key of it."""
        return bound_to(self.key)

    def words(self, glyphs: Glyphs) -> str:
        """Return the words for it, to stand behind a key or a verb."""
        if self.pile == "F":
            return tr("up")
        if self.pile == "K":
            return tr("under the king")
        if self.card is None:
            return tr("in the space")
        return tr("on {card}", card=index_of(self.card, glyphs, TEN_WIDTH))


class Held(NamedTuple):
    """What is in hand."""

    cards: tuple[Card, ...]
    """The last of them is exposed."""
    targets: tuple[Target, ...]
    """The place that Enter chooses comes first."""
    is_run: bool
    """Whether fewer or more of them may be taken."""

    def names(self, glyphs: Glyphs) -> str:
        """Return the names of the cards."""
        names = [index_of(card, glyphs, TEN_WIDTH) for card in self.cards]
        if len(names) > MOST_NAMED:
            return names[0] + glyphs.ellipsis + names[-1]
        return " ".join(names)


def held_keys(held: Held, glyphs: Glyphs) -> tuple[KeyHint, ...]:
    """Return the keys for cards in hand: each place where they may go, and back."""
    back = KeyHint("escape", tr("Esc put back"))
    run = (KeyHint("", tr("up/down run")),) if held.is_run else ()
    if not held.targets:
        return (back, *run)
    best, *others = held.targets
    first = KeyHint(ENTER, f"{best.name}, {tr('Enter')} {best.words(glyphs)}")
    # Where there is little room, the last go first.
    rest = (KeyHint(one.key, f"{one.name} {one.words(glyphs)}") for one in others)
    return (first, back, *rest, *run)


def held_line(held: Held, glyphs: Glyphs) -> Line:
    """Return a line on what is in hand, and on what the next key does."""
    names = held.names(glyphs)
    if not held.targets:
        told = tr("In hand: {cards}. It goes nowhere; Esc puts it back.", cards=names)
        return line(Span(f" {told}"))
    best = held.targets[0]
    where = best.words(glyphs)
    if len(held.targets) == 1:
        told = tr(
            "In hand: {cards}. {key} or Enter puts it {where}; Esc puts it back.",
            cards=names,
            key=best.name,
            where=where,
        )
    else:
        told = tr(
            "In hand: {cards}. Where to: {keys}? Enter puts it {where}.",
            cards=names,
            keys=", ".join(target.name for target in held.targets),
            where=where,
        )
    return line(Span(f" {told}"))


def resting_keys(columns: int, piles: Collection[str]) -> tuple[KeyHint, ...]:
    """Return the keys while nothing is in hand, for so many columns.

    Of `piles` something can be dealt or taken now.
    """
    parts = (
        (KeyHint("d", tr("d deal")), "D" in piles),
        (KeyHint("r", tr("r redeal")), "R" in piles),
        (KeyHint("", tr("{keys} take", keys=_column_keys(columns))), True),
        (KeyHint("w", tr("w waste")), "W" in piles),
        (KeyHint(ALL_UP, tr("a all up")), True),
    )
    return tuple(hint for hint, holds in parts if holds)


def asking_keys(columns: int, *, has_first: bool) -> tuple[KeyHint, ...]:
    """Return the keys that name two cards to ask about, the first one or the second."""
    keys = _column_keys(columns)
    if not has_first:
        return (KeyHint("", tr("{keys} which card", keys=keys)),)
    run = KeyHint("", tr("up/down run"))
    return (KeyHint("", tr("{keys} onto which", keys=keys)), run)


def _column_keys(columns: int) -> str:
    digits = f"1-{min(columns, MOST_DIGITS)}"
    rest = range(MOST_DIGITS + 1, columns + 1)
    return ", ".join((digits, *map(key_of_column, rest)))
