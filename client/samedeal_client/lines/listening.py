"""A board told line after line: as a whole once, and then by its changes.

Piles and lines are told when they are asked for.
"""

from samedeal_client.families.boards import told_board, told_changes, told_part
from samedeal_client.view.spans import Lines
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_games.game import AnyGame, Board


class Listening:
    """A listener's view of one table; remembers the board that was told last."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._session = player.session
        self._known: Board | None = None

    def board(self) -> Lines:
        """Return the whole board."""
        board = self._board()
        if board is None:
            return ()
        self._known = board
        return told_board(self._game(), board)

    def changes(self) -> Lines:
        """Return the changes on the board since it was told last."""
        board, known = self._board(), self._known
        if board is None or known is None:
            return self.board()
        self._known = board
        return told_changes(self._game(), known, board) if known != board else ()

    def answer(self, asked: str) -> Lines | None:
        """Return the answer about a part of the board; None for other text."""
        board = self._board()
        return None if board is None else told_part(self._game(), board, asked)

    def _board(self) -> Board | None:
        return None if self._session.board is None else board_of(self._session.board)

    def _game(self) -> AnyGame:
        room = self._session.room
        return find_game("" if room is None else room.game)
