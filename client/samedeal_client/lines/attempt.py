"""One attempt at a given deal, line by line: for one player, and once.

Players who go away in the middle have not given up: the clock runs on, and the same
command brings them back.
"""

from samedeal_client.language import tr
from samedeal_client.language.typed import word_for
from samedeal_client.lines.room import LEAVE_AGAIN, RoomLines
from samedeal_client.lines.screens.screen import Screen
from samedeal_client.play.orders import Order
from samedeal_client.play.sentences.attempts import (
    away_text,
    begin_text,
    is_attempt_over,
)
from samedeal_client.view.spans import Lines, Span, Style, line, wrapped
from samedeal_client.wire.happenings import Checked, Happening, Proven, Renewed
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game


class AttemptLines(RoomLines):
    """A room for one player; `again` is the command that leads back to it."""

    def __init__(
        self,
        player: Player,
        screen: Screen,
        *,
        title: str,
        again: str,
    ) -> None:
        super().__init__(player, screen)
        self._title = title
        self._again = again

    async def run(self) -> int:
        """Play until the attempt is over or left; return an exit status."""
        if not self._screen.is_live and self._is_waiting():
            # Nobody is there to press a key.
            await self._try(self._play.obey(Order.READY))
        status = await super().run()
        if self._is_over():
            await self._leave()
        return status

    def _is_enough(self, happening: Happening) -> bool:
        """Tell whether all is told of an attempt that is over."""
        if isinstance(happening, Renewed) and self._is_over():
            return True
        return isinstance(happening, Proven) or (
            isinstance(happening, Checked) and bool(happening.doubts)
        )

    async def _obey(self, text: str) -> bool:
        begins = not text.strip() and self._is_waiting()
        return await super()._obey(Order.READY.value.word if begins else text)

    async def _carry_out(self, order: Order, again: str = LEAVE_AGAIN) -> bool:
        if order is Order.LEAVE and not self._is_over():
            self._say_seat_waits()
            return True
        return await super()._carry_out(order, again)

    async def _stop_typing(self) -> bool:
        """Stop when nothing more is typed; the attempt waits to be gone on with."""
        if not self._is_over():
            self._say_seat_waits()
        return True

    def _is_waiting(self) -> bool:
        room, own = self._session.room, self._session.own
        gathering = room is not None and room.phase == "gathering"
        return gathering and own is not None and not own.ready

    def _is_over(self) -> bool:
        return is_attempt_over(self._session.room)

    def _show_room(self) -> None:
        room = self._session.room
        if room is None:
            return
        title = (Span(f" {self._title}", Style.TITLE),)
        summary = tr(find_game(room.game).about.summary)
        word = word_for(Order.LEAVE.value.word)
        waits: Lines = (line(begin_text(room, word)),) if self._is_waiting() else ()
        self._screen.show(((), title, *wrapped(summary, 1), *waits))

    def _say_seat_waits(self) -> None:
        self._say((line(away_text(self._session.room, self._again)),))
