"""The rules of the patience games, as a page."""

from collections.abc import Iterator, Mapping

from samedeal_client.language import later, tr, tr_n
from samedeal_client.manual.chapters import Chapter
from samedeal_games.cards import PACK_SIZE
from samedeal_games.choices import for_every
from samedeal_games.patience import PatienceGame, Ruleset
from samedeal_games.patience.dealing import HAS_ROWS
from samedeal_games.patience.rulesets import (
    Aces,
    Dealing,
    Foundations,
    Packing,
    Redeal,
    Space,
    Stock,
    Unit,
)

_AIM: Mapping[Foundations, str] = for_every(
    {
        Foundations.ACES_UP: later(
            "Build the four suits on their foundations, each from the ace up to the "
            "king."
        ),
        Foundations.ACES_UP_KINGS_DOWN: later(
            "Build eight foundations: every suit once from the ace up to the king, and "
            "once from the king down to the ace."
        ),
    }
)
_DEALING: Mapping[Dealing, str] = for_every(
    {
        Dealing.ROWS: later(
            "The columns are dealt row by row, from the left: {columns} columns of "
            "{height} cards, the first {hidden} face down."
        ),
        Dealing.CAPRICIEUSE: later(
            "All cards are dealt face up, to {columns} columns in turn. A card that "
            "fits a foundation goes there, and the next takes its place."
        ),
        Dealing.RUSSIAN: later(
            "All cards are dealt face up, in rows of {columns}. What fits a foundation "
            "goes there and is replaced at once: any card of the first row, and from "
            "then on the cards of the first and the last column until they are covered."
        ),
    }
)
_PACKING: Mapping[Packing, str] = for_every(
    {
        Packing.ALTERNATE: later(
            "Columns are packed down in alternating colours: on a black ten goes a red "
            "nine."
        ),
        Packing.IN_SUIT: later(
            "Columns are packed in suit, up or down: on the ten of hearts goes its "
            "nine or its jack. Ace and king do not join."
        ),
    }
)
_UNIT: Mapping[Unit, str] = for_every(
    {
        Unit.PART: later(
            "Cards that lie packed at the end of a column are a run. It moves whole or "
            "in part, where the first of the cards that move may go."
        ),
        Unit.ONE: later("One card is moved at a time."),
    }
)
_SPACE: Mapping[Space, str] = for_every(
    {
        Space.ANY: later("A space, a column without cards, takes any card or run."),
        Space.KINGS: later(
            "A space, a column without cards, takes only a king, or a run that a king "
            "heads."
        ),
    }
)
_SPACE_FOR_ONE: Mapping[Space, str] = for_every(
    {
        Space.ANY: later("A space, a column without cards, takes any card."),
        Space.KINGS: _SPACE[Space.KINGS],
    }
)
"""Sentences on spaces for rules that move no runs."""
_ACES: Mapping[Aces, str] = for_every(
    {
        Aces.BY_THEMSELVES: later(
            "Aces go up by themselves as soon as they are exposed."
        ),
        Aces.BY_HAND: later("When the deal is done, nothing goes up by itself."),
    }
)
_STOCK: Mapping[Stock, tuple[str, ...]] = for_every(
    {
        Stock.WASTE: (
            later(
                "The other {stock} cards are the stock. Turn them one at a time to the "
                "waste, whenever you like; its top card can be played."
            ),
            later("The stock is gone through once."),
        ),
        Stock.ROW: (
            later(
                "The other {stock} cards are the stock, and there is no waste. When "
                "you are stuck, or before, deal a row: a card face up on every column, "
                "spaces too."
            ),
            later("The last row may be short; it begins on the left."),
        ),
        Stock.NONE: (later("There is no stock."),),
    }
)
_DEAL = for_every(
    {Stock.WASTE: later("turn a card of the stock"), Stock.ROW: later("deal a row")},
    but={Stock.NONE},
)
_SECOND_CHOICE = for_every(
    {
        Foundations.ACES_UP_KINGS_DOWN: later(
            "where it fits both of its suit: to the one built down from the king"
        )
    },
    but={Foundations.ACES_UP},
)
_FILL_FIRST = later(
    "While there is a space and a king that could be moved to it, no row is dealt."
)
_REDEAL: Mapping[Redeal, str] = for_every(
    {
        Redeal.REVERSE: later(
            "The columns are gathered, the last one first, and dealt again in that "
            "order; foundations stay."
        ),
        Redeal.SHUFFLED: later(
            "The columns are gathered, shuffled, for everybody alike, and dealt again; "
            "foundations stay."
        ),
    },
    but={Redeal.NONE},
)


def patience_chapters(game: PatienceGame) -> tuple[Chapter, ...]:
    """Return the chapters about a game of patience."""
    ruleset = game.ruleset
    return (
        Chapter(
            tr("The aim"),
            (
                tr(_AIM[ruleset.foundations]),
                tr(
                    "A card on a foundation is up, and is a point; with all "
                    "{cards} up you have won the deal.",
                    cards=game.about.top_score,
                ),
            ),
        ),
        Chapter(tr("The layout"), tuple(_layout(ruleset))),
        Chapter(tr("Moves"), tuple(_moves(game))),
        Chapter(
            tr("The end"),
            (
                tr(
                    "The game is over when all cards are up, when nothing is "
                    "left to do, or after {count} actions.",
                    count=game.about.ply_limit,
                ),
            ),
        ),
        Chapter(tr("Writing a move"), rows=tuple(_writing(game))),
    )


def packing_in_brief(game: PatienceGame) -> str:
    """Return the rules of packing and of spaces, in two sentences."""
    ruleset = game.ruleset
    spaces = _SPACE if game.policies.runs else _SPACE_FOR_ONE
    return " ".join(map(tr, (_PACKING[ruleset.packing], spaces[ruleset.space])))


def _layout(ruleset: Ruleset) -> Iterator[str]:
    rows = ruleset.rows
    in_columns = ruleset.columns * len(rows)
    stock = ruleset.packs * PACK_SIZE - in_columns
    yield tr(
        _DEALING[ruleset.dealing],
        columns=ruleset.columns,
        height=len(rows),
        hidden=rows.count("d"),
    )
    for sentence in _STOCK[ruleset.stock]:
        yield tr(sentence, stock=stock)


def _moves(game: PatienceGame) -> Iterator[str]:
    ruleset, policies = game.ruleset, game.policies
    yield tr(
        "The exposed card of a column, the last one, may go up or be packed on "
        "another column."
    )
    yield tr(_PACKING[ruleset.packing])
    yield tr(_UNIT[ruleset.unit])
    if len(policies.runs) > 1:
        yield tr("All of a run goes one way, up or down.")
    yield tr((_SPACE if policies.runs else _SPACE_FOR_ONE)[ruleset.space])
    if policies.fills_first and policies.has_stock:
        yield tr(_FILL_FIRST)
    if HAS_ROWS[ruleset.dealing] and "d" in ruleset.rows:
        yield tr("A card face down that is uncovered is turned up by itself.")
    yield tr(_ACES[ruleset.aces])
    yield tr("Nothing comes back from a foundation.")
    if ruleset.redeals:
        yield tr_n(
            "You may redeal once.", "You may redeal {count} times.", ruleset.redeals
        )
        yield tr(_REDEAL[ruleset.redeal])


def _writing(game: PatienceGame) -> Iterator[tuple[str, str]]:
    ruleset, policies = game.ruleset, game.policies
    if policies.has_stock:
        yield "d", tr(_DEAL[ruleset.stock])
    if ruleset.redeals:
        yield "r", tr("gather the columns and deal them again")
    yield "35", tr("the last card of column 3 to column 5; in full 3>5")
    if policies.runs:
        yield "35x2", tr("the last two cards of column 3, a run, to column 5")
    if ruleset.columns >= 10:
        yield "30, 0f", tr("column 10 is 0 for short; in full 3>10 and 10f")
    yield "3f", tr("the last card of column 3 to its foundation")
    if policies.chooses:
        yield "3k", tr(_SECOND_CHOICE[ruleset.foundations])
    if policies.has_waste:
        yield "w5, wf", tr("the same with the top card of the waste")
