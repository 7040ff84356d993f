"""The first page laid out: panels side by side, or one below the other if narrow."""

from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.lobby.lobby import Lobby
from samedeal_client.lobby.pages.first.glance import Glance
from samedeal_client.lobby.pages.first.overview import (
    closing,
    day_line,
    event_line,
    friends_panel,
    rooms_panel,
)
from samedeal_client.lobby.pages.first.panels import (
    BORDERS,
    EDGES,
    Panel,
    beside,
    framed,
)
from samedeal_client.lobby.pages.rooms import RoomsPage
from samedeal_client.lobby.sheet import MARGIN, Frame, Row, read
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_protocol.people.presence import Friends

DAY = "day "
"""The start of the word of a row with a deal of today; its game follows."""
TWO_COLUMNS, TIGHT_COLUMNS = 76, 56
"""Cells of a page from which on panels stand side by side: in any case, and if what the
one for friends says of them has room in so few."""
GAP = 1
LEFT_SHARE = 0.6
AIRY = 44
"""Rows of a page from which there is a blank line between panels."""


class Setting(NamedTuple):
    """The room for a page, and its glyphs."""

    width: int
    height: int
    glyphs: Glyphs


class Ways(NamedTuple):
    """Rows of a panel that do something."""

    title: str
    rows: tuple[Row, ...]
    note: str = ""


class Told(NamedTuple):
    """The news, and the lobby it is laid out for."""

    lobby: Lobby
    glance: Glance
    now_ms: int


def told_at(lobby: Lobby, glance: Glance) -> Told:
    """Return the news as it is now."""
    player, days = lobby.visit.player, glance.days
    closes_at = 0 if days is None else days.closes_at
    return Told(lobby, glance, closes_at if player is None else player.now_ms())


def laid_out(
    ways: Ways, told: Told, setting: Setting, report: Lines
) -> tuple[Row, ...]:
    """Return all rows of the page; the last table's outcome stands near the top."""
    is_wide = _is_wide(setting.width, told.glance.friends)
    left = _left(setting.width, is_wide=is_wide)
    right = setting.width - left - 3 if is_wide else left
    is_airy = setting.height >= AIRY
    today = _today(told, left - EDGES, setting.glyphs)
    friends = friends_panel(told.glance.friends, right - EDGES, setting.glyphs)
    found = told.lobby.pages.of(RoomsPage).rooms
    rooms = rooms_panel(found, right - EDGES, setting.glyphs)
    blocks = [(1, today, friends), (2, ways, rooms)]
    if report:
        blocks.reverse()
    rows: list[Row] = []
    after: list[Panel] = []
    for number, own, other in blocks:
        block = _block(number, own, left, setting.glyphs, is_airy=is_airy)
        if is_wide:
            rows += _with(block, other, right, setting.glyphs)
        else:
            rows += block
            after.append(other)
        if report and number == len(blocks):
            rows += (*read([()]), *read(report), *read([()]))
    for panel in after:
        height = len(panel.rows) + BORDERS
        lines = framed(panel, left, height, setting.glyphs)
        rows += read((Span(" "), *row) for row in lines)
    return tuple(rows)


def room_for_ways(width: int) -> int:
    """Return the cells of a row of the left panels, on a page of a width."""
    return _left(width, is_wide=width >= TWO_COLUMNS) - EDGES


def _is_wide(width: int, friends: Friends | None) -> bool:
    """Tell whether panels stand side by side."""
    is_short = friends is None or (friends.seen and bool(friends.friends))
    return width >= (TIGHT_COLUMNS if is_short else TWO_COLUMNS)


def _left(width: int, *, is_wide: bool) -> int:
    """Return the cells of the left panels."""
    return int((width - 3) * LEFT_SHARE) if is_wide else width - 2


def _today(told: Told, width: int, glyphs: Glyphs) -> Ways:
    glance = told.glance
    title = tr("Today")
    if glance.days is None:
        looks = told.lobby.visit.player is not None
        waits = tr("Looking...") if looks else tr("no server yet")
        return Ways(title, (Row((Span(waits, Style.DIM),)),))
    rows = [
        Row(
            day_line(view, glance.made.get(view.game), told.now_ms, width, glyphs),
            f"{DAY}{view.game}",
        )
        for view in glance.shown(told.lobby.game)
    ]
    if glance.event is not None:
        rows.append(Row(event_line(glance.event, told.now_ms, width)))
    return Ways(title, tuple(rows), closing(glance.days.closes_at, told.now_ms))


def _block(
    number: int, ways: Ways, width: int, glyphs: Glyphs, *, is_airy: bool
) -> list[Row]:
    """Return a panel of rows that do something, with its frame."""
    rows: list[Row] = []
    for row in ways.rows:
        rows += [Row(()), row] if is_airy and rows else [row]
    if is_airy:
        rows = [Row(()), *rows, Row(())]
    inner: Lines = tuple(_moved(row) for row in rows)
    panel = Panel(ways.title, inner, ways.note)
    lines = framed(panel, width, len(inner) + BORDERS, glyphs)
    begin, end = 1, 1 + width
    out = [
        Row(
            (Span(" "), *shown),
            row.does,
            frame=Frame(number, begin, end, is_border=False),
        )
        for row, shown in zip(rows, lines[1:-1], strict=True)
    ]
    edge = Frame(number, begin, end, is_border=True)
    top, foot = (Row((Span(" "), *lines[at]), frame=edge) for at in (0, -1))
    return [top, *out, foot]


def _moved(row: Row) -> Line:
    """Return a row's line without the room for a cursor, which the frame leaves."""
    if not row.line or not row.line[0].text.startswith(" " * MARGIN):
        return row.line
    first = row.line[0]
    return (first._replace(text=first.text[MARGIN:]), *row.line[1:])


def _with(block: list[Row], other: Panel, width: int, glyphs: Glyphs) -> list[Row]:
    """Return a panel with another one at its right, as high."""
    lines = framed(other, width, len(block), glyphs)
    both = beside([row.line for row in block], lines, GAP)
    return [row._replace(line=shown) for row, shown in zip(block, both, strict=True)]
