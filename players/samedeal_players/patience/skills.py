"""The settings with which players of patience were found to play best, by game.

``python -m bench.learning.patience`` looks for weights, on deals that it makes.
"""

from typing import NamedTuple

from samedeal_games.choices import for_every
from samedeal_games.patience import Ruleset, Space, Stock
from samedeal_players.patience.worth import Traits


class Skill(NamedTuple):
    """A way to play on: the worth of traits, and how far to look."""

    weights: Traits
    wide: int = 40
    """Positions gone on from when a choice is made."""
    narrow: int = 30
    """The same where a choice is tried in a world of chance."""
    end: int = 300
    """Positions of a search there, once no card is left to be turned up."""
    choices: int = 0
    worlds: int = 0
    """The number of worlds in which choices are tried; the better half in twice as
    many, and so on. In none, the choice that seems best is taken."""
    turns: int = 0
    """Cards that are turned up in a trial before its worth is taken."""
    won: int = 0
    lost: int = 0
    up: int = 0
    """The worth of trials that are won, or stuck, and then of each card up."""
    search: int = 1_000
    """Positions of a search on the table, once no card is left to be turned up."""
    beyond_redeals: bool = False
    """Whether that search is made while redeals are left."""


_WESTCLIFF = Traits(
    up=39, down=-236, deep=-66, breaks=-60, blocks=-26, buried=-27, spaces=241,
    wasted=-80, waste_blocks=-16, waste_low=-12, stocked=57, kings=39, outs=19,
    uneven=-13, deals=-155, above=-19,
)  # fmt: skip
_EASTHAVEN = Traits(
    up=44, down=-195, deep=-224, breaks=-104, blocks=-42, buried=-12, spaces=74,
    stocked=38, kings=46, outs=28, uneven=-20, deals=-133, above=-22,
)  # fmt: skip
_TWO_PACKS = Traits(up=100, breaks=-50, spaces=150, deals=-10_000)


def good_skill(rules: Ruleset) -> Skill:
    """Return the skill of a good player at a game."""
    return Skill(_weights(rules), wide=24)


def expert_skill(rules: Ruleset) -> Skill:
    """Return the skill of an expert at a game."""
    at_sight = Skill(_weights(rules), wide=200, search=10_000, beyond_redeals=True)
    if _TRIES[rules.space][rules.stock]:
        return at_sight._replace(choices=12, worlds=16, won=20_000, lost=-20_000, up=50)
    return at_sight


def _weights(rules: Ruleset) -> Traits:
    return _WEIGHTS[rules.stock]


_WEIGHTS = for_every(
    {Stock.WASTE: _WESTCLIFF, Stock.ROW: _EASTHAVEN, Stock.NONE: _TWO_PACKS}
)
_TRIES = for_every(
    {
        Space.ANY: dict.fromkeys(Stock, False),
        Space.KINGS: for_every(
            {Stock.WASTE: False, Stock.ROW: True, Stock.NONE: False}
        ),
    }
)
"""Whether an expert tries; elsewhere it was not found to win more."""
