"""Any game's board, drawn or in words, and its moves.

In words it is for those who do not read a board off the screen: short lines, each about
one pile or one line of cards, with the cards in words.
"""

from samedeal_client.families.catalogue import family_of
from samedeal_client.language import tr
from samedeal_client.reader import is_linear
from samedeal_client.view.boards.patience import MOST_ROWS
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_client.view.spans import Lines, line
from samedeal_games.game import AnyGame, Board


def board_lines(
    game: AnyGame, board: Board, glyphs: Glyphs, most_rows: int = MOST_ROWS
) -> Lines:
    """Return the board of any game of the catalogue."""
    if is_linear():
        return told_board(game, board)
    return family_of(game).lines(board, glyphs, most_rows)


def move_name(game: AnyGame, notation: str) -> str:
    """Return the name of a move on the screen: mostly its notation."""
    return family_of(game).name(notation)


def move_told(game: AnyGame, board: Board, notation: str, glyphs: Glyphs) -> str:
    """Return a legal move by the cards that it moves, as part of a sentence."""
    return family_of(game).told_move(board, notation, glyphs)


def move_prompt(board: Board, glyphs: Glyphs) -> str:
    """Return the prompt for the next move."""
    if following := board.zones.get("next", ()):
        return tr("lay {card}> ", card=card_name(following[0], glyphs))
    return tr("move> ")


def legal_lines(game: AnyGame, board: Board, glyphs: Glyphs) -> Lines:
    """Return every legal move, in words where that says more."""
    position = game.position_from(board)
    moves = [game.format(move) for move in game.legal_moves(position)]
    if not moves:
        return (line(tr(" No move is left.")),)
    return family_of(game).moves(board, moves, glyphs)


def told_board(game: AnyGame, board: Board) -> Lines:
    """Return a whole board in words."""
    return _lines(family_of(game).told(board))


def told_part(game: AnyGame, board: Board, asked: str) -> Lines | None:
    """Return the part of a board asked for, such as ``column 3``; else None."""
    said = family_of(game).part(board, asked.lower().split())
    return None if said is None else _lines(said)


def told_changes(game: AnyGame, before: Board, after: Board) -> Lines:
    """Return the changes between two boards, in words."""
    return _lines(family_of(game).changes(before, after))


def _lines(said: list[str]) -> Lines:
    return tuple(line(" " + text) for text in said)
