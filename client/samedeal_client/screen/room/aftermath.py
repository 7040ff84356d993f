"""What is seen of a match that is over: all of it again, and what was possible."""

from collections.abc import Callable

from samedeal_client.failed import Refused
from samedeal_client.language import tr
from samedeal_client.play.playback import Playback
from samedeal_client.play.room.last_match import LastMatch
from samedeal_client.screen.table.rerun import Rerun
from samedeal_client.screen.table.seen_again import SeenAgain
from samedeal_games.errors import GameError
from samedeal_records.replays import Replay


class Aftermath(SeenAgain):
    """The replay and the analysis of the last match of a room, each as it was left."""

    def __init__(self, last: LastMatch, own: str, now_s: Callable[[], float]) -> None:
        """See again the player first whose id is `own`, by a clock."""
        super().__init__(lambda: last.study)
        self._last, self._own, self._now_s = last, own, now_s

    async def see_again(self, match: str) -> None:
        """Show a match again; raises Refused."""
        record = await self._last.record(match)
        try:
            replay = Replay(record.transcript)
        except GameError as error:
            raise Refused(tr(error.wording)) from None
        self.see(Rerun(Playback(replay, self._own, now_s=self._now_s)))

    async def analyse(self, match: str) -> None:
        """Show what was possible, or find it out; raises Refused."""
        await self._last.analysed(match)
        self.read()

    def close(self) -> None:
        """See nothing of it any more, and look for nothing."""
        self.see(None)
        self._last.forget()
