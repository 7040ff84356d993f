"""What is done in a room while no match is on: be ready, bring others, see it again."""

from samedeal_client.language import tr
from samedeal_client.play.orders import Order
from samedeal_client.play.sentences.inviting import invitation_to_send
from samedeal_client.screen.room.company import Company
from samedeal_client.screen.room.shown import RoomShown
from samedeal_client.screen.room.sight import RoomSight
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.table.key_hints import CARDS_SOON
from samedeal_client.view.spans import line
from samedeal_client.view.standings import clock
from samedeal_protocol.boards import RoomView


class Between:
    """What the keys of a room do around its matches."""

    def __init__(self, at: TableScreen, sight: RoomSight, shown: RoomShown) -> None:
        self._at, self._sight, self._shown = at, sight, shown
        self._play, self._session = sight.play, sight.session
        self._player = sight.play.player
        self._company = Company(self._player)

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
        """Say that the cards come, and that there is nothing to do until then."""
        left = clock(((self._player.left_ms() or 0) + 999) / 1000)
        self._at.warn(tr(CARDS_SOON, left=left))

    def tell_past(self, scene: str, key: str) -> None:
        """Say that a key was meant for something else than what is seen by now."""
        if scene == "board":
            self._at.warn(tr("Not done, the match has begun: {stroke}", stroke=key))
        elif scene == "room":
            # What was meant for a board is no answer to what came after it.
            self._at.warn(tr("Not done, the match is over: {stroke}", stroke=key))

    def _offering(self, order: Order) -> RoomView | None:
        """Return the room, if an order is offered in it now."""
        room = self._session.room
        is_offered = room is not None and order.is_offered(self._shown.around(room))
        return room if is_offered else None

    async def copy_line(self) -> None:
        """Put an invitation on the clipboard, which the terminal may not let."""
        room = self._offering(Order.COPY)
        if room is None:
            return
        told = invitation_to_send(self._player, room)
        self._at.app.copy_to_clipboard(told)
        text = tr(
            "Copied, if this terminal lets programs do so: {command}", command=told
        )
        self._at.say((line(f" {text}"),))

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
            self._sight.close_aftermath()
            self._play.come_anew()
            self._at.notes.clear()
