"""The connection of the lobby, which it takes along to the tables.

It lasts as long as the lobby: made when a server answers, made anew under another name
or at another server, and tried again while there is none. A loss within is the
conversation's own to mend.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Self

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import playing, visitor
from samedeal_client.identity.serving import at_own
from samedeal_client.kept.files import IdentityError
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.language import later, tr
from samedeal_client.language.texts import close_text
from samedeal_client.play.sentences.service import REVIVED
from samedeal_client.wire.happenings import Lost, OtherChain, Revived
from samedeal_client.wire.player import Player

RETRY_S = 3.0
KNOWN_WITHIN_S = 8.0
"""Seconds that a server may take to let somebody in."""
NOT_YET = later("There is no connection yet.")


class Visit:
    """A connection to the server of a context, as known or as a guest."""

    def __init__(self, context: Context) -> None:
        self._news: list[str] = []
        self.asked = context._replace(tell=self._news.append)
        self.context = self.asked
        """The context of the present server: the machine's own may stand in for the one
        asked."""
        self.player: Player | None = None
        self.trouble = ""
        """The reason that there is no connection, a sentence; empty while one is being
        made."""
        self._name: str | None = None
        self._keeping: asyncio.Task[None] | None = None
        """The attempts, and the connection that came of the last one."""
        self._tried = asyncio.Event()
        """Whether an attempt has ended, well or not, since the last change."""

    @classmethod
    @asynccontextmanager
    async def kept(cls, context: Context) -> AsyncGenerator[Self]:
        """Yield a visit that is connected again and again within a block."""
        visit = cls(context)
        visit._begin()
        try:
            yield visit
        finally:
            await visit._end()

    @property
    def is_connected(self) -> bool:
        """Tell whether there is a server at the other end now."""
        return self.player is not None and self.player.is_connected

    @property
    def is_guest(self) -> bool:
        """Tell whether the server knows no name of this player's."""
        known = IdentityFile(self.context.identity)
        return known.find(self.context.server, self.context.name).token is None

    def take_news(self) -> list[str]:
        """Return news that nobody has asked for, each once."""
        news = self._news[:]
        self._news.clear()
        return news

    def there(self) -> Player:
        """Return the player; raises Failed while there is no connection."""
        if self.player is None:
            raise Failed(self.trouble or tr(NOT_YET))
        return self.player

    async def soon_there(self) -> Player:
        """Return the player as soon as the server has answered; raises Failed."""
        await self.tried()
        return self.there()

    async def record(self, match: str) -> tuple[bytes, str]:
        """Return a match's record, and one's own id in it; raises Failed and NotDone.

        A match that was kept here needs no connection.
        """
        matches = KeptMatches(self.context.identity)
        here = self.context.server
        kept, sealed = matches.find(match, here), matches.record(match, here)
        if kept is not None and sealed is not None:
            return sealed, kept.player
        player = self.there()
        return await player.transcript(match), player.id

    def context_of(self, match: str) -> Context:
        """Return the context of the server of a match, as far as that is known."""
        kept = KeptMatches(self.context.identity).find(match, self.context.server)
        if kept is None:
            return self.context
        return self.context._replace(server=kept.server)

    async def tried(self) -> None:
        """Wait for the server's first answer, or for the first failure."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(KNOWN_WITHIN_S):
                await self._tried.wait()

    async def become(self, name: str) -> Player:
        """Come again under a name; raises Failed."""
        self._name = name
        await self.again()
        try:
            return self.there()
        except Failed:
            self._name = None
            raise

    async def move(self, context: Context) -> None:
        """Go on with another context; connect anew if it leads elsewhere."""
        before, self.asked = self.asked, context._replace(tell=self._news.append)
        same = ("server", "identity", "name")
        # One is still there, where this machine's own server stands in.
        self.context = self.asked._replace(server=self.context.server)
        if any(getattr(before, key) != getattr(context, key) for key in same):
            self.context = self.asked
            self._name = None
            await self.again()

    async def again(self) -> None:
        """Hang up, connect anew, and wait for the outcome.

        An attempt under way is broken off: it may be one at another server, whose
        outcome is none of this one.
        """
        await self._end()
        self.trouble = ""
        self._tried.clear()
        self._begin()
        await self.tried()

    def look(self) -> None:
        """Note a connection that is lost for good.

        Not to be called while somebody sits at a table, who would not hear of it then.
        """
        player = self.player
        while player is not None and not player.happenings.empty():
            happening = player.happenings.get_nowait()
            if isinstance(happening, Lost) and not happening.again:
                self.trouble = close_text(happening.code)
                self.player = None
            elif isinstance(happening, Revived):
                self._news.append(tr(REVIVED))
            elif isinstance(happening, OtherChain):
                self._news.append(happening.doubt)

    def _begin(self) -> None:
        self._keeping = asyncio.create_task(self._keep())

    async def _end(self) -> None:
        """Hang up, or break off the attempt under way; passes a bug in it on."""
        keeping = self._keeping
        if keeping is None:
            return
        keeping.cancel()
        await asyncio.wait((keeping,))
        if not keeping.cancelled():
            keeping.result()

    async def _keep(self) -> None:
        # What ends an attempt may keep to itself that it was cancelled meanwhile.
        while self._keeping is None or not self._keeping.cancelling():
            try:
                # Somebody may have started a server since, or ended one.
                self.context = await at_own(self.asked)
                async with self._way_in() as player:
                    self.player, self.trouble = player, ""
                    self._tried.set()
                    await asyncio.Event().wait()  # until it is cancelled
            except (Failed, IdentityError) as error:
                self.trouble = str(error)
                self._tried.set()
                await asyncio.sleep(RETRY_S)
            finally:
                self.player = None

    def _way_in(self) -> AbstractAsyncContextManager[Player]:
        if self._name is not None:
            return playing(self.context, self._name)
        return visitor(self.context)
