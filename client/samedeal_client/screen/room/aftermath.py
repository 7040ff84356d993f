"""What is seen of a match that is over: all of it again, and what was possible."""

from collections.abc import Callable

from samedeal_client.failed import Refused
from samedeal_client.language import tr
from samedeal_client.play.orders import Order
from samedeal_client.play.playback import Playback
from samedeal_client.play.room.last_match import LastMatch
from samedeal_client.play.studying import Study
from samedeal_client.screen.table.rerun import Rerun
from samedeal_client.screen.table.study import CLOSING
from samedeal_games.errors import GameError
from samedeal_records.replays import Replay


class Aftermath:
    """The replay and the analysis of the last match, each as somebody left it."""

    def __init__(self, last: LastMatch, own: str, now_s: Callable[[], float]) -> None:
        """See again the player first whose id is `own`, by a clock."""
        self.last, self._own, self._now_s = last, own, now_s
        self.rerun: Rerun | None = None
        """The replay while it is seen, below the analysis if that is seen, too."""
        self._is_open = False

    @property
    def study(self) -> Study | None:
        """The analysis while it is seen."""
        return self.last.study if self._is_open else None

    async def see_again(self, match: str) -> None:
        """Show a match again; raises Refused."""
        record = await self.last.record(match)
        try:
            replay = Replay(record.transcript)
        except GameError as error:
            raise Refused(tr(error.wording)) from None
        self.rerun = Rerun(Playback(replay, self._own, now_s=self._now_s))
        self._is_open = False

    async def analyse(self, match: str) -> None:
        """Show what was possible, or find it out; raises Refused."""
        await self.last.analysed(match)
        self._is_open = True

    def close(self) -> None:
        """See nothing of it any more, and look for nothing."""
        self.rerun, self._is_open = None, False
        self.last.forget()

    def press(self, key: str) -> bool:
        """Take a key; tell whether it was for what is seen."""
        if self.study is not None:
            is_replay = key == Order.REPLAY.key
            is_closed = key in CLOSING or (is_replay and self.rerun is not None)
            self._is_open = not is_closed and not is_replay
            return is_closed
        if self.rerun is None or key == Order.ANALYSE.key:
            return False
        if not self.rerun.press(key):
            self.rerun = None
        return True

    def look(self) -> None:
        """Go on with the replay, and mark in it what is known by now."""
        if self.rerun is None:
            return
        analysis = None if self.last.study is None else self.last.study.analysis
        if analysis is not None:
            self.rerun.mark(analysis.fates)
        self.rerun.look()
