"""The differences of the patience games, as data.

Common to all of them: nothing comes back from a foundation, and the exposed card
of any column may go up or be packed.

Sources: Whitmore Jones 1911 and Parlett 1979 for the classic Westcliff;
Morehead & Mott-Smith 1949, pp. 43-44, for the American one and for Easthaven;
the rules pages of PySolFC for Pas Seul and Westhaven;
Hoffmann 1892, pp. 92-94, for Capricieuse; Heather 1876, pp. 217-219, for Russian
Patience.
"""

from dataclasses import dataclass, fields
from enum import Enum

from samedeal_games.rules_hash import rules_hash

RULES_TAG = "samedeal/rules/patience/1"


class Dealing(Enum):
    """The dealing of the tableau; the value is what a player reads."""

    ROWS = "by rows, the rest being the stock"
    CAPRICIEUSE = (
        "all cards, to the columns in turn; a card that fits a foundation goes "
        "there, and the next card takes its place"
    )
    RUSSIAN = (
        "all cards, by rows; what fits a foundation goes there and is replaced "
        "from the stock: any card of the first row until it is whole, and from "
        "then on an outside card until it is covered"
    )


class Foundations(Enum):
    """The building on foundations; the value is what a player reads."""

    ACES_UP = "up in suit from the ace"
    ACES_UP_KINGS_DOWN = (
        "eight: one of each suit up from the ace, one of each suit down from the king"
    )


class Aces(Enum):
    """Whether exposed aces wait for the player; the value is what they read."""

    BY_THEMSELVES = "go up by themselves when they are exposed"
    BY_HAND = "go up as any other card"


class Packing(Enum):
    """The packing of cards on others; the value is what a player reads."""

    ALTERNATE = "down in alternating colours"
    IN_SUIT = "up or down in suit; ace and king do not join"


class Unit(Enum):
    """The most that moves at a time; the value is what a player reads."""

    PART = "any part of a run, all of it one way"
    ONE = "one card"


class Space(Enum):
    """The cards that may fill a space; the value is what a player reads."""

    ANY = "any card or run may fill a space"
    KINGS = (
        "only a king, or a run headed by one, may fill a space, "
        "and a space that a king can fill must be filled before you deal"
    )


class Stock(Enum):
    """The dealing of the stock; the value is what a player reads."""

    WASTE = "the stock is turned one card at a time to the waste, once through"
    ROW = "the stock is dealt in rows, a card on every column, spaces too"
    NONE = "there is no stock"


class Redeal(Enum):
    """The gathering of columns to be dealt again; the value is what a player reads."""

    NONE = "none"
    REVERSE = "the columns are gathered, the last one first, and dealt again"
    SHUFFLED = "the columns are gathered, shuffled and dealt again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One patience game; a game states only where it differs from the usual."""

    key: str
    title: str
    summary: str
    family: str
    """Games in which a player is about as good in one as in another; see `About`."""
    columns: int
    packs: int = 1
    dealing: Dealing = Dealing.ROWS
    rows: str = "ddu"
    """For a dealing by rows, a letter a row: d face down, u face up."""
    foundations: Foundations = Foundations.ACES_UP
    aces: Aces = Aces.BY_THEMSELVES
    packing: Packing = Packing.ALTERNATE
    unit: Unit = Unit.PART
    space: Space = Space.ANY
    stock: Stock = Stock.WASTE
    redeal: Redeal = Redeal.NONE
    redeals: int = 0
    """The number of times that the columns may be gathered and dealt again."""

    @property
    def rules_hash(self) -> str:
        """Return 16 hex digits over what a player may do.

        Of the fields that came after the first games, those left as usual stay
        out: a new field does not make other rules of old ones.
        """
        return rules_hash(
            RULES_TAG,
            {
                field.name: _written(getattr(self, field.name))
                for field in fields(self)
                if field.name in _ALWAYS
                or (
                    field.name not in _WORDS
                    and getattr(self, field.name) != field.default
                )
            },
        )


_ALWAYS = ("columns", "rows", "space", "stock")
_WORDS = ("key", "title", "summary", "family")


def _written(value: object) -> str:
    return value.name if isinstance(value, Enum) else str(value)


RULESETS = (
    Ruleset(
        key="westcliff/classic",
        title="Westcliff",
        summary=(
            "Seven columns of three, a stock turned once: build all four suits up "
            "from the ace."
        ),
        family="westcliff",
        columns=7,
    ),
    Ruleset(
        key="westcliff/american",
        title="American Westcliff",
        summary=(
            "Ten columns of three and a stock of 22: mostly a race, as nearly "
            "every deal comes out."
        ),
        family="westcliff",
        columns=10,
    ),
    Ruleset(
        key="pas-seul",
        title="Pas Seul",
        summary=(
            "Westcliff on six columns, with a stock of 34 turned once: little room, "
            "and a space is worth gold."
        ),
        family="westcliff",
        columns=6,
    ),
    Ruleset(
        key="easthaven",
        title="Easthaven",
        summary=(
            "Seven columns, no waste: when you are stuck, deal a row on top of "
            "everything. Only kings fill spaces."
        ),
        family="easthaven",
        columns=7,
        space=Space.KINGS,
        stock=Stock.ROW,
    ),
    Ruleset(
        key="easthaven/open",
        title="Easthaven, open spaces",
        summary="Easthaven with any card or run to a space.",
        family="easthaven",
        columns=7,
        stock=Stock.ROW,
    ),
    Ruleset(
        key="westhaven",
        title="Westhaven",
        summary=(
            "Ten columns and no waste: when you are stuck, deal a row on top of "
            "everything, two rows and two cards in all. Spaces take anything."
        ),
        family="easthaven",
        columns=10,
        stock=Stock.ROW,
    ),
    Ruleset(
        key="capricieuse",
        title="Capricieuse",
        summary=(
            "Two packs, all dealt out in twelve columns: pack up or down in suit, "
            "build from the aces and from the kings; two redeals."
        ),
        family="capricieuse",
        columns=12,
        packs=2,
        dealing=Dealing.CAPRICIEUSE,
        foundations=Foundations.ACES_UP_KINGS_DOWN,
        aces=Aces.BY_HAND,
        packing=Packing.IN_SUIT,
        unit=Unit.ONE,
        stock=Stock.NONE,
        redeal=Redeal.REVERSE,
        redeals=2,
    ),
    Ruleset(
        key="russian",
        title="Russian Patience",
        summary=(
            "Two packs in twelve columns, packed up or down in suit and moved in "
            "runs: build from the aces and from the kings; two shuffled redeals."
        ),
        family="russian",
        columns=12,
        packs=2,
        dealing=Dealing.RUSSIAN,
        foundations=Foundations.ACES_UP_KINGS_DOWN,
        aces=Aces.BY_HAND,
        packing=Packing.IN_SUIT,
        stock=Stock.NONE,
        redeal=Redeal.SHUFFLED,
        redeals=2,
    ),
)
