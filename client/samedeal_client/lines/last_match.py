"""The last match at a table, for whoever asks what was possible in it."""

import asyncio
from collections.abc import Awaitable, Callable

from samedeal_client.language import tr
from samedeal_client.lines.analysing import Analysing
from samedeal_client.play.room.proof import Archive, LastRecord
from samedeal_client.play.sentences.telling import refusal_text
from samedeal_client.play.studying import (
    NO_MATCH,
    ONCE_REVEALED,
    Study,
    study_of_record,
)
from samedeal_client.proof.records import Unreadable
from samedeal_client.terminal.screen import Screen
from samedeal_client.view.spans import Span, Style, line
from samedeal_client.wire.happenings import NotDone
from samedeal_protocol.boards import RoomView


class LastMatch:
    """The last match at a table, and what was possible in it for whoever asks."""

    def __init__(self, archive: Archive, screen: Screen) -> None:
        self.records = LastRecord(archive)
        self._screen = screen
        self._analysing = Analysing(screen)
        self._study: Study | None = None
        self._studied = ""
        """The match that it is of."""
        self._telling: set[asyncio.Task[None]] = set()

    async def analyse(
        self, room: RoomView | None, proven: Callable[[], Awaitable[None]]
    ) -> None:
        """Tell what was possible; a person need not wait until it is told.

        `proven` waits for the proof of the match, with which its record comes.
        """
        result = None if room is None else room.result
        if room is None or result is None or room.phase == "playing":
            self._warn(tr(NO_MATCH))
        elif result.reveal_at:
            self._warn(tr(ONCE_REVEALED))
        else:
            telling = asyncio.create_task(self._tell(result.match, proven))
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)
            if not self._screen.is_live:
                await telling

    def forget(self) -> None:
        """Tell nothing of it any more."""
        self._analysing.drop()
        self._study, self._studied = None, ""
        for telling in self._telling:
            telling.cancel()

    async def _tell(self, match: str, proven: Callable[[], Awaitable[None]]) -> None:
        await proven()
        try:
            if self._study is None or self._studied != match:
                self._study = study_of_record(await self.records.read(match))
                self._studied = match
        except NotDone as refusal:
            self._warn(refusal_text(refusal.error))
        except Unreadable as error:
            self._warn(tr(error.wording))
        else:
            await self._analysing.tell(self._study)

    def _warn(self, text: str) -> None:
        self._screen.show((line(Span(f" {text}", Style.WARNING)),))
