"""A match that is over, in its room: the replay, the moments, and the analysis."""

from collections.abc import Awaitable, Callable, Mapping

from samedeal_client.failed import Refused
from samedeal_client.play.orders import Order
from samedeal_client.play.room.last_match import match_to_see
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.replay.rerun import Rerun
from samedeal_client.screen.replay.seen_again import SeenAgain
from samedeal_client.screen.room.around.sharing import CLOSING


class Aftermath(SeenAgain):
    """The replay and the analysis of the last match of a room, each as it was left."""

    def __init__(
        self,
        play: RoomPlay,
        now_s: Callable[[], float],
        warn: Callable[[str], None],
        practise: Callable[[Rerun], None],
        *,
        copy: Callable[[str], None],
    ) -> None:
        """See it by a clock; `warn` hears of what cannot be seen.

        `practise` begins practice from the board that a replay is at, and `copy` takes
        what others are sent.
        """
        super().__init__(lambda: play.last.study, practise)
        self._play, self._last = play, play.last
        self._now_s, self._warn, self._copy = now_s, warn, copy
        self.is_shared = False
        """Whether what leads to the match is seen, and nothing else of it."""

    @property
    def keys(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """The actions of the keys that lead here."""
        return {
            key_for(Order.REPLAY): self.replay,
            key_for(Order.ANALYSE): self.analyse,
            key_for(Order.MOMENTS): self.go_to_moments,
            key_for(Order.SHARE): self.share,
        }

    def press(self, key: str) -> bool:
        """Take a key; tell whether it was for what is seen."""
        if not self.is_shared:
            return super().press(key)
        if key == key_for(Order.COPY):
            if line := self._play.race.line_to_send():
                self._copy(line)
            return True
        self.is_shared = False
        return key in CLOSING

    def see(self, rerun: Rerun | None) -> None:
        """See a replay and nothing else, or nothing."""
        super().see(rerun)
        self.is_shared = False

    async def share(self) -> None:
        """Show what leads others to the last match, and what it is proven by."""
        room = self._play.session.room
        self.see(None)
        self.is_shared = room is not None and room.result is not None

    async def replay(self) -> None:
        """Show the last match again in place of the room."""
        await self._try_to(self._replay)

    async def go_to_moments(self) -> None:
        """Show the moments of the last match, on its boards."""
        await self._try_to(self._go_to_moments)

    async def analyse(self) -> None:
        """Show the analysis of the last match, or begin it."""
        await self._try_to(self._analyse)

    async def _try_to(self, see: Callable[[str], Awaitable[None]]) -> None:
        try:
            await see(match_to_see(self._play.session.room))
        except Refused as refusal:
            self._warn(str(refusal))

    async def _replay(self, match: str) -> None:
        own = self._play.player.id
        self.see(Rerun(*await self._last.playback(match, own, self._now_s)))

    async def _go_to_moments(self, match: str) -> None:
        await self._replay(match)
        if self.rerun is not None:
            self.rerun.go_to_moments()

    async def _analyse(self, match: str) -> None:
        await self._last.analysed(match)
        self.read()

    def close(self) -> None:
        """See nothing of it any more, and look for nothing."""
        self.see(None)
        self._last.forget()
