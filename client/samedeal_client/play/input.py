"""What a player types: orders in words, moves in notation or shorter.

Shortcuts belong to the client; what comes out of here is notation. A shortcut
stands for a move only if it can mean no other.

- Poker Squares: a cell as the screen names it, ``c4`` or ``4c``.
- Patience: ``d`` turns the stock, ``r`` deals again, ``3f`` and ``wf`` build
  (``3k`` under the king), ``w5`` packs the waste, ``35`` moves the longest part of
  column 3 that fits on column 5 and ``35x2`` two cards.
"""

import re
from enum import Enum

from samedeal_client.language import either, later, tr
from samedeal_client.language.typed import words_for
from samedeal_client.view.squares import cell_called, cell_name
from samedeal_games.errors import GameError, IllegalMove, InvalidMove
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame
from samedeal_games.squares.cells import FIRST_CELL, FIRST_GOES

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
    LEAVE = "leave"


_MORE_WORDS = {
    Order.HELP: ("help", "h"),
    Order.LEAVE: ("quit", "exit", "q"),
    Order.ANALYSE: ("analyze",),
    Order.BOARD: ("",),
}
_ORDER_WORDS = {
    word: order
    for order in Order
    for word in words_for(order.value, *_MORE_WORDS.get(order, ()))
}
_TAKE_BACK_WORDS = words_for("u", "undo", "back")

_TURN = re.compile("[DR]", re.ASCII)
_BUILD = re.compile("([0-9]{1,2}|W)[FK]", re.ASCII)
_FROM_WASTE = re.compile("W[->]?([0-9]{1,2})", re.ASCII)
_PACK = re.compile("([0-9]{2,4})(?:X([0-9]{1,2}))?", re.ASCII)
_PACK_IN_FULL = re.compile("([0-9]{1,2})[->]([0-9]{1,2})(?:X([0-9]{1,2}))?", re.ASCII)


class Unplayable(ValueError):
    """Text that is no move that can be made now; says why, for the player."""


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
    try:
        notation = _notation(game, board, text)
        move = game.parse(notation)
    except GameError as error:
        raise Unplayable(tr(error.wording)) from None
    try:
        game.apply(game.position_from(board), move)
    except IllegalMove as error:
        name = shown or text
        if isinstance(game, SquaresGame):
            name = cell_name(game, move)
        raise Unplayable(f"{name}: {_reason(game, error)}") from None
    return notation


def typed(game: AnyGame, board: Board, move: str) -> str:
    """Return what somebody types for a move, as short as it can be."""
    if isinstance(game, SquaresGame):
        return cell_name(game, game.parse(move))
    short = move.lower().replace(">", "")
    try:
        return short if read_move(game, board, short) == move else move
    except Unplayable:
        return move


def _reason(game: AnyGame, error: IllegalMove) -> str:
    if isinstance(game, SquaresGame) and error.wording == FIRST_GOES:
        return tr("the first card goes to {cell}", cell=cell_name(game, FIRST_CELL))
    return tr(error.wording)


def _notation(game: AnyGame, board: Board, text: str) -> str:
    if isinstance(game, SquaresGame):
        cell = cell_called(game, text)
        try:
            return game.format(game.parse(text) if cell is None else cell)
        except InvalidMove:
            raise Unplayable(
                tr(
                    "{text!r} is not a cell here: write its letter and its number,"
                    " as in e5",
                    text=text,
                )
            ) from None
    return _patience_notation(game, board, text.upper())


def _patience_notation(game: AnyGame, board: Board, text: str) -> str:
    if _TURN.fullmatch(text) or _BUILD.fullmatch(text):
        return text
    if match := _FROM_WASTE.fullmatch(text):
        return f"W>{match[1]}"
    if match := _PACK_IN_FULL.fullmatch(text):
        return _pack(match[1], match[2], match[3] or "1")
    if match := _PACK.fullmatch(text):
        return _shortened_pack(game, board, match[1], match[2])
    try:
        return str(game.format(game.parse(text)))
    except InvalidMove:
        raise Unplayable(
            tr(
                "{text!r} is not a move here: try {examples}; ? shows how to write one",
                text=text.lower(),
                examples=_examples(board),
            )
        ) from None


def _examples(board: Board) -> str:
    """Return moves as they may be typed on a board of patience."""
    kinds = (("stock", ["d"]), ("redeals", ["r"]), ("waste", ["w5", "wf"]))
    own = [text for zone, texts in kinds if zone in board.zones for text in texts]
    return either([*own, "35", "3f"])


def _shortened_pack(game: AnyGame, board: Board, digits: str, count: str | None) -> str:
    """Return the one move that two column numbers without a sign can mean."""
    ways = [
        (digits[:cut], digits[cut:])
        for cut in range(1, len(digits))
        if _is_column(board, digits[:cut]) and _is_column(board, digits[cut:])
    ]
    if not ways:
        raise Unplayable(
            tr("{digits!r} does not name two columns of this board", digits=digits)
        )
    found = [
        notation
        for source, target in ways
        if (notation := _longest(game, board, source, target, count)) is not None
    ]
    if len(found) > 1:
        raise Unplayable(
            tr(
                "{digits!r} could be {moves}; write one of them",
                digits=digits,
                moves=either(found),
            )
        )
    return found[0] if found else _pack(*ways[0], count or "1")


def _longest(
    game: AnyGame, board: Board, source: str, target: str, count: str | None
) -> str | None:
    """Return the longest legal pack from one column to another, None for none.

    Moving a whole column into a space changes nothing, so it is not what
    somebody means who could move less.
    """
    position = game.position_from(board)
    legal = {game.format(move) for move in game.legal_moves(position)}
    height = len(board.zones[f"column.{source}"])
    counts = [int(count)] if count else list(range(height, 0, -1))
    fitting = [n for n in counts if _pack(source, target, str(n)) in legal]
    if len(fitting) > 1 and fitting[0] == height:
        fitting = fitting[1:]
    return _pack(source, target, str(fitting[0])) if fitting else None


def _is_column(board: Board, number: str) -> bool:
    return not number.startswith("0") and f"column.{number}" in board.zones


def _pack(source: str, target: str, count: str) -> str:
    suffix = "" if int(count) == 1 else f"x{int(count)}"
    return f"{source}>{target}{suffix}"
