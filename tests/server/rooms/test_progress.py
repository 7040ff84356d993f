"""When players are told how far the others are, and what goes out together."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest
from tests.server.rooms.test_spectators import Stage, in_room, turns

from samedeal_protocol.codec import decode_message
from samedeal_protocol.updates import News, Progress
from samedeal_server.edge.connections import Connection, Gate
from samedeal_server.edge.sockets import Socket
from samedeal_server.meters.meters import EdgeMeters
from samedeal_server.rooms import live


@pytest.fixture(autouse=True)
def hardly_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let progress be told again when a test says so, however long that one takes."""
    monkeypatch.setattr(live, "PROGRESS_EVERY_S", 1e6)


def plies(room: Stage, name: str) -> list[int]:
    """Return the plies that somebody has heard of, all seats together."""
    heard = [decode_message(frame) for who, frame in room.heard if who == name]
    return [
        update.play.ply
        for news in heard
        if isinstance(news, News)
        for update in news.updates
        if isinstance(update, Progress)
    ]


async def test_where_nothing_was_told_lately_a_move_is_told_at_once() -> None:
    room = Stage(in_room(), 0)
    room.table.move("ann", "a1")
    room.fold()
    assert plies(room, "bob") == []
    await turns(1)
    assert plies(room, "bob") == plies(room, "ann") == [1]


async def test_whoever_moves_is_told_of_it_behind_the_answer() -> None:
    room = Stage(in_room(), 0)
    ann, bob = room.players
    room.table.move("ann", "a1")
    room.fold()
    frame = room.live.told_with_answer(ann)
    assert (bob.own, ann.own) == ([frame], [])
    await turns(2)
    assert (bob.own, ann.own) == ([frame], [])
    assert room.live.told_with_answer(ann) == b""


async def test_moves_after_one_that_was_told_are_gathered() -> None:
    room = Stage(in_room(), 0)
    ann, bob = room.players
    room.table.move("ann", "a1")
    room.fold()
    ann.send(room.live.told_with_answer(ann))
    room.table.move("ann", "b1")
    room.table.move("ann", "c1")
    room.fold()
    assert not room.live.told_with_answer(ann)
    await turns(2)
    assert plies(room, "bob") == [1]
    room.live.flush()
    assert plies(room, "bob") == [1, 3]
    assert len(bob.own) == 2


async def test_progress_that_waits_is_told_with_what_cannot() -> None:
    room = Stage(in_room(), 0)
    ann, _ = room.players
    room.table.move("ann", "a1")
    room.fold()
    await turns(1)
    room.table.move("bob", "a1")
    room.table.drop("bob")
    room.fold()
    assert not room.live.told_with_answer(ann)
    assert plies(room, "ann") == [1]
    await turns(1)
    assert plies(room, "ann") == [1, 1]
    assert len(room.heard) == 4


async def test_who_has_gone_before_the_answer_is_told_nothing_with_it() -> None:
    room = Stage(in_room(), 0)
    ann, bob = room.players
    room.table.move("ann", "a1")
    room.fold()
    room.live.drop(ann)
    assert not room.live.told_with_answer(ann)
    await turns(1)
    assert (len(bob.own), ann.own) == (1, [])


async def test_news_of_an_own_command_goes_out_with_its_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Stage(in_room(), 0)
    ann, bob = room.players
    held: list[bytes] = []
    monkeypatch.setattr(ann, "send_soon", held.append)
    room.table.drop("bob")
    room.fold()
    room.live.flush(ann)
    assert held == bob.own
    assert (len(held), ann.own) == (1, [])


class Writes:
    """A socket that notes what goes out together."""

    began = 0.0

    def __init__(self) -> None:
        self.made: list[list[bytes]] = []

    def send(self, message: bytes) -> None:
        self.made.append([message])

    def send_together(self, messages: Sequence[bytes]) -> None:
        self.made.append([*messages])


def test_an_answer_and_the_news_behind_it_are_one_write() -> None:
    socket = Writes()
    gate = SimpleNamespace(meters=EdgeMeters())
    connection = Connection(cast("Socket", socket), cast("Gate", gate), "c")
    for earlier in ([], [b"earlier"]):
        connection.is_busy = True
        for frame in earlier:
            connection.send_soon(frame)
        connection.answered(1, b"moved", b"news")
        assert socket.made.pop() == [*earlier, b"moved", b"news"]
    assert not socket.made
