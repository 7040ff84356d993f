"""What an expert would do now, for those who practise."""

from random import Random

from samedeal_games.game import Board
from samedeal_games.patience import PatienceGame
from samedeal_players.patience.levels import patience_players
from samedeal_players.player import AnyPlayer, Level


class Hints:
    """Hints for one who plays a patience; keeps to its plan while it is followed."""

    def __init__(self, game: PatienceGame) -> None:
        self._game = game
        self._player: AnyPlayer = patience_players(game)[Level.EXPERT]()

    def hint(self, board: Board, dice: Random) -> str | None:
        """Return the next move in notation; None where nothing is left to gain.

        Sees what the board shows and no more, and takes under 0.2 s.
        """
        moves = self._game.legal_moves(self._game.position_from(board))
        move = self._player.choose(board, moves, dice) if moves else None
        return None if move is None else self._game.format(move)
