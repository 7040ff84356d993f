"""A patience board on the felt: foundations, waste and stock above hanging columns."""

from collections.abc import Sequence
from typing import NamedTuple

from samedeal_client.screen.felt.card import (
    LINES_WIDTH,
    NAME,
    Place,
    Shown,
    State,
    card_rows,
    index_of,
    place_rows,
)
from samedeal_client.screen.felt.felt import (
    NO_MARKS,
    Brush,
    Felt,
    Marks,
    Spot,
    cut_line,
    overlaid,
)
from samedeal_client.screen.felt.patience.column import Piece, pieces_of
from samedeal_client.screen.felt.patience.piles import Piles
from samedeal_client.screen.felt.patience.setting import TALL, Setting, setting_for
from samedeal_client.terminal.keys import key_of_column
from samedeal_client.view.boards.patience import numbered
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines, Span, Style
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.game import Board

LEAST_ROWS = 2
"""Rows of a column, at least."""
PRINTED_FROM, PRINT_ROWS = 88, 3
"""Cells of a felt from which on it has a print, and the rows of that."""


def patience_felt(
    board: Board,
    glyphs: Glyphs,
    height: int,
    width: int = 80,
    marks: Marks = NO_MARKS,
    *,
    is_small: bool = False,
    spare: int = 0,
) -> Felt:
    """Draw a board that is `height` rows high and `width` cells wide at most.

    A small one has cards of as many cells as their names, if it must. Columns may hang
    down `spare` rows more, which change the place and the size of nothing else.
    """
    brush = Brush()
    brush.is_green = True
    columns = numbered(board, "column")
    setting = setting_for(
        *(len(columns), height, width),
        is_small=is_small,
        has_halves=bool(glyphs.halves),
    )
    Piles(board, len(columns), setting, glyphs, marks).draw(brush)
    room = max(LEAST_ROWS, height + spare - setting.first_row)
    hanging = _Columns(setting, room, glyphs, marks)
    for number, cards in enumerate(columns):
        hanging.draw(brush, number, cards)
    felt = brush.felt()
    is_large = width >= PRINTED_FROM and height >= TALL and bool(glyphs.halves)
    is_bare = height - len(felt.rows) > PRINT_ROWS + 1
    return _printed(felt, glyphs, height, width) if is_large and is_bare else felt


def _printed(felt: Felt, glyphs: Glyphs, height: int, width: int) -> Felt:
    """Return a felt with the name of the house printed on it, below all cards."""
    clubs, diamonds, hearts, spades = tuple(glyphs.suits)
    name = " ".join("SAMEDEAL")
    text = f"  {clubs} {diamonds}  {name}  {hearts} {spades}  "
    left_top, right_top, left_bottom, right_bottom = tuple(glyphs.corners)
    rule = glyphs.dash * len(text)
    rows = (
        f"{left_top}{rule}{right_top}",
        f"{glyphs.bar}{text}{glyphs.bar}",
        f"{left_bottom}{rule}{right_bottom}",
    )
    shift = Span(" " * ((width - len(rows[0])) // 2))
    patch = Patch(Tint.PRINT, Tint.FELT)
    above = ((),) * (height - len(felt.rows) - PRINT_ROWS - 1)
    printed = tuple((shift, Span(row, patch)) for row in rows)
    return felt._replace(rows=(*felt.rows, *above, *printed))


class _Columns(NamedTuple):
    """Draws columns on `room` rows."""

    setting: Setting
    room: int
    glyphs: Glyphs
    marks: Marks

    def draw(self, brush: Brush, number: int, cards: Sequence[Card]) -> None:
        """Draw a column: its key, then its cards with the last one exposed."""
        pile, x = str(number + 1), self.setting.x(number)
        width, top = self.setting.size.width, self.setting.first_row
        key = self._key(pile)
        brush.put(x + (width - len(key.text)) // 2, top - 1, key)
        brush.spot(Spot(pile, 0, x, top - 1, width, self.room + 1))
        if not cards:
            brush.put_rows(x, top, self._place(pile))
            return
        y, before = top, None
        for piece in pieces_of(cards, self.setting.steps, self.room):
            size = len(cards) - piece.places.stop + 1
            brush.put_rows(x, y, self._rows(pile, piece, size, before))
            brush.spot(Spot(pile, size, x, y, width, piece.rows))
            y += piece.rows
            before = piece

    def _key(self, pile: str) -> Span:
        """Return the number of a column, with a sign for its state."""
        key = key_of_column(int(pile))
        if pile in self.marks.targets:
            return Span(f" {key}{self.glyphs.aim}", Style.TARGET)
        if pile == self.marks.pile:
            return Span(f"[{key}]", Style.HELD)
        return Span(key, Style.DIM)

    def _place(self, pile: str) -> Lines:
        """Return the place of a column without cards."""
        size = self.setting.size
        is_target = pile in self.marks.targets
        text = self.glyphs.aim if is_target else self.glyphs.gap
        rows = min(size.rows, self.room)
        return place_rows(Place(size._replace(rows=rows), text, is_target), self.glyphs)

    def _rows(self, pile: str, piece: Piece, size: int, before: Piece | None) -> Lines:
        """Return the drawing of a card, or of some that share a row."""
        is_last = size == 1
        state = State.OPEN if is_last else State.COVERED
        if pile == self.marks.pile and size <= self.marks.size:
            state = State.HELD
        elif pile in self.marks.targets and is_last:
            state = State.TARGET
        shown = Shown(
            *(piece.card, self.setting.size.width, piece.rows, state),
            is_covered=not is_last,
            has_edge=before is not None
            and (before.rows == 1 or before.card == FACE_DOWN),
        )
        if len(piece.places) > 1:
            return self._counted(shown, len(piece.places))
        return card_rows(shown, self.glyphs)

    def _counted(self, shown: Shown, many: int) -> Lines:
        """Return a row that cards share, with how many they are.

        The name of the last of them stays whole: half of it is another card's.
        """
        width, patch = shown.width, Patch(Tint.COUNT_TEXT, Tint.COUNT, is_bold=True)
        row, *rest = card_rows(shown, self.glyphs)
        count = f"{many}{self.glyphs.times}"
        if shown.card == FACE_DOWN or width < LINES_WIDTH:
            text = f" {count} " if len(count) + 4 <= width else count[:width]
            middle = (width - len(text)) // 2
            return (overlaid(row, middle, Span(text, patch)), *rest)
        count = count[: width - NAME.width]
        room = width - len(count)
        if 1 + len(index_of(shown.card, self.glyphs, width)) > room:
            ((name,),) = card_rows(shown._replace(width=NAME.width), self.glyphs)
            row = (name._replace(text=name.text.ljust(room)),)
        return ((*cut_line(row, room), Span(count, patch)), *rest)
