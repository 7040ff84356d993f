"""What somebody is told at a table who takes everything in line after line.

The whole board once, and then what each move changes; piles, lines, the clock and the
others when they ask; and the clock by itself when little is left on it.
"""

from samedeal_client.language import tr
from samedeal_client.view.room import told_progress
from samedeal_client.view.spans import Lines, line
from samedeal_client.view.spoken import told_board, told_changes, told_part
from samedeal_client.view.standings import clock
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_games.game import AnyGame, Board

TIME_WORDS = ("time", "tiempo")
OTHERS_WORDS = ("others", "otros")
WARNED_AT_S = (300, 60, 30, 10)
"""When it is said how much time is left."""


class Listening:
    """One listener's view of one table; remembers which board they know."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._session = player.session
        self._known: Board | None = None
        self._warned_s = float("inf")

    def board(self) -> Lines:
        """Return the whole board."""
        board = self._board()
        if board is None:
            return ()
        self._known = board
        return told_board(self._game(), board)

    def changes(self) -> Lines:
        """Return what has changed on the board since it was told last."""
        board, known = self._board(), self._known
        if board is None or known is None:
            return self.board()
        self._known = board
        return told_changes(self._game(), known, board) if known != board else ()

    def answer(self, asked: str) -> Lines | None:
        """Return what somebody asks about, None for what is no question."""
        room, board, word = self._session.room, self._board(), asked.strip().lower()
        if room is None or board is None:
            return None
        if word in TIME_WORDS:
            return self._left()
        if word in OTHERS_WORDS:
            return told_progress(room, self._game().about)
        return told_part(self._game(), board, asked)

    def clock(self) -> Lines:
        """Return how much time is left, once for each of `WARNED_AT_S`."""
        left = self._player.left_ms()
        if left is None or not self._session.may_move:
            self._warned_s = float("inf")
            return ()
        due = [s for s in WARNED_AT_S if left <= s * 1000]
        if not due or min(due) >= self._warned_s:
            return ()
        # Not for a match that is shorter than that from its start.
        is_first, self._warned_s = self._warned_s == float("inf"), min(due)
        return () if is_first and self._is_new(left) else self._left()

    def _is_new(self, left_ms: int) -> bool:
        room = self._session.room
        return room is not None and left_ms > (room.time_limit_s - 5) * 1000

    def _left(self) -> Lines:
        left = clock((self._player.left_ms() or 0) / 1000)
        return (line(" " + tr("Time left: {time}.", time=left)),)

    def _board(self) -> Board | None:
        return None if self._session.board is None else board_of(self._session.board)

    def _game(self) -> AnyGame:
        room = self._session.room
        return find_game("" if room is None else room.game)
