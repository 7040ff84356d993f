"""Moves as players type them: notation, or shorter.

Shortcuts belong to the client; what comes out of here is notation.
"""

from samedeal_client.failed import Refused
from samedeal_client.families import family_of
from samedeal_client.language import tr
from samedeal_games.errors import GameError, IllegalMove
from samedeal_games.game import AnyGame, Board


def read_move(game: AnyGame, board: Board, text: str, shown: str = "") -> str:
    """Read a move that is legal on a board, as notation; raises Refused.

    A refusal calls the move `shown` if that is given, else as it was typed; a cell by
    its name on the screen. Looks at nothing that the board hides.
    """
    family = family_of(game)
    try:
        notation = family.notation(board, text)
        move = game.parse(notation)
    except GameError as error:
        raise Refused(tr(error.wording)) from None
    try:
        game.apply(game.position_from(board), move)
    except IllegalMove as error:
        raise Refused(family.refusal(notation, shown or text, error)) from None
    return notation


def typed(game: AnyGame, board: Board, move: str) -> str:
    """Return the shortest text for a legal move."""
    short = family_of(game).short(move)
    try:
        return short if read_move(game, board, short) == move else move
    except Refused:
        return move
