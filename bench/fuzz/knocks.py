"""Bytes that come to a server's port and are no conversation with it.

Browsers, health checks, scanners and other protocols, whole, cut short, one behind the
other and spoiled: each is to get an answer in HTTP or a quiet end.
"""

import random
from collections.abc import Mapping
from typing import TypeAlias

from bench.fuzz.faults import HANDSHAKE

Dice: TypeAlias = random.Random

_HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
_SOCKET = "\r\n".join((*HANDSHAKE, "", "")).encode()

KNOCKS: Mapping[str, bytes] = {
    "health": _HEALTH,
    "health, as of old": b"GET /health HTTP/1.0\r\n\r\n",
    "health without a carriage return": b"GET /health HTTP/1.1\nHost: localhost\n\n",
    "health, head": b"HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "three at once": _HEALTH * 3,
    "an empty line behind": _HEALTH + b"\r\n",
    "two bytes behind": _HEALTH + b"GE",
    "a socket behind": _HEALTH + _SOCKET,
    "health behind a socket": _SOCKET + _HEALTH,
    "two sockets": _SOCKET * 2,
    "a goodbye behind a socket": _SOCKET + b"\x88\x80\0\0\0\0",
    "pings behind a socket": _SOCKET + b"\x89\x80\0\0\0\0" * 9,
    "a form": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
    "a form without its end": (
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\nhello"
    ),
    "a form in parts": (
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        b"5\r\nhello\r\n0\r\n\r\n"
    ),
    "a socket with a body": _SOCKET[:-2] + b"Content-Length: 5\r\n\r\nhello",
    "a socket asked for twice": _SOCKET[:-2] + b"Upgrade: websocket\r\n\r\n",
    "every line of a socket twice": (
        "\r\n".join((*HANDSHAKE, *HANDSHAKE[1:], "", "")).encode()
    ),
    "an expectation": (
        b"PUT / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n"
    ),
    "a page": _SOCKET[:-2] + b"Origin: https://evil.example\r\n\r\n",
    "no page": _SOCKET[:-2] + b"Origin: \xff\xfe\r\n\r\n",
    "a foreign name": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "a folded line": b"GET / HTTP/1.1\r\nHost: localhost\r\n folded\r\n\r\n",
    "a name of nothing": b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    "no headers": b"GET / HTTP/1.1\r\n\r\n",
    "half a request": b"GET / HTTP/1.1\r\nHost: loc",
    "half a line": b"GET /heal",
    "a long path": b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
    "a long header": b"GET / HTTP/1.1\r\nX: " + b"y" * 60_000 + b"\r\n\r\n",
    "a header just too long": b"GET / HTTP/1.1\r\nX: " + b"y" * 9_000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    "headers without end": b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 9_000,
    "a line without end": b"G" * 60_000,
    "only line ends": b"\r\n" * 100,
    "nothing but zeros": bytes(5_000),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)) * 2),
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
    "a mail": b"EHLO mail.example\r\nMAIL FROM:<a@mail.example>\r\n",
    "a store's client": b"*1\r\n$4\r\nPING\r\n",
    "a store's client, in words": b"PING\r\n",
    "a shell": b"SSH-2.0-OpenSSH_9.9\r\n",
    "a proxy's own line": b"PROXY TCP4 198.51.100.7 127.0.0.1 1 2\r\n" + _HEALTH,
    "a frame": b"\x82\x85\0\0\0\0hello",
    "log lines": b"GET /\x1b[31m HTTP/1.1\r\nHost: \x1b]0;x\x07\r\n\r\n",
    "an address with escapes": (
        _SOCKET[:-2] + b"X-Forwarded-For: fe80::1%\x1b[31m, \r\n\r\n"
    ),
    "no method": b" / HTTP/1.1\r\n\r\n",
    "another method": b"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a small method": b"get / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "no ASCII": "GET /ñ HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
}


def a_knock(dice: Dice) -> bytes:
    """Return one of them, maybe cut short, spoiled, or with another behind it."""
    data = dice.choice([*KNOCKS.values()])
    match dice.randrange(6):
        case 0:
            return data
        case 1:
            return data[: dice.randrange(1, len(data) + 1)]
        case 2:
            return data + dice.choice([*KNOCKS.values()])
        case 3:
            return data + dice.randbytes(dice.choice((1, 2, 5_000)))
        case 4:
            return dice.randbytes(dice.choice((1, 2, 100, 5_000)))
        case _:
            spoiled = bytearray(data)
            for _ in range(dice.choice((1, 1, 3))):
                spoiled[dice.randrange(len(spoiled))] = dice.randrange(256)
            return bytes(spoiled)
