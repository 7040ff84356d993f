"""A ruleset's choices as what they mean, looked up once for a whole game."""

from collections.abc import Collection
from typing import NamedTuple

from samedeal_games.cards import PACK_SIZE, Card
from samedeal_games.choices import for_every
from samedeal_games.patience.foundations import Built, Places, built_in, places_in
from samedeal_games.patience.packing import (
    RunLength,
    Table,
    hosts_of,
    run_length_in,
    runs_in,
)
from samedeal_games.patience.rulesets import Aces, Redeal, Ruleset, Space, Stock


class Policies(NamedTuple):
    """The tables that a game needs at every move, by card, FACE_DOWN included."""

    rules: Ruleset
    hosts: tuple[tuple[Card, ...], ...]
    """The cards that it may be packed on."""
    runs: tuple[Table, ...]
    """The ways a run may go: the cards that may lie on it; none where single cards
    are moved."""
    run_length: RunLength
    places: Places
    built: Built
    """The cards of each foundation when it is whole."""
    chooses: bool
    """Whether two foundations may take one card."""
    fills_space: tuple[bool, ...]
    goes_by_itself: tuple[bool, ...]
    """Whether it goes up by itself, as the first card of its foundation."""
    fills_first: bool
    """Whether the stock waits until each space is filled that can be."""
    has_stock: bool
    has_waste: bool
    """Whether the stock is turned to a waste; if not, it is dealt in rows."""
    shuffles: bool
    """Whether a redeal needs an order."""


def policies_of(rules: Ruleset) -> Policies:
    """Look up what the choices of a ruleset mean; raises ValueError if they jar."""
    goes_by_itself = _by_card(_GOES_BY_ITSELF[rules.aces])
    if rules.packs > 1 and any(goes_by_itself):
        raise ValueError(f"{rules.key}: of two packs, not every ace goes up at once")
    runs = runs_in(rules.packing, rules.unit)
    places = places_in(rules.foundations)
    return Policies(
        rules=rules,
        hosts=hosts_of(rules.packing),
        runs=runs,
        run_length=run_length_in(runs),
        places=places,
        built=built_in(rules.foundations),
        chooses=any(len(each) > 1 for each in places),
        fills_space=_by_card(_FILLS_SPACE[rules.space]),
        goes_by_itself=goes_by_itself,
        fills_first=_FILLS_FIRST[rules.space],
        has_stock=_HAS_STOCK[rules.stock],
        has_waste=_HAS_WASTE[rules.stock],
        shuffles=_SHUFFLES[rules.redeal],
    )


def _by_card(ranks: Collection[int]) -> tuple[bool, ...]:
    return (*(card % 13 in ranks for card in range(PACK_SIZE)), False)


_NO_RANK, _ACE, _KING, _EVERY_RANK = range(0), range(1), range(12, 13), range(13)
_FILLS_SPACE = for_every({Space.ANY: _EVERY_RANK, Space.KINGS: _KING})
_GOES_BY_ITSELF = for_every({Aces.BY_THEMSELVES: _ACE, Aces.BY_HAND: _NO_RANK})
_FILLS_FIRST = for_every({Space.ANY: False, Space.KINGS: True})
_HAS_STOCK = for_every({Stock.WASTE: True, Stock.ROW: True, Stock.NONE: False})
_HAS_WASTE = for_every({Stock.WASTE: True, Stock.ROW: False, Stock.NONE: False})
_SHUFFLES = for_every(
    {Redeal.NONE: False, Redeal.REVERSE: False, Redeal.SHUFFLED: True}
)
