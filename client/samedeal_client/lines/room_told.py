"""A room as it is told in lines: board, room, others and clock, on one screen."""

from samedeal_client.families import family_of
from samedeal_client.families.boards import (
    board_lines,
    legal_lines,
    told_board,
    told_changes,
    told_part,
)
from samedeal_client.language import tr
from samedeal_client.lines.screens.screen import Screen, most_rows
from samedeal_client.play.orders import Order, help_lines, questions_lines
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.next_steps import what_now
from samedeal_client.reader import is_linear
from samedeal_client.view.room import progress_line, room_lines, told_progress
from samedeal_client.view.spans import Line, Lines, Span, line
from samedeal_client.view.times import clock
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_games.game import AnyGame, Board
from samedeal_protocol.rooms.boards import RoomView


class RoomTold:
    """The lines about one room for one player, drawn or line after line."""

    def __init__(self, play: RoomPlay, screen: Screen) -> None:
        self._play = play
        self._session = play.session
        self._screen = screen
        self._clock = ClockTeller(play.player)
        self._listening = Listening(play.player) if is_linear() else None

    def room(self) -> Lines:
        """Return the room with everybody in it, and the next steps."""
        room = self._session.room
        if room is None:
            return ()
        about = find_game(room.game).about
        shown = room_lines(room, about, self._session.seat)
        return ((), *shown, *self._play.race.rivals(), *self.what_now())

    def what_now(self) -> Lines:
        """Return the next steps outside a match, as they are typed."""
        return what_now(self._play.player, is_alone=self._play.is_alone)

    def board(self) -> Lines | None:
        """Return the board, with how far the others are; None where there is none."""
        room, board = self._session.room, self._session.board
        if room is None or board is None or room.phase not in ("playing", "result"):
            return None
        if self._listening is not None:
            return self._listening.board()
        screen = self._screen
        rows = most_rows(screen)
        lines = board_lines(self._play.game, board_of(board), screen.glyphs, rows)
        return ((), *lines, *self._others(room))

    def moved(self) -> Lines | None:
        """Return the board after moves, or its changes for those who listen."""
        return self.board() if self._listening is None else self._listening.changes()

    def arrival(self) -> Lines:
        """Return the lines that come with the board for a player who comes in."""
        room = self._session.room
        if room is None or self._listening is None:
            # The board has told of the others.
            return self.move_help()
        return (*self._others(room), *self.move_help())

    def move_help(self) -> Lines:
        """Return help on typing moves, while the player can make any."""
        board = self._session.board
        if board is None or not self._session.may_move:
            return ()
        return (family_of(self._play.game).move_help(board_of(board)),)

    def help(self) -> Lines:
        """Return all that can be typed."""
        board = self._session.board
        moves: Lines = ()
        asked: Lines = ()
        if board is not None and self._session.may_move:
            game = self._play.game
            if self._is_casual():
                # Where it counts nobody is told: the full screen does not say it, too.
                moves = legal_lines(game, board_of(board), self._screen.glyphs)
            asked = () if self._listening is None else questions_lines(game)
        return (*moves, *self.move_help(), *asked, *help_lines())

    def answer(self, text: str) -> Lines | None:
        """Return the answer to a question; None for other text."""
        room = self._session.room
        if room is not None and Order.TIME.is_said(text):
            return self._clock.left()
        if room is not None and Order.OTHERS.is_said(text) and room.phase == "playing":
            return self._progress(room)
        return None if self._listening is None else self._listening.answer(text)

    def clock(self) -> Lines:
        """Return the time left, now and then; nothing for a script."""
        if not self._screen.is_live and self._listening is None:
            return ()
        return self._clock.look()

    def _others(self, room: RoomView) -> Lines:
        has_others = len(room.seats) > 1 or self._play.race.is_on
        return self._progress(room) if has_others else ()

    def _progress(self, room: RoomView) -> Lines:
        about, race = find_game(room.game).about, self._play.race.lines()
        if self._listening is not None:
            return (*told_progress(room, about), *race)
        seat, glyphs = self._session.seat, self._screen.glyphs
        progress: Line = (Span(" "), *progress_line(room, about, seat, glyphs))
        return (progress, *race)

    def _is_casual(self) -> bool:
        room = self._session.room
        return room is not None and room.kind == "match" and not room.rated


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


WARNED_AT_S = (300, 60, 30, 10)
"""Seconds left at which the time is told."""


class ClockTeller:
    """Tells one player how much time is left; remembers what was told."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._session = player.session
        self._warned_s = float("inf")

    def left(self) -> Lines:
        """Return the time left, of a match or for getting ready."""
        left_ms = self._player.left_ms()
        if left_ms is None:
            return (line(" " + tr("No clock runs now.")),)
        return (line(" " + tr("Time left: {time}.", time=clock(left_ms / 1000))),)

    def look(self) -> Lines:
        """Return the time left, once for each of `WARNED_AT_S`; else nothing."""
        left = self._player.left_ms()
        if left is None or not self._session.may_move:
            self._warned_s = float("inf")
            return ()
        due = [s for s in WARNED_AT_S if left <= s * 1000]
        if not due or min(due) >= self._warned_s:
            return ()
        # Not for a match that is shorter than that from its start.
        is_first, self._warned_s = self._warned_s == float("inf"), min(due)
        return () if is_first and self._is_new(left) else self.left()

    def _is_new(self, left_ms: int) -> bool:
        room = self._session.room
        return room is not None and left_ms > (room.time_limit_s - 5) * 1000
