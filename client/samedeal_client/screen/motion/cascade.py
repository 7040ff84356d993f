"""Cards that fall over a page for a moment, as at the end of a patience that was won.

Nothing waits for them: whatever is done next ends them, and the page lies below.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from samedeal_client.reader import reader
from samedeal_client.screen.felt.card import NARROW, M, Shown, Size, State, card_rows
from samedeal_client.screen.felt.felt import NO_FELT, Felt
from samedeal_client.screen.motion.pictures import Box, laid_over
from samedeal_client.view.cards import Glyphs
from samedeal_games.cards import PACK_SIZE, Card

LASTS_S, EVERY_S = 2.2, 0.05
"""Seconds of all of it, and from a picture to the next."""
CARDS, APART_S = 12, 0.11
"""Cards, and seconds from one to the next."""
TAIL_S = (0.1, 0.05, 0.0)
"""Seconds by which the pictures of a card are behind it, the last first."""
FALL = 70.0
"""Rows a second, faster with each second."""
BOUNCE = 0.72
"""The part of its speed that a card has after it has met the ground."""
ACROSS = (14, 46)
"""Cells a second, at least and at most."""
WIDE = 100
"""Cells of a page from which on cards are larger."""


class Won(NamedTuple):
    """A match that was won, on the page of its result."""

    match: str
    top: int
    """The first row below the words that tell of it."""


class Thrown(NamedTuple):
    """A card, and how it is thrown from the middle of the top."""

    card: Card
    across: float
    """Cells a second; less than none to the left."""
    at_s: float


class Cascade:
    """The cards that fall, by the clock of the loop; once for each match."""

    def __init__(
        self, drawn: Callable[[Felt], None], glyphs: Glyphs, *, is_seen: bool
    ) -> None:
        """`drawn` shows another picture of the page that was drawn last."""
        self._drawn, self._glyphs = drawn, glyphs
        self._is_seen = is_seen and bool(glyphs.halves)
        """Whether cards have grounds to be seen on."""
        self._match = ""
        """The last match that they fell for."""
        self._page, self._size, self._top = NO_FELT, (0, 0), 0
        self._thrown: tuple[Thrown, ...] = ()
        self._since_s = 0.0
        self._next: asyncio.TimerHandle | None = None

    def look(self, won: Won | None) -> None:
        """Begin for a match that was won, unless they fell for it; none ends them."""
        if won is None:
            self.end()
            return
        self._top = won.top
        if won.match != self._match:
            self._match = won.match
            if self._is_seen and reader().motion:
                self._thrown = thrown(won.match)
                self._since_s = asyncio.get_running_loop().time()
                self._wait()

    def end(self) -> None:
        """See the page as it is."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
            self._drawn(self._page)

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._next = loop.call_later(EVERY_S, self._turn)

    def _turn(self) -> None:
        if self._at_s < LASTS_S:
            self._wait()
            self._drawn(self._picture())
        else:
            self.end()

    @property
    def _at_s(self) -> float:
        return asyncio.get_running_loop().time() - self._since_s

    def seen(self, page: Felt, size: tuple[int, int]) -> Felt:
        """Return the picture of a page as of now, which stays as it is below."""
        self._page, self._size = page, size
        return page if self._next is None else self._picture()

    def _picture(self) -> Felt:
        width, height = self._size
        box = Box(0, self._top, width, height - self._top)
        return cascaded(self._page, self._thrown, self._at_s, box, self._glyphs)


def thrown(match: str) -> tuple[Thrown, ...]:
    """Return the cards that fall for a match, to both sides in turn."""
    dice = Random(match)  # noqa: S311 - a pretty sight, and no secret
    cards = dice.sample(range(PACK_SIZE), CARDS)
    return tuple(
        Thrown(Card(card), dice.uniform(*ACROSS) * (-1) ** place, place * APART_S)
        for place, card in enumerate(cards)
    )


def cascaded(
    page: Felt,
    cards: tuple[Thrown, ...],
    at_s: float,
    box: Box,
    glyphs: Glyphs,
) -> Felt:
    """Return a page with cards over a part, so long after the first was thrown."""
    size = M if box.width >= WIDE else NARROW
    for one in cards:
        for behind_s in TAIL_S:
            age_s = at_s - one.at_s - behind_s
            state = State.COVERED if behind_s else State.OPEN
            # Without its foot, which is for the felt.
            rows = card_rows(Shown(one.card, *size, state, has_side=True), glyphs)[:-1]
            x, y = place_of(one, max(0, age_s), box, Size(size.width, len(rows)))
            if age_s >= 0 and 0 <= x <= box.width - size.width:
                page = laid_over(page, rows, x, box.y + y, box.y + box.height)
    return page


def place_of(card: Thrown, age_s: float, box: Box, of: Size) -> tuple[int, int]:
    """Return the place of a card so long after it was thrown, within a box."""
    x = (box.width - of.width) / 2 + card.across * age_s
    ground = max(1, box.height - of.rows)
    left_s, speed = age_s, 0.0
    fallen_s = (2 * ground / FALL) ** 0.5
    if left_s <= fallen_s:
        return round(x), int(FALL * left_s**2 / 2)
    left_s, speed = left_s - fallen_s, FALL * fallen_s * BOUNCE
    while left_s > 2 * speed / FALL and speed > 1:
        left_s, speed = left_s - 2 * speed / FALL, speed * BOUNCE
    up = max(0.0, speed * left_s - FALL * left_s**2 / 2)
    return round(x), round(ground - up)
