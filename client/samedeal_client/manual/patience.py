"""The rules of the patience games, as a page."""

from collections.abc import Iterator, Mapping

from samedeal_client.language import later, tr, tr_n
from samedeal_client.manual.chapters import Chapter
from samedeal_games.cards import PACK_SIZE
from samedeal_games.patience import PatienceGame, Ruleset
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

_AIM: Mapping[Foundations, str] = {
    Foundations.ACES_UP: later(
        "Build the four suits on their foundations, each from the ace up to the king."
    ),
    Foundations.ACES_UP_KINGS_DOWN: later(
        "Build eight foundations: every suit once from the ace up to the king, and "
        "once from the king down to the ace."
    ),
}
_DEALING: Mapping[Dealing, str] = {
    Dealing.ROWS: later(
        "The columns are dealt row by row, from the left: {columns} columns of "
        "{height} cards, the first {hidden} face down."
    ),
    Dealing.CAPRICIEUSE: later(
        "All cards are dealt face up, to {columns} columns in turn. A card that fits "
        "a foundation goes there, and the next takes its place."
    ),
    Dealing.RUSSIAN: later(
        "All cards are dealt face up, in rows of {columns}. What fits a foundation "
        "goes there and is replaced at once: any card of the first row, and from then "
        "on the cards of the first and the last column until they are covered."
    ),
}
_PACKING: Mapping[Packing, str] = {
    Packing.ALTERNATE: later(
        "Columns are packed down in alternating colours: on a black ten goes a red "
        "nine."
    ),
    Packing.IN_SUIT: later(
        "Columns are packed in suit, up or down: on the ten of hearts goes its nine "
        "or its jack. Ace and king do not join."
    ),
}
_UNIT: Mapping[Unit, str] = {
    Unit.PART: later(
        "Cards that lie packed at the end of a column are a run. It moves whole or in "
        "part, where the first of the cards that move may go."
    ),
    Unit.ONE: later("One card is moved at a time."),
}
_SPACE: Mapping[Space, str] = {
    Space.ANY: later("A space, a column without cards, takes any card or run."),
    Space.KINGS: later(
        "A space, a column without cards, takes only a king, or a run that a king "
        "heads."
    ),
}
_ANY_CARD = later("A space, a column without cards, takes any card.")
"""Where no run moves."""
_ACES: Mapping[Aces, str] = {
    Aces.BY_THEMSELVES: later("Aces go up by themselves as soon as they are exposed."),
    Aces.BY_HAND: later("When the deal is done, nothing goes up by itself."),
}
_STOCK: Mapping[Stock, tuple[str, ...]] = {
    Stock.WASTE: (
        later(
            "The other {stock} cards are the stock. Turn them one at a time to the "
            "waste, whenever you like; its top card can be played."
        ),
        later("The stock is gone through once."),
    ),
    Stock.ROW: (
        later(
            "The other {stock} cards are the stock, and there is no waste. When you "
            "are stuck, or before, deal a row: a card face up on every column, spaces "
            "too."
        ),
        later("The last row may be short; it begins on the left."),
    ),
    Stock.NONE: (later("There is no stock."),),
}
_FILL_FIRST = later(
    "While there is a space and a king that could be moved to it, no row is dealt."
)
_REDEAL: Mapping[Redeal, str] = {
    Redeal.REVERSE: later(
        "The columns are gathered, the last one first, and dealt again in that order; "
        "foundations stay."
    ),
    Redeal.SHUFFLED: later(
        "The columns are gathered, shuffled, for everybody alike, and dealt again; "
        "foundations stay."
    ),
}


def patience_chapters(game: PatienceGame) -> tuple[Chapter, ...]:
    """Return what holds in one of these games."""
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
        Chapter(tr("Moves"), tuple(_moves(ruleset))),
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
        Chapter(tr("Writing a move"), rows=tuple(_writing(ruleset))),
    )


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


def _moves(ruleset: Ruleset) -> Iterator[str]:
    yield tr(
        "The exposed card of a column, the last one, may go up or be packed on "
        "another column."
    )
    yield tr(_PACKING[ruleset.packing])
    yield tr(_UNIT[ruleset.unit])
    if ruleset.unit is Unit.PART and ruleset.packing is Packing.IN_SUIT:
        yield tr("All of a run goes one way, up or down.")
    is_single = ruleset.unit is Unit.ONE and ruleset.space is Space.ANY
    yield tr(_ANY_CARD if is_single else _SPACE[ruleset.space])
    if ruleset.space is Space.KINGS and ruleset.stock is not Stock.NONE:
        yield tr(_FILL_FIRST)
    if ruleset.dealing is Dealing.ROWS and "d" in ruleset.rows:
        yield tr("A card face down that is uncovered is turned up by itself.")
    yield tr(_ACES[ruleset.aces])
    yield tr("Nothing comes back from a foundation.")
    if ruleset.redeal is not Redeal.NONE:
        yield tr_n(
            "You may redeal once.", "You may redeal {count} times.", ruleset.redeals
        )
        yield tr(_REDEAL[ruleset.redeal])


def _writing(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    if ruleset.stock is Stock.WASTE:
        yield "d", tr("turn a card of the stock")
    elif ruleset.stock is Stock.ROW:
        yield "d", tr("deal a row")
    if ruleset.redeal is not Redeal.NONE:
        yield "r", tr("gather the columns and deal them again")
    yield "35", tr("the last card of column 3 to column 5; in full 3>5")
    if ruleset.unit is Unit.PART:
        yield "35x2", tr("the last two cards of column 3, a run, to column 5")
    yield "3f", tr("the last card of column 3 to its foundation")
    if ruleset.foundations is Foundations.ACES_UP_KINGS_DOWN:
        yield (
            "3k",
            tr("where it fits both of its suit: to the one built down from the king"),
        )
    if ruleset.stock is Stock.WASTE:
        yield "w5, wf", tr("the same with the top card of the waste")
