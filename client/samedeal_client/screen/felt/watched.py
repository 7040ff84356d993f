"""The boards that may be watched, on the felt: one of them, or all where they fit."""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.language import later, tr
from samedeal_client.play.room.focus import ALL, key_of_seat
from samedeal_client.screen.felt.felt import Brush, Felt, Spot
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.felt.small import GAP, fits, small_felt
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import cut_name, sitter_name
from samedeal_client.view.spans import Line, Span, Style, padded, width_of
from samedeal_client.view.watching import board_head, plies_made, watched_seat
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import BoardView, RoomView, SeatView

BOARDS_SOON = later("The boards come in a moment.")
BOARD_ROW = 2
"""Below who can be looked at, and whose board it is."""
KEY_WIDTH = 4
"""Cells of a name's mark and key, and of the blanks around it."""


class Watched(NamedTuple):
    """The boards that are shown of a match, and the one that is asked for."""

    room: RoomView
    boards: Mapping[int, BoardView]
    seat: int | None
    """None for all."""


def watched_felt(watched: Watched, glyphs: Glyphs, height: int, width: int) -> Felt:
    """Draw the board that is asked for, or all; the leader's where all do not fit."""
    shown = [seat for seat in watched.room.seats if seat.seat in watched.boards]
    tiles = _tiles(watched, shown, glyphs, (height - BOARD_ROW, width))
    brush = Brush()
    _draw_names(brush, watched, shown, width, together=tiles is not None)
    if watched.seat is None and tiles is not None:
        brush.lay(tiles, 0, BOARD_ROW - 1)
        return brush.felt()
    seat = watched_seat(watched.room, watched.boards, watched.seat)
    if seat is not None:
        view = watched.boards[seat.seat]
        brush.put(0, 1, *board_head(watched.room, seat, view))
        hand = Hand()
        hand.look(find_game(watched.room.game), board_of(view))
        drawn = hand.felt(glyphs, height - BOARD_ROW, width)
        # Nothing on it can be moved.
        brush.lay(drawn._replace(spots=()), 0, BOARD_ROW)
    return brush.felt()


def _draw_names(
    brush: Brush, watched: Watched, shown: list[SeatView], width: int, *, together: bool
) -> None:
    """Draw who can be looked at, with their keys; each can be pressed."""
    everybody = tr("all") if together else tr("the leader")
    seats = watched.room.seats
    called = [
        (seat.seat, key_of_seat(seat.seat), sitter_name(seat, seats)) for seat in shown
    ]
    names: list[tuple[int | None, str, str]] = [(None, ALL, everybody), *called]
    most = _most_of_names([name for _, _, name in names], width)
    x = 0
    for number, key, name in names:
        is_on = number == watched.seat
        label = f"{'>' if is_on else ' '}{key} {cut_name(name, most)} "
        end = brush.put(x, 0, Span(label, Style.NEXT if is_on else Style.DIM))
        brush.spot(Spot(key, 1, x, 0, end - x))
        x = end


def _most_of_names(names: list[str], width: int) -> int:
    """Return the most cells of each name with which all fit on one line."""
    widths = [width_of(name) for name in names]
    room = width - KEY_WIDTH * len(names)
    fits = (
        k for k in range(max(widths), 0, -1) if sum(min(k, w) for w in widths) <= room
    )
    return next(fits, 1)


# All at once


def _tiles(
    watched: Watched, shown: list[SeatView], glyphs: Glyphs, size: tuple[int, int]
) -> Felt | None:
    """Return small boards of all, as many side by side as fit; None if they do not."""
    height, width = size
    game = find_game(watched.room.game)
    for across in range(len(shown), 0, -1):
        down = -(-len(shown) // across)
        rows, columns = (height + 1) // down, (width + GAP) // across - GAP
        felts = [
            small_felt(
                game, board_of(watched.boards[seat.seat]), glyphs, rows - 2, columns
            )
            for seat in shown
        ]
        if all(fits(felt, rows - 2, columns) for felt in felts):
            return _side_by_side(watched, felts, shown, across, (rows, columns))
    return None


def _side_by_side(
    watched: Watched,
    felts: list[Felt],
    shown: list[SeatView],
    across: int,
    size: tuple[int, int],
) -> Felt:
    rows, columns = size
    brush = Brush()
    for number, (seat, felt) in enumerate(zip(shown, felts, strict=True)):
        x, y = number % across * (columns + GAP), number // across * rows
        brush.put(x, y, *_title(watched, seat, columns))
        brush.lay(felt, x, y + 1)
        brush.spot(Spot(key_of_seat(seat.seat), 1, x, y, columns, rows))
    return brush.felt()


def _title(watched: Watched, seat: SeatView, width: int) -> Line:
    """Return the name, the score and the moves of a small board."""
    board = watched.boards[seat.seat]
    made = plies_made(seat, board)
    moves = f" {board.ply}/{made}" if made > board.ply else ""
    score = f"{board.score:>4}"
    room = width - width_of(score) - width_of(moves)
    key = f" {key_of_seat(seat.seat)} "
    name = cut_name(sitter_name(seat, watched.room.seats), room - width_of(key))
    name = padded(key + name, room)
    return (Span(name, Style.TITLE), Span(moves, Style.DIM), Span(score, Style.GOOD))
