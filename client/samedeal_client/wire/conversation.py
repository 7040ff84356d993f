"""The conversation with a server, over a link that may be lost.

It says hello, comes back after a loss with growing, jittered pauses, takes the
seat again and sends again what was not answered. Whoever shows or plays the
game reads `session` and `happenings`, and need not know that the connection was
ever gone.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import NamedTuple, Self, TypeVar

from samedeal_client import version
from samedeal_client.language import tr
from samedeal_client.language.texts import NOT_UNDERSTOOD
from samedeal_client.wire.answers import SLOW_AFTER_S, Answers
from samedeal_client.wire.clock import match_now
from samedeal_client.wire.exchange import Exchange, retry_s
from samedeal_client.wire.following import ChainSeen, Following
from samedeal_client.wire.happenings import (
    Happening,
    NotDone,
    OtherChain,
    Rejected,
    Revived,
)
from samedeal_client.wire.hearing import Hearing
from samedeal_client.wire.link import Link, LinkLost
from samedeal_client.wire.reach.addresses import without_password
from samedeal_client.wire.reach.backoff import Backoff
from samedeal_client.wire.session import Session
from samedeal_client.wire.trouble import Busy, Down, Unreachable
from samedeal_games.errors import GameError
from samedeal_protocol.commands import Hello, RoomCommand
from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back
from samedeal_protocol.profiles import EntryView
from samedeal_protocol.shapes import Reply, Request
from samedeal_protocol.updates import Error, ServerMessage, Service, Welcome
from samedeal_records.proof.witness import Witness

SILENCES = 2
"""Heartbeats without a word from the server after which the link is taken for lost:
each of them should have been answered within a round trip."""
GREETED_WITHIN_S = 10.0
UNFIT = (GameError, LookupError, ValueError)
"""What a message raises that says what cannot be: a game, a seat or a match that is not
there. Nobody who asked for it would hear of it otherwise."""

R = TypeVar("R", bound=Reply)


class Trying(NamedTuple):
    """An attempt to come back after a loss."""

    attempt: int
    """From 1, since the connection was lost."""
    at_s: float
    """When it is made, by the monotonic clock."""


class Conversation:
    """One identity at one server, in at most one room.

    `Player` adds what can be asked for.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str | None,
        token: str | None = None,
        bot: bool = False,
        language: str = "en",
        on_token: Callable[[str, str], None] = lambda name, token: None,
        backoff: Backoff | None = None,
        heartbeat_s: float | None = None,
        slow_after_s: float = SLOW_AFTER_S,
        elsewhere: str | None = None,
    ) -> None:
        """Know where and who; `heartbeat_s` beats more often than the server asks.

        `slow_after_s` is how long an answer may take until it is told; `elsewhere` what
        commands name to reach the server, its address if nothing is said.
        """
        self.url = url
        self.elsewhere = url if elsewhere is None else elsewhere
        """What commands name to reach the server; empty where they need not."""
        self.name = name or ""
        self.is_named = False
        """Whether the name is claimed, as the last greeting said."""
        self.session = Session()
        self._asked_name = name
        self._token = token
        self._resume: str | None = None
        self._bot = bot
        self._language = language
        self._on_token = on_token
        self.chain = ChainSeen(0, b"")
        """The chain of matches as the last greeting showed it."""
        self.following: Following | None = None
        """The chain from a head that was shown, None until it is first asked for."""
        self.keep_head: Callable[[Following], None] = lambda following: None
        """Keeps how far the chain was followed to the end of an own match."""
        self.addresses: tuple[str, ...] = ()
        """What others type for the server, by its own account, which may be anything;
        see `wire.invitations`."""
        self.is_serving = False
        """Whether this program runs the server, which ends with it."""
        self.find: Callable[[], Awaitable[str]] = self._same_place
        """Says where the server is after a loss, or is Unreachable."""
        self.who_races: Callable[[], Awaitable[dict[str, str]]] = _nobody
        """Whose race ends with that server, in whatever room: names by player's id."""
        self.keep_bot: Callable[[str, str, str, str], None] = _keep_none
        """Keeps a bot that was called to a room: its name, kind and token."""
        self.coming: frozenset[str] = frozenset()
        """The bots that were called before and are on their way back, by name."""
        self.keep: Callable[[EntryView, bytes], None] = lambda entry, sealed: None
        """Keeps the record of a match that is proven, and what it came to."""
        self.settle: Callable[[str], None] = lambda match: None
        """Looks no more for what became of a match: its end was in the chain."""
        self.was_proven: Callable[[str], bool] = lambda match: False
        """Tells whether a match was proven to this player before this program came."""
        self.doubt: Callable[[Witness, tuple[str, ...]], None] = (
            lambda witness, doubts: None
        )
        """Keeps what is doubted of a match by who took part in it."""
        self.look_back: Callable[[], Awaitable[str]] = _nothing_to_say
        """Says what does not fit in the chain of a server that one comes back to."""
        self.trying: Trying | None = None
        """The attempt to come back that is next or under way, None while connected."""
        self.is_down = False
        """Whether no server ran there when that was last tried."""
        self._run = secrets.token_hex(8)
        self._visit = 0
        self._backoff = Backoff() if backoff is None else backoff
        self._heartbeat_at_most_s = heartbeat_s
        self._heartbeat_s = 10.0
        self._slow_after_s = slow_after_s
        self._exchange = Exchange(self.session)
        self._hearing = Hearing(self.session, self._exchange)
        self._hearing.doubt = lambda witness, doubts: self.doubt(witness, doubts)
        self._hearing.was_proven = lambda match: self.was_proven(match)
        self._link: Link | None = None

    def beside(self) -> Self:
        """Return the same player for another connection, which is still to be made."""
        same = type(self)(
            self.url,
            name=self._asked_name,
            token=self._token,
            bot=self._bot,
            language=self._language,
        )
        same.find = self.find
        return same

    def miss(self) -> None:
        """Note that no server runs there now."""
        self.is_down = True
        self._hearing.clock.stand_still()

    def revived(self) -> None:
        """Tell the player that the server was started anew."""
        self.happenings.put_nowait(Revived())

    # What is known

    @property
    def id(self) -> str:
        """The player's id; empty before the first welcome."""
        return self._hearing.player

    @property
    def happenings(self) -> "asyncio.Queue[Happening]":
        """What happens, in order, for whoever tells it."""
        return self._hearing.happenings

    def commit_to(self, match: str) -> bytes:
        """Return the commitment to the own nonce for a match, fresh the first time."""
        return self._hearing.commit_to(match)

    @property
    def nonces(self) -> dict[str, bytes]:
        """The player's own nonces by match, until they are revealed and checked."""
        return self.session.memory.nonces

    @property
    def proven(self) -> dict[str, bool]:
        """By match: whether its deal was found to be the one committed to."""
        return self._hearing.proven

    @property
    def is_connected(self) -> bool:
        """Tell whether there is a server at the other end now."""
        return self._link is not None

    @property
    def is_degraded(self) -> bool:
        """Tell whether the service has trouble, and all clocks stand still."""
        return self._hearing.clock.is_standing

    @property
    def slow_s(self) -> float | None:
        """For how long a server that is slow was silent; None where none is slow."""
        answers = None if self._link is None else self._link.answers
        if answers is None or not answers.is_slow or self.is_degraded:
            return None
        return answers.silent_s

    def now_ms(self) -> int:
        """Return the server's clock; it stands still while the service has trouble."""
        return self._hearing.clock.now_ms()

    def left_ms(self) -> int | None:
        """Return how long the room's phase still lasts, None where it is open."""
        room = self.session.room
        if room is None or room.until is None:
            return None
        return max(0, room.until - match_now(room, self.now_ms()))

    # Asking

    def next_id(self) -> int:
        """Return an id for a request, never used before."""
        return self._exchange.next_id()

    async def ask(self, request: Request, kind: type[R]) -> R:
        """Put a question and return its answer; raises NotDone.

        A question does not outlive its connection; asking again is harmless.
        """
        return await self._exchange.ask(request, kind)

    async def command(self, make: Callable[[int], RoomCommand]) -> None:
        """Have a numbered command carried out once; raises NotDone.

        It outlives its connection: it is sent again until it is answered.
        """
        await self._exchange.command(make)

    # Staying connected

    @asynccontextmanager
    async def connected(self) -> AsyncGenerator[Self]:
        """Be connected, and stay so, within a block.

        Raises Unreachable, NotDone or Rejected if the first attempt fails.
        """
        self._link = await self._greet()
        # Not a TaskGroup: it would wrap whatever the block raises.
        running = asyncio.create_task(self._stay_connected(self._link))
        try:
            yield self
        finally:
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
            await self._hang_up()

    async def _hang_up(self) -> None:
        if self._link is not None:
            await self._link.close()

    async def _stay_connected(self, link: Link) -> None:
        while True:
            code = await self._talk(link)
            self._link = None
            if link.answers is not None:
                link.answers.close()
            self._exchange.detach()
            self._backoff.lost(is_handed_over=code == CloseCode.GOING_AWAY)
            if code != NOT_UNDERSTOOD and means_come_back(code):
                self._hearing.lost(code, again=True)
                try:
                    link = await self._come_back()
                    continue
                except Rejected as rejected:
                    code = rejected.code
                finally:
                    self.trying = None
            self._hearing.lost(code, again=False)
            return

    async def _talk(self, link: Link) -> int:
        """Send, receive and beat until the link is lost; return the close code."""
        self._link = link
        async with asyncio.TaskGroup() as tasks:
            companions = [
                tasks.create_task(self._beat(link)),
                tasks.create_task(self._exchange.send_over(link)),
                tasks.create_task(self._look_back()),
            ]
            try:
                while True:
                    message = await link.receive(self._heartbeat_s * SILENCES)
                    self._hearing.take(message)
            except LinkLost as lost:
                return lost.code
            except UNFIT:
                await link.close()
                return NOT_UNDERSTOOD
            finally:
                for task in companions:
                    task.cancel()

    async def _beat(self, link: Link) -> None:
        while True:
            await asyncio.sleep(self._heartbeat_s)
            try:
                await link.send(self.session.heartbeat())
            except LinkLost:
                return

    async def _look_back(self) -> None:
        doubt = await self.look_back()
        if doubt:
            self.happenings.put_nowait(OtherChain(doubt))

    async def _come_back(self) -> Link:
        """Try until a server takes the player in; raises Rejected."""
        wait_s = 0.0
        for attempt in count(1):
            pause_s = self._backoff.pause_s(wait_s)
            self.trying = Trying(attempt, time.monotonic() + pause_s)
            await asyncio.sleep(pause_s)
            wait_s = 0.0
            try:
                self.url = await self.find()
                return await self._greet(back=True)
            except Busy as busy:
                wait_s = busy.retry_s
            except Unreachable as failure:
                self._look_at(failure)
                continue
            except NotDone as refusal:
                if refusal.error.retry == "never":
                    raise Rejected(_closed_by(refusal.error)) from None
                wait_s = retry_s(refusal.error)
        raise AssertionError("the attempts have no end")

    def _look_at(self, failure: Unreachable) -> None:
        """Have the clock stand while no server runs, as the server's will have done."""
        if isinstance(failure, Down):
            self.miss()
        elif self.is_down:
            self.is_down = False
            self._hearing.clock.run()

    async def _same_place(self) -> str:
        return self.url

    async def _greet(self, *, back: bool = False) -> Link:
        """Be taken in, by the last way back or else by the token.

        Raises Unreachable, NotDone or Rejected.
        """
        if self._resume is not None:
            try:
                return await self._say_hello(back=back)
            except (NotDone, Rejected) as refusal:
                if not is_bad_token(refusal):
                    raise
                # Its successor may have been used, and that welcome lost.
                self._resume = None
        return await self._say_hello(back=back)

    async def _say_hello(self, *, back: bool) -> Link:
        """Connect, and in one go say hello and ask for the seat held before."""
        loop = asyncio.get_running_loop()
        answers = Answers(loop, self._hearing.heed, self._slow_after_s)
        link = await Link.open(self.url, answers)
        try:
            hello = self._hello()
            await link.send(hello)
            join = self._hearing.come_back() if back else None
            if join is not None:
                await link.send(join)
            self._welcomed(await self._answer_to(hello, link))
        except LinkLost as lost:
            if means_come_back(lost.code):
                raise Unreachable(
                    tr(
                        "{url} hung up during the greeting",
                        url=without_password(self.url),
                    )
                ) from None
            raise Rejected(lost.code) from None
        except (NotDone, Unreachable):
            await link.close()
            raise
        except asyncio.CancelledError:
            link.cut()
            raise
        self._exchange.attach()
        return link

    def _hello(self) -> Hello:
        self._visit += 1
        return Hello(
            id=self.next_id(),
            client=f"samedeal/{version()}",
            language=self._language,
            name=self._asked_name,
            token=self._token if self._resume is None else None,
            resume=self._resume,
            bot=self._bot,
            session=self._run,
            visit=self._visit,
        )

    async def _answer_to(self, hello: Hello, link: Link) -> Welcome:
        """Return the welcome; raises NotDone, LinkLost or Unreachable."""
        reply: ServerMessage = await link.receive(GREETED_WITHIN_S)
        while isinstance(reply, Service):
            self._hearing.take(reply)
            reply = await link.receive(GREETED_WITHIN_S)
        if isinstance(reply, Error):
            raise NotDone(reply)
        if not isinstance(reply, Welcome) or reply.re != hello.id:
            raise Unreachable(
                tr(
                    "{url} does not answer like a samedeal server",
                    url=without_password(self.url),
                )
            )
        return reply

    def _welcomed(self, welcome: Welcome) -> None:
        self.is_down = False
        self._backoff.connected()
        self._hearing.welcome(welcome)
        self._resume = welcome.resume
        self.chain = ChainSeen(welcome.chain, welcome.chain_head)
        self.addresses = welcome.addresses
        self.name, self.is_named = welcome.name, welcome.named
        self._heartbeat_s = welcome.heartbeat_ms / 1000
        if self._heartbeat_at_most_s is not None:
            self._heartbeat_s = min(self._heartbeat_s, self._heartbeat_at_most_s)
        if welcome.token is not None:
            self._token = welcome.token
            self._on_token(welcome.name, welcome.token)


async def _nothing_to_say() -> str:
    return ""


def _keep_none(room: str, name: str, kind: str, token: str) -> None:
    """Keep no bot."""


async def _nobody() -> dict[str, str]:
    return {}


def is_bad_token(refusal: NotDone | Rejected) -> bool:
    """Tell whether a greeting was refused because the server knows no such player."""
    if isinstance(refusal, NotDone):
        return refusal.error.code is ErrorCode.BAD_TOKEN
    return refusal.code == CloseCode.BAD_TOKEN


def _closed_by(error: Error) -> int:
    """Return the close code that goes with a greeting refused for good."""
    if error.code is ErrorCode.BAD_TOKEN:
        return CloseCode.BAD_TOKEN
    return CloseCode.BAD_MESSAGE
