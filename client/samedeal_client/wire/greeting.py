"""The greeting: how one player is taken in, on every connection of a program's run."""

import asyncio
import secrets
from collections.abc import Callable

from samedeal_client import version
from samedeal_client.language import spoken, tr
from samedeal_client.wire.happenings import NotDone, Rejected
from samedeal_client.wire.link import Link, LinkLost
from samedeal_client.wire.reach.addresses import without_password
from samedeal_client.wire.trouble import Unreachable
from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back
from samedeal_protocol.people.greeting import Hello, Welcome
from samedeal_protocol.rooms.rooms import JoinRoom, WatchRoom
from samedeal_protocol.updates import Error, ServerMessage, Service

GREETED_WITHIN_S = 10.0
Joining = Callable[[], JoinRoom | WatchRoom | None]
Take = Callable[[Service], None]


class Greeting:
    """The player's part of a greeting: name, and last way back or else token."""

    def __init__(self, *, name: str | None, token: str | None, bot: bool) -> None:
        self.name, self.token, self.bot = name, token, bot
        self._resume: str | None = None
        self._run = secrets.token_hex(8)
        self._visit = 0

    @property
    def may_resume(self) -> bool:
        """Whether there is a way back from the last welcome."""
        return self._resume is not None

    def forget_resume(self) -> None:
        """Come by the token: the way back may have been used, and that welcome lost."""
        self._resume = None

    async def over(
        self, link: Link, url: str, asked: int, join: Joining, take: Take
    ) -> Welcome:
        """Say hello and, in one go, ask for the seat held before; return the welcome.

        `asked` is the id of the hello; messages of the server about itself before its
        answer go to `take`. Without a welcome the link is ended: raises Unreachable,
        NotDone or Rejected.
        """
        try:
            hello = self._hello(asked)
            await link.send(hello)
            if (asking := join()) is not None:
                await link.send(asking)
            welcome = await _answer_to(hello, link, url, take)
        except LinkLost as lost:
            if means_come_back(lost.code):
                raise Unreachable(
                    tr(
                        "{url} hung up during the greeting",
                        url=without_password(url),
                    )
                ) from None
            raise Rejected(lost.code) from None
        except (NotDone, Unreachable):
            await link.close()
            raise
        except asyncio.CancelledError:
            link.cut()
            raise
        self._resume = welcome.resume
        if welcome.token is not None:
            self.token = welcome.token
        return welcome

    def _hello(self, asked: int) -> Hello:
        self._visit += 1
        return Hello(
            id=asked,
            client=f"samedeal/{version()}",
            language=spoken(),
            name=self.name,
            token=self.token if self._resume is None else None,
            resume=self._resume,
            bot=self.bot,
            session=self._run,
            visit=self._visit,
        )


async def _answer_to(hello: Hello, link: Link, url: str, take: Take) -> Welcome:
    reply: ServerMessage = await link.receive(GREETED_WITHIN_S)
    while isinstance(reply, Service):
        take(reply)
        reply = await link.receive(GREETED_WITHIN_S)
    if isinstance(reply, Error):
        raise NotDone(reply)
    if not isinstance(reply, Welcome) or reply.re != hello.id:
        raise Unreachable(
            tr(
                "{url} does not answer like a samedeal server",
                url=without_password(url),
            )
        )
    return reply


def is_bad_token(refusal: NotDone | Rejected) -> bool:
    """Tell whether a greeting was refused because the server knows no such player."""
    if isinstance(refusal, NotDone):
        return refusal.error.code is ErrorCode.BAD_TOKEN
    return refusal.code == CloseCode.BAD_TOKEN


def closed_by(error: Error) -> int:
    """Return the close code that goes with a greeting refused for good."""
    if error.code is ErrorCode.BAD_TOKEN:
        return CloseCode.BAD_TOKEN
    return CloseCode.BAD_MESSAGE
