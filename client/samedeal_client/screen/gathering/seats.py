"""The seats of a room as frames on the felt, with their players' readiness."""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.play.orders import Order, may_call
from samedeal_client.screen.felt.felt import Brush
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.screen.panels.frame import INSET, Box, Frame, draw_in_frame
from samedeal_client.terminal.keys import bound_to
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import cut_name, sitter_name
from samedeal_client.view.spans import Line, Lines, Span, Style, cut, line, width_of
from samedeal_client.view.standings import is_away, won_notes
from samedeal_client.view.tints import Patch, Tint
from samedeal_protocol.rooms.boards import RoomView, SeatView

ACROSS = 4
"""Seats beside each other."""
GAP = 2
LEAST_WIDTH, MOST_WIDTH = 16, 30
TALL, LOW = 4, 3
"""Rows of a seat, edges included; a low one has its notes on one row."""
AROUND = 8
"""Cells of a frame around its title and its figure."""


class _Seat(NamedTuple):
    """A seat that is not drawn yet."""

    frame: Frame
    notes: tuple[str, ...]
    """Those that matter most come last."""
    word: Span
    """Whether whoever sits there is ready."""


def seats_rows(
    room: RoomView,
    own: int | None,
    ratings: Mapping[str, str],
    glyphs: Glyphs,
    size: tuple[int, int],
) -> Lines | None:
    """Return all seats of a room on a width and height; None where they do not fit."""
    width, height = size
    seats = [_taken(room, seat, own, ratings) for seat in room.seats]
    seats += [_free(room, own)] * (room.seats_max - len(seats))
    across = min(len(seats), ACROSS, (width + GAP) // (LEAST_WIDTH + GAP))
    wide = min(MOST_WIDTH, (width + GAP) // across - GAP)
    deep = -(-len(seats) // across)
    high = TALL if TALL * deep <= height else LOW
    if high * deep > height:
        return None
    left = (width - across * (wide + GAP) + GAP) // 2
    brush = Brush()
    for number, seat in enumerate(seats):
        place = number % across, number // across
        box = Box(left + place[0] * (wide + GAP), place[1] * high, wide, high)
        frame = seat.frame
        if width_of(frame.title) + width_of(frame.figure) + AROUND > wide:
            frame = frame._replace(figure="")
        draw_in_frame(brush, box, frame, _rows(seat, box, is_low=high == LOW), glyphs)
    return brush.felt().rows


def _rows(seat: _Seat, box: Box, *, is_low: bool) -> Lines:
    room = box.width - INSET
    if is_low:
        rest = _fitting(seat.notes, room - width_of(seat.word.text) - 1)
        return (line(seat.word, Span(f" {rest}", Style.DIM)),)
    told = _fitting(seat.notes, room) or cut(", ".join(seat.notes[-1:]), room)
    return line(Span(told, Style.DIM)), line(seat.word)


def _fitting(notes: tuple[str, ...], room: int) -> str:
    """Return as many notes as have room whole."""
    while notes and width_of(", ".join(notes)) > room:
        notes = notes[1:]
    return ", ".join(notes)


def _taken(
    room: RoomView, seat: SeatView, own: int | None, ratings: Mapping[str, str]
) -> _Seat:
    """Return the seat of somebody."""
    is_own = seat.seat == own
    # The frame tells one's own seat, too.
    notes = [tr("you")] if is_own else []
    notes += won_notes(room, seat)
    notes += [tr("host")] if seat.seat == room.host else []
    notes += [tr("away")] if is_away(seat, room.phase) else []
    name = cut_name(sitter_name(seat, room.seats), MOST_WIDTH)
    figure = ratings.get(seat.player, "")
    frame = Frame(name, figure, ground=Tint.FELT, is_own=is_own)
    return _Seat(frame, tuple(notes), _word(seat))


def _word(seat: SeatView) -> Span:
    if seat.ready:
        chip = Patch(Tint.FELT, Tint.FELT_GOOD, is_bold=True, is_reversed=True)
        return Span(f" {tr('ready')} ", chip)
    return Span(tr("not ready"), Style.DIM)


def _free(room: RoomView, own: int | None) -> _Seat:
    """Return a seat that waits for somebody, with the key that fills it."""
    word: Line = (Span(""),)
    if own is not None and may_call(room):
        word = (Span(f"{bound_to(key_for(Order.BOT))}: {tr('a bot')}", Style.PLAIN),)
    return _Seat(Frame(tr("free"), ground=Tint.FELT), (tr("for a friend"),), word[0])
