"""The felt: a board as it is drawn, and the places on it.

Pure, so that every picture and every click can be tested without a terminal. A place
that can be pointed at is a spot; piles go by the words of the notation: ``3`` a column,
``W`` the waste, ``F`` and ``K`` the foundations, ``D`` the stock, ``R`` the redeal, and
for Poker Squares a cell as the notation writes it.
"""

from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from samedeal_client.view.spans import Line, Lines, Span, fold_tightly, width_of
from samedeal_client.view.tints import Tint


class Spot(NamedTuple):
    """A place that can be pointed at."""

    pile: str
    size: int
    """The number of cards from here to the end of the pile, this one included."""
    x: int
    y: int
    width: int
    height: int = 1

    def has(self, x: int, y: int) -> bool:
        """Tell whether a cell of the terminal is within."""
        across = self.x <= x < self.x + self.width
        return across and self.y <= y < self.y + self.height


class Felt(NamedTuple):
    """A picture of a board; later spots lie on earlier ones."""

    rows: Lines
    spots: tuple[Spot, ...]
    is_green: bool = False
    """Whether cards lie on it, and not words alone."""
    ground: Tint = Tint.FELT
    """Its ground where cards lie on it."""
    to_lay: Spot | None = None
    """The place of the card to lay; nothing can be put down there."""
    is_tall: bool = False
    """Whether it has a use for each row that notes can spare."""

    def folded(self, width: int) -> "Felt":
        """Return words folded to `width` cells; cards are laid for the room already."""
        if self.is_green:
            return self
        rows = (part for row in self.rows for part in fold_tightly(row, width))
        return self._replace(rows=tuple(rows))

    def at(self, x: int, y: int) -> Spot | None:
        """Return the spot that is pointed at, None for the felt itself."""
        return next((s for s in reversed(self.spots) if s.has(x, y)), None)


class Marks(NamedTuple):
    """The highlighted parts of a board."""

    pile: str = ""
    """The pile in hand, or the cell under the cursor."""
    size: int = 1
    """The number of its cards."""
    targets: frozenset[str] = frozenset()
    """The piles where they may go."""
    letter: str = ""
    """The letter of a column of cells that waits for its number."""


NO_MARKS = Marks()


NO_FELT = Felt((), ())


class Brush:
    """Draws a felt; nothing on a row lies on anything else there."""

    def __init__(self) -> None:
        self._rows: dict[int, list[tuple[int, Span]]] = {}
        self._spots: list[Spot] = []
        self.is_green = False
        """Whether cards lie on what is drawn."""
        self.to_lay: Spot | None = None

    def put(self, x: int, y: int, *spans: Span) -> int:
        """Put spans on a row; return the first cell behind them."""
        for span in spans:
            if span.text:
                self._rows.setdefault(y, []).append((x, span))
            x += width_of(span.text)
        return x

    def put_rows(self, x: int, y: int, rows: Lines) -> None:
        """Put rows one below the other."""
        for at, row in enumerate(rows, y):
            self.put(x, at, *row)

    def spot(self, spot: Spot) -> None:
        """Add a place that can be pointed at."""
        self._spots.append(spot)

    def lay(self, felt: Felt, x: int, y: int) -> None:
        """Put down a whole felt, spots and all."""
        self.is_green |= felt.is_green
        for row, spans in enumerate(felt.rows, y):
            self.put(x, row, *spans)
        self._spots += [
            spot._replace(x=spot.x + x, y=spot.y + y) for spot in felt.spots
        ]

    def felt(self) -> Felt:
        """Return the felt that was drawn."""
        height = max(self._rows, default=-1) + 1
        rows = tuple(_joined(self._rows.get(y, [])) for y in range(height))
        return Felt(rows, tuple(self._spots), self.is_green, to_lay=self.to_lay)


def cut_line(row: Line, width: int) -> Line:
    """Return the first cells of a row; each character is one."""
    spans: list[Span] = []
    for span in row:
        if width > 0:
            spans.append(span._replace(text=span.text[:width]))
        width -= len(span.text)
    return tuple(spans)


def overlaid(row: Line, x: int, top: Span) -> Line:
    """Return a row with a span over some of its cells; each character is one."""
    end = x + len(top.text)
    after: list[Span] = []
    at = 0
    for span in row:
        if at + len(span.text) > end:
            after.append(span._replace(text=span.text[max(0, end - at) :]))
        at += len(span.text)
    return (*cut_line(row, x), top, *after)


def _joined(parts: Iterable[tuple[int, Span]]) -> Line:
    """Return a row of spans with blanks in between."""
    spans: list[Span] = []
    end = 0
    for x, span in sorted(parts, key=itemgetter(0)):
        if x > end:
            spans.append(Span(" " * (x - end)))
        spans.append(span)
        end = x + width_of(span.text)
    return tuple(spans)
