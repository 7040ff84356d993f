"""The last match of a room, for those who ask: its record and its analysis."""

import time
from collections.abc import Callable

from samedeal_client.failed import Refused
from samedeal_client.language import tr
from samedeal_client.play.replay.moments import MomentsSeen
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.room.proof import Archive, LastRecord
from samedeal_client.play.sentences.telling import refusal_text
from samedeal_client.play.studying import (
    NO_MATCH,
    ONCE_REVEALED,
    Study,
    study_of_record,
)
from samedeal_client.wire.happenings import NotDone
from samedeal_games.errors import GameError
from samedeal_protocol.rooms.boards import RoomView
from samedeal_records.record import Record, Unreadable
from samedeal_records.replays import Replay


def match_to_see(room: RoomView | None) -> str:
    """Return the id of the match that a room can show again.

    Raises Refused where there is none, or others may yet play its deal.
    """
    result = None if room is None else room.result
    if room is None or result is None or room.phase == "playing":
        raise Refused(tr(NO_MATCH))
    if result.reveal_at:
        raise Refused(tr(ONCE_REVEALED))
    return result.match


class LastMatch:
    """The last match; asked for once, and forgotten when the next one begins."""

    def __init__(self, archive: Archive) -> None:
        self.records = LastRecord(archive)
        self._study: Study | None = None
        self._studied = ""
        """The id of the match that the analysis is of."""

    @property
    def study(self) -> Study | None:
        """The analysis that was asked for; None for none."""
        return self._study

    async def record(self, match: str) -> Record:
        """Return its record, checked; raises Refused."""
        try:
            return await self.records.read(match)
        except NotDone as refusal:
            raise Refused(refusal_text(refusal.error)) from None
        except Unreadable as error:
            raise Refused(tr(error.wording)) from None

    async def playback(
        self, match: str, own: str, now_s: Callable[[], float] = time.monotonic
    ) -> tuple[Playback, Record]:
        """Return the match, seen from the player whose id is `own`; raises Refused."""
        record = await self.record(match)
        try:
            return Playback(Replay(record.transcript), own, now_s=now_s), record
        except GameError as error:
            raise Refused(tr(error.wording)) from None

    async def moments(self, match: str, own: str) -> MomentsSeen:
        """Return a player's moments, not looked for yet; raises Refused."""
        return MomentsSeen(*await self.playback(match, own))

    async def analysed(self, match: str) -> Study:
        """Return its analysis, which may have only begun; raises Refused."""
        if self._studied != match or self._study is None:
            self.keep(match, study_of_record(await self.record(match)))
        if self._study is None:
            raise AssertionError("what was kept is there")
        return self._study

    def keep(self, match: str, study: Study) -> None:
        """Keep the analysis of a match."""
        self.forget()
        self._study, self._studied = study, match

    def forget(self) -> None:
        """Drop the analysis."""
        if self._study is not None:
            self._study.drop()
        self._study, self._studied = None, ""
