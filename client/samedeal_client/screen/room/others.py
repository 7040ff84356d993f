"""The boards of the others, for a player who is done and may look."""

from collections.abc import Callable

from samedeal_client.language import tr
from samedeal_client.play.room.focus import STEPS, Focus
from samedeal_client.play.room.lookout import Lookout, may_look
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.telling import refusal_text
from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.felt.watched import BOARDS_SOON, Boards, Watched
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.keys.key_hints import look_keys
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Span, Style, line
from samedeal_client.view.watching import best_rival
from samedeal_client.wire.happenings import NotDone, Rejected
from samedeal_client.wire.trouble import Unreachable
from samedeal_protocol.rooms.boards import RoomView

CLOSING = ("escape", "q")


class Others:
    """Whether they are looked at, and whose board."""

    def __init__(
        self, play: RoomPlay, glyphs: Glyphs, warn: Callable[[str], None]
    ) -> None:
        """Draw them with glyphs; `warn` hears of what cannot be seen."""
        self._play, self._session = play, play.session
        self._boards, self._warn = Boards(glyphs), warn
        self._lookout = Lookout(play.player)
        self._focus = Focus()

    @property
    def is_open(self) -> bool:
        """Whether they are looked at."""
        return self._lookout.is_open

    async def close(self) -> None:
        """Look at them no more."""
        await self._lookout.close()

    async def forget(self) -> None:
        """Look at nobody in particular, and no more."""
        self._focus = Focus()
        await self._lookout.close()

    async def press(self, key: str) -> bool:
        """Take a key, or the one of a board; tell whether it was for them."""
        if not may_look(self._session):
            return False
        if self.is_open and key in CLOSING:
            await self.close()
            return True
        room, own = self._session.room, self._session.seat
        if room is None or own is None:
            return False
        if key not in STEPS or self.is_open:
            playing = [seat.seat for seat in room.seats if seat.play is not None]
            if not self._focus.turn(key, playing):
                return False
        elif self._focus.seat is None:
            # One's own board has just been seen.
            self._focus.seat = best_rival(room, own)
        await self._open()
        return True

    async def _open(self) -> None:
        if self._play.is_cut:
            if not self.is_open:
                self._warn(tr("The boards cannot be had now."))
            return
        try:
            await self._lookout.open()
        except NotDone as refusal:
            self._warn(refusal_text(refusal.error))
        except (Unreachable, Rejected):
            self._warn(tr("The boards cannot be had now."))
        if not may_look(self._session):
            # The match has ended meanwhile.
            await self.close()

    def felt(self, room: RoomView, height: int, width: int) -> Felt | None:
        """Draw them, or that they come; None where nobody looks."""
        if not self.is_open or not may_look(self._session):
            return None
        boards = self._lookout.boards
        if not boards:
            return Felt((line(Span(f" {tr(BOARDS_SOON)}", Style.DIM)),), ())
        watched = Watched(room, boards, self._focus.seat)
        return self._boards.felt(watched, height, width)

    @property
    def keys(self) -> tuple[KeyHint, ...]:
        """The keys that matter; none where nobody may look."""
        return look_keys(is_open=self.is_open) if may_look(self._session) else ()
