"""Requests and their answers, over links that come and go.

A question dies with its connection. A command does not: it has a number, is kept until
it is answered, and sent again to whichever server is there next.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.link import Link, LinkLost
from samedeal_client.wire.session import Session
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Done, Leave, Moved, Reveal, RoomCommand
from samedeal_protocol.shapes import Reply, Request
from samedeal_protocol.updates import Error

ANSWER_WITHIN_S = 60.0
PATIENCE = 3
"""Times that a question is put again after the server asked to wait."""

PUT_OFF = (ErrorCode.TOO_FAST, ErrorCode.TOO_MANY)
"""Errors that only put a request off: it is sent again after as long as they say."""
UNDECIDED = (ErrorCode.UNAVAILABLE, *PUT_OFF)
"""Errors after which a command may be sent again: a server that lost its store in the
middle does not know whether it was done."""

R = TypeVar("R", bound=Reply)


class Exchange:
    """Requests that are not answered yet, and messages still to be sent."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._ids = 0
        self._is_attached = False
        self._is_holding = False
        self._waiting: dict[int, asyncio.Future[Reply]] = {}
        self._commands: dict[int, asyncio.Future[Reply]] = {}
        self._number_of: dict[int, int] = {}
        self._outbox: asyncio.Queue[Request] = asyncio.Queue()

    # Asking

    def next_id(self) -> int:
        """Return an id for a request, never used before."""
        self._ids += 1
        return self._ids

    async def ask(self, request: Request, kind: type[R]) -> R:
        """Put a question and return its answer; raises NotDone.

        A question does not outlive its connection; asking again is harmless.
        """
        for _ in range(PATIENCE):
            try:
                return await self._ask_once(request, kind)
            except NotDone as refusal:
                waits = isinstance(refusal.error.retry, int)
                if refusal.error.code not in PUT_OFF or not waits:
                    raise
                pause_s = retry_s(refusal.error)
                if pause_s > ANSWER_WITHIN_S:
                    raise
                await asyncio.sleep(pause_s)
        return await self._ask_once(request, kind)

    async def _ask_once(self, request: Request, kind: type[R]) -> R:
        if not self._is_attached:
            raise NotDone(local_error(ErrorCode.UNAVAILABLE))
        answer = asyncio.get_running_loop().create_future()
        self._waiting[request.id] = answer
        self.send(request)
        reply = await _answered(answer)
        if not isinstance(reply, kind):
            raise NotDone(local_error(ErrorCode.BAD_MESSAGE))
        return reply

    async def command(self, make: Callable[[int], RoomCommand]) -> None:
        """Carry out a numbered command once; raises NotDone.

        It outlives its connection: it is sent again until it is answered.
        """
        if self._session.room is None or self._session.seat is None:
            raise NotDone(local_error(ErrorCode.NOT_IN_ROOM))
        command = self._session.number(make)
        answer = asyncio.get_running_loop().create_future()
        self._commands[command.n] = answer
        self.send(command)
        await self._settled(answer)

    async def _settled(self, answer: "asyncio.Future[Reply]") -> None:
        """Wait for a command's answer; time without a connection does not count."""
        while True:
            try:
                await _answered(asyncio.shield(answer))
            except NotDone:
                if answer.done() or self._is_attached:
                    raise
            else:
                return

    def send(self, message: Request) -> None:
        """Queue a message, or leave it to be sent after the next snapshot."""
        if isinstance(message, RoomCommand):
            self._number_of[message.id] = message.n
            if self._is_holding:
                return
        if self._is_attached:
            self._outbox.put_nowait(message)

    # Being answered

    @property
    def is_asking(self) -> bool:
        """Whether a question is still to be answered."""
        return bool(self._waiting)

    def awaits(self, re: int) -> bool:
        """Tell whether a question is still to be answered."""
        return re in self._waiting

    def take(self, reply: Reply) -> bool:
        """Pass an answer on to the request; return False for a command put off."""
        n = self._number_of.get(reply.re)
        if n is None or not isinstance(reply, Done | Moved | Error):
            _resolve(self._waiting.pop(reply.re, None), reply)
            return True
        if isinstance(reply, Error) and self._will_ask_again(n, reply):
            return False
        command = self._session.unanswered.get(n)
        del self._number_of[reply.re]
        answer = self._commands.pop(n, None)
        try:
            if isinstance(reply, Error):
                later = self._session.refuse(n)
                if isinstance(command, Reveal):
                    self._ask_anew(later)
            else:
                self._session.accept(n)
            if isinstance(reply, Moved):
                self._session.move(reply)
        finally:
            _resolve(answer, reply)
        return True

    def command_of(self, re: int) -> RoomCommand | None:
        """Return the unanswered command that an answer belongs to."""
        return self._session.unanswered.get(self._number_of.get(re, 0))

    def _will_ask_again(self, n: int, error: Error) -> bool:
        """Send a command again later, if the server has not decided on it.

        A command that came before an undecided one is not decided on either.
        """
        command = self._session.unanswered.get(n)
        overtook = error.code is ErrorCode.COMMAND_GAP and any(
            earlier < n for earlier in self._session.unanswered
        )
        if command is None or not (error.code in UNDECIDED or overtook):
            return False
        loop = asyncio.get_running_loop()
        loop.call_later(retry_s(error), self._send_again, command)
        return True

    def _ask_anew(self, later: Sequence[RoomCommand]) -> None:
        """Send commands with numbers that fit, as one before them took theirs away.

        Of a reveal that came too late the player knows nothing. What the program sent
        by itself it sends by itself again.
        """
        for command in later:
            self._number_of.pop(command.id, None)
            answer = self._commands.pop(command.n, None)
            if answer is None:
                continue
            anew = self._session.number(partial(self._numbered, command))
            self._commands[anew.n] = answer
            self.send(anew)

    def _numbered(self, command: RoomCommand, n: int) -> RoomCommand:
        return command.model_copy(update={"id": self.next_id(), "n": n})

    def _send_again(self, command: RoomCommand) -> None:
        if self._session.unanswered.get(command.n) is command:
            self.send(command)
        else:
            _resolve(
                self._commands.pop(command.n, None),
                local_error(ErrorCode.COMMAND_GAP),
            )

    # Links and snapshots

    def attach(self) -> None:
        """Begin to send; commands wait for a snapshot to show which are done."""
        self._is_attached = True
        self._is_holding = self._session.room is not None

    def hold(self) -> None:
        """Keep commands back until the next snapshot shows which are done."""
        self._is_holding = True

    def detach(self) -> None:
        """Answer questions, which only this connection could answer; commands wait."""
        self._is_attached = False
        self._outbox = asyncio.Queue()
        for answer in self._waiting.values():
            _resolve(answer, local_error(ErrorCode.UNAVAILABLE))
        self._waiting.clear()

    async def send_over(self, link: Link) -> None:
        """Send queued messages, in order, until the link is lost."""
        while True:
            message = await self._outbox.get()
            try:
                await link.send(message)
            except LinkLost:
                return

    def settle(self, before: dict[int, RoomCommand]) -> None:
        """Compare the unanswered commands with a snapshot that was just taken over.

        Commands that it knows are done, only their answers got lost; those that it does
        not know are sent again.
        """
        self._is_holding = False
        session = self._session
        for n in [n for n in self._commands if n not in session.unanswered]:
            done = n <= session.n or isinstance(before.get(n), Leave)
            _resolve(
                self._commands.pop(n),
                Done(re=0, offset=session.offset)
                if done
                else local_error(ErrorCode.COMMAND_GAP),
            )
        for command in list(session.unanswered.values()):
            self.send(command)
        self._leave_again(before)

    def _leave_again(self, before: dict[int, RoomCommand]) -> None:
        """Get up once more if coming back took a new seat after a leave was done."""
        session = self._session
        left = any(isinstance(command, Leave) for command in before.values())
        asks = any(isinstance(c, Leave) for c in session.unanswered.values())
        if left and not asks and session.seat is not None:
            self.send(session.number(lambda n: Leave(id=self.next_id(), n=n)))

    def give_up(self) -> None:
        """Answer all commands: there is no seat any more to carry them out."""
        self._is_holding = False
        for answer in self._commands.values():
            _resolve(answer, local_error(ErrorCode.NOT_SEATED))
        self._commands.clear()
        self._number_of.clear()
        self._session.unanswered.clear()


async def _answered(answer: "asyncio.Future[Reply]") -> Reply:
    try:
        async with asyncio.timeout(ANSWER_WITHIN_S):
            reply = await answer
    except TimeoutError:
        raise NotDone(local_error(ErrorCode.UNAVAILABLE)) from None
    if isinstance(reply, Error):
        raise NotDone(reply)
    return reply


def _resolve(answer: "asyncio.Future[Reply] | None", reply: Reply) -> None:
    if answer is not None and not answer.done():
        answer.set_result(reply)


def retry_s(error: Error) -> float:
    """Return the seconds that an error asks to wait."""
    return error.retry / 1000 if isinstance(error.retry, int) else 1.0


def local_error(code: ErrorCode) -> Error:
    """Return the error that the server would have sent, had it been asked."""
    return Error(re=0, code=code, retry="never", trace="")
