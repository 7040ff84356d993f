"""The full screen for one attempt at a given deal, which nobody gives up by going."""

from samedeal_client.fullscreen.room import RoomApp
from samedeal_client.fullscreen.words import READY
from samedeal_client.language import later, tr
from samedeal_client.play.sentences.attempts import begin_text, is_attempt_over
from samedeal_client.play.sentences.outcomes import standings_told
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style, line
from samedeal_client.wire.happenings import Checked, Happening, Proven
from samedeal_client.wire.player import Player
from samedeal_protocol.boards import RoomView

GO_ON = later("Enter shows where that leaves you.")


class SoloApp(RoomApp):
    """A room for one; the clock runs on for who goes in the middle."""

    def __init__(
        self,
        player: Player,
        glyphs: Glyphs,
        *,
        colour: bool,
        title: str,
    ) -> None:
        super().__init__(player, glyphs, colour=colour)
        self._title = title

    async def press(self, key: str) -> None:
        """Move by keys, begin by Enter, and go by Enter when it is over."""
        is_early = self._shows_end or self._has_just_turned
        is_meant = not (self.is_late or self.is_past or is_early)
        is_shown = self._aftermath.rerun is None and is_meant
        if key == READY and is_shown and is_attempt_over(self._session.room):
            await self._leave()
        else:
            await super().press(key)

    async def action_go(self) -> None:
        """Go at once: nothing is given up."""
        await self._leave()

    async def _leave(self) -> None:
        if is_attempt_over(self._session.room):
            await super()._leave()
        else:
            self.leave()

    def _take(self, happening: Happening) -> None:
        super()._take(happening)
        if isinstance(happening, Proven) or (
            isinstance(happening, Checked) and happening.doubts
        ):
            self.say((line(Span(f" {tr(GO_ON)}", Style.NEXT)),))

    def _room_lines(self, room: RoomView) -> Lines:
        if room.phase == "result":
            return (*standings_told(self.player.session), (), *self._proof)
        if room.phase != "gathering":
            return super()._room_lines(room)
        title = (Span(f" {self._title}", Style.TITLE),)
        return (title, (), line(begin_text(room)))
