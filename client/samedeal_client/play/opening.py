"""The first card where it can go to one place only: it lies by itself.

At Poker Patience cells are counted from the first card, so there is nothing to choose.
By the rules it is a move like any other, and stands in every record.
"""

from samedeal_client.language import later
from samedeal_games.deals import Deal
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame

LIES = later("The first card is laid for you.")


def only_move(game: AnyGame, board: Board) -> str:
    """Return the move that begins a layout where there is no other, else nothing."""
    if not isinstance(game, SquaresGame) or board.plies:
        return ""
    cells = game.legal_moves(game.position_from(board))
    return game.format(cells[0]) if len(cells) == 1 else ""


def opened(game: AnyGame, deal: Deal) -> tuple[object, list[str]]:
    """Return the position that play begins with, and the moves that led to it."""
    position: object = game.setup(deal)
    move = only_move(game, game.view(position))
    if not move:
        return position, []
    return game.apply(position, game.parse(move)), [move]
