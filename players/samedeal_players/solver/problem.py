"""A position and its rules as plain tables, for both searches.

Nothing here knows a game by name: the tables are those of the rules engine, and what
may be left out of a search follows from what the rules are like.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeAlias

from samedeal_games.cards import PACK_SIZE
from samedeal_games.patience import PatienceGame, PatiencePosition, Space, Stock, Unit
from samedeal_games.patience.rulesets import (
    Aces,
    Dealing,
    Foundations,
    Packing,
    Redeal,
    Ruleset,
)

MOST_COLUMNS = 16

MOST_PASSES = 4

TAUGHT: Mapping[str, frozenset[Enum]] = {
    "packing": frozenset({Packing.ALTERNATE, Packing.IN_SUIT}),
    "foundations": frozenset({Foundations.ACES_UP, Foundations.ACES_UP_KINGS_DOWN}),
    "aces": frozenset({Aces.BY_THEMSELVES, Aces.BY_HAND}),
    "unit": frozenset({Unit.PART, Unit.ONE}),
    "space": frozenset({Space.ANY, Space.KINGS}),
    "stock": frozenset({Stock.WASTE, Stock.ROW, Stock.NONE}),
    "redeal": frozenset({Redeal.NONE, Redeal.REVERSE, Redeal.SHUFFLED}),
}
"""The choices of a ruleset that the searches, in C too, were written for. Where one is
new, what may be left out of a search has to be thought about anew; until then it is
refused, or a wrong verdict would be told as a proof."""

Places: TypeAlias = tuple[tuple[int, int], ...]


class UnsolvableRules(ValueError):
    """The rules, or the position, are none that the solver can search."""


class Weights(NamedTuple):
    """What makes a position look far from won; the lowest sum is tried first."""

    up: int
    """Taken off for each card on a foundation."""
    hidden: int
    breaks: int
    """For each card that lies on one it does not fit."""
    spaces: int
    """Taken off for each space."""
    stock: int
    """For each card of stock or waste."""
    waste: int
    """For each card of the waste, once more."""


class Pass(NamedTuple):
    """One search best first."""

    weights: Weights
    kept: int
    """How many positions it may keep, to be searched from."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a search goes about it."""

    passes: tuple[Pass, ...]
    """One to four, before the search depth first; that one has the first weights."""
    plain: bool = False
    """Whether to leave nothing out that the rules allow: slow, and for tests."""


# Found by trying hundreds of others on a hundred deals of their own. Two ways to look
# at a position find wins in different deals.
_CAREFUL = Weights(up=0, hidden=3, breaks=2, spaces=0, stock=5, waste=5)
_THRIFTY = Weights(up=0, hidden=3, breaks=2, spaces=0, stock=10, waste=10)
_PLANS = {
    Stock.WASTE: Plan(
        (
            Pass(_CAREFUL, 20_000),
            Pass(_THRIFTY, 20_000),
            Pass(_THRIFTY, 300_000),
            Pass(_CAREFUL, 600_000),
        )
    ),
    Stock.ROW: Plan(
        (Pass(Weights(up=1, hidden=6, breaks=3, spaces=0, stock=2, waste=0), 20_000),)
    ),
    Stock.NONE: Plan(
        (
            Pass(Weights(up=2, hidden=0, breaks=1, spaces=5, stock=0, waste=0), 20_000),
            Pass(Weights(up=1, hidden=0, breaks=2, spaces=2, stock=0, waste=0), 20_000),
        )
    ),
}
_KINGS_PLAN = Plan(
    (Pass(Weights(up=7, hidden=5, breaks=4, spaces=7, stock=1, waste=0), 10_000),)
)


def plan_for(rules: Ruleset) -> Plan:
    """Return the plan for a game."""
    return _KINGS_PLAN if rules.space is Space.KINGS else _PLANS[rules.stock]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is searched. Cards are numbers from 0 to 51; columns run upward."""

    columns: int
    cards: int
    one_card: bool
    stock: Stock
    kings_only: bool
    """Whether only kings fill spaces, before a row is dealt."""
    safe_ups: bool
    """Whether cards may be sent up that nothing will have to lie on."""
    whole_runs: bool
    """Whether part of a run goes onto a card only to free the card beneath it."""
    redeal: Redeal
    outside_cards: bool
    """Whether redeals play outside cards, as in Russian Patience."""
    fits: tuple[tuple[bool, ...], ...]
    """By card and the card beneath: whether the one may be packed on the other."""
    places: tuple[Places, ...]
    fills_space: tuple[bool, ...]
    by_itself: tuple[bool, ...]
    tableau: tuple[bytes, ...]
    hidden: tuple[int, ...]
    talon: bytes
    """The waste, bottom to top, and then the stock."""
    turned: int
    """How many cards of the talon are waste."""
    heights: tuple[int, ...]
    redeals: int
    orders: tuple[bytes, ...]
    """Of shuffled redeals."""
    plan: Plan = field(repr=False)

    @property
    def is_plain(self) -> bool:
        """Tell whether nothing is left out that the rules allow."""
        return self.plan.plain


def problem_of(game: PatienceGame, position: PatiencePosition, plan: Plan) -> Problem:
    """Return a position as a problem; raises UnsolvableRules."""
    rules, policies = game.ruleset, game.policies
    _refuse_what_is_beyond(rules, position)
    alternate = rules.packing is Packing.ALTERNATE and rules.packs == 1
    simple = alternate and rules.foundations is Foundations.ACES_UP
    cards = range(PACK_SIZE)
    shuffled = rules.redeal is Redeal.SHUFFLED
    return Problem(
        columns=rules.columns,
        cards=PACK_SIZE * rules.packs,
        one_card=rules.unit is Unit.ONE,
        stock=rules.stock,
        kings_only=rules.space is Space.KINGS,
        safe_ups=simple and not plan.plain,
        whole_runs=alternate and not plan.plain,
        redeal=rules.redeal,
        outside_cards=rules.dealing is Dealing.RUSSIAN,
        fits=tuple(
            tuple(under in policies.hosts[card] for under in cards) for card in cards
        ),
        places=tuple(
            tuple((place.foundation, place.height) for place in policies.places[card])
            for card in cards
        ),
        fills_space=policies.fills_space[:PACK_SIZE],
        by_itself=policies.goes_by_itself[:PACK_SIZE],
        tableau=tuple(bytes(column.cards) for column in position.columns),
        hidden=tuple(column.hidden for column in position.columns),
        talon=bytes(position.waste + position.stock),
        turned=len(position.waste),
        heights=position.foundations,
        redeals=len(position.redeals),
        orders=tuple(map(bytes, position.redeals)) if shuffled else (),
        plan=plan,
    )


def _refuse_what_is_beyond(rules: Ruleset, position: PatiencePosition) -> None:
    columns = position.columns
    for name, known in TAUGHT.items():
        chosen: Enum = getattr(rules, name)
        if chosen not in known:
            raise UnsolvableRules(f"the solver was not taught {name}: {chosen.value}")
    if rules.columns > MOST_COLUMNS:
        raise UnsolvableRules(f"the solver knows at most {MOST_COLUMNS} columns")
    if rules.packs > 1 and (
        rules.stock is not Stock.NONE or any(column.hidden for column in columns)
    ):
        raise UnsolvableRules(
            "the solver knows no game of two packs with a stock or hidden cards"
        )
    if rules.redeal is not Redeal.NONE and rules.dealing is Dealing.ROWS:
        raise UnsolvableRules("the solver knows no redeal by rows")
    shown = [*position.stock, *position.waste]
    for column in columns:
        shown += column.cards
    if min(shown, default=0) < 0 or (
        rules.redeal is Redeal.SHUFFLED and not all(position.redeals)
    ):
        raise UnsolvableRules("the solver must know every card")
