"""What the patience games differ in, as data.

Common to all of them: foundations are built up in suit from the ace, columns
are packed down in alternating colours, any part of a run may be moved, aces go
up by themselves, and nothing comes back from a foundation.

Sources: Whitmore Jones 1911 and Parlett 1979 for the classic Westcliff;
Morehead & Mott-Smith 1949, pp. 43-44, for the American one and for Easthaven.
"""

from dataclasses import dataclass
from enum import Enum

from samedeal_games.rules_hash import rules_hash

RULES_TAG = "samedeal/rules/patience/1"


class Space(Enum):
    """What may fill a space; the value is what a player reads."""

    ANY = "any card or run may fill a space"
    KINGS = (
        "only a king, or a run headed by one, may fill a space, "
        "and a space that a king can fill must be filled before you deal"
    )


class Stock(Enum):
    """Where the stock is dealt; the value is what a player reads."""

    WASTE = "the stock is turned one card at a time to the waste, once through"
    ROW = "the stock is dealt in rows, a card on every column, spaces too"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One patience game."""

    key: str
    title: str
    summary: str
    columns: int
    rows: str = "ddu"
    """How the tableau is dealt, a letter a row: d face down, u face up."""
    space: Space = Space.ANY
    stock: Stock = Stock.WASTE

    @property
    def rules_hash(self) -> str:
        """Return 16 hex digits over what a player may do."""
        return rules_hash(
            RULES_TAG,
            {
                "columns": str(self.columns),
                "rows": self.rows,
                "space": self.space.name,
                "stock": self.stock.name,
            },
        )


RULESETS = (
    Ruleset(
        key="westcliff/classic",
        title="Westcliff",
        summary=(
            "Seven columns of three, a stock turned once: build all four suits up "
            "from the ace."
        ),
        columns=7,
    ),
    Ruleset(
        key="westcliff/american",
        title="American Westcliff",
        summary=(
            "Ten columns of three and a stock of 22: mostly a race, as nearly "
            "every deal comes out."
        ),
        columns=10,
    ),
    Ruleset(
        key="easthaven",
        title="Easthaven",
        summary=(
            "Seven columns, no waste: when you are stuck, deal a row on top of "
            "everything. Only kings fill spaces."
        ),
        columns=7,
        space=Space.KINGS,
        stock=Stock.ROW,
    ),
    Ruleset(
        key="easthaven/open",
        title="Easthaven, open spaces",
        summary="Easthaven with any card or run to a space.",
        columns=7,
        stock=Stock.ROW,
    ),
)
