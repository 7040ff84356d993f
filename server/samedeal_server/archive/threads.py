"""Work that waits for disks, in threads that nobody has to wait for."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from samedeal_server.archive.errors import ArchiveUnavailable

AT_ONCE_MOST = 12
"""Threads; where a disk has stopped answering, no more wait for it. That is more than
people may ask at once: boards 4, and histories, records and the chain 2 each."""

T = TypeVar("T")


class Threads:
    """Runs functions in threads of their own, which end with the process."""

    def __init__(self) -> None:
        self.running = 0
        """The number of them."""

    async def run(self, work: Callable[[], T], within_s: float) -> T:
        """Run a function on a thread; return its value.

        Raises what it raises, with an OSError as an ArchiveUnavailable; and
        ArchiveUnavailable if it takes too long, though it may still come to its end.
        """
        if self.running >= AT_ONCE_MOST:
            raise ArchiveUnavailable("the archive does not answer")
        loop = asyncio.get_running_loop()
        told: asyncio.Future[T] = loop.create_future()
        self.running += 1

        def tell(say: Callable[[], None]) -> None:
            self.running -= 1
            if not told.done():
                say()

        def do() -> None:
            try:
                done = work()
            except Exception as error:
                say = partial(told.set_exception, error)
            else:
                say = partial(told.set_result, done)
            with contextlib.suppress(RuntimeError):  # the process is about to end
                loop.call_soon_threadsafe(tell, say)

        threading.Thread(target=do, name="archive", daemon=True).start()
        try:
            async with asyncio.timeout(within_s):
                return await told
        except TimeoutError:
            raise ArchiveUnavailable("the archive does not answer in time") from None
        except OSError as error:
            reason = error.strerror or error
            raise ArchiveUnavailable(f"the archive cannot be used: {reason}") from error
