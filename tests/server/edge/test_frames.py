"""What is told of a client's bytes, however they come in."""

import asyncio
from typing import Any, cast

import pytest
from tests.raw import handshake
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from samedeal_server.edge.sockets import Handler, Socket

BINARY, CONT, PING = Opcode.BINARY, Opcode.CONT, Opcode.PING


class Heard:
    """Takes what comes in."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def answer(self, request: object, response: object) -> object:
        return response

    def connected(self) -> None: ...

    def opened(self) -> None: ...

    def is_noise_too_much(self) -> bool:
        return False

    def received(self, message: bytes) -> None:
        self.messages.append(message)


class Kept(asyncio.Transport):
    """Keeps what goes out."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.is_gone = False

    def write(self, data: Any) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return self.is_gone

    def abort(self) -> None:
        self.is_gone = True

    def can_write_eof(self) -> bool:
        return False

    def close(self) -> None: ...

    def set_write_buffer_limits(
        self, high: int | None = None, low: int | None = None
    ) -> None: ...


def of_client(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def written_long(data: bytes) -> bytes:
    """Return a frame whose length takes more bytes than it need."""
    return bytes((0x82, 0xFE)) + len(data).to_bytes(2) + bytes(4) + data


def opened(heard: Heard, transport: Kept) -> Socket:
    """Return a socket that has shaken hands."""
    socket = Socket(ServerProtocol())
    socket.serve(cast("Handler", heard))
    socket.connection_made(transport)
    socket.data_received(handshake())
    transport.sent = b""
    return socket


def told(*parts: bytes) -> tuple[list[bytes], bytes]:
    """Return the messages in some bytes after a handshake, and what is sent back."""
    heard, transport = Heard(), Kept()
    socket = opened(heard, transport)
    for part in parts:
        socket.data_received(part)
    return heard.messages, transport.sent


STREAMS = {
    "short": [of_client(BINARY, b"one"), of_client(BINARY, b"")],
    "longer": [of_client(BINARY, bytes(125)), of_client(BINARY, bytes(126))],
    "after a long one": [of_client(BINARY, bytes(70_000)), of_client(BINARY, b"two")],
    "after a ping": [of_client(PING, b"there?"), of_client(BINARY, b"three")],
    "after a length written long": [written_long(b"four"), of_client(BINARY, b"five")],
    "after parts": [
        of_client(BINARY, b"si", fin=False),
        of_client(CONT, b"x"),
        of_client(BINARY, b"seven"),
    ],
}


@pytest.mark.parametrize("stream", STREAMS.values(), ids=STREAMS)
def test_bytes_mean_the_same_wherever_they_are_cut(stream: list[bytes]) -> None:
    whole = b"".join(stream)
    expected = told(whole)
    assert expected[0]
    assert told(*stream) == expected
    for cut in range(1, min(len(whole), 200)):
        assert told(whole[:cut], whole[cut:]) == expected
        assert told(whole[:-cut], whole[-cut:]) == expected


def test_what_looks_like_a_frame_inside_a_message_is_part_of_it() -> None:
    inside = of_client(BINARY, b"not said")
    outer = bytes((0x82, 0x80 | len(inside))) + bytes(4) + inside
    assert told(outer[:6], outer[6:])[0] == [inside]


def test_no_message_begins_within_the_parts_of_another() -> None:
    messages, sent = told(
        of_client(BINARY, b"one", fin=False), of_client(BINARY, b"two")
    )
    assert messages == []
    assert sent.startswith(b"\x88")  # goodbye


@pytest.mark.parametrize(
    "ending",
    [bytes((0xFF, 0xFF)), of_client(Opcode.CLOSE, (1000).to_bytes(2)), b""],
    ids=["no frame", "the client's goodbye", "the server's goodbye"],
)
@pytest.mark.parametrize(
    "behind",
    [bytes(8_000), of_client(BINARY, bytes(8_000)), b"\x82\xff" + bytes(8_000)],
)
def test_what_follows_a_goodbye_is_read_for_so_long(
    ending: bytes, behind: bytes
) -> None:
    transport = Kept()
    socket = opened(Heard(), transport)
    if ending:
        socket.data_received(ending)
    else:
        socket.close(1001)
    assert transport.sent.startswith(b"\x88")  # goodbye
    for _ in range(8):
        socket.data_received(behind[:8_000])
    assert not transport.is_gone  # who was just saying something hears the goodbye
    for _ in range(8):
        socket.data_received(behind)
    assert transport.is_gone
