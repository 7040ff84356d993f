"""The page of a match that is over: winner, boards and results, by the room there is.

Where there is room, all boards lie beside each other, with the results at their right;
in less, beneath; in little, one's own board is first, and the others come by keys.
"""

from typing import NamedTuple

from samedeal_client.screen.end import panels
from samedeal_client.screen.end.boards import LEAST_WIDTH, board_felt, filled
from samedeal_client.screen.end.known import Came, End
from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.panels.frame import EDGES, SIDES, Box, Frame, draw_frame
from samedeal_client.screen.panels.letters import large
from samedeal_client.view.cards import NAMED, Glyphs
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    fold,
    width_of,
    width_of_row,
)
from samedeal_client.view.tints import Tint

GAP = 1
"""Between two frames."""
TILE_WIDTH = LEAST_WIDTH + SIDES
MOST_TILE = 64
LETTERS_FROM = 17
"""Rows of a page from which on there may be large letters."""
PANEL_WIDTHS = (40, 34, 28)
"""Cells of the panels at the right of the boards, the widest first."""
LEAST_BOARD = 7
"""Rows of a frame around a board."""
KEPT = 2
"""Rows below the boards, for whether the match is proven; what there is to send has
more."""
MOST_BESIDE = 2
"""Boards beside each other where panels are not."""
BELOW = 8
"""Rows for what stands below boards that lie beside each other."""


class Page(NamedTuple):
    """A page, and the number of boards on it."""

    felt: Felt
    boards: int
    sent: int
    """The row behind what there is to send."""


def end_page(end: End, glyphs: Glyphs, width: int, height: int) -> Page | None:
    """Return the page of a match in some cells; None where no board has room."""
    found: list[tuple[_Plan, Lines]] = []
    for head in _headlines(end, glyphs, width, height):
        kept = KEPT + len(end.rest.to_send) - 1 if end.rest.to_send else KEPT
        left = height - len(head) - 1 - (kept if end.rest.more else 0)
        plan = _planned(end, glyphs, (width, left))
        if plan is not None:
            found.append((plan, head))
    if not found:
        return None
    # Two boards are worth more than large letters.
    plan, head = max(found, key=lambda one: min(MOST_BESIDE, len(one[0].tiles)))
    return _drawn(end, plan, head, glyphs, width)


def _drawn(end: End, plan: "_Plan", head: Lines, glyphs: Glyphs, width: int) -> Page:
    head = (*head, () if plan.has_standings else _scores(end, width))
    brush = Brush()
    brush.is_green = True
    for y, row in enumerate(head):
        brush.put(0, y, *row)
    top = len(head)
    for place, tile in enumerate(plan.tiles):
        x = 1 + place * (plan.tile_width + GAP)
        _draw_tile(brush, tile, Box(x, top, plan.tile_width, plan.rows), glyphs)
    below = top + plan.rows
    behind = _draw_panels(brush, end, plan, (top, width), glyphs)
    first, rest = _more(end, plan, width, behind - below)
    for y, row in enumerate(first, below):
        brush.put(0, y, *row)
    after = max(below + len(first), behind)
    for y, row in enumerate(rest, after):
        brush.put(0, y, *row)
    told = sum(len(fold(row, width)) for row in end.rest.to_send)
    sent = (below if first else after) + told
    return Page(brush.felt()._replace(ground=Tint.PANEL), len(plan.tiles), sent)


# Who won


def _headlines(end: End, glyphs: Glyphs, width: int, height: int) -> list[Lines]:
    """Return the winner: in large letters, where they have room, and in small ones."""
    style = Style.GOOD if end.is_won else Style.TITLE
    plain = end.headline.rstrip(".")
    whole = _centred((Span(plain, style),), width)
    bare = plain.replace(f" {NAMED}", "").replace(" [bot]", "")
    tint = Tint.WON if end.is_won else Tint.TEXT
    for text in (bare, bare.partition(",")[0]) if height >= LETTERS_FROM else ():
        letters = large(text, width - 2, glyphs, ground=Tint.PANEL, tint=tint)
        if letters:
            rest = () if text == bare else (whole,)
            return [(*(_centred(row, width) for row in letters), *rest), (whole,)]
    return [(whole,)]


def _centred(row: Line, width: int) -> Line:
    left = (width - width_of_row(row)) // 2
    return (Span(" " * max(0, left)), *row)


def _scores(end: End, width: int) -> Line:
    """Return everybody's score on one row, as far as there is room."""
    spans: list[Span] = []
    room = width - 1
    for one in end.came:
        text = f" {one.place} {one.name} "
        points = f"{one.points} "
        taken = width_of(text) + width_of(points)
        if taken > room:
            break
        room -= taken
        spans += [Span(text, Style.TITLE if one.is_own else Style.PLAIN)]
        spans += [Span(points, Style.GOOD)]
    return tuple(spans)


# Boards


class _Tile(NamedTuple):
    """A board, and whose it is."""

    came: Came
    felt: Felt


class _Plan(NamedTuple):
    """The plan of a page: the parts that have room, and their places."""

    tiles: tuple[_Tile, ...]
    tile_width: int
    rows: int
    """Rows of a frame around a board."""
    panels_width: int
    """0 where panels stand below."""

    @property
    def has_standings(self) -> bool:
        """Whether the panel of standings is seen at once."""
        return bool(self.panels_width) or len(self.tiles) > 1


def _planned(end: End, glyphs: Glyphs, size: tuple[int, int]) -> _Plan | None:
    """Return the plan with most boards that has room; panels come before a third."""
    width, height = size
    most = max(1, min(len(end.shown), (width - 1) // (TILE_WIDTH + GAP)))
    for across in range(most, 0, -1):
        plans = [
            plan
            for panel in (*PANEL_WIDTHS, 0)
            if (plan := _across(end, glyphs, (width, height), across, panel))
        ]
        if plans:
            # The largest cards, beside panels if they can be, and as wide as they can.
            return max(plans, key=lambda p: (p.has_standings, p.rows, p.panels_width))
    return None


def _across(
    end: End, glyphs: Glyphs, size: tuple[int, int], across: int, panel: int
) -> _Plan | None:
    """Return a plan with `across` boards beside each other, if they have room."""
    width, height = size
    room = width - 1 - (panel + GAP if panel else 0)
    tile = min(MOST_TILE, room // across - GAP)
    if tile < TILE_WIDTH or (across > MOST_BESIDE and not panel):
        return None
    rows = height - (BELOW if across > 1 and not panel else 0)
    return _with_boards(end, glyphs, across, (tile, rows), panel)


def _with_boards(
    end: End, glyphs: Glyphs, across: int, tile: tuple[int, int], panel: int
) -> _Plan | None:
    width, rows = tile
    found: list[_Tile] = []
    for came in end.shown[:across]:
        board = end.boards[came.seat]
        felt = board_felt(end.game, board, glyphs, rows - EDGES, width - SIDES)
        if felt is None:
            return None
        found.append(_Tile(came, felt))
    if not found:
        return None
    high = max(LEAST_BOARD, EDGES + max(len(tile.felt.rows) for tile in found))
    return _Plan(tuple(found), width, min(rows, high), panel)


def _draw_tile(brush: Brush, tile: _Tile, box: Box, glyphs: Glyphs) -> None:
    """Draw a board in a frame with its player and their result."""
    came = tile.came
    told = f"{came.score}, {came.note}"
    frame = Frame(f"{came.place} {came.name}", told, is_marked=came.is_own)
    draw_frame(brush, box, frame, glyphs)
    within = box.within
    for y, row in enumerate(filled(tile.felt, within.height, within.width), within.y):
        brush.put(within.x, y, *row)


# What it came to


def _draw_panels(
    brush: Brush, end: End, plan: _Plan, at: tuple[int, int], glyphs: Glyphs
) -> int:
    """Draw panels at the right of the boards or below; return the row behind them."""
    top, width = at
    made = panels.panels_of(end, glyphs)
    if plan.panels_width:
        x = 1 + len(plan.tiles) * (plan.tile_width + GAP)
        return panels.draw_down(brush, made, Box(x, top, width - x - 1, 0), glyphs)
    return panels.draw_across(
        brush, made, Box(1, top + plan.rows, width - 2, 0), glyphs
    )


def _more(end: End, plan: _Plan, width: int, spare: int) -> tuple[Lines, Lines]:
    """Return the rest as lines below boards beside panels, and as lines below all.

    Beside panels, which are longer by `spare` rows, stands all of it or nothing, and
    nothing is broken there: a command needs the whole of a row to be copied.
    """
    told = (*end.rest.to_send, *end.rest.more)
    while told and not told[0]:
        told = told[1:]
    beside = 1 + len(plan.tiles) * (plan.tile_width + GAP)
    fits = len(told) <= spare and all(width_of_row(row) < beside for row in told)
    if plan.panels_width and fits:
        return told, ()
    return (), tuple(part for row in told for part in fold(row, width))
