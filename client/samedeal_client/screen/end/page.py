"""The page of a match that is over: winner, boards and results, by the room there is.

Where there is room, all boards lie beside each other, with the results at their right;
in less, beneath; in little, one's own board is first, and the others come by keys. Of
all pages that can be drawn the one with most on it is taken that fits.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from samedeal_client.screen.end import panels
from samedeal_client.screen.end.boards import LEAST_WIDTH, Drawn, board_felt, in_frame
from samedeal_client.screen.end.known import Came, End
from samedeal_client.screen.end.panels import Panel
from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.felt.letters import large
from samedeal_client.screen.panels.aces import aces_on_felt
from samedeal_client.screen.panels.frame import EDGES, SIDES, Box, Frame, draw_frame
from samedeal_client.view.cards import NAMED, Glyphs
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    fold_tightly,
    line,
    width_of,
    width_of_row,
)
from samedeal_client.view.tints import Tint

GAP = 1
"""Between two frames."""
TILE_WIDTH = LEAST_WIDTH + SIDES
MOST_TILE = 90
LETTERS_FROM = 17
"""Rows of a page from which on there may be large letters."""
LETTERS_ROWS = 3
AIRY_FROM = 30
"""Rows of a page from which on they touch nothing."""
PANEL_WIDTHS = (39, 34, 28)
"""Cells of the panels at the right of the boards, the widest first."""
MOST_BOARDLESS = 100
"""Cells of all panels where no board is."""
MOST_BESIDE = 2
"""Boards beside each other where panels are not."""


class Page(NamedTuple):
    """A page, and the number of boards on it."""

    felt: Felt
    boards: int
    """0 where none is known, or has room."""
    head: int
    """Rows of the winner's name, above all boards."""


def end_page(end: End, glyphs: Glyphs, width: int, height: int) -> Page:
    """Return the page of a match in some cells, without boards if none has room."""
    made = panels.panels_of(end, glyphs)
    heads = [*_headlines(end, glyphs, width, height)]
    room = _Room(heads[-1], made, glyphs, width, height)
    plans: list[_Plan] = []
    for choices in _choices(made):
        if any(plan.fits for plan in plans):
            break
        plans += [
            plan
            for head in heads
            for shown in choices
            for plan in _plans(end, room._replace(head=head, made=shown))
        ]
    if not plans:
        return _boardless(end, heads, room)
    return _drawn(end, max(plans, key=_Plan.worth))


def board_page(end: End, glyphs: Glyphs, width: int, height: int) -> Page | None:
    """Return the first board alone; None where even that has no room."""
    tile = min(MOST_TILE, width - SIDES)
    tiles = _tiles(end, glyphs, 1, (tile, height - EDGES))
    if not tiles:
        return None
    brush = Brush()
    brush.is_green = True
    _draw_tile(brush, tiles[0], Box((width - tile) // 2, 0, tile, height), glyphs)
    return Page(brush.felt()._replace(ground=Tint.PANEL), 1, 0)


def _choices(made: tuple[Panel, ...]) -> Iterator[tuple[tuple[Panel, ...], ...]]:
    """Yield all panels or without a few; then those that matter most at least.

    The latter are for where all others have no room.
    """
    uncoursed = tuple(panel for panel in made if not panel.courses)
    yield tuple({made: None, uncoursed: None})
    if any(panel.table for panel in made):
        yield (tuple(panel for panel in uncoursed if not panel.is_spare),)


class _Room(NamedTuple):
    """The room for a page, and what else than boards has to be on it."""

    head: Lines
    made: tuple[Panel, ...]
    glyphs: Glyphs
    width: int
    height: int


class _Tile(NamedTuple):
    """A board, and whose it is."""

    came: Came
    drawn: Drawn


class _Plan(NamedTuple):
    """A page that is not drawn yet: its parts, and their places."""

    room: _Room
    tiles: tuple[_Tile, ...]
    tile_width: int
    rows: int
    """Rows of a frame around a board."""
    panels_width: int
    """0 where all panels stand below."""
    beside: int
    """The number of panels at the right of the boards."""
    more: Lines
    """What stands below the boards."""
    fits: bool
    """Whether all is seen at once."""

    def worth(self) -> tuple[int, ...]:
        """Return the marks by which it is better than another, first what counts most.

        Two boards are worth more than large letters, and those more than large cards.
        """
        return (
            self.fits,
            min(MOST_BESIDE, len(self.tiles)),
            len(self.room.head) > LETTERS_ROWS,
            min(tile.drawn.area for tile in self.tiles),
            len(self.tiles),
            len(self.room.made),
            self.panels_width,
        )


def _plans(end: End, room: _Room) -> Iterator[_Plan]:
    """Yield all plans that have room for a board; panels come before a third."""
    most = max(1, min(len(end.shown), (room.width - 1) // (TILE_WIDTH + GAP)))
    for across in range(most, 0, -1):
        for panel in (*PANEL_WIDTHS, 0):
            left = room.width - 1 - (panel + GAP if panel else 0)
            tile = min(MOST_TILE, left // across - GAP)
            if tile < TILE_WIDTH or (across > MOST_BESIDE and not panel):
                continue
            plan = _planned(end, room, across, tile, panel)
            if plan is not None:
                yield plan


def _planned(end: End, room: _Room, across: int, tile: int, panel: int) -> _Plan | None:
    """Return a plan of `across` boards beside each other, if they have room."""
    made, height = room.made, room.height - len(room.head)
    beside = len(made) if panel else 0
    below = _high(made[beside:], room)
    while beside and panels.down_rows(made[:beside], panel) > height - below:
        beside -= 1
        below = _high(made[beside:], room)
    wide = across * (tile + GAP) if beside else room.width - 1
    more = tuple(part for row in end.more for part in fold_tightly(row, wide))
    rows = height - below - len(more)
    tiles = _tiles(end, room.glyphs, across, (tile, rows - EDGES))
    fits = tiles is not None and (beside > 0 or not panel)
    if tiles is None:
        # What is longer than a screen is scrolled; boards come first.
        beside, rows = panels.most_down(made, panel, height - 1), height - 1
        wide = across * (tile + GAP) if beside else room.width - 1
        more = tuple(part for row in end.more for part in fold_tightly(row, wide))
        tiles = _tiles(end, room.glyphs, across, (tile, rows - EDGES))
    if not tiles:
        return None
    # The felt of boards that are all seen goes down as far as there is room.
    high = rows if fits else EDGES + max(len(one.drawn.felt.rows) for one in tiles)
    return _Plan(room, tiles, tile, high, panel if beside else 0, beside, more, fits)


def _high(made: Sequence[Panel], room: _Room) -> int:
    """Return the rows of panels below the boards."""
    return panels.across_rows(made, room.width - SIDES)


def _tiles(
    end: End, glyphs: Glyphs, across: int, size: tuple[int, int]
) -> tuple[_Tile, ...] | None:
    """Return the first boards in frames of a size; None if one has no room."""
    found: list[_Tile] = []
    width, height = size
    for came in end.shown[:across]:
        board = end.boards[came.seat]
        drawn = board_felt(end.game, board, glyphs, height, width - SIDES)
        if drawn is None:
            return None
        found.append(_Tile(came, drawn))
    return tuple(found) or None


def _drawn(end: End, plan: _Plan) -> Page:
    room, brush = plan.room, Brush()
    brush.is_green = True
    head = room.head
    if not (plan.fits or plan.beside or head[-1]):
        head = (*head[:-1], _scores(end, room.width))
    brush.put_rows(0, 0, head)
    top = len(head)
    for place, tile in enumerate(plan.tiles):
        x = 1 + place * (plan.tile_width + GAP)
        _draw_tile(brush, tile, Box(x, top, plan.tile_width, plan.rows), room.glyphs)
    below = top + plan.rows
    brush.put_rows(0, below, plan.more)
    below += len(plan.more)
    beside, rest = room.made[: plan.beside], room.made[plan.beside :]
    x = 1 + len(plan.tiles) * (plan.tile_width + GAP)
    box = Box(x, top, room.width - x - 1, 0)
    behind = panels.draw_down(brush, beside, box, room.glyphs)
    y = max(below, behind)
    if not plan.fits and y < room.height <= y + _high(rest, room):
        y = room.height  # no frame is seen in part
    panels.draw_across(brush, rest, Box(1, y, room.width - SIDES, 0), room.glyphs)
    felt = brush.felt()._replace(ground=Tint.PANEL)
    return Page(felt, len(plan.tiles), top)


def _boardless(end: End, heads: Sequence[Lines], room: _Room) -> Page:
    """Draw the page where no board is known, or has room."""
    width = min(room.width - SIDES, MOST_BOARDLESS)
    left, brush = (room.width - width) // 2, Brush()
    brush.is_green = True
    more = tuple(part for row in end.more for part in fold_tightly(row, width + 1))
    rows = panels.across_rows(room.made, width) + len(more)
    head = next((one for one in heads if len(one) + rows <= room.height), heads[-1])
    top = len(head)
    brush.put_rows(0, 0, head)
    panels.draw_across(brush, room.made, Box(left, top, width, 0), room.glyphs)
    brush.put_rows(left - 1, top + rows - len(more), more)
    aces = aces_on_felt(room.width, room.height - top - rows, room.glyphs)
    brush.put_rows(0, top + rows, aces)
    return Page(brush.felt()._replace(ground=Tint.PANEL), 0, top)


def _draw_tile(brush: Brush, tile: _Tile, box: Box, glyphs: Glyphs) -> None:
    """Draw a board in a frame with its player and their result."""
    came = tile.came
    told = f"{came.score}, {came.note}"
    frame = Frame(f"{came.place} {came.name}", told, is_own=came.is_own)
    draw_frame(brush, box, frame, glyphs)
    within = box.within
    rows = in_frame(tile.drawn, within.height, within.width)
    brush.put_rows(within.x, within.y, rows)


# Who won


def _headlines(end: End, glyphs: Glyphs, width: int, height: int) -> Iterator[Lines]:
    """Yield the winner: in large letters, where they have room, and in small ones.

    Below stands the player's own place, or nothing.
    """
    style = Style.GOOD if end.is_won else Style.TITLE
    plain = end.headline.rstrip(".")
    whole = _centred(line(Span(plain, style)), width)
    place = _centred(line(end.place), width) if end.place else ()
    bare = plain.replace(f" {NAMED}", "").replace(" [bot]", "")
    tint = Tint.WON if end.is_won else Tint.TEXT
    for text in (bare, bare.partition(",")[0]) if height >= LETTERS_FROM else ():
        letters = large(text, width - 2, glyphs, ground=Tint.PANEL, tint=tint)
        if letters:
            above = ((),) if height >= AIRY_FROM else ()
            rest = () if text == bare else (whole,)
            yield (*above, *(_centred(row, width) for row in letters), *rest, place)
            break
    beside = line(Span(plain, style), f"   {end.place}") if end.place else ()
    if beside and width_of_row(beside) < width:
        yield (_centred(beside, width), ())
    else:
        yield (whole, place)


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
        spans += [Span(text, Style.OWN if one.is_own else Style.PLAIN)]
        spans += [Span(points, Style.GOOD)]
    return tuple(spans)
