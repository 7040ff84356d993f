"""Servers of this machine that are started anew when they end unasked.

What a server keeps outlives its process, so everybody who plays there goes on as soon
as it runs again: the program that has it sees to that.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from samedeal_client.failed import Failed
from samedeal_client.wire.trouble import Unreachable
from samedeal_client.wire.witness.keeping import Seeker

FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 8.0


class Started(NamedTuple):
    """A server's process, and its address."""

    process: asyncio.subprocess.Process
    address: str


class Kept:
    """A server that runs until `end`, whatever becomes of its process."""

    def __init__(
        self, first: Started, start: Callable[[str], Awaitable[Started]]
    ) -> None:
        """Keep the `first` process; `start` begins another, or is Failed."""
        self.process, self._address = first
        self._start = start
        self.told: Callable[[], None] = lambda: None
        """Called after each new start."""
        self._keeping = asyncio.create_task(self._keep())

    async def end(self) -> None:
        """Stop starting it anew; whoever kept it ends its process."""
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            await self.process.wait()
            self.process = await self._again()
            self.told()

    async def _again(self) -> asyncio.subprocess.Process:
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                return (await self._start(self._address)).process
            except Failed:
                # What stands in the way, another server's port say, may go again.
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


class WayBack:
    """The way to a server that one may start oneself, shared by all who play there."""

    def __init__(
        self,
        running: Callable[[], Awaitable[str | None]],
        start: Callable[[], Awaitable[str]],
    ) -> None:
        """Take `running`, which finds its address if it runs, and `start`."""
        self._running, self._start = running, start
        self._turn = asyncio.Lock()

    async def find(self, seeker: Seeker, /) -> str:
        """Return the server's address, starting it anew if it was gone.

        The `seeker` hears that it was gone, and that it is back. Raises Unreachable.
        """
        async with self._turn:
            address = await self._running()
            if address is not None:
                return address
            seeker.miss()
            try:
                address = await self._start()
            except Failed as error:
                raise Unreachable(str(error)) from None
            seeker.revived()
            return address
