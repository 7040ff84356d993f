"""A position and its rules as plain tables, for both searches.

Nothing here knows a game by name: the tables are those of the rules engine, and what
may be left out of a search follows from what the rules are like.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from samedeal_games.cards import PACK_SIZE, Card
from samedeal_games.choices import for_every
from samedeal_games.patience import PatienceGame, PatiencePosition, Space, Stock, Unit
from samedeal_games.patience.policies import Policies, policies_of
from samedeal_games.patience.rulesets import (
    Aces,
    Dealing,
    Foundations,
    Packing,
    Redeal,
    Ruleset,
)

MOST_COLUMNS = 16

MOST_PASSES = 16

MOST_PLACES = 2
"""Foundations that take a card."""

FITS = 1
"""Of a number in `Problem.fits`: that a card may be packed. The other bits are of the
ways of a run."""

TAUGHT: Mapping[str, frozenset[Enum]] = {
    "dealing": frozenset({Dealing.ROWS, Dealing.CAPRICIEUSE, Dealing.RUSSIAN}),
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

_DEALS_AGAIN = for_every(
    {Dealing.ROWS: False, Dealing.CAPRICIEUSE: True, Dealing.RUSSIAN: True}
)
"""Whether the searches know how columns are dealt again so."""

Places: TypeAlias = tuple[tuple[int, int], ...]


class UnsolvableRules(ValueError):
    """The rules, or the position, are none that the solver can search."""


class Weights(NamedTuple):
    """The weights of traits that look far from won; the lowest sum is tried first."""

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
    """The most positions that it keeps, to be searched from."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The course of a search."""

    passes: tuple[Pass, ...]
    """One to sixteen, before the search depth first; that one has the first weights."""
    plain: bool = False
    """Whether to leave nothing out that the rules allow: slow, and for tests."""


# Found by trying hundreds of others on hundreds of deals of their own. Two ways to look
# at a position find wins in different deals; the more a way differs from those before
# it, the more it finds that they have not, so none of them goes on for long.
_CAREFUL = Weights(up=0, hidden=3, breaks=2, spaces=0, stock=5, waste=5)
_THRIFTY = Weights(up=0, hidden=3, breaks=2, spaces=0, stock=10, waste=10)
_SECOND_THOUGHTS = (
    Weights(up=4, hidden=0, breaks=3, spaces=0, stock=1, waste=20),
    Weights(up=4, hidden=0, breaks=1, spaces=7, stock=8, waste=5),
    Weights(up=2, hidden=3, breaks=6, spaces=2, stock=12, waste=0),
    Weights(up=7, hidden=5, breaks=1, spaces=4, stock=12, waste=5),
    Weights(up=1, hidden=8, breaks=4, spaces=4, stock=5, waste=2),
)
# Those that find a win at all where the others do not mostly find it at once.
_QUICK_LOOKS = (
    Weights(up=4, hidden=1, breaks=2, spaces=0, stock=8, waste=20),
    Weights(up=7, hidden=3, breaks=4, spaces=2, stock=0, waste=10),
    Weights(up=0, hidden=3, breaks=9, spaces=4, stock=8, waste=10),
    Weights(up=0, hidden=3, breaks=6, spaces=0, stock=12, waste=20),
    Weights(up=0, hidden=3, breaks=4, spaces=12, stock=1, waste=5),
    Weights(up=7, hidden=5, breaks=2, spaces=2, stock=12, waste=20),
    Weights(up=0, hidden=0, breaks=6, spaces=7, stock=5, waste=10),
    Weights(up=0, hidden=5, breaks=2, spaces=0, stock=0, waste=10),
    Weights(up=0, hidden=8, breaks=2, spaces=4, stock=12, waste=10),
)
_WASTE_PLAN = Plan(
    (
        Pass(_CAREFUL, 20_000),
        Pass(_THRIFTY, 20_000),
        *(Pass(weights, 40_000) for weights in _SECOND_THOUGHTS),
        *(Pass(weights, 8_000) for weights in _QUICK_LOOKS),
    )
)
_ROW_PLAN = Plan(
    (Pass(Weights(up=1, hidden=6, breaks=3, spaces=0, stock=2, waste=0), 20_000),)
)
_OPEN_PLAN = Plan(
    (
        Pass(Weights(up=2, hidden=0, breaks=1, spaces=5, stock=0, waste=0), 20_000),
        Pass(Weights(up=1, hidden=0, breaks=2, spaces=2, stock=0, waste=0), 20_000),
    )
)
_KINGS_PLAN = Plan(
    (Pass(Weights(up=7, hidden=5, breaks=4, spaces=7, stock=1, waste=0), 10_000),)
)
_PLANS = for_every(
    {
        Space.ANY: for_every(
            {
                Stock.WASTE: _WASTE_PLAN,
                Stock.ROW: _ROW_PLAN,
                Stock.NONE: _OPEN_PLAN,
            }
        ),
        Space.KINGS: dict.fromkeys(Stock, _KINGS_PLAN),
    }
)


def plan_for(rules: Ruleset) -> Plan:
    """Return the plan for a game."""
    return _PLANS[rules.space][rules.stock]


_IS_ALTERNATE = for_every({Packing.ALTERNATE: True, Packing.IN_SUIT: False})
_IS_UP_ALONE = for_every(
    {Foundations.ACES_UP: True, Foundations.ACES_UP_KINGS_DOWN: False}
)


def packs_whole_runs(rules: Ruleset) -> bool:
    """Tell whether part of a run goes onto a card only to free the card beneath it."""
    return _IS_ALTERNATE[rules.packing] and rules.packs == 1


def has_safe_ups(rules: Ruleset) -> bool:
    """Tell whether cards may be sent up that nothing will have to lie on."""
    return packs_whole_runs(rules) and _IS_UP_ALONE[rules.foundations]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem to be searched. Cards are numbers from 0 to 51; columns run upward."""

    policies: Policies = field(repr=False)
    columns: int
    cards: int
    rows: bool
    """Whether the stock is dealt in rows, and not card by card to a waste."""
    fills_first: bool
    """Whether the stock waits until each space is filled that can be."""
    shuffles: bool
    """Whether redeals have orders."""
    safe_ups: bool
    whole_runs: bool
    glances: bool
    """Whether some positions are lost at a glance, as not every card fills a space."""
    fits: tuple[bytes, ...]
    """By card and the card beneath: 0 where the one may not be packed on the other,
    else FITS, and a bit for each way of a run in which it lies there."""
    places: tuple[Places, ...]
    fills_space: tuple[bool, ...]
    by_itself: tuple[bool, ...]
    tableau: tuple[bytes, ...]
    hidden: tuple[int, ...]
    talon: bytes
    """The waste, bottom to top, and then the stock."""
    turned: int
    """The number of cards of the talon that are waste."""
    heights: tuple[int, ...]
    redeals: int
    orders: tuple[tuple[Card, ...], ...]
    """Of redeals, empty where nothing is shuffled."""
    plan: Plan = field(repr=False)

    @property
    def is_plain(self) -> bool:
        """Tell whether nothing is left out that the rules allow."""
        return self.plan.plain


def problem_of(game: PatienceGame, position: PatiencePosition, plan: Plan) -> Problem:
    """Return a position as a problem; raises UnsolvableRules."""
    rules, policies = game.ruleset, game.policies
    _refuse_what_is_beyond(game, position)
    cards = range(PACK_SIZE)
    safe_ups = has_safe_ups(rules) and not plan.plain
    return Problem(
        policies=policies,
        columns=rules.columns,
        cards=PACK_SIZE * rules.packs,
        rows=policies.has_stock and not policies.has_waste,
        fills_first=policies.fills_first,
        shuffles=policies.shuffles,
        safe_ups=safe_ups,
        whole_runs=packs_whole_runs(rules) and not plan.plain,
        glances=safe_ups and not all(policies.fills_space[:PACK_SIZE]),
        fits=_fits(rules),
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
        orders=position.redeals,
        plan=plan,
    )


@lru_cache(maxsize=64)
def _fits(rules: Ruleset) -> tuple[bytes, ...]:
    policies = policies_of(rules)
    cards = [Card(card) for card in range(PACK_SIZE)]
    return tuple(bytes(_fit(policies, card, on) for on in cards) for card in cards)


def _fit(policies: Policies, card: Card, under: Card) -> int:
    if under not in policies.hosts[card]:
        return 0
    ways = enumerate(policies.runs, 1)
    return FITS + sum(FITS << number for number, way in ways if card in way[under])


def _refuse_what_is_beyond(game: PatienceGame, position: PatiencePosition) -> None:
    rules, policies, columns = game.ruleset, game.policies, position.columns
    for name, known in TAUGHT.items():
        chosen: Enum = getattr(rules, name)
        if chosen not in known:
            raise UnsolvableRules(f"the solver was not taught {name}: {chosen.value}")
    if rules.columns > MOST_COLUMNS:
        raise UnsolvableRules(f"the solver knows at most {MOST_COLUMNS} columns")
    if rules.packs > 1 and (
        policies.has_stock or any(column.hidden for column in columns)
    ):
        raise UnsolvableRules(
            "the solver knows no game of two packs with a stock or hidden cards"
        )
    if rules.redeals and not _DEALS_AGAIN[rules.dealing]:
        raise UnsolvableRules("the solver knows no redeal by rows")
    if max(map(len, policies.places)) > MOST_PLACES:
        raise UnsolvableRules(
            f"the solver knows at most {MOST_PLACES} places for a card"
        )
    shown = [*position.stock, *position.waste]
    for column in columns:
        shown += column.cards
    if min(shown, default=0) < 0 or (policies.shuffles and not all(position.redeals)):
        raise UnsolvableRules("the solver must know every card")
