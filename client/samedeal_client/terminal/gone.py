"""A terminal that may be gone: its window closed, its line cut.

Mostly the system says so by a signal. Where it does not, reading and writing at the
rest of the terminal fails at once, again and again. Either way the work there ends as
for Ctrl-C: everything opened is closed, and a seat waits.
"""

import asyncio
import os
import select
import signal
import stat
import sys
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import TypeVar

from samedeal_client.failed import Failed
from samedeal_client.language import tr

LOOKED_EVERY_S = 0.5
ENDED_WITHIN_S = 5.0
"""Seconds that closing everything may take, servers of one's own included."""
HUNG_UP = 129
"""The exit status after the loss of the terminal, as shells have it."""

_HUNG_UP: signal.Signals | None = getattr(signal, "SIGHUP", None)
"""The signal of the system for a lost terminal; None where it sends none."""

T = TypeVar("T")


def is_gone(fd: int = 0) -> bool:
    """Tell whether there was a terminal that is gone now.

    Never so for pipes and files: those end.
    """
    if not hasattr(select, "poll"):
        return False
    try:
        if not stat.S_ISCHR(os.fstat(fd).st_mode):
            return False
    except OSError:
        return False
    poller = select.poll()
    poller.register(fd, 0)  # hanging up is always told
    return any(events & select.POLLHUP for _, events in poller.poll(0))


def run_at_terminal(work: Coroutine[object, object, T]) -> T:
    """Run work in a loop of its own; raises Failed when the terminal is gone."""
    return asyncio.run(_while_there(work))


async def _while_there(work: Coroutine[object, object, T]) -> T:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return await work
    watch = _Watch()
    watch.start()
    try:
        done = await work
    except asyncio.CancelledError:
        if not watch.has_seen_it:
            raise
        raise _gone() from None
    finally:
        watch.stop()
    if watch.has_seen_it:
        # What is cancelled may well end as if it were done.
        raise _gone()
    return done


def _gone() -> Failed:
    return Failed(tr("the terminal is gone"), HUNG_UP)


class _Watch:
    """Watches the terminal in a thread: drawing at a dead one can block a loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._ended = threading.Event()
        self._noticed = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._takes_signal = False

    @property
    def has_seen_it(self) -> bool:
        """Whether the terminal is gone."""
        return self._noticed.is_set()

    def start(self) -> None:
        """Begin to watch, and to listen for the signal where nobody else does."""
        if _HUNG_UP is not None and signal.getsignal(_HUNG_UP) is signal.SIG_DFL:
            # Only the main thread may.
            with suppress(RuntimeError, ValueError):
                self._loop.add_signal_handler(_HUNG_UP, self._noticed.set)
                self._takes_signal = True
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._ended.set()
        if _HUNG_UP is not None and self._takes_signal:
            self._loop.remove_signal_handler(_HUNG_UP)

    def _look(self) -> None:
        while not (is_gone() or self._noticed.wait(LOOKED_EVERY_S)):
            if self._ended.is_set():
                return
        self._noticed.set()
        _stand_in_for_terminal()
        with suppress(RuntimeError):  # the loop has just ended
            self._loop.call_soon_threadsafe(self._end)
        if not self._ended.wait(ENDED_WITHIN_S):
            os._exit(HUNG_UP)

    def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _stand_in_for_terminal() -> None:
    """Put null devices in the terminal's place, so that closing everything succeeds."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nowhere, fd)
