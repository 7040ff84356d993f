"""Faults of WebSocket itself, and garbage in place of a handshake.

Each fault comes with the close codes that it may be answered with (RFC 6455,
section 7.4.1); none where the frame is not at its end, so that there is nothing
to answer yet.
"""

import random
from typing import NamedTuple

from samedeal_protocol import SUBPROTOCOL

Dice = random.Random

BROKEN = frozenset({1002})
NOT_TEXT = frozenset({1002, 1007, 4501})
TOO_BIG = frozenset({1002, 1009})
GOODBYE = frozenset({1000, 1001, 1005, 4000})

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Fault(NamedTuple):
    """Bytes that no correct client sends, or not like this."""

    name: str
    data: bytes
    closes: frozenset[int]
    """The codes with which the socket may be closed; empty if it may stay open."""


def frame(
    payload: bytes,
    opcode: int = BINARY,
    *,
    fin: bool = True,
    reserved: int = 0,
    mask: bytes | None = bytes(4),
) -> bytes:
    """Return a frame as a client writes it, or as it must not."""
    first = (0x80 if fin else 0) | reserved << 4 | opcode
    bit = 0 if mask is None else 0x80
    size = len(payload)
    if size < 126:
        head = bytes((first, bit | size))
    elif size < 65_536:
        head = bytes((first, bit | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, bit | 127)) + size.to_bytes(8, "big")
    if mask is None:
        return head + payload
    return head + mask + (payload if mask == bytes(4) else masked(payload, mask))


def masked(payload: bytes, mask: bytes) -> bytes:
    """Return a payload under a mask."""
    stream = (mask * (len(payload) // 4 + 1))[: len(payload)]
    return bytes(a ^ b for a, b in zip(payload, stream, strict=True))


def fragmented(payload: bytes, dice: Dice) -> bytes:
    """Return a message in several frames, with a ping in between at times."""
    cuts = sorted(dice.randrange(len(payload) + 1) for _ in range(dice.randint(1, 4)))
    parts = [
        payload[a:b] for a, b in zip((0, *cuts), (*cuts, len(payload)), strict=True)
    ]
    frames = [
        frame(part, BINARY if k == 0 else 0, fin=k == len(parts) - 1)
        for k, part in enumerate(parts)
    ]
    return (
        frame(b"still here", PING).join(frames)
        if dice.random() < 0.3
        else b"".join(frames)
    )


def a_fault(payload: bytes, dice: Dice) -> Fault:
    """Return one of the faults, around a payload."""
    return dice.choice(_faults(payload, dice))


def _faults(payload: bytes, dice: Dice) -> tuple[Fault, ...]:
    start = frame(payload, fin=False)
    opcode = dice.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))
    code = dice.choice((0, 999, 1004, 1005, 1006, 1015, 2999, 65_535))
    head = bytes((0x82, 0xFF))
    return (
        Fault("no mask", frame(payload, mask=None), BROKEN),
        Fault("reserved bits", frame(payload, reserved=dice.randint(1, 7)), BROKEN),
        Fault("an unknown opcode", frame(payload, opcode), BROKEN),
        Fault("a long ping", frame(bytes(126), PING), BROKEN),
        Fault("a ping in parts", frame(b"", PING, fin=False), BROKEN),
        Fault("a part of nothing", frame(payload, 0), BROKEN),
        Fault("a message inside another", start + frame(payload), BROKEN),
        Fault("half a close code", frame(b"\x03", CLOSE), BROKEN),
        Fault("a forbidden close code", frame(code.to_bytes(2, "big"), CLOSE), BROKEN),
        Fault("a close reason, no text", frame(b"\x03\xe8\xff", CLOSE), NOT_TEXT),
        Fault("a goodbye", frame(b"\x03\xe8", CLOSE), GOODBYE),
        Fault("a bare goodbye", frame(b"", CLOSE), GOODBYE),
        Fault("a huge frame", head + (2**40).to_bytes(8, "big") + bytes(4), TOO_BIG),
        Fault("a negative length", head + b"\xff" * 8 + bytes(4), TOO_BIG),
        Fault("a large frame", frame(bytes(70_000)), TOO_BIG),
        Fault(
            "a large message in parts",
            frame(bytes(40_000), fin=False) + frame(bytes(40_000), 0),
            TOO_BIG,
        ),
        Fault("half a header", b"\x82", frozenset()),
        Fault("a length and nothing", frame(payload)[:6], frozenset()),
        Fault("a message without end", start, frozenset()),
        Fault("empty parts", start + frame(b"", 0, fin=False) * 500, frozenset()),
        Fault("pongs for nothing", frame(b"?", PONG) * 50, frozenset()),
    )


HANDSHAKE = (
    "GET / HTTP/1.1",
    "Host: localhost",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
    f"Sec-WebSocket-Protocol: {SUBPROTOCOL}",
)


def bad_handshake(dice: Dice) -> bytes:
    """Return bytes that are no handshake, or a spoiled one, ended by an empty line."""
    lines = [*HANDSHAKE]
    match dice.randrange(8):
        case 0:
            return dice.randbytes(dice.randint(1, 3000)) + b"\r\n\r\n"
        case 1:
            del lines[dice.randrange(len(lines))]
        case 2:
            lines[0] = dice.choice(
                ("POST / HTTP/1.1", "GET / HTTP/9", "GET", "", "GET /\0 HTTP/1.1")
            )
        case 3:
            lines += [f"X-{k}: y" for k in range(dice.choice((100, 200, 1000)))]
        case 4:
            lines.append("X: " + "y" * dice.choice((8_000, 9_000, 60_000)))
        case 5:
            k = dice.randrange(1, len(lines))
            lines[k] = (
                lines[k].partition(":")[0]
                + ": "
                + dice.choice(("", "0", "\t", "é", "x" * 100))
            )
        case 6:
            lines[-1] = "Sec-WebSocket-Protocol: samedeal.v9.json"
        case _:
            spoiled = bytearray("\r\n".join(lines).encode())
            spoiled[dice.randrange(len(spoiled))] = dice.randrange(256)
            return bytes(spoiled) + b"\r\n\r\n"
    return "\r\n".join((*lines, "", "")).encode("latin-1")
