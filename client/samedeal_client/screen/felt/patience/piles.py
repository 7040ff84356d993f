"""The piles above the columns: foundations, waste and stock, as cards on places."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.screen.felt.card import (
    LINES_WIDTH,
    TEN_WIDTH,
    Place,
    Shown,
    Sliver,
    State,
    bracketed,
    card_rows,
    index_of,
    place_rows,
    sliver_rows,
)
from samedeal_client.screen.felt.felt import Brush, Marks, Spot, overlaid
from samedeal_client.screen.felt.patience.setting import Setting
from samedeal_client.view.boards.patience import numbered
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, width_of
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.cards import FACE_DOWN, RANKS, SUITS, Card
from samedeal_games.game import Board

KINGS_COLUMN = 6
FOUNDATIONS = (("F", 0, 0), ("K", len(SUITS), KINGS_COLUMN))
"""A pile by the word of the notation, its first zone, and its column."""
MORE_WIDTH = 3
"""Cells of the number of cards that are not seen."""


class Piles(NamedTuple):
    """Draws the piles above `columns` columns."""

    board: Board
    columns: int
    setting: Setting
    glyphs: Glyphs
    marks: Marks

    def draw(self, brush: Brush) -> None:
        """Draw everything."""
        tops = numbered(self.board, "foundation")
        end = 0
        for pile, first, column in FOUNDATIONS:
            if shown := tops[first : first + len(SUITS)]:
                end = column + len(shown)
                self._draw_foundations(brush, shown, pile, column)
        if len(tops) > len(SUITS):
            self._tell_ways(brush)
        last = self.columns - 1
        has_stock = "stock" in self.board.zones
        if "waste" in self.board.zones:
            self._draw_waste(brush, last - has_stock, end)
        if has_stock:
            self._draw_stock(brush, last, end)
        if "redeals" in self.board.zones:
            self._draw_redeals(brush, end)

    def _draw_foundations(
        self, brush: Brush, tops: Sequence[tuple[Card, ...]], pile: str, column: int
    ) -> None:
        """Draw a foundation of each suit."""
        is_target = pile in self.marks.targets
        sign = self.glyphs.aim if is_target else ""
        for number, cards in enumerate(tops):
            if cards:
                state = State.TARGET if is_target else State.OPEN
                mark = sign
                if len(cards) == len(RANKS) and self.setting.piles.width >= LINES_WIDTH:
                    state, mark = State.DONE, self.glyphs.named
                rows = self._card(cards[-1], state, mark)
            else:
                text = self.glyphs.suits[number] + sign
                rows = self._place(text, is_target=is_target)
            self._put(brush, self.setting.x(column + number), rows)
        start, end = self.setting.x(column), self.setting.x(column + len(tops) - 1)
        self._spot(brush, pile, start, end + self.setting.size.width - start)

    def _tell_ways(self, brush: Brush) -> None:
        """Tell the directions of the foundations, where there is room."""
        left, right = self.setting.x(len(SUITS)), self.setting.x(KINGS_COLUMN)
        up, down = f"A{self.glyphs.ellipsis}K", f"K{self.glyphs.ellipsis}A"
        if right - left >= width_of(up + down) + 2:
            brush.put(left, self._middle, Span(up, Style.DIM))
            after = right - width_of(down) - 1
            brush.put(after, self._middle, Span(down, Style.DIM))

    def _draw_waste(self, brush: Brush, column: int, end: int) -> None:
        """Draw the waste; cards below its last one are seen as far as room is."""
        cards = self.board.zones["waste"]
        x, left = self.setting.x(column), self.setting.x(end)
        if not cards:
            self._label(brush, tr("waste"), (x, x), left)
            self._put(brush, x, self._place(self.glyphs.gap, is_target=False))
            return
        begin = self._draw_below(brush, cards[:-1], x, left)
        self._label(brush, tr("waste"), (x, begin), left)
        if self.marks.pile == "W":
            rows = self._card(cards[-1], State.HELD, "]")
            rows = bracketed(rows, self.glyphs, is_low=self.setting.is_low)
        else:
            rows = self._card(cards[-1], State.OPEN, has_side=begin < x)
        self._put(brush, x, rows)
        self._spot(brush, "W", x, self.setting.size.width)

    def _draw_below(
        self, brush: Brush, cards: Sequence[Card], right: int, left: int
    ) -> int:
        """Draw what is seen of the cards below another one; return where it begins."""
        size, x, more = self.setting.piles, right, len(cards)
        if size.width < LINES_WIDTH:
            return x
        seen: list[tuple[int, Card, int]] = []
        for card in reversed(cards):
            slot = 1 + len(index_of(card, self.glyphs, size.width))
            if x - slot < left + (MORE_WIDTH if more > 1 else 0):
                break
            x, more = x - slot, more - 1
            seen.append((x, card, slot))
        begin = x
        text = f"{more}{self.glyphs.ellipsis}"
        if more and x - left >= width_of(text):
            begin = x - width_of(text)
            brush.put(begin, self._middle, Span(text, Style.DIM))
        for at, card, slot in seen:
            rows = sliver_rows(
                Sliver(card, slot, size, at > x, self.setting.is_low), self.glyphs
            )
            self._put(brush, at, rows)
        return begin

    def _draw_stock(self, brush: Brush, column: int, end: int) -> None:
        """Draw a back with how many cards there are."""
        count, x = len(self.board.zones["stock"]), self.setting.x(column)
        width = self.setting.size.width
        # The waste, where there is one, lies to its left.
        left = x if "waste" in self.board.zones else self.setting.x(end)
        self._label(brush, tr("stock"), (x, x), left)
        self._spot(brush, "D", x, width)
        if not count:
            self._put(brush, x, self._place("0", is_target=False))
            return
        rows = list(self._card(FACE_DOWN, State.OPEN))
        text = f" {count} " if width > TEN_WIDTH else f"{count}"
        patch = Patch(Tint.COUNT_TEXT, Tint.COUNT, is_bold=True)
        middle = self._middle - self.setting.top
        at = (width - len(text)) // 2
        rows[middle] = overlaid(rows[middle], at, Span(text, patch))
        self._put(brush, x, rows)

    def _draw_redeals(self, brush: Brush, column: int) -> None:
        """Draw how many redeals are left."""
        x = self.setting.x(column)
        room = (self.columns - column) * self.setting.step
        count = f" {len(self.board.zones['redeals'])}"
        word = tr("redeals") if width_of(tr("redeals") + count) < room else "r"
        end = brush.put(x, self._middle, Span(word + count, Style.DIM))
        self._spot(brush, "R", x, end - x)

    # Pieces

    @property
    def _middle(self) -> int:
        """The row of words beside cards."""
        return self.setting.top + (self.setting.piles.rows - 1) // 2

    def _card(
        self, card: Card, state: State, sign: str = "", *, has_side: bool = False
    ) -> Lines:
        width, rows = self.setting.piles
        shown = Shown(card, width, rows, state, is_low=self.setting.is_low, sign=sign)
        shown = shown._replace(has_side=has_side)
        return card_rows(shown, self.glyphs)

    def _place(self, text: str, *, is_target: bool) -> Lines:
        place = Place(self.setting.piles, text, is_target, self.setting.is_low)
        return place_rows(place, self.glyphs)

    def _label(self, brush: Brush, word: str, at: tuple[int, int], left: int) -> None:
        """Write the name of a pile: below it, or before it if there is room."""
        x, begin = at
        if self.setting.has_labels:
            row = self.setting.top + self.setting.piles.rows
            text = Span(word.center(self.setting.size.width), Style.DIM)
            brush.put(x, row, text)
        elif begin - left > width_of(word):
            before = begin - width_of(word) - 1
            brush.put(before, self._middle, Span(word, Style.DIM))

    def _put(self, brush: Brush, x: int, rows: Sequence[Line]) -> None:
        for y, row in enumerate(rows, self.setting.top):
            brush.put(x, y, *row)

    def _spot(self, brush: Brush, pile: str, x: int, width: int) -> None:
        rows = self.setting.piles.rows
        brush.spot(Spot(pile, 1, x, self.setting.top, width, rows))
