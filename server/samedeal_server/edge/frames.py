"""Frames of WebSockets, as far as they are read and written by hand: the short ones.

Nearly all that comes in is one short message in a frame of its own, and what goes out
is most of what a server does. Anything else is websockets' to read.
"""

from websockets.frames import Frame

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was installed without a compiler
    from websockets.utils import apply_mask

SHORT, MEDIUM = 126, 65_536
"""Lengths from which a frame's header has two and eight more bytes (RFC 6455, 5.2)."""

WHOLE_BINARY = 0x82
"""The first byte of a binary message that is all in one frame."""
MASKED = 0x80
"""Set in the second byte of every frame of a client."""
HEAD_BYTES = 6
"""Of a client's short frame: two, and a mask."""


def short_message(data: bytes) -> bytes | None:
    """Return the message if the bytes are a client's short frame and nothing else.

    None for anything else, right or wrong; also for what may be the end of a frame,
    so ask only where one begins.
    """
    if data[:2] != _HEAD_OF_CLIENTS.get(len(data)):
        return None
    return apply_mask(data[HEAD_BYTES:], data[2:HEAD_BYTES])


def size_sent(frame: Frame) -> int:
    """Return the number of bytes that a client sent for a frame, or fewer.

    It has more where its length is written longer than it need be.
    """
    size = len(frame.data)
    if size < SHORT:
        return HEAD_BYTES + size
    return HEAD_BYTES + size + (2 if size < MEDIUM else 8)


def framed(message: bytes) -> bytes:
    """Return the frame of a binary message: a server's have no mask."""
    size = len(message)
    if size < SHORT:
        return _HEADS[size] + message
    if size < MEDIUM:
        return b"\x82\x7e" + size.to_bytes(2) + message
    return b"\x82\x7f" + size.to_bytes(8) + message


_HEAD_OF_CLIENTS = {
    HEAD_BYTES + size: bytes((WHOLE_BINARY, MASKED | size)) for size in range(SHORT)
}
"""By the size of a whole frame, its first two bytes."""
_HEADS = tuple(bytes((WHOLE_BINARY, size)) for size in range(SHORT))
