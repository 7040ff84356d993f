"""What is seen of a match that is over: all of it again, and what was possible."""

from samedeal_client.fullscreen.rerun import Rerun
from samedeal_client.fullscreen.study import CLOSING
from samedeal_client.fullscreen.words import ANALYSE, REPLAY
from samedeal_client.play.room.proof import Archive, LastRecord
from samedeal_client.play.studying import Study, study_of_record
from samedeal_client.proof.replays import Replay


class Aftermath:
    """The replay and the analysis of the last match, each as somebody left it."""

    def __init__(self, archive: Archive) -> None:
        self.records = LastRecord(archive)
        self.rerun: Rerun | None = None
        """The replay while it is seen, below the analysis if that is seen, too."""
        self._study: Study | None = None
        self._studied = ""
        """The match that it is of."""
        self._is_open = False

    @property
    def study(self) -> Study | None:
        """The analysis while it is seen."""
        return self._study if self._is_open else None

    @property
    def is_seen(self) -> bool:
        """Whether anything stands in place of the room."""
        return self._is_open or self.rerun is not None

    async def see_again(self, match: str, own: str = "") -> None:
        """Show a match again, first the player whose id is `own`.

        Raises NotDone, Unreadable and GameError.
        """
        record = await self.records.read(match)
        self.rerun, self._is_open = Rerun(Replay(record.transcript), own), False

    async def analyse(self, match: str) -> None:
        """Show what was possible, or find it out; raises NotDone and Unreadable."""
        if self._studied != match or self._study is None:
            record = await self.records.read(match)
            self.keep(match, study_of_record(record))
        self._is_open = True

    def keep(self, match: str, study: Study) -> None:
        """Have this for the analysis of a match."""
        self.clear_study()
        self._study, self._studied = study, match

    def clear(self) -> None:
        """See nothing of it any more, and look for nothing."""
        self.rerun = None
        self.clear_study()

    def clear_study(self) -> None:
        """Drop the analysis."""
        if self._study is not None:
            self._study.drop()
        self._study, self._studied, self._is_open = None, "", False

    def press(self, key: str, now_s: float) -> bool:
        """Take a key; tell whether it was for what is seen."""
        if self._is_open:
            is_closed = key in CLOSING or (key == REPLAY and self.rerun is not None)
            self._is_open = not is_closed and key != REPLAY
            return is_closed
        if self.rerun is None or key == ANALYSE:
            return False
        if not self.rerun.press(key, now_s):
            self.rerun = None
        return True

    def look(self, now_s: float) -> None:
        """Go on with the replay, and mark in it what is known by now."""
        if self.rerun is None:
            return
        analysis = None if self._study is None else self._study.analysis
        if analysis is not None:
            self.rerun.mark(analysis.fates)
        self.rerun.look(now_s)
