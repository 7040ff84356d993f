"""A short digest of what one viewer knows, so that staleness shows itself.

It covers the fields named here and no others: a field that a later version adds
does not make an older client's digest a wrong one. It is made with what fair dealing
is made with, SHA-256, so that a client in any language has it at hand;
docs/reference/vectors has it byte by byte.
"""

import hashlib
from operator import attrgetter

import msgpack

from samedeal_protocol.rooms.boards import BoardView, RoomView

DIGEST_BYTES = 8

_ROOM = attrgetter(
    *("room", "epoch", "public", "host", "game", "seats_max", "time_limit_s"),
    *("best_of", "phase", "until", "started"),
)
_SEAT = attrgetter("seat", "player", "name", "bot", "present", "ready", "wins")
_PLAY = attrgetter("score", "ply", "state")
_OPEN_MATCH = attrgetter("id", "number", "commitment")
_RESULT = attrgetter("match", "server_seed", "series_over", "series_winners")


def digest(room: RoomView, board: BoardView | None) -> bytes:
    """Return 8 bytes that differ when two viewers' views differ.

    Of SHA-256 over the two halves; only ever made of what the viewer was sent.
    """
    return combined(room_half(room), board_half(board))


def combined(room: bytes, board: bytes) -> bytes:
    """Return the digest of two halves."""
    return hashlib.sha256(room + board).digest()[:DIGEST_BYTES]


def room_half(room: RoomView) -> bytes:
    """Return the half that is the same for everybody in a room, 32 bytes."""
    return _hashed(room_values(room))


def board_half(board: BoardView | None) -> bytes:
    """Return the half that is the viewer's own, 32 bytes."""
    return _hashed(board_values(board))


def room_values(room: RoomView) -> tuple[object, ...]:
    """Return the values of a room that are hashed, as msgpack lists."""
    seats = [
        (_SEAT(seat), None if seat.play is None else _PLAY(seat.play))
        for seat in room.seats
    ]
    opened = None if room.next_match is None else _OPEN_MATCH(room.next_match)
    result = None if room.result is None else _RESULT(room.result)
    return (_ROOM(room), seats, opened, result)


def board_values(board: BoardView | None) -> tuple[object, ...] | None:
    """Return the values of a board that are hashed; zones in order of their names."""
    if board is None:
        return None
    return (board.ply, board.score, sorted(board.zones.items()))


def _hashed(values: object) -> bytes:
    return hashlib.sha256(msgpack.packb(values)).digest()
