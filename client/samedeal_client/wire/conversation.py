"""The conversation with a server, over a link that may be lost.

It says hello, comes back after a loss with growing, jittered pauses, takes the seat
again and sends everything unanswered again. Faces read `session` and `happenings`, and
need not know that the connection was ever gone.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Self, TypeVar

from samedeal_client.language.texts import NOT_UNDERSTOOD
from samedeal_client.wire.answers import SLOW_AFTER_S, Answers
from samedeal_client.wire.clock import match_now
from samedeal_client.wire.exchange import Exchange, retry_s
from samedeal_client.wire.greeting import Greeting, Joining, closed_by, is_bad_token
from samedeal_client.wire.happenings import (
    Happening,
    NotDone,
    OtherChain,
    Rejected,
    Revived,
)
from samedeal_client.wire.hearing import Hearing
from samedeal_client.wire.link import Link, LinkLost
from samedeal_client.wire.meeting import Meeting, Opening
from samedeal_client.wire.reach.backoff import Backoff, NextAttempt
from samedeal_client.wire.session import Session
from samedeal_client.wire.trouble import Busy, Down, Unreachable
from samedeal_client.wire.witness.following import ChainSeen, Following
from samedeal_client.wire.witness.keeping import ON_ITS_OWN, Seeker, Surroundings
from samedeal_games.errors import GameError
from samedeal_protocol.errors import CloseCode, means_come_back
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.results.records import AskChain, ChainPart
from samedeal_protocol.rooms.playing import RoomCommand
from samedeal_protocol.shapes import Reply, Request

SILENCES = 2
"""Heartbeats without a word from the server after which the link is taken for lost:
each of them should have been answered within a round trip."""
UNFIT = (GameError, LookupError, ValueError)
"""Errors of a message that cannot be true, about a game, a seat or a match that is not
there. Whoever asked for it would not hear of it otherwise."""

R = TypeVar("R", bound=Reply)


@dataclass(frozen=True, slots=True)
class Pace:
    """The times of a conversation's own doings."""

    backoff: Backoff = field(default_factory=Backoff)
    """Pauses before it comes back after a loss; of this conversation alone."""
    heartbeat_s: float | None = None
    """Seconds between heartbeats, where that is less than the server asks."""
    slow_after_s: float = SLOW_AFTER_S
    """Seconds that an answer may take until the player is told."""


class Conversation:
    """One identity at one server, in at most one room.

    `Player` adds everything that can be asked for.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str | None,
        token: str | None = None,
        bot: bool = False,
        on_token: Callable[[str, str], None] = lambda name, token: None,
        around: Surroundings = ON_ITS_OWN,
        pace: Pace | None = None,
    ) -> None:
        """Take a server and a player; `on_token` hears a new name and token."""
        self.url = url
        self.elsewhere = url if around.elsewhere is None else around.elsewhere
        """The server as commands must name it; empty where they need not."""
        self.name = name or ""
        self.is_named = False
        """Whether the name is claimed, as the last greeting said."""
        self.session = Session()
        self._greeting = Greeting(name=name, token=token, bot=bot)
        self._on_token = on_token
        self.chain = ChainSeen(0, b"")
        """The chain of matches as the last greeting showed it."""
        self.following: Following | None = None
        """The chain from a head that was shown, None until it is first asked for."""
        self.addresses: tuple[str, ...] = ()
        """The server's addresses for others, by its own account, which may be anything;
        see `reach.invitations`."""
        self.server_name = self.greeting = ""
        """The server's name and words of welcome, by its operator; text of others."""
        self.coming: frozenset[str] = frozenset()
        """The bots that were called before and are on their way back, by name."""
        self.keeper = around.keeper
        self.trying: NextAttempt | None = None
        """The attempt to come back that is next or under way, None while connected."""
        self.is_down = False
        """Whether no server ran there when that was last tried."""
        self._way, self._served = around.way, around.served
        self._pace = Pace() if pace is None else pace
        self._heartbeat_s = 10.0
        self._exchange = Exchange(self.session)
        self._hearing = Hearing(self.session, self._exchange, self.keeper)
        self._meeting = Meeting(self.session, self._exchange, self._hearing)
        self._link: Link | None = None

    def beside(self) -> Self:
        """Return the same player for another connection, which is still to be made."""
        greeting = self._greeting
        return type(self)(
            self.url,
            name=greeting.name,
            token=greeting.token,
            bot=greeting.bot,
            around=Surroundings(way=self),
        )

    async def find(self, seeker: Seeker, /) -> str:
        """Return the server's address after a loss, for bots that this player brought.

        This player hears of it. Raises Unreachable.
        """
        del seeker
        return await self._way.find(self)

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
        """The happenings, in order, for a face to tell."""
        return self._hearing.happenings

    def commit_to(self, match: str) -> bytes:
        """Return the commitment to the own nonce for a match, fresh the first time."""
        return self._hearing.commit_to(match)

    @property
    def nonces(self) -> dict[str, bytes]:
        """The player's own nonces by match, until they are revealed and checked."""
        return self.session.memory.nonces

    @property
    def proven(self) -> Mapping[str, bool]:
        """By match: whether its deal was found to be the one committed to."""
        return self._hearing.proven

    @property
    def is_serving(self) -> bool:
        """Whether this program runs the server, which ends with it."""
        return self._served is not None and self._served.ends

    async def who_races(self) -> dict[str, str]:
        """Return the players whose race ends with that server: names by player's id."""
        return {} if self._served is None else await self._served.who_races()

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
        """Seconds that a slow server was silent; None where none is slow."""
        answers = None if self._link is None else self._link.answers
        if answers is None or not answers.is_slow or self.is_degraded:
            return None
        return answers.silent_s

    def now_ms(self) -> int:
        """Return the server's clock; it stands still while the service has trouble."""
        return self._hearing.clock.now_ms()

    def left_ms(self) -> int | None:
        """Return the ms that the room's phase still lasts, None where it is open."""
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
        """Carry out a numbered command once; raises NotDone.

        It outlives its connection: it is sent again until it is answered.
        """
        await self._exchange.command(make)

    async def links(self, start: int) -> ChainPart:
        """Return links of the chain of matches, from `start` on; raises NotDone."""
        return await self.ask(AskChain(id=self.next_id(), start=start), ChainPart)

    # Staying connected

    @asynccontextmanager
    async def connected(self, room: str = "") -> AsyncGenerator[Self]:
        """Be connected, and stay so, within a block; on the way to a room, if any.

        Raises Unreachable, NotDone or Rejected if the first attempt fails.
        """
        self._link = await self._greet(self._meeting.on_the_way(room), _nowhere)
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
        self._meeting.let_go()
        if self._link is not None:
            await self._link.close()

    async def _stay_connected(self, link: Link) -> None:
        is_back = False
        while True:
            code = await self._talk(link, is_back=is_back)
            if code is None:
                link = await self._meeting.go_over(link, self._greet)
                is_back = False
                continue
            self._link = None
            self._meeting.let_go()
            if link.answers is not None:
                link.answers.close()
            self._exchange.detach()
            self._pace.backoff.lost(is_handed_over=code == CloseCode.GOING_AWAY)
            if code != NOT_UNDERSTOOD and means_come_back(code):
                self._hearing.lost(code, again=True)
                try:
                    link, is_back = await self._come_back(), True
                    continue
                except Rejected as rejected:
                    code = rejected.code
                finally:
                    self.trying = None
            self._hearing.lost(code, again=False)
            return

    async def _talk(self, link: Link, *, is_back: bool) -> int | None:
        """Send, receive and beat until the link is lost; return the close code.

        None where it is not lost, and another path of the server calls.
        """
        self._link = link
        async with asyncio.TaskGroup() as tasks:
            companions = [
                tasks.create_task(self._beat(link)),
                tasks.create_task(self._exchange.send_over(link)),
            ]
            if is_back:
                companions.append(tasks.create_task(self._look_back()))
            try:
                while True:
                    message = await link.receive(self._heartbeat_s * SILENCES)
                    self._hearing.take(message)
                    self._meeting.look()
                    if self._meeting.calls(link):
                        return None
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
        doubt = await self.keeper.look_back(self)
        if doubt:
            self.happenings.put_nowait(OtherChain(doubt))

    async def _come_back(self) -> Link:
        """Try until a server takes the player in; raises Rejected."""
        wait_s = 0.0
        for attempt in count(1):
            pause_s = self._pace.backoff.pause_s(wait_s)
            self.trying = NextAttempt(attempt, time.monotonic() + pause_s)
            await asyncio.sleep(pause_s)
            wait_s = 0.0
            try:
                self.url = await self._way.find(self)
                return await self._greet(self._meeting.open, self._hearing.come_back)
            except Busy as busy:
                wait_s = busy.retry_s
            except Unreachable as failure:
                self._look_at(failure)
                continue
            except NotDone as refusal:
                if refusal.error.retry == "never":
                    raise Rejected(closed_by(refusal.error)) from None
                wait_s = retry_s(refusal.error)
        raise AssertionError("the attempts have no end")

    def _look_at(self, failure: Unreachable) -> None:
        """Stop the clock while no server runs, as the server will have done."""
        if isinstance(failure, Down):
            self.miss()
        elif self.is_down:
            self.is_down = False
            self._hearing.clock.run()

    async def _greet(self, opens: Opening, join: Joining) -> Link:
        """Be taken in, by the last way back or else by the token.

        Raises Unreachable, NotDone or Rejected.
        """
        if self._greeting.may_resume:
            try:
                return await self._say_hello(opens, join)
            except (NotDone, Rejected) as refusal:
                if not is_bad_token(refusal):
                    raise
                self._greeting.forget_resume()
        return await self._say_hello(opens, join)

    async def _say_hello(self, opens: Opening, join: Joining) -> Link:
        """Connect, and in one go say hello and ask for the seat held before."""
        hearing, loop = self._hearing, asyncio.get_running_loop()
        answers = Answers(loop, hearing.heed, self._pace.slow_after_s)
        link = await opens(self.url, answers)
        asked = self.next_id()
        welcome = await self._greeting.over(link, self.url, asked, join, hearing.take)
        self._welcomed(welcome)
        self._exchange.attach()
        return link

    def _welcomed(self, welcome: Welcome) -> None:
        self.is_down = False
        self._pace.backoff.connected()
        self._hearing.welcome(welcome)
        self.chain = ChainSeen(welcome.chain, welcome.chain_head)
        self.addresses = welcome.addresses
        self.server_name, self.greeting = welcome.server_name, welcome.greeting
        self.name, self.is_named = welcome.name, welcome.named
        self._heartbeat_s = welcome.heartbeat_ms / 1000
        if self._pace.heartbeat_s is not None:
            self._heartbeat_s = min(self._heartbeat_s, self._pace.heartbeat_s)
        if welcome.token is not None:
            self._on_token(welcome.name, welcome.token)


def _nowhere() -> None:
    """Ask for no seat."""
