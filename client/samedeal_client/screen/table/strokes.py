"""Strokes that wait to be done: pressed, pointed at or typed."""

import asyncio
from collections import deque
from collections.abc import Collection
from typing import NamedTuple, TypeAlias

from samedeal_client.screen.felt.felt import Spot

ON_BOARD = "board"
"""The scene in which keys and clicks are for moves."""


class Typed(NamedTuple):
    """A line that was typed."""

    text: str


class Opened(NamedTuple):
    """A board that has just come; what lies there by itself comes before all else."""


Stroke: TypeAlias = str | Typed | Opened | Spot | None
"""A key, a line, a new board, a place that was pointed at, or the felt itself."""


class Waiting(NamedTuple):
    """A stroke in the queue."""

    stroke: Stroke
    is_late: bool
    """Whether there was no connection when it came."""
    scene: str = ""
    """The scene at that time, which gives a key its meaning."""


class Pace(NamedTuple):
    """A player's pace of keys on a board."""

    began_s: float = 0.0
    last_s: float = 0.0
    keys: int = 0
    """And clicks."""

    @property
    def minutes(self) -> float:
        """Minutes to the last of them."""
        return (self.last_s - self.began_s) / 60


class Strokes:
    """A queue that can be looked into, and emptied."""

    def __init__(self) -> None:
        self._waiting: deque[Waiting] = deque()
        self._news = asyncio.Event()
        self.pace = Pace()
        """The pace of those for a board, since counting began."""

    def put(
        self, stroke: Stroke, *, is_late: bool, scene: str = "", now_s: float = 0.0
    ) -> None:
        """Add a stroke to the end."""
        self._waiting.append(Waiting(stroke, is_late, scene))
        if scene == ON_BOARD and isinstance(stroke, str | Spot):
            self.pace = self.pace._replace(keys=self.pace.keys + 1, last_s=now_s)
        self._news.set()

    def count_anew(self, now_s: float) -> None:
        """Count keys for a board from now on."""
        self.pace = Pace(now_s)

    def put_first(self, stroke: Stroke) -> None:
        """Add a stroke before all others."""
        self._waiting.appendleft(Waiting(stroke, is_late=False))
        self._news.set()

    async def get(self) -> Waiting:
        """Wait for the next stroke and take it."""
        while not self._waiting:
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()

    def clear(self) -> str:
        """Forget all; return what they were."""
        words = self.words()
        self._waiting.clear()
        return words

    def goes_on_without(self, keys: Collection[str]) -> bool:
        """Tell whether something waits that is none of some keys, before all else."""
        first = next(iter(tuple(self._waiting)), None)
        return first is not None and first.stroke not in keys

    def words(self) -> str:
        """Return the strokes that wait, as they were pressed."""
        return " ".join(word for one in self._waiting if (word := _word(one.stroke)))


def _word(stroke: Stroke) -> str:
    match stroke:
        case None | Opened():
            return ""
        case Typed(text=text):
            return text
        case Spot(pile=pile):
            return pile
        case str():
            return stroke
