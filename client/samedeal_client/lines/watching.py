"""A room line by line for a spectator."""

import asyncio
from collections.abc import Mapping

from samedeal_client.failed import INTERRUPTED
from samedeal_client.families.boards import board_lines
from samedeal_client.language import later, tr
from samedeal_client.lines.screens.screen import Interrupted, Screen, most_rows
from samedeal_client.play.orders import Order
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.outcomes import standings_told
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.room import progress_line
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_client.view.times import clock
from samedeal_client.view.watching import (
    board_head,
    head_line,
    seat_lines,
    watched_seat,
)
from samedeal_client.wire.happenings import Checked, Happening, Lost, Unseated
from samedeal_client.wire.player import Player
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import BoardView, RoomView
from samedeal_protocol.updates import MatchEnded

TOLD_EVERY_S = 2.0
"""Seconds between lines on how far everybody is, where that has changed."""
KEYS = later(" A number and Enter: that seat's board.   q and Enter: leave.")
KEYS_WITHOUT_BOARDS = later(" q and Enter: leave.")


class WatchLines:
    """One spectator's view of one room, until they go or the room is gone."""

    def __init__(self, player: Player, screen: Screen) -> None:
        self._player = player
        self._session = player.session
        self._screen = screen
        self._play = RoomPlay(player)
        self._chosen: int | None = None
        self._told: Line = ()
        self._status = 0

    async def run(self) -> int:
        """Watch; return an exit status."""
        self._show_all()
        if self._screen.is_live:
            self._screen.show((self._keys(),))
        tasks = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._type()),
            asyncio.create_task(self._keep_up()),
        ]
        self._play.start()
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._play.close()
        for task in done:
            task.result()
        return self._status

    # What happens

    async def _listen(self) -> None:
        while True:
            happening = await self._play.heard()
            self._say(self._lines_for(happening))
            if isinstance(happening, Unseated):
                await self._await_proof()
                return
            if isinstance(happening, Lost) and not happening.again:
                self._status = 1
                return

    def _lines_for(self, happening: Happening) -> Lines:
        told = self._play.hear(happening)
        match happening:
            case MatchEnded():
                return standings_told(self._session)
            case Checked(doubts=doubts) if not doubts:
                return ()
            case _:
                return told

    def _say(self, lines: Lines) -> None:
        if lines:
            self._screen.show(lines)

    async def _await_proof(self) -> None:
        """Tell of the proof of a match, if the room was closed right after it."""
        if self._play.proving:
            await asyncio.wait(self._play.proving)
        for happening in self._play.arrived():
            self._say(self._lines_for(happening))

    # What is typed

    async def _type(self) -> None:
        try:
            while (text := await self._read()) is not None:
                if Order.LEAVE.is_said(text):
                    return
                word = text.strip()
                self._chosen = int(word) - 1 if word.isdecimal() else None
                self._show_all()
        except Interrupted:
            self._status = INTERRUPTED
            return
        if not self._screen.is_live:
            # Nobody is there to say that it is enough: until the room is gone.
            await asyncio.get_running_loop().create_future()

    async def _read(self) -> str | None:
        return await self._screen.read(lambda: "> ")

    # What is shown

    def _keys(self) -> Line:
        room = self._session.room
        has_boards = room is not None and room.watch == "boards"
        return line(Span(tr(KEYS if has_boards else KEYS_WITHOUT_BOARDS), Style.DIM))

    async def _keep_up(self) -> None:
        while True:
            await asyncio.sleep(TOLD_EVERY_S)
            self._tell_progress()

    def _tell_progress(self) -> None:
        room = self._session.room
        if room is None or room.phase != "playing":
            return
        about = find_game(room.game).about
        told = progress_line(room, about, None, self._screen.glyphs)
        if told != self._told:
            self._told = told
            left = clock((self._player.left_ms() or 0) / 1000)
            self._screen.show(((Span(f" {left}  ", Style.DIM), *told),))

    def _show_all(self) -> None:
        room = self._session.room
        if room is None:
            return
        glyphs, boards = self._screen.glyphs, self._session.watched
        rows = most_rows(self._screen)
        self._screen.show(
            (
                (),
                head_line(room, self._player.now_ms()),
                *seat_lines(room, glyphs),
                (),
                *watched_lines(room, boards, self._chosen, glyphs, rows),
            )
        )


def watched_lines(
    room: RoomView,
    boards: Mapping[int, BoardView],
    chosen: int | None,
    glyphs: Glyphs,
    most_rows: int,
) -> Lines:
    """Return the board of the seat chosen, or the leader's, as far as it is shown."""
    seat = watched_seat(room, boards, chosen)
    if seat is None:
        return ()
    game, board = find_game(room.game), boards[seat.seat]
    shown = board_lines(game, board_of(board), glyphs, most_rows)
    return (board_head(room, seat, board), *shown)
