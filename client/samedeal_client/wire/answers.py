"""Answers that a server owes over a link, and whether it is slow with them.

A server that hangs keeps its connections, and takes whatever is sent. It is slow when
an answer is owed and nothing at all was heard for a while: a server that talks is only
busy with others. Timers are few: none while nothing is asked, and at most one.
"""

from collections.abc import Callable
from typing import Protocol

from pydantic import BaseModel

from samedeal_client.wire.happenings import Answering, Slow
from samedeal_protocol.commands import ClientHeartbeat
from samedeal_protocol.shapes import Reply, Request
from samedeal_protocol.updates import Heartbeat

SLOW_AFTER_S = 3.0
SURE_AFTER_S = 0.2
"""Seconds to read messages that came meanwhile, where it was this program that hung."""
BEAT = 0
"""The id of a heartbeat, which has none of its own; no request has this one."""


class Loop(Protocol):
    """The part of an event loop that is needed here."""

    def time(self) -> float:
        """Return a time in seconds that only grows."""
        ...

    def call_later(self, delay: float, callback: Callable[[], object]) -> object:
        """Call back later."""
        ...


class Answers:
    """The answers owed over one link; `tell` hears when they are slow, and when not."""

    def __init__(
        self,
        loop: Loop,
        tell: Callable[[Slow | Answering], None],
        limit_s: float = SLOW_AFTER_S,
    ) -> None:
        self._loop, self._tell, self._limit_s = loop, tell, limit_s
        self._asked: dict[int, float] = {}
        self._heard_s = loop.time()
        self._is_watching = self._is_sure = self._is_over = False
        self.is_slow = False

    @property
    def silent_s(self) -> float:
        """Seconds that an answer is overdue; 0 where nothing is asked."""
        if not self._asked:
            return 0.0
        since_s = max(self._heard_s, min(self._asked.values()))
        return max(0.0, self._loop.time() - since_s)

    def sent(self, message: BaseModel) -> None:
        """Note a message that asks for an answer."""
        if isinstance(message, ClientHeartbeat):
            self._asked.setdefault(BEAT, self._loop.time())
        elif isinstance(message, Request):
            self._asked[message.id] = self._loop.time()
        if self._asked and not self._is_watching:
            self._watch(self._limit_s)

    def heard(self, message: BaseModel) -> None:
        """Note a message that is an answer."""
        silent_s = self.silent_s
        self._heard_s = self._loop.time()
        if isinstance(message, Heartbeat):
            self._asked.pop(BEAT, None)
        elif isinstance(message, Reply):
            self._asked.pop(message.re, None)
        if self.is_slow:
            self.is_slow = False
            self._tell(Answering(silent_s))
            if self._asked and not self._is_watching:
                self._watch(self._limit_s)

    def close(self) -> None:
        """Stop telling: the link is gone."""
        self._is_over, self.is_slow = True, False

    def _watch(self, wait_s: float) -> None:
        self._is_watching = True
        self._loop.call_later(wait_s, self._look)

    def _look(self) -> None:
        self._is_watching = False
        if self._is_over or self.is_slow or not self._asked:
            self._is_sure = False
            return
        left_s = self._limit_s - self.silent_s
        if left_s > 0:
            self._is_sure = False
            self._watch(left_s)
        elif not self._is_sure:
            self._is_sure = True
            self._watch(SURE_AFTER_S)
        else:
            self._is_sure = False
            self.is_slow = True
            self._tell(Slow(self.silent_s))
