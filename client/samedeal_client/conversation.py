"""The conversation with a server, over a link that may be lost.

It says hello, comes back after a loss with growing, jittered pauses, takes the
seat again and sends again what was not answered. Whoever shows or plays the
game reads `session` and `happenings`, and need not know that the connection was
ever gone.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Literal, Self, TypeVar

from samedeal_client import VERSION
from samedeal_client.happenings import (
    Back,
    Checked,
    Happening,
    Lost,
    NotDone,
    Rejected,
    Unseated,
)
from samedeal_client.link import ABNORMAL, Link, LinkLost, Unreachable
from samedeal_client.session import Behind, Session, board_of
from samedeal_client.verify import doubts_about
from samedeal_games.catalogue import find_game
from samedeal_protocol.boards import Snapshot
from samedeal_protocol.commands import (
    Hello,
    JoinRoom,
    Request,
    Reveal,
    RoomCommand,
)
from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back
from samedeal_protocol.updates import (
    Done,
    Error,
    Heartbeat,
    Joined,
    MatchEnded,
    Moved,
    News,
    PhaseChanged,
    Reply,
    Reset,
    ServerMessage,
    Service,
    Welcome,
)

FIRST_PAUSE_S = 0.25
LONGEST_PAUSE_S = 8.0
SILENCES = 3
"""Heartbeats without a word from the server after which the link is taken for lost."""
ANSWER_WITHIN_S = 60.0
PATIENCE = 3
"""How often a question is put again after the server asked to wait."""


R = TypeVar("R", bound=Reply)


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
        language: Literal["en", "es"] = "en",
        on_token: Callable[[str, str], None] = lambda name, token: None,
    ) -> None:
        self.url = url
        self.id = ""
        self.name = name or ""
        self.session = Session()
        self.happenings: asyncio.Queue[Happening] = asyncio.Queue()
        self.proven: dict[str, bool] = {}
        """By match: whether its deal was found to be the one committed to."""
        self._asked_name = name
        self._token = token
        self._bot = bot
        self._language: Literal["en", "es"] = language
        self._on_token = on_token
        self._link: Link | None = None
        self._ids = 0
        self._waiting: dict[int, asyncio.Future[Reply]] = {}
        self._commands: dict[int, asyncio.Future[Reply]] = {}
        self._number_of: dict[int, int] = {}
        self.nonces: dict[str, bytes] = {}
        self._resyncing = False
        self._heartbeat_s = 10.0
        self._clock_ahead_ms = 0
        self._outbox: asyncio.Queue[Request] = asyncio.Queue()

    # Connecting

    @asynccontextmanager
    async def connected(self) -> AsyncGenerator[Self]:
        """Be connected, and stay so, within a block.

        Raises Unreachable or Rejected if the first attempt fails.
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

    def now_ms(self) -> int:
        """Return the server's clock, as well as it is known here."""
        return int(time.time() * 1000) + self._clock_ahead_ms

    def left_ms(self) -> int | None:
        """Return how long the room's phase still lasts, None where it is open."""
        room = self.session.room
        if room is None or room.until is None:
            return None
        return max(0, room.until - self.now_ms())

    async def _hang_up(self) -> None:
        if self._link is not None:
            await self._link.close()

    # Asking and being answered

    async def ask(self, request: Request, kind: type[R]) -> R:
        """Put a question and return its answer; raises NotDone.

        A question does not outlive its connection; asking again is harmless.
        """
        for _ in range(PATIENCE):
            try:
                return await self._ask_once(request, kind)
            except NotDone as refusal:
                if refusal.error.code is not ErrorCode.TOO_FAST:
                    raise
                await asyncio.sleep(_pause_s(refusal.error))
        return await self._ask_once(request, kind)

    async def _ask_once(self, request: Request, kind: type[R]) -> R:
        if self._link is None:
            raise NotDone(local_error(ErrorCode.UNAVAILABLE))
        answer = asyncio.get_running_loop().create_future()
        self._waiting[request.id] = answer
        await self._send(request)
        reply = await self._answered(answer)
        if not isinstance(reply, kind):
            raise NotDone(local_error(ErrorCode.BAD_MESSAGE))
        return reply

    async def command(self, make: Callable[[int], RoomCommand]) -> None:
        """Have a numbered command carried out once; raises NotDone.

        It outlives its connection: it is sent again until it is answered.
        """
        if self.session.room is None or self.session.seat is None:
            raise NotDone(local_error(ErrorCode.NOT_IN_ROOM))
        command = self.session.number(make)
        answer = asyncio.get_running_loop().create_future()
        self._commands[command.n] = answer
        self._number_of[command.id] = command.n
        await self._send(command)
        await self._answered(answer)

    async def _answered(self, answer: "asyncio.Future[Reply]") -> Reply:
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                reply = await answer
        except TimeoutError:
            raise NotDone(local_error(ErrorCode.UNAVAILABLE)) from None
        if isinstance(reply, Error):
            raise NotDone(reply)
        return reply

    async def _send(self, message: Request) -> None:
        """Send, or leave it to the next connection where there is none."""
        if self._link is None:
            return
        # The reader finds out about a loss as well, and comes back.
        with contextlib.suppress(LinkLost):
            await self._link.send(message)

    def _take(self, message: ServerMessage) -> None:
        """Fold one message into what is known, and pass replies on."""
        try:
            match message:
                case News():
                    self._hear(message)
                case Heartbeat():
                    self._set_clock(message.now)
                    if not self._resyncing:
                        self.session.check(message)
                case Joined():
                    self._joined(message)
                    self._pass_on(message)
                case Reset(snapshot=snapshot):
                    self._start_from(snapshot)
                case Service():
                    self.happenings.put_nowait(message)
                case Done() | Moved() | Error():
                    self._take_answer(message)
                case _:
                    self._pass_on(message)
        except Behind:
            self._resync()

    def _hear(self, news: News) -> None:
        if self._resyncing:
            return
        before = self.session.seat
        self.session.hear(news)
        for update in news.updates:
            self.happenings.put_nowait(update)
            if isinstance(update, PhaseChanged) and update.phase == "countdown":
                self._reveal()
            if isinstance(update, MatchEnded):
                self._check(update)
        if before is not None and self.session.seat is None:
            self._unseat()
        if self.session.room is not None and self.session.room.phase == "closed":
            self._unseat()

    def _take_answer(self, reply: Done | Moved | Error) -> None:
        n = self._number_of.pop(reply.re, None)
        if n is None:
            self._pass_on(reply)
            return
        command = self.session.unanswered.get(n)
        if isinstance(reply, Error) and command and _may_have_been_done(reply):
            asyncio.get_running_loop().call_later(
                _pause_s(reply), self._spawn_send, command
            )
            return
        answer = self._commands.pop(n, None)
        try:
            if isinstance(reply, Error):
                self.session.refuse(n)
                if isinstance(command, Reveal) and reply.code == ErrorCode.COMMAND_GAP:
                    # A command before it was refused and left its number free.
                    self._reveal()
            else:
                self.session.accept(n)
            if isinstance(reply, Moved):
                self.session.move(reply)
        finally:
            _resolve(answer, reply)

    def _pass_on(self, reply: Reply) -> None:
        _resolve(self._waiting.pop(reply.re, None), reply)

    def _joined(self, joined: Joined) -> None:
        self._resyncing = False
        self._start_from(joined.snapshot)

    def _start_from(self, snapshot: Snapshot) -> None:
        """Start from a snapshot, and send again what it does not know."""
        again = self.session.join(snapshot)
        for n in [n for n in self._commands if n <= self.session.n]:
            # It was carried out; only its answer got lost.
            _resolve(self._commands.pop(n), Done(re=0, offset=self.session.offset))
        for command in again:
            self._spawn_send(command)
        if snapshot.room.phase == "countdown":
            self._reveal()

    def _resync(self) -> None:
        room = self.session.room
        if room is None or self.session.seat is None or self._resyncing:
            return
        self._resyncing = True
        self._spawn_send(JoinRoom(id=self.next_id(), room=room.room))

    def _reveal(self) -> None:
        room = self.session.room
        opened = None if room is None else room.next_match
        nonce = None if opened is None else self.nonces.get(opened.id)
        if nonce is None or self.session.seat is None:
            return
        command = self.session.number(
            lambda n: Reveal(id=self.next_id(), n=n, nonce=nonce)
        )
        self._number_of[command.id] = command.n
        self._spawn_send(command)

    def _check(self, ended: MatchEnded) -> None:
        room, session = self.session.room, self.session
        if room is None:
            return
        result = ended.result
        nonce = self.nonces.pop(result.match, None)
        doubts = doubts_about(
            result,
            find_game(room.game),
            announced=session.commitments.pop(result.match, None),
            own_nonce=None if nonce is None else (self.id, nonce),
            opening=None if session.opening is None else board_of(session.opening),
        )
        self.proven[result.match] = not doubts
        self.happenings.put_nowait(Checked(result.match, doubts))

    def _unseat(self) -> None:
        for answer in self._commands.values():
            _resolve(answer, local_error(ErrorCode.NOT_SEATED))
        self._commands.clear()
        self.session.unanswered.clear()
        self.happenings.put_nowait(Unseated())

    # Staying connected

    async def _stay_connected(self, link: Link) -> None:
        while True:
            code = await self._talk(link)
            self._link = None
            self._fail_requests()
            if means_come_back(code):
                self.happenings.put_nowait(Lost(code, again=True))
                try:
                    link = await self._come_back()
                except Rejected as rejected:
                    code = rejected.code
                else:
                    self.happenings.put_nowait(Back())
                    continue
            self.happenings.put_nowait(Lost(code, again=False))
            self._unseat()
            return

    async def _talk(self, link: Link) -> int:
        """Send, receive and beat until the link is lost; return the close code."""
        self._link = link
        async with asyncio.TaskGroup() as tasks:
            companions = [
                tasks.create_task(self._beat(link)),
                tasks.create_task(self._send_spawned(link)),
            ]
            try:
                while True:
                    self._take(await link.receive(self._heartbeat_s * SILENCES))
            except LinkLost as lost:
                return lost.code
            finally:
                for task in companions:
                    task.cancel()

    async def _come_back(self) -> Link:
        pause_s = FIRST_PAUSE_S
        while True:
            # Jitter: a whole server's players must not come back at once.
            await asyncio.sleep(pause_s * random.uniform(0.5, 1.5))  # noqa: S311
            pause_s = min(LONGEST_PAUSE_S, pause_s * 2)
            try:
                link = await self._greet()
                await self._sit_down_again(link)
            except (Unreachable, LinkLost):
                continue
            except NotDone as refusal:
                if refusal.error.retry == "never":
                    raise Rejected(CloseCode.BAD_TOKEN) from None
                continue
            return link

    async def _greet(self) -> Link:
        """Connect and say hello; raises Unreachable or Rejected."""
        link = await Link.open(self.url)
        hello = Hello(
            id=self.next_id(),
            client=f"samedeal/{VERSION}",
            language=self._language,
            name=self._asked_name,
            token=self._token,
            bot=self._bot,
        )
        try:
            await link.send(hello)
            reply = await link.receive(ANSWER_WITHIN_S)
            if isinstance(reply, Error):
                await link.close()
                raise NotDone(reply)
        except LinkLost as lost:
            if means_come_back(lost.code):
                raise Unreachable(f"{self.url} hung up during the greeting") from None
            raise Rejected(lost.code) from None
        if not isinstance(reply, Welcome):
            await link.close()
            raise Unreachable(f"{self.url} does not greet as a samedeal server does")
        self._welcomed(reply)
        return link

    def _welcomed(self, welcome: Welcome) -> None:
        self.id, self.name = welcome.player, welcome.name
        self._heartbeat_s = welcome.heartbeat_ms / 1000
        self._set_clock(welcome.now)
        if welcome.token is not None:
            self._token = welcome.token
            self._on_token(welcome.name, welcome.token)

    async def _sit_down_again(self, link: Link) -> None:
        """Go back to the room before anything else is said on a new link."""
        room = self.session.room
        if room is None or self.session.seat is None:
            return
        request = JoinRoom(id=self.next_id(), room=room.room)
        await link.send(request)
        while True:
            reply = await link.receive(ANSWER_WITHIN_S)
            if isinstance(reply, Joined):
                if reply.snapshot.n < self.session.n:
                    # A new seat in place of the old: nothing carries over.
                    self.session.unanswered.clear()
                self._joined(reply)
                return
            if isinstance(reply, Error):
                if reply.retry != "never":
                    raise LinkLost(ABNORMAL)
                self.session.leave()
                self._unseat()
                return

    async def _beat(self, link: Link) -> None:
        while True:
            await asyncio.sleep(self._heartbeat_s)
            try:
                await link.send(self.session.heartbeat())
            except LinkLost:
                return

    async def _send_spawned(self, link: Link) -> None:
        while True:
            message = await self._outbox.get()
            try:
                await link.send(message)
            except LinkLost:
                return

    def _spawn_send(self, message: Request) -> None:
        """Queue a message that the conversation itself gives rise to."""
        if isinstance(message, RoomCommand):
            self._number_of[message.id] = message.n
        self._outbox.put_nowait(message)

    def _fail_requests(self) -> None:
        """Answer what only this connection could have answered; commands wait."""
        for answer in self._waiting.values():
            _resolve(answer, local_error(ErrorCode.UNAVAILABLE))
        self._waiting.clear()
        self._outbox = asyncio.Queue()

    def next_id(self) -> int:
        """Return an id for a request, never used before on this connection."""
        self._ids += 1
        return self._ids

    def _set_clock(self, now: int) -> None:
        self._clock_ahead_ms = now - int(time.time() * 1000)


def _resolve(answer: "asyncio.Future[Reply] | None", reply: Reply) -> None:
    if answer is not None and not answer.done():
        answer.set_result(reply)


def _may_have_been_done(error: Error) -> bool:
    """Tell whether the same command should be sent again until it is answered.

    A server that lost its store in the middle does not know; one that was asked
    too fast has only put it off.
    """
    return error.code in (ErrorCode.UNAVAILABLE, ErrorCode.TOO_FAST)


def _pause_s(error: Error) -> float:
    """Return how long an error asks to wait."""
    return error.retry / 1000 if isinstance(error.retry, int) else 1.0


def local_error(code: ErrorCode) -> Error:
    """Return the error that the server would have sent, had it been asked."""
    return Error(re=0, code=code, retry="never", trace="")
