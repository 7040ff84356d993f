"""The worth of a layout of Poker Squares and its lines, in points and words."""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.language import later, tr
from samedeal_client.screen.felt.felt import Brush
from samedeal_client.screen.felt.letters import large
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import (
    Line,
    Span,
    Style,
    line,
    width_of,
    width_of_row,
)
from samedeal_client.view.tints import Tint
from samedeal_games.squares import Line as HandLine
from samedeal_games.squares.hands import Hand

POINTS_CELLS = 4
"""Cells of the points of a row."""
NAMES_CELLS = 6
"""Cells that a column needs for the names of hands, the shortest ones of all."""
SHORT: Mapping[Hand, str] = {
    Hand.ROYAL_FLUSH: later("royal"),
    Hand.STRAIGHT_FLUSH: later("str. fl."),
    Hand.FOUR_OF_A_KIND: later("fours"),
    Hand.FULL_HOUSE: later("full"),
    Hand.THREE_OF_A_KIND: later("threes"),
    Hand.TWO_PAIRS: later("two pair"),
    Hand.ONE_PAIR: later("pair"),
}
SHORTEST: Mapping[Hand, str] = {
    Hand.STRAIGHT_FLUSH: later("str.fl"),
    Hand.STRAIGHT: later("str."),
    Hand.TWO_PAIRS: later("2 pair"),
}
"""For the six cells that a felt beside panels may leave."""


def hand_name(hand: Hand, room: int) -> str:
    """Return the name of a hand, or a shorter one, on at most `room` cells.

    Empty where neither has room.
    """
    shorter = (names[hand] for names in (SHORT, SHORTEST) if hand in names)
    names = (tr(name) for name in (hand.value, *shorter))
    return next((name for name in names if width_of(name) <= room), "")


def draw_row_count(
    brush: Brush,
    hand: HandLine,
    at: tuple[int, int],
    room: int,
    *,
    is_made: bool,
    is_high: bool = False,
) -> None:
    """Write the points of a row, and its hand if there is room for that.

    Points just made stand out. A high row has room for the hand below them.
    """
    told = _points(hand)
    if not told:
        return
    if is_high and hand.points and room < POINTS_CELLS + 1 + NAMES_CELLS:
        name, (x, y) = hand_name(hand.hand, room), at
        style = Style.NEXT if is_made else _tone(hand)
        brush.put(x, y, Span(told.rjust(POINTS_CELLS), style))
        brush.put(x, y + 1, Span(name, Style.NEXT if is_made else Style.DIM))
        return
    if is_made:
        # Up to the edge, where only a shorter name would leave a blank behind it.
        name = hand_name(hand.hand, room - width_of(told) - 2)
        brush.put(*at, Span(f" {f'{told} {name}'.strip()} "[: room + 1], Style.NEXT))
        return
    name = hand_name(hand.hand, room - POINTS_CELLS - 1)
    text = f"{told} " if hand.is_complete else told
    end = brush.put(*at, Span(text.rjust(POINTS_CELLS), _tone(hand)))
    brush.put(end + 1, at[1], Span(name, Style.DIM))


class Room(NamedTuple):
    """Free cells beside a layout."""

    x: int
    y: int
    width: int
    end: int
    """The first row that is not free."""


def draw_score(
    brush: Brush, score: int, room: Room, width: int, glyphs: Glyphs
) -> None:
    """Write all points made, in the middle of `width` cells, as large as has room."""
    text, ground, tint = str(score), Tint.FELT, Tint.FELT_BRASS
    figures = large(text, room.width, glyphs, ground=ground, tint=tint)
    figures = figures or (line(Span(text, Style.TITLE)),)
    free = room.end - room.y
    if len(figures) > free:
        return
    name = line(Span(tr("score"), Style.DIM))
    for y, row in enumerate((*figures, name)[:free], room.y):
        left = (width - width_of_row(row)) // 2
        brush.put(room.x + max(0, left), y, *row)


class Feet(NamedTuple):
    """Writes what columns are called and count, below them."""

    y: int
    first: int
    """The cell at which the first column begins."""
    step: int
    width: int
    """Cells of a column."""
    end: int
    """The first cell behind the last column."""
    room: int
    """Cells behind that."""
    is_named: bool
    """Whether letters stand here, and not above."""
    has_names: bool
    """Whether the names of hands have a row of their own."""

    def draw(
        self,
        brush: Brush,
        index: int,
        letter: Span,
        hand: HandLine | None,
        *,
        is_made: bool,
    ) -> None:
        """Write below a column its letter, its points, and its hand."""
        told = "" if hand is None else _points(hand)
        spans: list[Span] = [letter] if self.is_named else []
        if hand is not None and told:
            blank = " " * (bool(spans) and not is_made and self._fits(spans, told))
            style = Style.NEXT if is_made else _tone(hand)
            spans.append(Span(f" {told} " if is_made else blank + told, style))
        self._put(brush, index, self.y, tuple(spans))
        if hand is not None and hand.points:
            self._draw_name(brush, index, hand, is_made=is_made)

    def _fits(self, spans: list[Span], told: str) -> bool:
        taken = sum(width_of(span.text) for span in spans)
        return taken + 1 + width_of(told) <= self._most

    @property
    def _most(self) -> int:
        """Cells that something below a column may take, and touch nothing."""
        return max(self.width, self.step - 1)

    def _put(self, brush: Brush, index: int, y: int, spans: Line) -> None:
        taken = sum(width_of(span.text) for span in spans)
        x = self.first + index * self.step + (self.width - taken) // 2
        brush.put(x, y, *spans)

    def _draw_name(
        self, brush: Brush, index: int, hand: HandLine, *, is_made: bool
    ) -> None:
        most = self._most
        # Two blanks between names, if a shorter one leaves them.
        name = hand_name(hand.hand, most - 1) or hand_name(hand.hand, most)
        if self.has_names and name:
            style = Style.NEXT if is_made else Style.DIM
            self._put(brush, index, self.y + 1, line(Span(name, style)))
        elif is_made and (name := hand_name(hand.hand, self.room - 2)):
            brush.put(self.end, self.y, Span(f" {name} ", Style.NEXT))


def _points(hand: HandLine) -> str:
    """Return the count of a line; in brackets while it is not complete."""
    if hand.is_complete:
        return str(hand.points)
    return f"({hand.points})" if hand.points else ""


def _tone(hand: HandLine) -> Style:
    return Style.GOOD if hand.is_complete else Style.DIM
