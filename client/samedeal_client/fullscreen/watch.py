"""The full screen for who watches a room, and has no seat in it."""

import math
from functools import partial

from samedeal_client.fullscreen import pages
from samedeal_client.fullscreen.app import begin
from samedeal_client.fullscreen.bars import racers_in
from samedeal_client.fullscreen.comeback import attempt_lines
from samedeal_client.fullscreen.felt import Felt, Spot
from samedeal_client.fullscreen.helping import replay_help_lines, watch_help_lines
from samedeal_client.fullscreen.room_screen import RoomScreen
from samedeal_client.fullscreen.watched import BOARDS_SOON, Watched, watched_felt
from samedeal_client.fullscreen.words import ANALYSE, REPLAY, KeyHint, watch_keys
from samedeal_client.language import later, tr
from samedeal_client.table.telling import CLOSED_MEANWHILE
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.view.watching import watched_seat
from samedeal_games.catalogue import find_game
from samedeal_protocol.boards import RoomView

CLOSING = ("q", "escape")
NO_BOARDS = later("In this room only counts can be watched, no boards.")


class WatchApp(RoomScreen):
    """One spectator's view of one room, until they have had enough."""

    # What happens

    def _turned_out(self) -> None:
        """Go: of a room that is gone nothing more is seen."""
        gone = Span(f" {tr(CLOSED_MEANWHILE)}", Style.WARNING)
        self._parting = (line(gone),)
        self.leave()

    @property
    def _has_board(self) -> bool:
        return bool(self._session.watched)

    @property
    def _shows_end(self) -> bool:
        # Once all seats were left, nothing is there to be looked at.
        return self._has_board and super()._shows_end

    # What is done

    async def press(self, key: str) -> None:
        """Look at a board, see a match again, or go."""
        if self._aftermath.press(key, self.now_s()):
            return
        if key in CLOSING:
            await self.action_go()
        elif key == "enter":
            self._end_seen_s = 0.0
        elif key in (REPLAY, ANALYSE):
            self._see_afterwards(key)
        else:
            self._turn(key)

    def _see_afterwards(self, key: str) -> None:
        # Beside the keys: whoever has asked a slow server can still go.
        see_again = partial(self._aftermath.see_again, own=self.player.id)
        seen = see_again if key == REPLAY else self._aftermath.analyse
        begin(self, partial(self._see, seen))

    def _turn(self, key: str) -> None:
        room = self._session.room
        if room is None or not self._focus.turn(key, sorted(self._session.watched)):
            return
        if room.result is not None and not self._shows_end:
            self._end_seen_s = math.inf

    async def point(self, spot: Spot | None) -> None:
        """Look at the board that was pressed."""
        if spot is not None:
            self._turn(spot.pile)

    async def obey(self, text: str) -> None:
        """Do nothing: who watches has nothing to type."""

    def opening(self, key: str) -> str | None:
        """Open no line."""
        return None

    async def action_go(self) -> None:
        """Go."""
        self.leave()

    # What is shown

    def _felt(self, room: RoomView, height: int, width: int) -> Felt:
        if room.phase != "playing" and not self._shows_end:
            return Felt(self._room_lines(room), ())
        boards = self._session.watched
        if boards:
            watched = Watched(room, boards, self._focus.seat)
            return watched_felt(watched, self.glyphs, height, width)
        why = NO_BOARDS if room.watch != "boards" else BOARDS_SOON
        told = line(Span(f" {tr(why)}", Style.DIM))
        return Felt((*pages.gathering_lines(room, None, {}), (), told), ())

    def _bar_lines(self, room: RoomView, size: tuple[int, int]) -> Lines:
        racers, now_s = racers_in(room, None), self.now_s()
        self._bars.look(racers, now_s)
        seen = watched_seat(room, self._session.watched, self._focus.seat)
        marked = [
            racer._replace(is_own=seen is not None and racer.number == seen.seat)
            for racer in racers
        ]
        about = find_game(room.game).about
        return self._bars.lines(marked, about, size, self.glyphs, now_s)

    def _foot_keys(self, room: RoomView) -> tuple[KeyHint, ...]:
        return watch_keys(
            has_boards=self._has_board,
            is_open=room.phase == "playing" or self._shows_end,
            has_replay=bool(self._match_to_see) and room.phase != "playing",
        )

    def _note_on(self, room: RoomView) -> Span:
        return Span(f"  {tr('watching')}", Style.DIM)

    def _banner(self, room: RoomView) -> Lines:
        if self.is_cut():
            return attempt_lines(self.player.trying, self.now_s())
        return super()._banner(room)

    def _invited(self, room: RoomView) -> Lines:
        return ()

    def help_lines(self) -> Lines:
        """Return what the keys do."""
        if self._aftermath.rerun is not None and self._aftermath.study is None:
            return replay_help_lines()
        return watch_help_lines()
