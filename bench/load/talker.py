"""One connection's conversation: hello, requests and answers, heartbeats.

What is said beside that, in a room, is for `Player` to hear.
"""

import asyncio
import random
from typing import NamedTuple

from bench.load.histogram import Histogram
from bench.load.ledger import Findings
from bench.load.wire import (
    HandshakeRefused,
    Link,
    Message,
    framed,
    open_link,
    unpacked,
)

ASKED_FROM = 1 << 32
"""Ids of requests that are no numbered commands; those have their number as id."""


class Refusal(Exception):
    """A request was answered with an error; `error` is the message."""

    def __init__(self, error: Message) -> None:
        super().__init__(f"{error['code']}: {error.get('detail', '')}")
        self.error = error


class Measures(NamedTuple):
    """The records of a run, which all its players write."""

    findings: Findings
    acks: Histogram
    """From when a move was meant to be sent to its acknowledgement."""
    tellings: Histogram | None
    """From a move's acknowledgement to each room mate's hearing of it; None where
    that is not worth what it costs the generator."""
    results: Histogram
    """From the last acknowledgement of a match to each player's result."""


def new_measures() -> Measures:
    """Return empty measures."""
    return Measures(Findings(), Histogram(), Histogram(), Histogram())


def measures_at_full_speed(findings: Findings) -> Measures:
    """Return measures without tellings, with findings that others add to."""
    return Measures(findings, Histogram(), None, Histogram())


class Talker:
    """Somebody with an identity who is connected, or comes back."""

    def __init__(self, name: str, port: int, measures: Measures) -> None:
        self.name = name
        self.port = port
        self.path = "/"
        """By which to connect; a room's, where a proxy goes by it."""
        self.measures = measures
        self.link: Link | None = None
        self.id = ""
        self.resume = ""
        self.is_bot = True
        self.is_stopped = False
        """Whether to begin nothing further."""
        self._heartbeat_s = 10.0
        self._asked: dict[int, asyncio.Future[Message]] = {}
        self._last_id = ASKED_FROM
        self._beat: asyncio.TimerHandle | None = None

    async def connect(self) -> None:
        """Open the connection; as often as the server says to come back later."""
        while True:
            try:
                self.link = await open_link(
                    self.port, self.received, self._gone, path=self.path
                )
            except HandshakeRefused as refused:
                if refused.retry_after_s is None:
                    raise
                spread = 1 + random.random()  # noqa: S311 - so that not all come at once
                await asyncio.sleep(refused.retry_after_s * spread)
            else:
                return

    async def say_hello(self) -> None:
        """Be somebody new."""
        hello = {"client": "bench", "name": "bench", "bot": self.is_bot}
        self.welcome(await self.ask("hello", **hello))

    def welcome(self, welcome: Message) -> None:
        """Take note of what the answer to a hello says."""
        self.id, self.resume = welcome["player"], welcome["resume"]
        self._heartbeat_s = welcome["heartbeat_ms"] / 1000
        self._beat_later(random.random())  # noqa: S311 - spreads them

    def cut(self) -> None:
        """Lose the connection."""
        link, self.link = self.link, None
        if link is not None:
            link.cut()
        self.forget()

    def close(self) -> None:
        """Leave in good order."""
        self.is_stopped = True
        link, self.link = self.link, None
        if link is not None:
            link.close()
        self.forget()

    def forget(self) -> None:
        """Expect nothing more of a connection that is gone."""
        if self._beat is not None:
            self._beat.cancel()
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError("the connection was lost"))
                # Marked as seen: nobody may be waiting.
                answer.exception()
        self._asked.clear()

    async def ask(self, t: str, **fields: object) -> Message:
        """Send a request and return its answer; raises Refusal.

        While the store does not answer, it is sent again when the server says.
        """
        while True:
            try:
                return await self.request(t, **fields)
            except Refusal as refusal:
                if refusal.error["code"] != "unavailable":
                    raise
                await asyncio.sleep(refusal.error["retry"] / 1000)

    def request(self, t: str, **fields: object) -> "asyncio.Future[Message]":
        """Send a request; return what becomes its answer."""
        self._last_id += 1
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._asked[self._last_id] = answer
        self.write({"t": t, "id": self._last_id, **fields})
        return answer

    def write(self, message: Message) -> None:
        """Send a message, if there is a connection."""
        if self.link is not None:
            self.link.write(framed(message))

    def received(self, payload: bytes) -> None:
        """Take what comes in."""
        message = unpacked(payload)
        if "re" in message:
            self.answered(message)

    def answered(self, message: Message) -> bool:
        """Hand an answer to its asker; tell whether there was one."""
        answer = self._asked.pop(message["re"], None)
        if answer is None:
            return False
        if answer.done():
            return True
        if message["t"] == "error":
            answer.set_exception(Refusal(message))
            # Marked as seen: of two requests at once, one failure is enough.
            answer.exception()
        else:
            answer.set_result(message)
        return True

    def beat(self) -> None:
        """Send a heartbeat, and later the next."""
        self.write({"t": "heartbeat", "offset": 0, "ply": 0, "digest": b""})
        self._beat_later()

    def _beat_later(self, part: float = 1.0) -> None:
        if self._beat is not None:
            self._beat.cancel()
        loop = asyncio.get_running_loop()
        self._beat = loop.call_later(part * self._heartbeat_s, self.beat)

    def _gone(self) -> None:
        """Note the end of a connection that was not ended here."""
        if self.link is not None and not self.is_stopped:
            code = self.link.close_code
            self.measures.findings.note("cut off", f"{self.name}: close code {code}")
        self.link = None
        self.forget()
