"""One card on the felt: sizes as steps, with an edge, an index and a shadow.

A row of the terminal is two half rows of two colours, so that a card may begin or end
half a row down. Where there are no half cells, or no colours, cards are drawn in lines.
"""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from samedeal_client.screen.felt.felt import cut_line, overlaid
from samedeal_client.screen.felt.suits import PIP_ROWS, Face, face_rows, written_rows
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span
from samedeal_client.view.tints import SUIT_TINTS, Patch, Tint
from samedeal_games.cards import FACE_DOWN, RANKS, Card, rank_of, suit_of

TEN_WIDTH = 5
"""Cells of a card from which on a ten is ``10``."""
BACK_EDGE, BACK_ROWS = 2, 2
"""Cells of the edge at either side of the pattern, where a back has at most as many
rows."""
LINES_WIDTH = 4
"""Cells of a card from which on it can be drawn in lines."""


class Size(NamedTuple):
    """The size of a card that nothing lies on, in cells and rows."""

    width: int
    rows: int
    """The last of them half a row, and its shadow."""


XXL, XL, LL = Size(13, 10), Size(10, 7), Size(8, 6)
L, M, S = Size(7, 5), Size(6, 4), Size(5, 3)
NARROW, SLIM, NAME = Size(4, 2), Size(3, 2), Size(2, 1)
"""Sizes for boards beside others."""
SIZES = (XXL, XL, LL, L, M, S, NARROW)
LOW_ROWS = 3
"""Rows of a card between two half rows, where there are few rows."""


class State(Enum):
    """The state of a card at the moment; never told by its ground alone."""

    OPEN = Tint.CARD, Tint.EDGE
    COVERED = Tint.COVERED, Tint.EDGE
    HELD = Tint.HELD, Tint.HELD_EDGE
    TARGET = Tint.TARGET, Tint.TARGET_EDGE
    LAST = Tint.LAST, Tint.HELD_EDGE
    DONE = Tint.LAST, Tint.EDGE
    """On a foundation with its whole suit."""

    @property
    def ground(self) -> Tint:
        """The tint of its ground."""
        return self.value[0]

    @property
    def edge(self) -> Tint:
        """The tint that sets it off from the card before."""
        return self.value[1]


def index_of(card: Card, glyphs: Glyphs, width: int) -> str:
    """Return the index in the corner of a card that is `width` cells wide."""
    rank = RANKS[rank_of(card) - 1]
    if rank == "T" and width >= TEN_WIDTH:
        rank = "10"
    return rank + glyphs.suits[suit_of(card)]


class Shown(NamedTuple):
    """A card as it is to be drawn."""

    card: Card
    width: int
    rows: int
    """The first of them has its index."""
    state: State = State.OPEN
    is_covered: bool = False
    """Whether it goes on below the next one."""
    has_edge: bool = False
    """Whether an edge sets it off from the one before, which ends on the row above."""
    is_low: bool = False
    """Whether it lies between two half rows."""
    sign: str = ""
    """After the index."""
    has_side: bool = False
    """Whether a side sets it off from the one that it lies on, to its left."""


class Place(NamedTuple):
    """An empty place."""

    size: Size
    text: str
    """In its middle."""
    is_target: bool = False
    is_low: bool = False


class Sliver(NamedTuple):
    """The part of a card that is seen below the one to its right."""

    card: Card
    width: int
    size: Size
    """The size of the whole card."""
    has_side: bool
    is_low: bool


@lru_cache(4096)
def card_rows(shown: Shown, glyphs: Glyphs) -> Lines:
    """Return a card as rows."""
    pen = _Pen(shown, glyphs)
    if not glyphs.halves:
        return pen.outlined()
    if shown.is_low:
        rows = pen.low()
    elif shown.card == FACE_DOWN:
        rows = pen.back()
    else:
        rows = pen.covered() if shown.is_covered else pen.exposed()
    if not shown.has_side:
        return rows
    state = shown.state
    side = Span(glyphs.halves[4], Patch(state.edge, state.ground))
    below = Span(glyphs.halves[0], Patch(state.ground, Tint.SHADOW))
    sides = dict.fromkeys(range(int(shown.is_low), max(1, len(rows) - 1)), side)
    if 1 < len(rows) < XXL.rows:
        sides[len(rows) - 1] = below
    return tuple(
        overlaid(row, 0, sides[y]) if y in sides else row for y, row in enumerate(rows)
    )


@lru_cache(1024)
def sliver_rows(sliver: Sliver, glyphs: Glyphs) -> Lines:
    """Return the left side of a card as rows."""
    card, width, size, has_side, is_low = sliver
    shown = Shown(card, size.width, size.rows, State.COVERED, is_low=is_low)
    rows = card_rows(shown._replace(has_side=has_side), glyphs)
    if glyphs.halves and not is_low:
        blank = Span(" " * width, Patch(Tint.EDGE, Tint.COVERED))
        plain = overlaid((blank,), 0, rows[0][0]) if has_side else (blank,)
        rows = (rows[0], *[plain] * (size.rows - 2), rows[-1])[: size.rows]
    return tuple(cut_line(row, width) for row in rows)


@lru_cache(256)
def place_rows(place: Place, glyphs: Glyphs) -> Lines:
    """Return an empty place with a word in its middle."""
    (width, rows), text, is_target, is_low = place
    patch = Patch(Tint.SIGN, Tint.PLACE)
    if is_target:
        patch = Patch(Tint.OPEN_TEXT, Tint.OPEN, is_bold=True)
    if not glyphs.halves:
        return _dashed(place, glyphs, patch)
    middle = (rows - 1) // 2
    words = [text.center(width) if y == middle else " " * width for y in range(rows)]
    found: list[Line] = [(Span(word, patch),) for word in words]
    if is_low:
        found[0] = lid(patch.ground, width, glyphs)
    if rows > 1:
        half = Patch(patch.ground, Tint.FELT)
        found[-1] = (Span(glyphs.halves[0] * width, half),)
    if rows == XXL.rows:
        found[-1] = ()
    return tuple(found)


def bracketed(rows: Lines, glyphs: Glyphs, *, is_low: bool) -> Lines:
    """Return a card in hand that is opened by a bracket; its sign closes that."""
    at = int(is_low and bool(glyphs.halves))
    ink = Patch(Tint.CHIP_TEXT, Tint.HELD, is_bold=True, is_reversed=True)
    return (*rows[:at], overlaid(rows[at], 0, Span("[", ink)), *rows[at + 1 :])


def lid(ground: Tint, width: int, glyphs: Glyphs) -> Line:
    """Return the upper half row of a card that begins half a row down."""
    return (Span(glyphs.halves[1] * width, Patch(ground, Tint.FELT)),)


def foot(ground: Tint, width: int, glyphs: Glyphs) -> Line:
    """Return the last half row of a card, over its shadow."""
    half = glyphs.halves[0]
    return (
        Span(half, Patch(ground, Tint.FELT)),
        Span(half * (width - 1), Patch(ground, Tint.SHADOW)),
    )


def _dashed(place: Place, glyphs: Glyphs, patch: Patch) -> Lines:
    """Return an empty place in lines."""
    (width, rows), text = place[:2]
    across, down = tuple(glyphs.dashed)
    if width < LINES_WIDTH:
        return ((Span(text.center(width), patch),),)
    left_top, right_top, left_bottom, right_bottom = tuple(glyphs.corners)
    word = text if rows < LOW_ROWS else ""
    found = [left_top + word.center(width - 2, across) + right_top]
    for y in range(1, rows - 1):
        word = text if y == (rows - 1) // 2 else ""
        found.append(down + word.center(width - 2) + down)
    if rows > 1:
        found.append(left_bottom + across * (width - 2) + right_bottom)
    return tuple((Span(row, patch),) for row in found)


class _Pen(NamedTuple):
    """Draws one card."""

    shown: Shown
    glyphs: Glyphs

    @property
    def _is_back(self) -> bool:
        return self.shown.card == FACE_DOWN

    @property
    def _name(self) -> str:
        """The text in a corner."""
        if self._is_back:
            return ""
        return index_of(self.shown.card, self.glyphs, self.shown.width)

    def _top(self, room: int) -> str:
        """Return the index and its sign, or as much of them as has room."""
        sign = self.shown.sign
        if not sign or self._is_back:
            return self._name
        short = index_of(self.shown.card, self.glyphs, LINES_WIDTH)
        found = (self._name + sign, short + sign, sign)
        return next((text for text in found if len(text) <= room), "")

    @property
    def _ink(self) -> Patch:
        """The ink of its index."""
        is_held = self.shown.state is State.HELD
        if self._is_back:
            return Patch(Tint.BACK_EDGE, Tint.BACK, is_reversed=is_held)
        tint = SUIT_TINTS[suit_of(self.shown.card)]
        return Patch(tint, self.shown.state.ground, is_bold=True, is_reversed=is_held)

    @property
    def _line(self) -> Patch:
        """The ink of its edges."""
        if self._is_back:
            return self._ink
        state = self.shown.state
        return Patch(state.edge, state.ground, is_reversed=state is State.HELD)

    @property
    def _blank(self) -> Line:
        return (Span(" " * self.shown.width, self._ink),)

    @property
    def _foot(self) -> Line:
        ground = Tint.BACK if self._is_back else self.shown.state.ground
        return foot(ground, self.shown.width, self.glyphs)

    # Of half cells

    def covered(self) -> Lines:
        """Return the rows that are seen of a card below the next one."""
        body = [self._index_row, *[self._blank] * (self.shown.rows - 1)]
        if len(body) > 1:
            edge = self.glyphs.halves[3] * self.shown.width
            body[-1] = (Span(edge, self._line),)
        return tuple(body)

    def exposed(self) -> Lines:
        """Return a card that nothing lies on, or as much of it as has room."""
        _, width, rows = self.shown[:3]
        if rows < S.rows:
            return (self._index_row, self._foot)[:rows]
        if rows < XXL.rows:
            middle = self._middle(rows - S.rows)
            return (self._index_row, *middle, self._last_row, self._foot)
        middle = self._middle(PIP_ROWS)
        shadow = self.glyphs.halves[0] * (width - 1)
        below = (_FELT, Span(shadow, Patch(Tint.SHADOW, Tint.FELT)))
        return (self._index_row, *middle, self._last_row, below)

    def low(self) -> Lines:
        """Return a card between two half rows."""
        ground = Tint.BACK if self._is_back else self.shown.state.ground
        middle = self._lattice if self._is_back else self._index_row
        return (lid(ground, self.shown.width, self.glyphs), middle, self._foot)

    def back(self) -> Lines:
        """Return a card face down: an edge of light, and a pattern."""
        edge = Span(self.glyphs.halves[2] * self.shown.width, self._ink)
        # Below others a row of edge alone would be half of what is seen.
        is_low = self.shown.is_covered and self.shown.rows <= BACK_ROWS
        first = self._edged_lattice if is_low else (edge,)
        body = [first, *[self._lattice] * (self.shown.rows - 1)]
        if not self.shown.is_covered and len(body) > 1:
            body[-1] = self._foot
        return tuple(body)

    def _middle(self, rows: int) -> Lines:
        """Return the rows between the two indices."""
        suit = self.glyphs.suits[suit_of(self.shown.card)]
        return face_rows(self._face, suit, self.shown.width, rows)

    @property
    def _face(self) -> Face:
        card = self.shown.card
        suit = suit_of(card)
        return Face(rank_of(card), suit, SUIT_TINTS[suit], self.shown.state.ground)

    @property
    def _index_row(self) -> Line:
        """Return the row with the index; an edge leaves that free."""
        width = self.shown.width
        index = self._top(width - 1)
        if width < LINES_WIDTH:
            return (Span(index.ljust(width)[:width], self._ink),)
        rest = width - 1 - len(index)
        if not self.shown.has_edge:
            return (Span(f" {index}{' ' * rest}", self._ink),)
        edge = self.glyphs.halves[2]
        return (
            Span(edge, self._line),
            Span(index, self._ink),
            Span(edge * rest, self._line),
        )

    @property
    def _last_row(self) -> Line:
        """Return the row with the index at the right; a small card has its suit."""
        width = self.shown.width
        text = self._name[-1] if width <= S.width else self._name
        return (Span(f"{text} ".rjust(width), self._ink),)

    @property
    def _edged_lattice(self) -> Line:
        """Return the first row of a back below others: its edge, and some pattern."""
        width = self.shown.width
        some = max(0, width - 2 * BACK_EDGE)
        edge = Span(self.glyphs.halves[2] * ((width - some) // 2), self._ink)
        rest = width - some - len(edge.text)
        signs = Span(self.glyphs.halves[5] * some, Patch(Tint.LATTICE, Tint.BACK))
        return (edge, signs, Span(self.glyphs.halves[2] * rest, self._ink))

    @property
    def _lattice(self) -> Line:
        """Return a row of the pattern of a back."""
        blank = Span(" ", self._ink)
        signs = self.glyphs.halves[5] * (self.shown.width - 2)
        return (blank, Span(signs, Patch(Tint.LATTICE, Tint.BACK)), blank)

    # In lines

    def _written(self, width: int, rows: int) -> tuple[str, ...]:
        """Return the middle of a card that nothing lies on."""
        card = self.shown.card
        return written_rows(rank_of(card), suit_of(card), width, rows, self.glyphs)

    def outlined(self) -> Lines:
        """Return a card that is drawn in lines, or as many of them as have room."""
        _, width, rows, state = self.shown[:4]
        if width < LINES_WIDTH:
            name = self.glyphs.back if self._is_back else self._name
            return ((Span(name[:width], self._ink),),)
        across = self.glyphs.double if state is State.TARGET else self.glyphs.dash
        left_top, right_top, left_bottom, right_bottom = tuple(self.glyphs.corners)
        top = self._top(width - 1)
        filled = self.glyphs.back[0] if self._is_back else ""
        line, room = self._line, width - 2
        signs = (filled or across) * (room - len(top))
        # What is marked may take the place of a corner.
        end = "" if len(top) > room else signs + right_top
        body: list[Line] = [
            (Span(left_top, line), Span(top, self._ink), Span(end, line))
        ]
        side = Span(self.glyphs.bar, line)
        blank = (filled or " ") * room
        is_whole = not self.shown.is_covered and rows > 1
        middle = [blank] * (rows - 1)
        if is_whole and not self._is_back:
            middle[:-1] = self._written(room, rows - 2)
        body += [(side, Span(text, self._ink), side) for text in middle]
        if is_whole:
            name = self._name
            rest = Span(left_bottom + across * (room - len(name)), line)
            body[-1] = (rest, Span(name, self._ink), Span(right_bottom, line))
        return tuple(body)


_FELT = Span(" ", Patch(Tint.TEXT, Tint.FELT))
