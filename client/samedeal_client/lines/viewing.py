"""A match that is over, replayed line by line."""

import asyncio
import shutil
from collections.abc import Callable, Coroutine

from samedeal_client.failed import INTERRUPTED, Refused
from samedeal_client.language import tr
from samedeal_client.lines.analysing import Analysing
from samedeal_client.lines.screens.screen import Interrupted, Screen
from samedeal_client.play.input import answer, read_question
from samedeal_client.play.orders import Order
from samedeal_client.play.replay.moments import MomentsSeen
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.replay.playback_words import (
    help_lines,
    obey,
    order_in,
)
from samedeal_client.play.replay.replayed import frame_lines, step_lines
from samedeal_client.play.studying import Study, study_of_record
from samedeal_client.reader import is_linear
from samedeal_client.view.spans import Style, line, warning, wrapped
from samedeal_client.view.times import stopwatch
from samedeal_records.record import Record

LINES_AROUND = 9


def _columns() -> int:
    return shutil.get_terminal_size().columns


class Viewing:
    """One viewer of one match, until they have had enough."""

    def __init__(
        self,
        record: Record,
        playback: Playback,
        screen: Screen,
        width: Callable[[], int] = _columns,
    ) -> None:
        self._record = record
        self._playback = playback
        self._replay = playback.replay
        self._screen = screen
        self._width = width
        self._running: asyncio.Task[None] | None = None
        self._told: tuple[int, int] | None = None
        """The track shown last, and the number of its moves; None before the first."""
        self._analysing = Analysing(screen)
        self._study: Study | None = None
        self._moments = MomentsSeen(playback, record)
        self._telling: asyncio.Task[None] | None = None

    async def run(self) -> int:
        """Show and obey until the viewer leaves; return an exit status."""
        self._show()
        self._screen.show((line(tr(" Enter for the next move, play, ? for help")),))
        try:
            while (text := await self._screen.read(self._prompt)) is not None:
                was_running = self._stop()
                if order_in(text) is Order.LEAVE:
                    break
                if text.strip() or not was_running:
                    self._obey(text)
        except Interrupted:
            return INTERRUPTED
        finally:
            self._stop()
            self._analysing.drop()
            self._moments.drop()
            if self._telling is not None:
                self._telling.cancel()
        return 0

    def _obey(self, text: str) -> None:
        if order_in(text) is Order.HELP:
            self._screen.show(help_lines())
            return
        if (asked := read_question(text)) is not None:
            self._tell_why_not(asked)
            return
        if order_in(text) is Order.ANALYSE:
            self._look_for(self._analyse())
            return
        if order_in(text) is Order.MOMENTS:
            self._look_for(self._tell_moments())
            return
        try:
            obey(self._playback, text)
        except Refused as error:
            self._warn(str(error))
            return
        if self._playback.is_running:
            text = tr(" Playing x{speed:g}; Enter stops.", speed=self._playback.speed)
            self._screen.show((line(text),))
            self._running = asyncio.create_task(self._go_on())
        else:
            self._show()

    def _tell_why_not(self, asked: list[str]) -> None:
        """Tell the rule that keeps a card from a place, on the board shown."""
        replay, glyphs = self._replay, self._screen.glyphs
        if not replay.watched:
            return
        try:
            board = replay.board_of(replay.watched[0])
            text = answer(replay.game, board, asked, glyphs)
        except Refused as error:
            self._warn(str(error))
        else:
            self._screen.show(wrapped(text, 1, style=Style.GOOD))

    def _look_for(self, telling: Coroutine[None, None, None]) -> None:
        """Tell a search's result once it is there, unless another one is begun."""
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(telling)
        else:
            telling.close()

    async def _tell_moments(self) -> None:
        """Tell the moments that mattered to the first player watched."""
        await self._analysing.tell_moments(self._moments)

    async def _analyse(self) -> None:
        """Tell the best possible, and mark from then on the moves where it was lost."""
        if self._study is None:
            self._study = study_of_record(self._record)
        found = await self._analysing.tell(self._study)
        if found.result is not None:
            self._replay.fates = found.result.fates

    async def _go_on(self) -> None:
        while (wait_s := self._playback.wait_s()) is not None:
            await asyncio.sleep(wait_s)
            if self._playback.go_on():
                self._show()
        self._screen.show((line(tr(" That was all.")),))

    def _stop(self) -> bool:
        """Stop running; tell whether it ran."""
        if self._running is not None:
            self._running.cancel()
            self._running = None
        return self._playback.stop()

    def _prompt(self) -> str:
        return f"{stopwatch(self._replay.at_ms)}> "

    def _show(self) -> None:
        replayed, told = self._replay, self._told
        self._told = None
        if len(replayed.watched) == 1:
            number = replayed.watched[0]
            self._told = number, replayed.ply_of(number)
            if is_linear() and told == (number, self._told[1] - 1):
                self._screen.show(step_lines(replayed, number))
                return
        most_rows = max(8, self._screen.height - LINES_AROUND)
        width = self._width()
        lines = frame_lines(self._replay, self._screen.glyphs, width, most_rows)
        self._screen.show(((), *lines))

    def _warn(self, text: str) -> None:
        self._screen.show(warning(text))
