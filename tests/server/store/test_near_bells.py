"""The connections on which near doorbells are heard: closed, whenever that ends."""

import asyncio
from typing import Any, cast

from samedeal_server.meters.meters import StoreMeters
from samedeal_server.store.clients import Client
from samedeal_server.store.rooms.near_bells import NearBells


class Node:
    """A client of a cluster of one, and its only connection."""

    def __init__(self) -> None:
        self.listening: asyncio.Task[None] | None = None
        self.is_connected = False

    async def place_of(self, key: str) -> str:
        return f"the node of {key}"

    def line_to(self, place: str) -> "Node":
        return self

    async def connect(self) -> None:
        """Connect, and have whoever asked for it end."""
        self.is_connected = True
        assert self.listening is not None
        self.listening.cancel()

    async def disconnect(self, *, nowait: bool) -> None:
        self.is_connected = False

    async def send_command(self, *words: str) -> None:
        assert self.is_connected


async def test_who_ends_before_anything_was_heard_leaves_no_connection() -> None:
    node = Node()
    bells = NearBells(
        cast("Client", cast("Any", node)), "p-1", StoreMeters(), lambda _: None
    )
    bells.watch("ROOM2")
    bells.rung_elsewhere("ROOM2")
    node.listening = asyncio.create_task(bells.run())
    await asyncio.wait([node.listening])
    assert node.listening.cancelled()
    assert not node.is_connected
