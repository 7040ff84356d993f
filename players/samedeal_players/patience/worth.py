"""The promise of a position to one who sees it, as a sum over its traits.

worth.h does the same on tables.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.patience import Column, PatiencePosition
from samedeal_games.patience.foundations import HEIGHT, goes_up
from samedeal_games.patience.policies import Policies

OUTS_SCALE = 32
MOST_ABOVE = 8


class Traits(NamedTuple):
    """The counts of a position, or the worth of each count."""

    up: int = 0
    """Cards on foundations."""
    down: int = 0
    """Cards face down, but for one that is being turned up."""
    deep: int = 0
    """Pairs of them in one column."""
    breaks: int = 0
    """Cards that lie on one they do not fit, both face up."""
    blocks: int = 0
    """Cards of the tableau beneath a higher one of their suit."""
    buried: int = 0
    """Cards on those that foundations wait for, as far as those are seen."""
    spaces: int = 0
    wasted: int = 0
    """Cards of the waste."""
    waste_blocks: int = 0
    waste_low: int = 0
    """By how much the cards of the waste are lower than kings."""
    stocked: int = 0
    kings: int = 0
    """Columns with a king at the bottom."""
    outs: int = 0
    """The number of 32 unseen cards that would fit somewhere."""
    uneven: int = 0
    """Cards that the highest foundation is ahead of the lowest."""
    deals: int = 0
    """1 where the next card comes from a deal."""
    above: int = 0
    """Cards that lie on cards face down, at most 8 of a column."""


def worth(
    policies: Policies,
    weights: Traits,
    position: PatiencePosition,
    unseen: Sequence[Card],
    deals: int,
) -> int:
    """Add up the traits of a position, cards that nobody can know being face down.

    A card face down at the end of a column is one that is being turned up.
    """
    piles = [_seen(column.cards) for column in position.columns]
    if policies.rules.packs == 1:
        traits = _of_one_pack(policies, position, piles, unseen)
    else:
        traits = Traits(up=sum(position.foundations))
    traits = traits._replace(
        breaks=sum(_count_breaks(policies, pile) for pile in piles),
        spaces=sum(not column.cards for column in position.columns),
        deals=deals,
    )
    return sum(weight * trait for weight, trait in zip(weights, traits, strict=True))


def _of_one_pack(
    policies: Policies,
    position: PatiencePosition,
    piles: list[tuple[Card, ...]],
    unseen: Sequence[Card],
) -> Traits:
    heights = position.foundations
    downs = [_count_down(column) for column in position.columns]
    noted = [_blocks_and_buried(pile, heights) for pile in piles]
    waste_blocks, waste_buried = _blocks_and_buried(position.waste, heights)
    lying = [
        (pile, len(pile) == len(column.cards))
        for pile, column in zip(piles, position.columns, strict=True)
    ]
    return Traits(
        up=sum(heights),
        down=sum(downs),
        deep=sum(down * (down - 1) // 2 for down in downs),
        blocks=sum(blocks for blocks, _ in noted),
        buried=sum(buried for _, buried in noted) + waste_buried,
        wasted=len(position.waste),
        waste_blocks=waste_blocks,
        waste_low=sum(HEIGHT - 1 - card % HEIGHT for card in position.waste),
        stocked=len(position.stock),
        kings=sum(
            is_all and pile[0] % HEIGHT == HEIGHT - 1 for pile, is_all in lying if pile
        ),
        outs=_outs(policies, piles, heights, unseen),
        uneven=max(heights) - min(heights),
        above=sum(min(len(pile), MOST_ABOVE) for pile, is_all in lying if not is_all),
    )


def _seen(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a column that lie face up."""
    if FACE_DOWN not in cards:
        return cards
    return cards[cards.count(FACE_DOWN) :]


def _count_down(column: Column) -> int:
    cards = column.cards
    return cards.count(FACE_DOWN) - (cards[-1:] == (FACE_DOWN,))


def _count_breaks(policies: Policies, pile: tuple[Card, ...]) -> int:
    hosts = policies.hosts
    return sum(under not in hosts[card] for under, card in pairwise(pile))


def _blocks_and_buried(
    pile: tuple[Card, ...], heights: tuple[int, ...]
) -> tuple[int, int]:
    """Count, from the top down, what lies wrong and what lies on what is needed."""
    most = [-1] * len(heights)
    blocks = buried = 0
    for above, card in enumerate(reversed(pile)):
        suit, rank = divmod(card, HEIGHT)
        if most[suit] > rank:
            blocks += 1
        else:
            most[suit] = rank
        if rank == heights[suit]:
            buried += above
    return blocks, buried


def _outs(
    policies: Policies,
    piles: list[tuple[Card, ...]],
    heights: tuple[int, ...],
    unseen: Sequence[Card],
) -> int:
    if not unseen:
        return 0
    tops = {pile[-1] for pile in piles if pile}
    fitting = sum(
        not tops.isdisjoint(policies.hosts[card])
        or goes_up(policies.places, heights, card) is not None
        for card in unseen
    )
    return OUTS_SCALE * fitting // len(unseen)
