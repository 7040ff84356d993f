"""A room between matches: being ready, bringing others, seeing a match again."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from samedeal_client.language import tr
from samedeal_client.play.orders import Order
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.play.sentences.inviting import invitation_to_send
from samedeal_client.screen.keys.key_hints import CARDS_SOON
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.room.around.company import Company
from samedeal_client.view.times import clock
from samedeal_protocol.rooms.boards import RoomView


class Sitting(Protocol):
    """The place where a player sits, and is told the outcome of their keys."""

    def warn(self, text: str) -> None:
        """Tell of something not done, or soon past."""
        ...

    async def try_to(self, asking: Awaitable[None]) -> bool:
        """Tell whether a request was carried out; tell there why if it was not."""
        ...

    def come_anew(self) -> None:
        """Sit in another room, of which nothing was seen or told yet."""
        ...


class Between:
    """The actions of a room's keys around its matches."""

    def __init__(
        self,
        play: RoomPlay,
        at: Sitting,
        offering: Callable[[Order], RoomView | None],
        *,
        copy: Callable[[str], None],
    ) -> None:
        """Do it `at` a seat; `offering` returns the room while it offers an order.

        `copy` puts a text on the clipboard, and says so.
        """
        self._play, self._at = play, at
        self._offering, self._copy = offering, copy
        self._session, self._player = play.session, play.player
        self._company = Company(play.player)

    @property
    def keys(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """The actions of the keys that bring others, or lead on."""
        return {
            key_for(Order.NEW_ROOM): self.host_again,
            key_for(Order.COPY): self.copy_line,
            key_for(Order.BOT): self.call_bot,
        }

    async def close(self) -> None:
        """Send the called bots away."""
        await self._company.dismiss()

    async def turn_ready(self) -> None:
        """Be ready for the match, or not any more."""
        own, room = self._session.own, self._session.room
        if own is None or room is None or room.next_match is None:
            return
        if room.phase == "countdown":
            self.warn_of_countdown()
            return
        turned = Order.UNREADY if own.ready else Order.READY
        await self._at.try_to(self._play.obey(turned))

    def warn_of_countdown(self) -> None:
        """Tell that the cards come, and that there is nothing to do until then."""
        left = clock(((self._player.left_ms() or 0) + 999) / 1000)
        self._at.warn(tr(CARDS_SOON, left=left))

    def tell_past(self, scene: str, key: str) -> None:
        """Tell that a key was meant for something other than what is seen by now."""
        if scene == "board":
            self._at.warn(tr("Not done, the match has begun: {stroke}", stroke=key))
        elif scene == "room":
            # What was meant for a board is no answer to what came after it.
            self._at.warn(tr("Not done, the match is over: {stroke}", stroke=key))

    @staticmethod
    def needs_server(key: str) -> bool:
        """Tell whether a key does nothing without the server."""
        return key in map(key_for, (Order.READY, Order.NEW_ROOM, Order.BOT))

    def tell_late(self, key: str) -> None:
        """Tell that a key was pressed while there was no server to hear of it."""
        self._at.warn(tr("Not done without a connection: {stroke}", stroke=key))

    async def copy_line(self) -> None:
        """Put an invitation on the clipboard, which the terminal may not let."""
        room = self._offering(Order.COPY)
        if room is None:
            return
        self._copy(invitation_to_send(self._player, room))

    async def call_bot(self) -> None:
        """Bring a bot to race while nobody else is there."""
        room = self._offering(Order.BOT)
        if room is None:
            return
        if self._company.is_enough_for(room):
            self._at.warn(tr("A bot is on its way to every free seat."))
        else:
            self._at.warn(tr(self._company.call()))

    async def host_again(self) -> None:
        """Open a room like this one, which has had its day, and sit down there."""
        room = self._offering(Order.NEW_ROOM)
        if room is None:
            return
        if self._session.seat is not None and room.phase != "closed":
            await self._at.try_to(self._play.ask(self._player.leave()))
        if await self._at.try_to(self._play.ask(self._player.host_like(room))):
            self._at.come_anew()
