"""The meeting place of those in one room: its own path of the server.

A proxy before several processes may go by that path. Where it leads nowhere (an older
server, a proxy that knows only some paths), the server's own address does as well.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from samedeal_client.wire.answers import Answers
from samedeal_client.wire.exchange import Exchange
from samedeal_client.wire.greeting import Joining
from samedeal_client.wire.happenings import NotDone, Rejected
from samedeal_client.wire.hearing import Hearing
from samedeal_client.wire.link import Link
from samedeal_client.wire.session import Session
from samedeal_client.wire.trouble import Busy, Silent, Unreachable
from samedeal_protocol.paths import path_of

Opening: TypeAlias = Callable[[str, Answers], Awaitable[Link]]
"""A function that connects to a server at an address."""


class Meeting:
    """Opens links for one player, and knows when another path is the better one."""

    def __init__(self, session: Session, exchange: Exchange, hearing: Hearing) -> None:
        self._session, self._exchange, self._hearing = session, exchange, hearing
        self._is_path_shut = False
        """Whether the room's path led nowhere when it was last tried."""
        self._left: Link | None = None
        """The link so far, until the room was entered over the next."""

    @property
    def room(self) -> str:
        """The code of the room that the player is in; empty for none."""
        room = self._session.room
        is_in = self._session.seat is not None or self._session.is_watching
        return room.room if room is not None and is_in else ""

    def on_the_way(self, room: str) -> Opening:
        """Return the first way to connect, for a room if one is known."""
        return partial(self._open, room=room.upper(), again=False)

    async def open(self, url: str, answers: Answers) -> Link:
        """Connect again, for the room that the player is in; raises Unreachable."""
        return await self._open(url, answers, room=self.room, again=True)

    async def _open(
        self, url: str, answers: Answers, *, room: str, again: bool
    ) -> Link:
        """Connect at a room's path, or else at the server's own address.

        With `again`, a busy server is not asked twice at once: the address is left to
        the next attempt, as nobody may be behind the path.
        """
        if not room or self._is_path_shut:
            self._is_path_shut = False
            return await Link.open(url, answers)
        try:
            return await self._open_at(url, answers, room)
        except Silent:
            raise
        except Busy:
            if again:
                self._is_path_shut = True
                raise
        except Unreachable:
            pass
        return await Link.open(url, answers)

    async def _open_at(self, url: str, answers: Answers, room: str) -> Link:
        link = await Link.open(f"{url.rstrip('/')}{path_of(room)}", answers)
        link.room = room
        return link

    def calls(self, link: Link) -> bool:
        """Tell whether it is time to go over to the room's path.

        Not while an answer is awaited, which would come over this link.
        """
        return (
            self._hearing.is_apart
            and not link.stays
            and link.room != self.room != ""
            and not self._exchange.is_asking
            and not self._hearing.is_rejoining
        )

    async def go_over(
        self, link: Link, greet: Callable[[Opening, Joining], Awaitable[Link]]
    ) -> Link:
        """Return a link at the room's path, or the one so far if none leads there.

        That one stays until the room was entered over the other, so nobody is away.
        """
        self._exchange.hold()
        opens = partial(self._open_at, room=self.room)
        try:
            over = await greet(opens, self._hearing.go_over)
        except (Unreachable, NotDone, Rejected):
            link.stays = True
            self._hearing.stay()
            return link
        self._left = link
        return over

    def look(self) -> None:
        """Let go of the link that was left, if the room was entered over the next."""
        if not self._hearing.is_rejoining:
            self.let_go()

    def let_go(self) -> None:
        """End the link that was left."""
        left, self._left = self._left, None
        if left is not None:
            left.end()
