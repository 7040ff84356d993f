"""Pictures of a move: cards laid over a felt, lit on it, and the trail that they leave.

Pure. Each character on a felt with cards is one cell.
"""

from collections.abc import Iterable
from typing import NamedTuple

from samedeal_client.screen.felt.felt import Felt, Spot
from samedeal_client.view.boards.moved import NEXT, Place
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_client.view.tints import Patch, Tint

DOTS_EVERY = 3
"""Cells from a dot of a trail to the next."""
FOUNDATIONS = 4
"""In a group, one beside the other."""
LIT = {Tint.CARD: Tint.LAST, Tint.COVERED: Tint.LAST}


class Box(NamedTuple):
    """A part of a felt."""

    x: int
    y: int
    width: int
    height: int

    def towards(self, other: "Box", share: float) -> "Box":
        """Return the box so far on its way to another one."""
        x = self.x + round((other.x - self.x) * share)
        y = self.y + round((other.y - self.y) * share)
        return Box(x, y, other.width, other.height)


def box_of(felt: Felt, place: Place) -> Box | None:
    """Return the box of cards on a felt; None where it is not known."""
    kind, _, name = place.zone.partition(".")
    if kind == "column":
        spots = [s for s in felt.spots if s.pile == name and 0 < s.size <= place.cards]
        return _around(spots) if spots else None
    if kind == NEXT:
        return None if felt.to_lay is None else Box(*felt.to_lay[2:])
    if kind == "foundation":
        return _foundation(felt, int(name) - 1)
    pile = {"waste": "W", "stock": "D"}.get(kind, name)
    spots = [spot for spot in felt.spots if spot.pile == pile]
    return Box(*spots[-1][2:]) if spots else None


def _around(spots: list[Spot]) -> Box:
    top = min(spot.y for spot in spots)
    end = max(spot.y + spot.height for spot in spots)
    return Box(spots[0].x, top, spots[0].width, end - top)


def _foundation(felt: Felt, number: int) -> Box | None:
    """Return the box of one of the foundations, which are a spot together."""
    group, place = divmod(number, FOUNDATIONS)
    pile = "FK"[group]
    whole = next((spot for spot in felt.spots if spot.pile == pile), None)
    card = next((spot for spot in felt.spots if spot.pile.isdecimal()), None)
    if whole is None or card is None:
        return None
    step = (whole.width - card.width) // (FOUNDATIONS - 1)
    return Box(whole.x + place * step, whole.y, card.width, whole.height)


def under_way(before: Felt, after: Felt, way: tuple[Box, Box], share: float) -> Felt:
    """Return a felt with cards between where they lay and where they will."""
    source, target = way
    shown = source.towards(target, share)
    rows = list(before.rows)
    for step in range(target.height):
        row, y = _row(after.rows, target.y + step), shown.y + step
        card = _between(row, target.x, target.x + target.width)
        rows += [()] * (y + 1 - len(rows))
        rows[y] = _over(rows[y], shown.x, card)
    return before._replace(rows=tuple(rows))


def laid_over(felt: Felt, cards: Lines, x: int, y: int, height: int) -> Felt:
    """Return a felt of so many rows with cards over it."""
    rows = list(felt.rows)
    for at, row in enumerate(cards, y):
        if 0 <= at < height:
            rows += [()] * (at + 1 - len(rows))
            rows[at] = _over(rows[at], x, row)
    return felt._replace(rows=tuple(rows))


def lit(felt: Felt, boxes: Iterable[Box]) -> Felt:
    """Return a felt on which some cards have another ground for a moment."""
    rows = list(felt.rows)
    for x, top, width, height in boxes:
        for y in range(top, min(top + height, len(rows))):
            cards = tuple(map(_lit, _between(rows[y], x, x + width)))
            rows[y] = _over(rows[y], x, cards)
    return felt._replace(rows=tuple(rows))


def _lit(span: Span) -> Span:
    if not isinstance(span.style, Patch):
        return span
    style = span.style
    tint, ground = LIT.get(style.tint, style.tint), LIT.get(style.ground, style.ground)
    return span._replace(style=style._replace(tint=tint, ground=ground))


def trailed(felt: Felt, way: tuple[Box, Box], dot: str, every: int) -> Felt:
    """Return a felt with dots from one box to another, where no card lies."""
    rows = list(felt.rows)
    first, last = (Box(*box) for box in way)
    across, down = last.x - first.x, last.y - first.y
    steps = max(abs(across), 2 * abs(down))
    for step in range(every, steps, every):
        x = first.x + first.width // 2 + round(across * step / steps)
        y = first.y + first.height // 2 + round(down * step / steps)
        rows += [()] * (y + 1 - len(rows))
        if _is_bare(rows[y], x):
            rows[y] = _over(rows[y], x, (Span(dot, Style.TITLE),))
    return felt._replace(rows=tuple(rows))


def _is_bare(row: Line, x: int) -> bool:
    cell = _between(row, x, x + 1)
    return not any(span.text.strip() or isinstance(span.style, Patch) for span in cell)


def _row(rows: Lines, y: int) -> Line:
    return rows[y] if 0 <= y < len(rows) else ()


def _between(row: Line, begin: int, end: int) -> Line:
    """Return the cells of a row from one to another, blank where it has ended."""
    at, found = 0, list[Span]()
    for span in row:
        first, at = at, at + len(span.text)
        if begin <= first and at <= end:
            found.append(span)  # as most are, and whole
        elif first < end and begin < at:
            text = span.text[max(0, begin - first) : end - first]
            found.append(span._replace(text=text))
    if at < end:
        found.append(Span(" " * (end - max(begin, at))))
    return tuple(found)


def _over(row: Line, x: int, cells: Line) -> Line:
    """Return a row with some cells over its own."""
    wide = sum(len(span.text) for span in cells)
    long = sum(len(span.text) for span in row)
    after = _between(row, x + wide, long) if long > x + wide else ()
    return (*_between(row, 0, x), *cells, *after)
