"""The rule that keeps one card of patience from going on another.

Moves get the reason that the rules give. Before that come questions that nobody can
write as a move, about a card that lies under others.
"""

import re

from samedeal_client.failed import Refused
from samedeal_client.families.asked import Place, read_asked_card
from samedeal_client.families.patience_moves import column_typed
from samedeal_client.language import tr, tr_n
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.errors import IllegalMove
from samedeal_games.game import Board
from samedeal_games.patience import PatienceGame
from samedeal_games.patience.packing import why_not_pair
from samedeal_games.wording import Wording

UP = "F"
FOUNDATIONS = (UP, "K")
_COLUMN = re.compile("([0-9]{1,2})(?:x([0-9]{1,2}))?", re.ASCII)
_PILES = {"waste": "W", "foundation": UP}
_DEALS = ("D", "R")


def patience_place(board: Board, word: str) -> Place:
    """Return the place of a card, or of a column, by one word; raises Refused.

    A word is a column (``3``), a card of it counted from the end (``3x2``), ``w``,
    ``f``, ``k``, ``d``, ``r``, or a card (``7h``).
    """
    column = _COLUMN.fullmatch(word)
    if column is not None:
        number = column_typed(board, column[1])
        if f"column.{number}" in board.zones:
            return Place(number, int(column[2] or 1))
    if word.upper() in ("W", "D", "R", *FOUNDATIONS):
        return Place(word.upper(), 1)
    return _place_of(board, read_asked_card(word))


def _place_of(board: Board, card: Card) -> Place:
    """Return the place of a card that is seen, the one nearest to its pile's end."""
    found: list[Place] = []
    for zone, cards in board.zones.items():
        kind, _, number = zone.partition(".")
        pile = number if kind == "column" else _PILES.get(kind, "")
        if pile:
            sizes = (size for size in range(1, len(cards) + 1) if cards[-size] == card)
            found += [Place(pile, size) for size in sizes]
    if not found:
        raise Refused(tr("That card is not seen yet."))
    return min(found, key=lambda place: (place.pile == UP, place.size))


def why_not(
    game: PatienceGame, board: Board, source: Place, target: Place, glyphs: Glyphs
) -> str:
    """Return the rule that keeps a card from a place, or that it may go there."""
    if source.pile in _DEALS:
        return f"{source.pile.lower()}: {_by_the_rules(game, board, source.pile)}."
    if source.pile in FOUNDATIONS:
        return tr("What is up stays up.")
    cards = _cards(board, source.pile)
    if source.size > len(cards):
        other = next(n for n in map(str, range(1, 3)) if n != source.pile)
        text = _by_the_rules(game, board, f"{source.pile}>{other}")
        return f"{source.pile.lower()}: {text}."
    card = cards[-source.size]
    reason = _reason(game, board, card, source, target)
    return f"{_head(board, card, target, glyphs)}: {reason}."


def _head(board: Board, card: Card, target: Place, glyphs: Glyphs) -> str:
    """Return the head of an answer: ``7♥ onto 8♦``."""
    name = card_name(card, glyphs)
    if target.pile in FOUNDATIONS:
        return tr("{cards} up", cards=name)
    under = _cards(board, target.pile)
    if len(under) < target.size:
        return tr("{cards} onto a space", cards=name)
    host = card_name(under[-target.size], glyphs)
    return tr("{cards} onto {card}", cards=name, card=host)


def _reason(
    game: PatienceGame, board: Board, card: Card, source: Place, target: Place
) -> str:
    if card == FACE_DOWN:
        return tr(Wording("nobody knows that card yet"))
    if target.pile == "W":
        return tr("nothing goes onto the waste")
    if target.pile in _DEALS:
        return tr("nothing goes back into the stock")
    if source.pile == "W" and source.size > 1:
        return _buried(source.size - 1)
    if target.pile in FOUNDATIONS:
        if source.size > 1:
            return _buried(source.size - 1)
        return _by_the_rules(game, board, f"{source.pile}{target.pile}")
    return _onto_column(game, board, card, source, target)


def _onto_column(
    game: PatienceGame, board: Board, card: Card, source: Place, target: Place
) -> str:
    under = _cards(board, target.pile)
    if source.pile != target.pile and 0 < target.size <= len(under):
        host = under[-target.size]
        if host != FACE_DOWN and host not in game.policies.hosts[card]:
            # What the two cards are comes before how they lie.
            return tr(why_not_pair(game.ruleset.packing, card, host))
        if target.size > 1 and host != FACE_DOWN:
            return _covered(target.size - 1)
    count = f"x{source.size}" if source.size > 1 else ""
    return _by_the_rules(game, board, f"{source.pile}>{target.pile}{count}")


def _by_the_rules(game: PatienceGame, board: Board, notation: str) -> str:
    try:
        game.apply(game.position_from(board), game.parse(notation))
    except IllegalMove as error:
        return tr(error.wording)
    short = notation.lower().replace(">", "")
    return tr("that is allowed: {move}", move=short)


def _buried(count: int) -> str:
    return tr_n(
        "only the last card goes there, and {count} more lies on that one",
        "only the last card goes there, and {count} more lie on that one",
        count,
    )


def _covered(count: int) -> str:
    return tr_n(
        "it would have to be the last of its column, and {count} more lies on it",
        "it would have to be the last of its column, and {count} more lie on it",
        count,
    )


def _cards(board: Board, pile: str) -> tuple[Card, ...]:
    return board.zones.get("waste" if pile == "W" else f"column.{pile}", ())
