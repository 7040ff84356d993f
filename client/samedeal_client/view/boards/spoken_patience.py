"""A patience board in words, pile by pile."""

from samedeal_client.language import tr, tr_n
from samedeal_client.language.typed import words_for
from samedeal_client.view.boards.patience import numbered
from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.game import About, Board
from samedeal_games.words import SUIT_WORDS, card_words

COLUMN_WORDS = words_for("column", "c")
WORDS = {
    **dict.fromkeys(words_for("foundations", "foundation", "f"), "foundation"),
    **dict.fromkeys(words_for("stock", "s"), "stock"),
    **dict.fromkeys(words_for("waste", "w"), "waste"),
    **dict.fromkeys(words_for("redeals"), "redeals"),
    **dict.fromkeys(words_for("score"), "score"),
}
"""The zones of piles, by the words for them."""
PILES = 4
"""Foundations of one direction: one for each suit."""


def patience_told(about: About, board: Board) -> list[str]:
    """Return a whole board."""
    said = [_score(about, board), *_foundations(board)]
    said += [_counted(board, zone) for zone in ("redeals", "stock", "waste")]
    said += [_column(board, number) for number in range(1, _columns(board) + 1)]
    return [text for text in said if text]


def patience_part(about: About, board: Board, words: list[str]) -> list[str] | None:
    """Return the pile asked for, None for one that is not here."""
    if len(words) == 2 and words[0] in COLUMN_WORDS:
        words = words[1:]
    if len(words) != 1:
        return None
    if f"column.{words[0]}" in board.zones:
        return [_column(board, int(words[0]))]
    match WORDS.get(words[0]):
        case "foundation":
            return _foundations(board)
        case "score":
            return [_score(about, board)]
        case str(zone) if zone in board.zones:
            return [_counted(board, zone)]
        case _:
            return None


def patience_changes(before: Board, after: Board) -> list[str] | None:
    """Return the changes of a move; None where columns are new altogether."""
    columns = range(1, _columns(after) + 1)
    changed = [_column_change(before, after, number) for number in columns]
    if None in changed:
        return None
    piles = [name for name in after.zones if name.startswith("foundation.")]
    said = [
        tr("Up: {cards}.", cards=_listed(gained))
        for name in piles
        if (gained := _gained(before.zones[name], after.zones[name]))
    ]
    said += [text for texts in changed for text in texts or ()]
    for zone in ("waste", "stock", "redeals"):
        if before.zones.get(zone) != after.zones.get(zone):
            said.append(_counted(after, zone))
    return said


def _column_change(before: Board, after: Board, number: int) -> list[str] | None:
    """Return the changes of a column, None if it is another one altogether."""
    was, now = before.zones[f"column.{number}"], after.zones[f"column.{number}"]
    kept = _kept(was, now)
    gained, lost = now[kept:], was[kept:]
    if gained and lost:
        return None
    said: list[str] = []
    turned = [
        card
        for card, old in zip(now[:kept], was[:kept], strict=True)
        if old == FACE_DOWN != card
    ]
    if gained:
        said.append(
            tr("Column {number}: {cards}.", number=number, cards=_listed(gained))
        )
    if turned:
        cards = _listed(tuple(turned))
        said.append(
            tr("Column {number}, turned up: {cards}.", number=number, cards=cards)
        )
    if lost and not now:
        said.append(tr("Column {number} is a space now.", number=number))
    return said


def _kept(was: tuple[Card, ...], now: tuple[Card, ...]) -> int:
    """Count the cards from the bottom that are the same, turned up or not."""
    kept = 0
    for old, new in zip(was, now, strict=False):
        if old not in (new, FACE_DOWN):
            break
        kept += 1
    return kept


def _gained(was: tuple[Card, ...], now: tuple[Card, ...]) -> tuple[Card, ...]:
    return now[_kept(was, now) :]


def _score(about: About, board: Board) -> str:
    up = sum(
        len(cards)
        for zone, cards in board.zones.items()
        if zone.startswith("foundation.")
    )
    moves = tr_n("{count} move", "{count} moves", board.plies)
    told = tr("{up} of {all} cards up", up=up, all=about.top_score)
    return f"{tr(about.title)}: {told}, {moves}."


def _foundations(board: Board) -> list[str]:
    """Return the top of every foundation, on one line for each direction."""
    tops = numbered(board, "foundation")
    up, down = _tops(tops[:PILES]), _tops(tops[PILES:])
    if not tops[PILES:]:
        return [tr("Foundations: {cards}.", cards=up)]
    return [
        tr("Foundations up: {cards}.", cards=up),
        tr("Foundations down: {cards}.", cards=down),
    ]


def _tops(tops: list[tuple[Card, ...]]) -> str:
    return ", ".join(
        tr(card_words(cards[-1]))
        if cards
        else tr("{suit} empty", suit=tr(SUIT_WORDS[suit]))
        for suit, cards in enumerate(tops)
    )


def _counted(board: Board, zone: str) -> str:
    """Return the number of cards in a pile beside the columns, empty without one."""
    if zone not in board.zones:
        return ""
    cards = board.zones[zone]
    match zone:
        case "stock":
            return tr("Stock: {cards}.", cards=_count(len(cards)))
        case "redeals":
            return tr_n(
                "{count} redeal is left.", "{count} redeals are left.", len(cards)
            )
        case _ if cards:
            top, below = tr(card_words(cards[-1])), len(cards) - 1
            if not below:
                return tr("Waste: {card}.", card=top)
            return tr("Waste: {card}, on {cards}.", card=top, cards=_count(below))
        case _:
            return tr("The waste has no cards.")


def _count(cards: int) -> str:
    return tr_n("{count} card", "{count} cards", cards)


def _columns(board: Board) -> int:
    return sum(zone.startswith("column.") for zone in board.zones)


def _column(board: Board, number: int) -> str:
    cards = board.zones[f"column.{number}"]
    if not cards:
        return tr("Column {number}: a space.", number=number)
    return tr("Column {number}: {cards}.", number=number, cards=_listed(cards))


def _listed(cards: tuple[Card, ...]) -> str:
    """Return cards in words from the bottom up; those face down are counted."""
    hidden = cards.count(FACE_DOWN)
    said = [tr("{count} face down", count=hidden)] if hidden else []
    said += [tr(card_words(card)) for card in cards if card != FACE_DOWN]
    return ", ".join(said)
