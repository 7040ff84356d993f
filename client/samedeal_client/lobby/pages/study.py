"""The page with the analysis of a match."""

import asyncio

from samedeal_client.failed import Failed
from samedeal_client.language import tr
from samedeal_client.lobby.lobby import Lobby, Page
from samedeal_client.lobby.sheet import Sheet, read
from samedeal_client.play.studying import Study, is_lost, study_of_record
from samedeal_client.view.spans import Span, Style, line
from samedeal_records.record import Record, Unreadable, read_record


class StudyPage(Page):
    """An analysis, or its progress."""

    def __init__(self, lobby: Lobby, study: Study) -> None:
        super().__init__(lobby)
        self.study = study

    def sheet(self, width: int, height: int) -> Sheet:
        """Return the analysis so far."""
        lines = self.study.lines(self.lobby.context.glyphs)
        rows = [(Span(" "), *row) for row in lines]
        if is_lost(self.study.analysis):
            text = tr("In the replay, l goes to where it was lost.")
            rows += [(), line(Span(f"  {text}", Style.DIM))]
        keys = tr("up/down scroll   Esc back")
        return Sheet((), read(rows), keys, title=tr("What was possible"))


async def record_of(lobby: Lobby, match: str) -> tuple[Record, str]:
    """Return a match's record, and one's own id in it; raises Failed and NotDone."""
    sealed, own = await lobby.visit.record(match)
    try:
        # Playing thousands of moves again takes its time.
        return await asyncio.to_thread(read_record, sealed), own
    except Unreadable as error:
        raise Failed(tr(error.wording)) from None


async def study_page(lobby: Lobby, match: str) -> StudyPage:
    """Return the page of a match, whose analysis begins now.

    Raises Failed and NotDone.
    """
    record, _ = await record_of(lobby, match)
    return StudyPage(lobby, study_of_record(record))
