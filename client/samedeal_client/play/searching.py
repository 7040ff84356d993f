"""A search in a thread of its own, looked at while it runs, or dropped.

The compiled search lets others run meanwhile, and nothing waits for the thread: a
viewer who has enough goes, and it ends soon after.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from threading import Thread
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from samedeal_client.language import tr
from samedeal_client.view.spans import Lines, Span, Style, line, printable, sentence
from samedeal_games.wording import Wording

if TYPE_CHECKING:
    # Slow to load, and only needed once somebody asks.
    from samedeal_records.analysis import Effort

T = TypeVar("T")

AFTER_ALL = 1e18
"""The time on the clock of a search that nobody waits for any more."""


class Dropped(Exception):
    """Nobody waits for the search any more."""


class Found(NamedTuple, Generic[T]):
    """The end of a search: a result, or the reason that there is none."""

    result: T | None
    why_not: str
    """The reason that nothing can be said, in the language spoken; else empty."""


class Search(Generic[T]):
    """A search, from the moment that it is asked for."""

    def __init__(
        self,
        work: Callable[[Effort], T],
        seconds: float,
        longest_s: float = 0.0,
    ) -> None:
        """Begin with `seconds` of effort; `longest_s` is 0 for no known end."""
        self._work, self._seconds = work, seconds
        self.longest_s = longest_s
        self._doing = Wording("Looking...")
        self._began = time.monotonic()
        self._is_dropped = False
        self._future: Future[Found[T]] = Future()
        # Under way: nobody who stops waiting cancels it.
        self._future.set_running_or_notify_cancel()
        # A daemon: nobody who leaves waits for it. It speaks as whoever asked does.
        run = copy_context().run
        Thread(target=run, args=(self._run,), daemon=True).start()

    def drop(self) -> None:
        """Cancel it; nobody asks for the result."""
        self._is_dropped = True

    @property
    def found(self) -> Found[T] | None:
        """The result, None while the search runs."""
        return self._future.result() if self._future.done() else None

    async def done(self) -> Found[T]:
        """Wait for the result."""
        return await asyncio.wrap_future(self._future)

    def progress(self) -> Lines:
        """Return the present step of the search, and the seconds so far."""
        gone = int(time.monotonic() - self._began)
        doing = f" {printable(tr(self._doing))}  {gone} s"
        rows = [line(Span(doing, Style.NEXT))]
        if self.longest_s:
            text = longest_text(self.longest_s)
            rows.append(line(Span(f" {text}", Style.DIM)))
        return tuple(rows)

    # In the thread

    def _effort(self) -> Effort:
        from samedeal_records.analysis import Effort

        return Effort(self._seconds, self._clock, self._tell)

    def _run(self) -> None:
        # Searches are slow to load, and only needed here.
        from samedeal_records.families import NothingToSay

        found: Found[T]
        try:
            found = Found(self._work(self._effort()), "")
        except NothingToSay as nothing:
            found = Found(None, sentence(tr(nothing.wording)))
        except Dropped:
            found = Found(None, "")
        except MemoryError:
            found = Found(None, tr("There is not enough memory for so large a search."))
        except Exception as error:
            # Told: what goes wrong in a search shall not end a match, or the lobby.
            found = Found(None, tr("The search failed: {error}.", error=repr(error)))
        self._future.set_result(found)

    def _clock(self) -> float:
        return AFTER_ALL if self._is_dropped else time.monotonic()

    def _tell(self, doing: Wording) -> None:
        if self._is_dropped:
            raise Dropped
        self._doing = doing


def longest_text(seconds: float) -> str:
    """Return a sentence on the longest time of a search."""
    return tr("This takes {seconds:g} seconds at most.", seconds=seconds)
