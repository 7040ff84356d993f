"""Connections to the store: lost as they are written to, and let go at the end."""

import asyncio
from typing import cast

import pytest
from redis.asyncio import Redis
from tests.conditions import eventually_told
from tests.stores.losing import WAYS, next_write_loses

from samedeal_server.store.clients import Client
from samedeal_server.store.connections.lines import Command
from samedeal_server.store.redis import Store

READ: tuple[Command, ...] = (("GET", "key"), ("EXISTS", "key"))


@pytest.mark.parametrize("error", WAYS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("way", ["one", "many", "in line"])
async def test_a_call_is_sent_again(
    store_url: str, monkeypatch: pytest.MonkeyPatch, way: str, error: Exception
) -> None:
    client = await Client.connect(store_url)
    await client.one("SET", "key", "value")
    await client.in_line([("PING",)])
    lost = next_write_loses(monkeypatch, error)
    if way == "one":
        assert await client.one("GET", "key") == b"value"
    else:
        sent = client.many if way == "many" else client.in_line
        assert await sent(READ) == [b"value", 1]
    assert lost
    await client.aclose()


async def _connected(client: Client) -> int:
    """Return how many connections the store has."""
    return len(cast("bytes", await client.one("CLIENT", "LIST")).splitlines())


async def test_a_start_that_is_cut_short_leaves_no_connection(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def hang(_: Store) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Store, "_check_layout", hang)
    client = await Client.connect(store_url)
    before = await _connected(client)
    starting = asyncio.create_task(Store(store_url).__aenter__())
    await begun.wait()
    assert await _connected(client) > before
    starting.cancel()
    await asyncio.wait([starting])
    assert starting.cancelled()
    await eventually_told(lambda: _connected(client), lambda many: many == before)
    await client.aclose()


async def test_one_that_does_not_close_holds_up_no_other(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await Client.connect(store_url)
    before = await _connected(client)
    aclose, tried = Redis.aclose, 0

    async def fail_once(self: Redis) -> None:
        nonlocal tried
        tried += 1
        await aclose(self)
        if tried == 1:
            raise TimeoutError

    with monkeypatch.context() as patched, pytest.raises(TimeoutError):
        async with Store(store_url):
            patched.setattr(Redis, "aclose", fail_once)
    await eventually_told(lambda: _connected(client), lambda many: many == before)
    assert tried > 1
    await client.aclose()
