"""The differences of the games of Poker Squares: laying, and the points.

Sources: Basil Dalton's chapter on Poker Patience (as republished by Kellscraft
Studio) for the touching rule and the English order of hands; Morehead &
Mott-Smith 1949, p. 106, for the plain grid and the American table; Rapture's
KingSol, which counts it by the American table, for the serpent.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from samedeal_games.rules_hash import rules_hash
from samedeal_games.squares.hands import Hand

RULES_TAG = "samedeal/rules/squares/1"


class Laying(Enum):
    """The cells on which a card may be laid; the value is what a player reads."""

    GRID = "on any empty cell of a grid of five by five"
    TOUCHING = (
        "next to a card already laid, straight or corner to corner; "
        "the frame of five by five takes shape as you lay"
    )
    SERPENT = (
        "on a grid of five by five, beside the card laid last, not corner to "
        "corner; where no cell there is empty, the game is over"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One game of Poker Squares."""

    key: str
    title: str
    summary: str
    laying: Laying
    points: Mapping[Hand, int]
    top_score: int
    """The highest score there is: five hands by five of the best."""

    @property
    def rules_hash(self) -> str:
        """Return 16 hex digits over what a player's score depends on."""
        points = ",".join(str(self.points[hand]) for hand in Hand)
        return rules_hash(RULES_TAG, {"laying": self.laying.name, "points": points})


ENGLISH = MappingProxyType(
    {
        Hand.ROYAL_FLUSH: 30,
        Hand.STRAIGHT_FLUSH: 30,
        Hand.FOUR_OF_A_KIND: 16,
        Hand.FULL_HOUSE: 10,
        Hand.FLUSH: 5,
        Hand.STRAIGHT: 12,
        Hand.THREE_OF_A_KIND: 6,
        Hand.TWO_PAIRS: 3,
        Hand.ONE_PAIR: 1,
        Hand.NOTHING: 0,
    }
)
"""The English table has no royal flush of its own, and a straight beats a flush."""

AMERICAN = MappingProxyType(
    {
        Hand.ROYAL_FLUSH: 100,
        Hand.STRAIGHT_FLUSH: 75,
        Hand.FOUR_OF_A_KIND: 50,
        Hand.FULL_HOUSE: 25,
        Hand.FLUSH: 20,
        Hand.STRAIGHT: 15,
        Hand.THREE_OF_A_KIND: 10,
        Hand.TWO_PAIRS: 5,
        Hand.ONE_PAIR: 2,
        Hand.NOTHING: 0,
    }
)
"""The American table ranks the hands as poker does."""

# Five straight flushes one way and five fours the other (Dalton); in the
# American table four of the five can be royal.
ENGLISH_TOP = 5 * 30 + 5 * 16
AMERICAN_TOP = 4 * 100 + 75 + 5 * 50

RULESETS = (
    Ruleset(
        key="squares/patience",
        title="Poker Patience",
        summary=(
            "Lay 25 cards one by one, each touching another, into five rows and "
            "five columns that count as poker hands."
        ),
        laying=Laying.TOUCHING,
        points=ENGLISH,
        top_score=ENGLISH_TOP,
    ),
    Ruleset(
        key="squares/patience-american",
        title="Poker Patience, American points",
        summary=(
            "Lay 25 cards one by one, each touching another, into ten poker hands "
            "counted by the American table."
        ),
        laying=Laying.TOUCHING,
        points=AMERICAN,
        top_score=AMERICAN_TOP,
    ),
    Ruleset(
        key="squares/english",
        title="Poker Squares",
        summary=(
            "Lay 25 cards one by one anywhere on a grid of five by five; its rows "
            "and columns count as poker hands."
        ),
        laying=Laying.GRID,
        points=ENGLISH,
        top_score=ENGLISH_TOP,
    ),
    Ruleset(
        key="squares/american",
        title="Poker Squares, American points",
        summary=(
            "Lay 25 cards one by one anywhere on a grid of five by five, and count "
            "ten poker hands by the American table."
        ),
        laying=Laying.GRID,
        points=AMERICAN,
        top_score=AMERICAN_TOP,
    ),
    Ruleset(
        key="squares/serpent",
        title="Serpent Poker",
        summary=(
            "Lay cards one by one, each beside the one before, and count ten poker "
            "hands by the American table; do not let the serpent catch itself."
        ),
        laying=Laying.SERPENT,
        points=AMERICAN,
        top_score=AMERICAN_TOP,
    ),
)
