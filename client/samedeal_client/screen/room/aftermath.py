"""What is seen of a match that is over: all of it again, and what was possible."""

from collections.abc import Callable

from samedeal_client.play.orders import Order
from samedeal_client.play.room.last_match import LastMatch
from samedeal_client.screen.order_keys import key_for
from samedeal_client.screen.table.rerun import Rerun
from samedeal_client.screen.table.seen_again import SeenAgain


class Aftermath(SeenAgain):
    """The replay and the analysis of the last match of a room, each as it was left."""

    def __init__(self, last: LastMatch, own: str, now_s: Callable[[], float]) -> None:
        """See again the player first whose id is `own`, by a clock."""
        super().__init__(lambda: last.study)
        self._last, self._own, self._now_s = last, own, now_s

    async def see_again(self, match: str) -> None:
        """Show a match again; raises Refused."""
        self.see(Rerun(*await self._last.playback(match, self._own, self._now_s)))

    async def go_to_moments(self, match: str) -> None:
        """Show a match again, and look for what mattered in it; raises Refused."""
        await self.see_again(match)
        if self.rerun is not None:
            self.rerun.press(key_for(Order.MOMENTS))

    async def analyse(self, match: str) -> None:
        """Show what was possible, or find it out; raises Refused."""
        await self._last.analysed(match)
        self.read()

    def close(self) -> None:
        """See nothing of it any more, and look for nothing."""
        self.see(None)
        self._last.forget()
