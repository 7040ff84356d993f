"""A move that is seen: picture after picture, ended by whatever is done next.

Nothing waits for it, and nothing is known by it alone.
"""

import asyncio
from collections.abc import Callable

from samedeal_client.reader import reader
from samedeal_client.screen.felt.felt import NO_FELT, Felt
from samedeal_client.screen.motion.pictures import (
    DOTS_EVERY,
    Box,
    box_of,
    lit,
    trailed,
    under_way,
)
from samedeal_client.view.boards.moved import Moved

SHARES = (1 / 3, 2 / 3)
"""Shares of the way behind a card, picture by picture."""
LASTS_S = (0.06, 0.06, 0.18, 0.12)
"""Seconds of every picture: under way, twice; the place reached, with the way there;
and the last of that."""
LANDED = len(SHARES)
"""The first picture on which they lie."""


class Motion:
    """The motion of the last move, by the clock of the loop."""

    def __init__(
        self, drawn: Callable[[Felt], None], dot: str, *, is_seen: bool
    ) -> None:
        """`drawn` shows another picture of the felt that was drawn last."""
        self._drawn, self._dot = drawn, dot
        self._is_seen = is_seen
        """Whether there are colours that a light could be of."""
        self._still = NO_FELT
        """The felt before anything moved."""
        self._before = NO_FELT
        self._moved: Moved | None = None
        self._picture = 0
        self._is_short = False
        self._next: asyncio.TimerHandle | None = None
        self._last: tuple[object, Felt] = (None, NO_FELT)
        """The last felt, and all that it was made from."""

    def end(self) -> None:
        """See everything as it is."""
        if self._moved is not None:
            self._stop()
            self._show()

    def _stop(self) -> None:
        if self._next is not None:
            self._next.cancel()
        self._moved = self._next = None

    def _show(self) -> None:
        if self._still.spots:  # a board, and not what it made way for
            self._drawn(self.seen(self._still))

    def look(self, moved: Moved | None, *, is_short: bool) -> None:
        """See a move, if there is one; where that is to be short, where it has led."""
        if moved is None or not self._is_seen or not reader().motion:
            return
        self._stop()
        self._moved, self._before = moved, self._still
        self._is_short = is_short or moved.source is None
        self._picture = LANDED if self._is_short else 0
        self._wait()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(LASTS_S[self._picture], self._turn)

    def _turn(self) -> None:
        self._picture += 1
        if self._picture < len(LASTS_S):
            self._wait()
            self._show()
        else:
            self.end()

    def seen(self, felt: Felt) -> Felt:
        """Return the picture, as of now, of a felt that is as it will stay.

        Nothing is made twice: a table asks several times a second.
        """
        self._still = felt
        of = (felt, self._before, self._moved, self._picture, self._is_short)
        if of != self._last[0]:
            self._last = of, self._picture_of(felt)
        return self._last[1]

    def _picture_of(self, felt: Felt) -> Felt:
        moved = self._moved
        if moved is None or not felt.is_green:
            return felt
        landed = [box_of(felt, place) for place in (*moved.landed, *moved.turned)]
        boxes = [box for box in landed if box is not None]
        way = self._way(moved, felt)
        if way is not None and self._picture < LANDED:
            return under_way(self._before, felt, way, SHARES[self._picture])
        shown = lit(felt, boxes)
        if way is None or self._is_short:
            return shown
        every = DOTS_EVERY * (1 + self._picture - LANDED)
        return trailed(shown, way, self._dot, every)

    def _way(self, moved: Moved, felt: Felt) -> tuple[Box, Box] | None:
        """Return from where to where cards have moved, if both are seen."""
        if moved.source is None or moved.target is None:
            return None
        source = box_of(self._before, moved.source)
        target = box_of(felt, moved.target)
        return None if source is None or target is None else (source, target)
