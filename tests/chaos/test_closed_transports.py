"""Links to the store that uvloop has closed already when something is written."""

import asyncio
from collections.abc import Sequence
from typing import Any

import uvloop

from samedeal_server.store.clients import Client


async def _answers(url: str, words: Sequence[tuple[str, ...]]) -> list[object]:
    client = await Client.connect(url)
    try:
        redis: Any = vars(client)["_redis"]
        links: list[Any] = redis.connection_pool._available_connections
        for link in links:
            link._writer.transport.abort()
        return await client.many(words)
    finally:
        await client.aclose()


def _on_uvloop(url: str, words: Sequence[tuple[str, ...]]) -> list[object]:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_answers(url, words))


def test_a_command_takes_another_link(store_url: str) -> None:
    assert _on_uvloop(store_url, [("ECHO", "a")]) == [b"a"]


def test_a_pipeline_takes_another_link(store_url: str) -> None:
    words = [("ECHO", "a"), ("ECHO", "b")]
    assert _on_uvloop(store_url, words) == [b"a", b"b"]
