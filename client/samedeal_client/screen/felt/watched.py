"""The boards that may be watched, on the felt: all alike, or one of them large."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from samedeal_client.language import later, tr
from samedeal_client.play.room.focus import ALL, key_of_seat
from samedeal_client.screen.felt.felt import NO_FELT, Brush, Felt, Spot
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.felt.places import (
    TITLE_ROWS,
    Followed,
    Tile,
    alike,
    followed,
)
from samedeal_client.screen.felt.small import (
    alike_measure,
    large_measure,
    small_felt,
    small_needs,
)
from samedeal_client.screen.felt.squares import TALL_FROM
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.names import cut_name, sitter_name
from samedeal_client.view.spans import Line, Span, Style, padded, width_of, width_of_row
from samedeal_client.view.watching import board_head, plies_made, watched_seat
from samedeal_client.wire.session import board_of
from samedeal_games.catalogue import find_game
from samedeal_games.game import AnyGame, Board
from samedeal_protocol.rooms.boards import BoardView, RoomView, SeatView

BOARDS_SOON = later("The boards come in a moment.")
KEY_WIDTH = 4
"""Cells of a name's mark and key, and of the blanks around it."""


class Watched(NamedTuple):
    """The boards that are shown of a match, and the one that is asked for."""

    room: RoomView
    boards: Mapping[int, BoardView]
    seat: int | None
    """None for all."""


class Boards:
    """Draws boards that are watched, and again only once they are others.

    A screen asks several times a second.
    """

    def __init__(self, glyphs: Glyphs) -> None:
        self._glyphs = glyphs
        self._drawn: tuple[object, Felt] = (None, NO_FELT)

    def felt(self, watched: Watched, height: int, width: int) -> Felt:
        """Draw the board that is asked for, or all, in so many rows and cells."""
        # A session changes its boards in place.
        asked = (watched._replace(boards=dict(watched.boards)), height, width)
        if asked != self._drawn[0]:
            self._drawn = asked, watched_felt(watched, self._glyphs, height, width)
        return self._drawn[1]


def watched_felt(watched: Watched, glyphs: Glyphs, height: int, width: int) -> Felt:
    """Draw all boards alike, or one large and the others small, as far as they fit.

    The large one is that which is asked for, or the leader's.
    """
    shown = [seat for seat in watched.room.seats if seat.seat in watched.boards]
    easel = _Easel(watched, find_game(watched.room.game), glyphs)
    tiles = easel.alike(shown, height - 1, width)
    brush = Brush()
    is_alike = watched.seat is None and bool(tiles)
    seat = watched_seat(watched.room, watched.boards, watched.seat)
    large = None if seat is None or is_alike else seat.seat
    end = _draw_names(brush, watched, shown, width, large, together=bool(tiles))
    if is_alike:
        for each, tile in zip(shown, tiles, strict=True):
            easel.draw_small(brush, each, tile._replace(y=tile.y + 1))
    elif seat is not None:
        head = board_head(watched.room, seat, watched.boards[seat.seat])
        top = _draw_head(brush, head, end, width)
        at = shown.index(seat)
        # As many as have room, those first that keys turn to next.
        others = (*shown[at + 1 :], *shown[:at])
        places = easel.followed(seat, others, height - top, width)
        easel.draw_large(brush, seat, places.large._replace(y=top))
        small = sorted(others[: len(places.others)], key=lambda one: one.seat)
        for each, tile in zip(small, places.others, strict=True):
            easel.draw_small(brush, each, tile._replace(y=tile.y + top))
    return brush.felt()._replace(is_tall=width >= TALL_FROM)


class _Easel(NamedTuple):
    """Finds places for boards, and draws them there, below the names."""

    watched: Watched
    game: AnyGame
    glyphs: Glyphs

    def alike(
        self, seats: Sequence[SeatView], height: int, width: int
    ) -> tuple[Tile, ...]:
        """Return places for all, in so many rows and cells; none if they are small."""
        if not seats:
            return ()
        measure = alike_measure(self.game, [self._board(seat) for seat in seats])
        return alike(len(seats), measure, height, width)

    def followed(
        self, seat: SeatView, others: Sequence[SeatView], height: int, width: int
    ) -> Followed:
        """Return the place of one board, and those of others as far as they fit."""
        measure = large_measure(self.game, self._board(seat))
        boards = [self._board(other) for other in others]
        if not boards:
            return Followed(Tile(0, 0, width, height))
        small = small_needs(self.game, boards)
        return followed(len(boards), measure, small, height, width)

    def draw_large(self, brush: Brush, seat: SeatView, tile: Tile) -> None:
        """Draw a whole board."""
        hand = Hand()
        hand.look(self.game, self._board(seat))
        drawn = hand.felt(self.glyphs, tile.height, tile.width)
        # Nothing on it can be moved.
        brush.lay(drawn._replace(spots=()), tile.x, tile.y)

    def draw_small(self, brush: Brush, seat: SeatView, tile: Tile) -> None:
        """Draw a small board below its name; both can be pressed."""
        x, y, width, height = tile
        rows = height - TITLE_ROWS
        felt = small_felt(self.game, self._board(seat), self.glyphs, rows, width)
        brush.put(x, y, *_title(self.watched, seat, width - 1))
        brush.lay(felt, x, y + TITLE_ROWS)
        brush.spot(Spot(key_of_seat(seat.seat), 1, x, y, width, height))

    def _board(self, seat: SeatView) -> Board:
        return board_of(self.watched.boards[seat.seat])


def _draw_names(
    brush: Brush,
    watched: Watched,
    shown: list[SeatView],
    width: int,
    large: int | None,
    *,
    together: bool,
) -> int:
    """Draw who can be looked at, with their keys; each can be pressed.

    The one whose board is large stands out. Return the first cell behind them.
    """
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
        style = Style.NEXT if is_on else Style.DIM
        if number == large is not None and not is_on:
            style = Style.TITLE
        end = brush.put(x, 0, Span(label, style))
        brush.spot(Spot(key, 1, x, 0, end - x))
        x = end
    return x


def _draw_head(brush: Brush, head: Line, end: int, width: int) -> int:
    """Draw whose board is large; return the row below.

    Behind the names where it has room there, without its own name at least, which
    leaves the board a row more.
    """
    for told in (head, head[1:]):
        right = width - width_of_row(told) - 1
        if right >= end:
            brush.put(right, 0, *told)
            return 1
    brush.put(0, 1, *head)
    return 2


def _most_of_names(names: list[str], width: int) -> int:
    """Return the most cells of each name with which all fit on one line."""
    widths = [width_of(name) for name in names]
    room = width - KEY_WIDTH * len(names)
    fits = (
        k for k in range(max(widths), 0, -1) if sum(min(k, w) for w in widths) <= room
    )
    return next(fits, 1)


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
