"""Moves as players type them, and questions about them.

Shortcuts belong to the client; what comes out of here is notation.
"""

from samedeal_client.failed import Refused
from samedeal_client.families import family_of
from samedeal_client.families.asked import Place
from samedeal_client.language import later, tr
from samedeal_client.language.typed import words_for
from samedeal_client.view.cards import Glyphs
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


ASKS = later("Why not? The next move is told about, not made; Esc ends it.")
_WHY = words_for("why")


def read_question(text: str) -> list[str] | None:
    """Return the words of a question in a line; None for any other line."""
    first, *rest = text.lower().split() or [""]
    return rest if first in _WHY else None


def told(
    game: AnyGame, board: Board, asked: tuple[Place, Place], glyphs: Glyphs
) -> str:
    """Return the rule that keeps a card from a place, or that it may go there."""
    return family_of(game).why_not(board, *asked, glyphs)


def answer(game: AnyGame, board: Board, words: list[str], glyphs: Glyphs) -> str:
    """Return the same for places named in words; raises Refused."""
    family = family_of(game)
    return family.why_not(board, *family.asked(board, words), glyphs)
