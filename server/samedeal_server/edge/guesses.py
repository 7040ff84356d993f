"""Codes of rooms that are tried: each counts as wrong until it is known better."""

import asyncio
import logging
import time
from collections import Counter, defaultdict, deque
from collections.abc import AsyncGenerator, Callable, Coroutine, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.people.limits import Doorkeeper, OfAll
from samedeal_server.store.errors import StoreError

log = logging.getLogger(__name__)

WRONG_CODE = frozenset({ErrorCode.UNKNOWN_ROOM, ErrorCode.NOT_SEATED})
"""The refusals of those who name a room without knowing its code."""


class Guesses:
    """Counts codes that are tried, here and at all processes.

    Many of one address may try at once, as a hall does that is sent the same link. Who
    would be refused for those alone of whom nothing is known yet waits for them.
    """

    def __init__(
        self,
        doorkeeper: Doorkeeper,
        of_all: OfAll,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        limits: MutableMapping[str, int],
    ) -> None:
        self._doorkeeper = doorkeeper
        self._of_all = of_all
        self._spawn = spawn
        self._limits = limits
        self._under_way: Counter[str] = Counter()
        """By address, those of whom it is not known whether they are wrong."""
        self._line: defaultdict[str, deque[asyncio.Future[None]]] = defaultdict(deque)
        """By address, who waits until something is known of one of those."""

    def under_way(self, address: str) -> int:
        """Return of how many at an address it is not known whether they are wrong."""
        return self._under_way[address]

    @asynccontextmanager
    async def tried(self, player: str, address: str) -> AsyncGenerator[None]:
        """Count a code while it is looked up; give it back where it was right.

        Raises Wait where too many were wrong.
        """
        await self._take(player, address)
        is_wrong = False
        try:
            yield
        except Refused as refusal:
            is_wrong = refusal.code in WRONG_CODE
            raise
        finally:
            if is_wrong:
                self._known(address)
            else:
                # Beside the answer: what is told from now on comes after it.
                try:
                    self._spawn(self._give_back(player, address))
                except Refused:
                    self._was_right(player, address)

    async def _take(self, player: str, address: str) -> None:
        wait_ms = await self._spend(player, address)
        # As often as there were others: whoever comes later holds up no refusal.
        left = self._under_way[address]
        while wait_ms and left and self._under_way[address]:
            await self._next_known(address)
            wait_ms = await self._spend(player, address)
            left -= 1
        if wait_ms:
            self._call_next(address)
            self._limits["wrong_codes"] += 1
            raise Wait(ErrorCode.TOO_MANY, wait_ms)

    async def _spend(self, player: str, address: str) -> int:
        """Count one; return 0, or the ms to wait."""
        wait_ms = self._doorkeeper.guess(player, address, time.monotonic())
        if wait_ms:
            return wait_ms
        self._under_way[address] += 1
        wait_ms = -1
        try:
            wait_ms = await self._of_all.wrong_codes.spend(player, address)
        finally:
            if wait_ms:
                self._was_right(player, address)
        return wait_ms

    async def _give_back(self, player: str, address: str) -> None:
        try:
            await self._of_all.wrong_codes.spend(player, address, -1)
        except StoreError as error:
            log.info("a right code is counted as a wrong one: %s", error)
        finally:
            self._was_right(player, address)

    def _was_right(self, player: str, address: str) -> None:
        self._doorkeeper.guessed_right(player, address, time.monotonic())
        self._known(address)

    def _known(self, address: str) -> None:
        self._under_way[address] -= 1
        if not self._under_way[address]:
            del self._under_way[address]
        self._call_next(address)

    async def _next_known(self, address: str) -> None:
        """Wait for one's turn after something was known of one that is under way."""
        line = self._line[address]
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.cancelled():
                line.remove(called)
                self._tidy(address)
            else:
                self._call_next(address)
            raise

    def _call_next(self, address: str) -> None:
        """Let the first in the line try; whoever was called calls the next."""
        if line := self._line.get(address):
            line.popleft().set_result(None)
            self._tidy(address)

    def _tidy(self, address: str) -> None:
        if not self._line[address]:
            del self._line[address]
