"""A match that is over: its replay and its analysis, one over the other."""

from collections.abc import Callable

from samedeal_client.play.orders import Order
from samedeal_client.play.studying import Study
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.replay.rerun import Beyond, Rerun
from samedeal_client.screen.table.study import CLOSING


class SeenAgain:
    """The one of the two that is seen; the replay stays below the analysis."""

    def __init__(
        self,
        known: Callable[[], Study | None],
        practise: Callable[[Rerun], None],
        rerun: Rerun | None = None,
    ) -> None:
        """See a replay, if there is one; `known` returns what was possible, or None.

        `practise` begins practice from the board that a replay is at.
        """
        self.rerun = rerun
        """The replay while it is seen, below the analysis if that is seen, too."""
        self._known, self._practise = known, practise
        self._is_read = False

    @property
    def study(self) -> Study | None:
        """The analysis while it is seen."""
        return self._known() if self._is_read else None

    def read(self) -> None:
        """See the analysis from now on."""
        self._is_read = True

    def see(self, rerun: Rerun | None) -> None:
        """See a replay and no analysis, or neither."""
        if self.rerun is not None:
            self.rerun.close()
        self.rerun, self._is_read = rerun, False

    def press(self, key: str) -> bool:
        """Take a key; tell whether it was for what is seen."""
        if self.study is not None:
            is_replay = key == key_for(Order.REPLAY)
            is_closed = key in CLOSING or (is_replay and self.rerun is not None)
            self._is_read = not is_closed and not is_replay
            return is_closed
        if self.rerun is None:
            return False
        match self.rerun.press(key):
            case Beyond.ANALYSE:
                return False
            case Beyond.PRACTISE:
                self._practise(self.rerun)
            case Beyond.CLOSE:
                self.see(None)
            case None:
                pass
        return True

    def look(self) -> None:
        """Go on with the replay, and mark in it what is known by now."""
        if self.rerun is None:
            return
        study = self._known()
        if study is not None and study.analysis is not None:
            self.rerun.mark(study.analysis.fates)
        self.rerun.look()
