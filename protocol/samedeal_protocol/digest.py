"""A short digest of what one viewer knows, so that staleness shows itself."""

import hashlib

import msgpack

from samedeal_protocol.boards import BoardView, RoomView

DIGEST_BYTES = 8


def digest(room: RoomView, board: BoardView | None) -> bytes:
    """Return 8 bytes that differ when two viewers' views differ.

    BLAKE2b over the msgpack of the two views, the board's zones in order of
    their names; only ever made of what the viewer was sent.
    """
    seen = [room.model_dump(), None]
    if board is not None:
        seen[1] = {**board.model_dump(), "zones": sorted(board.zones.items())}
    frame = msgpack.packb(seen)
    return hashlib.blake2b(frame, digest_size=DIGEST_BYTES).digest()
