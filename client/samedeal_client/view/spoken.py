"""Any game's board in words: the whole of it, a part that is asked for, or a change.

For those who do not read a board off the screen: short lines, each about one pile or
one line of cards, with the cards in words.
"""

from samedeal_client.view.spans import Lines, line
from samedeal_client.view.spoken_patience import (
    patience_changes,
    patience_part,
    patience_told,
)
from samedeal_client.view.spoken_squares import (
    squares_changes,
    squares_part,
    squares_told,
)
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame


def told_board(game: AnyGame, board: Board) -> Lines:
    """Return a whole board, a line for each pile or each line of cells."""
    if isinstance(game, SquaresGame):
        return _lines(squares_told(game, board))
    return _lines(patience_told(game.about, board))


def told_part(game: AnyGame, board: Board, asked: str) -> Lines | None:
    """Return what a player asks about, such as ``column 3``; None for anything else."""
    words = asked.lower().split()
    if isinstance(game, SquaresGame):
        said = squares_part(game, board, words)
    else:
        said = patience_part(game.about, board, words)
    return None if said is None else _lines(said)


def told_changes(game: AnyGame, before: Board, after: Board) -> Lines:
    """Return what has become other than it was, and nothing else."""
    if isinstance(game, SquaresGame):
        return _lines(squares_changes(game, before, after))
    changes = patience_changes(before, after)
    return _lines(patience_told(game.about, after) if changes is None else changes)


def _lines(said: list[str]) -> Lines:
    return tuple(line(" " + text) for text in said)
