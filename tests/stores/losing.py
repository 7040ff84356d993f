"""Connections that are lost just as something is written to them."""

import asyncio
from collections.abc import Iterable

import pytest

WAYS = (
    # uvloop's word, asyncio's, and redis-py's of what it closed for another call.
    RuntimeError(
        "unable to perform operation on <TCPTransport>; the handler is closed"
    ),
    TypeError("'NoneType' object is not callable"),
    AttributeError("'NoneType' object has no attribute 'writelines'"),
)


def next_write_loses(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> list[asyncio.StreamWriter]:
    """Let the next write to any connection fail as it does where that is gone.

    Returns whose it was, once it was.
    """
    lost: list[asyncio.StreamWriter] = []
    write = asyncio.StreamWriter.writelines

    def failing(self: asyncio.StreamWriter, data: Iterable[bytes]) -> None:
        if not lost:
            lost.append(self)
            self.transport.abort()
            raise error
        write(self, data)

    monkeypatch.setattr(asyncio.StreamWriter, "writelines", failing)
    return lost
