"""What a player types: orders in words, moves in notation or shorter.

Shortcuts belong to the client; what comes out of here is notation.
"""

from enum import Enum

from samedeal_client.families import family_of
from samedeal_client.families.unplayable import Unplayable
from samedeal_client.language import later, tr
from samedeal_client.language.typed import words_for
from samedeal_games.errors import GameError, IllegalMove
from samedeal_games.game import AnyGame, Board

__all__ = [
    "HINTS_ALONE",
    "Order",
    "Unplayable",
    "read_move",
    "read_order",
    "takes_back",
    "typed",
]

HINTS_ALONE = later("Hints are for practice only, not for races.")


class Order(Enum):
    """Something to do other than a move; the value is the word for it."""

    HELP = "?"
    BOARD = "board"
    READY = "ready"
    UNREADY = "unready"
    FINISH = "finish"
    RESIGN = "resign"
    ANALYSE = "analyse"
    HINT = "hint"
    PAUSE = "pause"
    GO_ON = "resume"
    LEAVE = "leave"


_MORE_WORDS = {
    Order.HELP: ("help", "h"),
    Order.LEAVE: ("quit", "exit", "q"),
    Order.ANALYSE: ("analyze",),
    Order.BOARD: ("",),
    Order.GO_ON: ("continue",),
}
_ORDER_WORDS = {
    word: order
    for order in Order
    for word in words_for(order.value, *_MORE_WORDS.get(order, ()))
}
_TAKE_BACK_WORDS = words_for("u", "undo", "back")


def read_order(text: str) -> Order | None:
    """Read an order, None for anything else; no text at all asks for the board."""
    return _ORDER_WORDS.get(text.strip().lower())


def takes_back(word: str) -> bool:
    """Tell whether a word, where moves stand, is for taking the last one back."""
    return word.lower() in _TAKE_BACK_WORDS


def read_move(game: AnyGame, board: Board, text: str, shown: str = "") -> str:
    """Read a move that is legal on a board, as notation; raises Unplayable.

    A refusal names it as `shown`, if not as it was typed; a cell, as it is called on
    the screen. Looks at nothing that the board hides.
    """
    family = family_of(game)
    try:
        notation = family.notation(board, text)
        move = game.parse(notation)
    except GameError as error:
        raise Unplayable(tr(error.wording)) from None
    try:
        game.apply(game.position_from(board), move)
    except IllegalMove as error:
        raise Unplayable(family.refusal(notation, shown or text, error)) from None
    return notation


def typed(game: AnyGame, board: Board, move: str) -> str:
    """Return what somebody types for a legal move, as short as it can be."""
    short = family_of(game).short(move)
    try:
        return short if read_move(game, board, short) == move else move
    except Unplayable:
        return move
