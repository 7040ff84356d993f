"""A room before a match: the line to send, seats round the felt, what is played.

Beside the seats lies the link for a phone's camera, where there is room for it.

While the countdown runs, its number stands where the line did, and backs are dealt
below it, one a second.
"""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.play.orders import Order
from samedeal_client.screen.end.boards import filled
from samedeal_client.screen.felt.card import Size
from samedeal_client.screen.felt.felt import Brush, Felt
from samedeal_client.screen.felt.letters import large
from samedeal_client.screen.gathering.qr import qr_rows
from samedeal_client.screen.gathering.seats import seats_rows
from samedeal_client.screen.keys.foot import CAP
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.panels.aces import (
    ACES,
    cards_rows,
    centred_all,
    size_on,
)
from samedeal_client.screen.panels.frame import EDGES, INSET, Box, Frame, draw_in_frame
from samedeal_client.terminal.keys import bound_to
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.room import played_lines
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
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.cards import FACE_DOWN
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import RoomView

MOST_WIDTH = 130
"""Cells of everything on the page; the felt goes on to the edge."""
AIR, LEAST_BESIDE = 2, 52
"""Cells between seats and a code, and those that seats have at least beside one."""
BACKS = 5
"""Dealt in the last seconds of a countdown."""


class Gathering(NamedTuple):
    """All that is known of a room before a match."""

    room: RoomView
    own: int | None
    ratings: Mapping[str, str]
    """By player, of those who have one."""
    to_send: str
    """The line that brings a friend here; empty where nobody is to come."""
    ways: Lines
    """Other ways to come here, with a word on each."""
    next: Lines
    """The event that is awaited, and the keys until then."""
    left_s: int | None
    """Until the cards come, while they are counted down to."""
    is_brief: bool = False
    """Whether the foot alone tells the key that copies the line, for want of rows."""
    link: str = ""
    """The link that brings other devices here; empty where none can come."""


def gathering_page(at: Gathering, glyphs: Glyphs, size: tuple[int, int]) -> Felt | None:
    """Return the page on a width and height; None where it has no room."""
    width, height = size
    across = min(width - 2, MOST_WIDTH)
    brief, following = at._replace(is_brief=True), _next(at, glyphs, across)
    for above, below in (
        (_invited(at, glyphs, across), _below(at, glyphs, across)),
        (_invited(brief, glyphs, across), following),
        (_invited(brief._replace(ways=()), glyphs, across), following),
    ):
        strip = _strip(at, glyphs, (across, height - len(above) - len(below)))
        if strip is not None:
            return _page(above, strip, below, width, across)
    return _unframed(brief, glyphs, size, across)


def _unframed(
    at: Gathering, glyphs: Glyphs, size: tuple[int, int], across: int
) -> Felt | None:
    """Return the page with frames round its seats alone; sentences as they fit."""
    width, height = size
    above = _to_send(at.to_send, across)[:1] if at.to_send else ()
    about = find_game(at.room.game).about
    # What the match counts stands last there, and what the head says first.
    told = (*at.next, *reversed(played_lines(at.room, about)))
    for count in range(len(told), -1, -1):
        below = _folded(told[:count], across)
        room = (across, height - len(above) - len(below))
        strip = _strip(at, glyphs, room, air=0)
        if strip is not None:
            return _page(above, strip, below, width, across)
    return None


def _page(above: Lines, strip: Lines, below: Lines, width: int, across: int) -> Felt:
    """Return a page on `width` cells of which words take `across`."""
    left = (width - across) // 2
    brush = Brush()
    brush.is_green = True
    for y, row in enumerate(above):
        brush.put(left, y, *row)
    green = Felt(tuple((Span(" " * left), *row) for row in strip), ())
    for y, row in enumerate(filled(green, len(strip), width), len(above)):
        brush.put(0, y, *row)
    for y, row in enumerate(below, len(above) + len(strip)):
        brush.put(left, y, *row)
    return brush.felt()._replace(ground=Tint.PANEL)


def _invited(at: Gathering, glyphs: Glyphs, width: int) -> Lines:
    """Return the ways for others to come here, while they may."""
    if not at.to_send:
        return ()
    sent = _to_send(at.to_send, width - INSET)
    sent = sent[:1] if at.is_brief else sent
    rows = _folded((*sent, *at.ways), width - INSET)
    frame = Frame(tr("Bring a friend"))
    return _in_frame(frame, rows, width, len(rows), glyphs)


def _strip(
    at: Gathering, glyphs: Glyphs, size: tuple[int, int], *, air: int = 1
) -> Lines | None:
    """Return the felt with the seats, and with cards as there is room for them.

    At least `air` rows are left free above the seats.
    """
    width, height = size
    code = qr_rows(at.link, glyphs) if at.link else ()
    wide = width - AIR - (width_of_row(code[0]) if code else 0)
    if code and height >= len(code) and wide >= LEAST_BESIDE:
        beside = _strip(at._replace(link=""), glyphs, (wide, height))
        if beside is not None:
            return _with_code(beside, code, wide)
    counted = _counted(at.left_s, glyphs, width)
    for head in (counted, counted[-1:]):
        seats = seats_rows(
            at.room, at.own, at.ratings, glyphs, (width, height - len(head) - air)
        )
        if seats is not None:
            rows = (*head, *[()] * air, *seats)
            spare = height - len(rows)
            card = size_on(width, spare, BACKS)
            if card is not None:
                cards = centred_all(_cards(at.left_s, card, glyphs), width)
                rows = (*rows, (), *cards)
            spare = height - len(rows)
            return (*[()] * (spare // 2), *rows, *[()] * (spare - spare // 2))
    return None


def _with_code(rows: Lines, code: Lines, width: int) -> Lines:
    """Return rows, and right of their width a code, half-way down."""
    brush = Brush()
    brush.put_rows(0, 0, rows)
    brush.put_rows(width + AIR, (len(rows) - len(code)) // 2, code)
    return (*brush.felt().rows, *[()] * len(rows))[: len(rows)]


def _cards(left_s: int | None, size: Size, glyphs: Glyphs) -> Lines:
    """Return an ace of every suit, or the backs that are dealt so far."""
    if left_s is None:
        return cards_rows(ACES, size, glyphs)
    dealt = max(0, min(BACKS, BACKS + 1 - left_s))
    return cards_rows((FACE_DOWN,) * dealt, size, glyphs)


def _to_send(text: str, width: int) -> Lines:
    """Return the line to send on a slip, with the key that copies it."""
    slip = Span(f" {text} ", Patch(Tint.PANEL, Tint.TEXT, is_bold=True))
    cap = Span(f" {bound_to(key_for(Order.COPY))} ", CAP)
    told = f" {tr('copies it, with a link')}"
    if width_of(slip.text) + width_of(cap.text) + width_of(told) + 2 <= width:
        return (line(slip, "  ", cap, told),)
    return line(slip), line(cap, told)


def _counted(left_s: int | None, glyphs: Glyphs, width: int) -> Lines:
    """Return the seconds that are counted down, in large letters and in words."""
    if left_s is None:
        return ()
    told = tr("The cards are dealt in {left}", left=f"0:{left_s:02}")
    letters = large(f"{left_s}", width, glyphs, ground=Tint.FELT, tint=Tint.TEXT)
    rows = (*letters, (), (Span(told, Style.TITLE),))
    return tuple(_centred(row, width) for row in rows)


def _centred(row: Line, width: int) -> Line:
    return (Span(" " * max(0, (width - width_of_row(row)) // 2)), *row)


def _below(at: Gathering, glyphs: Glyphs, width: int) -> Lines:
    """Return the game and the next step, beside each other."""
    half = (width - 1) // 2
    about = find_game(at.room.game).about
    played = _folded(played_lines(at.room, about), half - INSET)
    following = _folded(at.next, width - 1 - half - INSET)
    high = max(len(played), len(following))
    left = _in_frame(Frame(tr("The match")), played, half, high, glyphs)
    right = _in_frame(_next_frame(at), following, width - 1 - half, high, glyphs)
    pairs = zip(left, right, strict=True)
    return tuple((*one, Span(" "), *other) for one, other in pairs)


def _next(at: Gathering, glyphs: Glyphs, width: int) -> Lines:
    """Return the next step alone."""
    rows = _folded(at.next, width - INSET)
    return _in_frame(_next_frame(at), rows, width, len(rows), glyphs)


def _next_frame(at: Gathering) -> Frame:
    kind = tr("Keys") if at.left_s is not None else tr("Next")
    return Frame(kind, is_marked=at.left_s is None and at.own is not None)


def _in_frame(
    frame: Frame, rows: Lines, width: int, high: int, glyphs: Glyphs
) -> Lines:
    """Return rows in a frame of exactly the width, with room for `high` rows."""
    brush = Brush()
    draw_in_frame(brush, Box(0, 0, width, high + EDGES), frame, rows, glyphs)
    return brush.felt().rows


def _folded(rows: Lines, width: int) -> Lines:
    """Return rows without the blank that they begin with, folded to `width` cells."""
    bare = (_bare(row) for row in rows)
    return tuple(part for row in bare if row for part in fold_tightly(row, width))


def _bare(row: Line) -> Line:
    if not row:
        return row
    return (row[0]._replace(text=row[0].text.lstrip()), *row[1:])
