"""A master that dies: whoever is promoted goes on, and what was lost is said."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from bench.stores.node import Node
from bench.stores.sentinel import Guarded, guarded
from tests.conditions import PATIENCE_S
from tests.servers import hurried_server
from tests.stores.playing import CELLS, opened

from samedeal_server.store.connections.sentinels import (
    SentinelAddress,
    read_sentinel_url,
)
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.redis import Store

SETTINGS = {
    # Nonces have to come before it ends, however busy the machine is.
    "SAMEDEAL_COUNTDOWN_MS": "3000",
    "SAMEDEAL_COMMAND_BURST": "1000",
    "SAMEDEAL_COMMANDS_PER_S": "1000",
}
# A replica on a busy machine is late, and not gone.
CAREFUL = {"min_replicas_to_write": "1", "min_replicas_max_lag": "10"}


@pytest.fixture
async def guarded_store() -> AsyncIterator[Guarded]:
    """Run a master, two replicas and a Sentinel; writes need a replica at hand."""
    with TemporaryDirectory(prefix="samedeal-sentinel-") as folder:
        async with guarded(Path(folder), replicas=2, sentinels=1, **CAREFUL) as store:
            yield store


@pytest.mark.timeout(120)
async def test_what_was_replicated_outlives_the_master(guarded_store: Guarded) -> None:
    async with AsyncExitStack() as held:
        servers = [
            await held.enter_async_context(
                hurried_server(guarded_store.url, **SETTINGS)
            )
            for _ in range(2)
        ]
        one, two = (server.url for server in servers)
        matches = [await opened(held, one, two, f"room {k}") for k in range(4)]
        await asyncio.gather(*(match.play(10) for match in matches))
        await guarded_store.until_replicated()
        await guarded_store.master.kill()
        # The replica goes on by itself; nobody starts the master again.
        await asyncio.gather(*(match.play(len(CELLS)) for match in matches))
        promoted = await guarded_store.until_promoted()
        assert promoted in guarded_store.replicas
        for match in matches:
            result = await match.result()
            assert [row.plies for row in result.standings] == [len(CELLS)] * 2
            assert len({row.score for row in result.standings}) == 1


@pytest.mark.timeout(120)
async def test_what_was_not_replicated_is_said_to_be_lost(
    guarded_store: Guarded,
) -> None:
    async with AsyncExitStack() as held:
        servers = [
            await held.enter_async_context(
                hurried_server(guarded_store.url, **SETTINGS)
            )
            for _ in range(2)
        ]
        one, two = (server.url for server in servers)
        match = await opened(held, one, two, "room")
        await match.play(4)
        await guarded_store.until_replicated()
        for replica in guarded_store.replicas:
            replica.pause()
        # The master does not know yet that nobody hears it, and acknowledges.
        await match.play(7)
        await guarded_store.master.kill()
        for replica in guarded_store.replicas:
            # What it was sent and has not read is gone with it.
            await replica.kill()
            await replica.start()
        async with asyncio.timeout(60):
            assert await match.until_lost() == 4 + 4
        await match.play(len(CELLS))
        result = await match.result()
        assert [row.plies for row in result.standings] == [len(CELLS)] * 2


@pytest.mark.timeout(60)
async def test_nothing_is_acknowledged_that_no_replica_can_hear(
    tmp_path: Path,
) -> None:
    settings = {**CAREFUL, "min_replicas_to_write": "2"}
    async with (
        guarded(tmp_path, replicas=1, sentinels=1, **settings) as guarded_store,
        Store(guarded_store.url) as store,
    ):
        running = asyncio.create_task(store.run())
        with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
            await store.pulse()
        # At once, while the way to the doorbell is still asked for.
        running.cancel()
        await asyncio.wait_for(asyncio.wait([running]), PATIENCE_S)


async def test_what_a_replica_has_not_heard_is_not_replicated(tmp_path: Path) -> None:
    async with guarded(tmp_path, replicas=1) as store:
        (replica,) = store.replicas
        replica.pause()
        await store.master.ask("SET", "card", "7H")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await store.until_replicated()
        replica.resume()
        await store.until_replicated()
        assert await replica.ask("GET", "card") == "7H"


async def test_a_master_that_no_sentinel_knows_is_said_to_be_missing(
    tmp_path: Path,
) -> None:
    async with guarded(tmp_path, replicas=1) as store:
        other = store.url.removesuffix("samedeal") + "another"
        with pytest.raises(StoreUnavailable, match="another"):
            async with Store(other):
                pass


async def test_nobody_listens_where_the_sentinels_should_be(tmp_path: Path) -> None:
    nobody = Node(tmp_path, "nobody")
    with pytest.raises(StoreUnavailable, match="no store answers"):
        async with Store(f"redis+sentinel://127.0.0.1:{nobody.port}/samedeal"):
            pass


@pytest.mark.parametrize(
    ("url", "address"),
    [
        (
            "redis+sentinel://one/cards",
            SentinelAddress((("one", 26379),), "cards", None, None),
        ),
        (
            "redis+sentinel://one:1,two,three:3/cards",
            SentinelAddress(
                (("one", 1), ("two", 26379), ("three", 3)), "cards", None, None
            ),
        ),
        (
            "redis+sentinel://ann:p%40ss%2Fword@one:1,[::1]:2,[::2]/cards",
            SentinelAddress(
                (("one", 1), ("::1", 2), ("::2", 26379)), "cards", "ann", "p@ss/word"
            ),
        ),
        (
            "redis+sentinel://:secret@one/cards",
            SentinelAddress((("one", 26379),), "cards", None, "secret"),
        ),
    ],
)
def test_an_address_of_sentinels_is_read(url: str, address: SentinelAddress) -> None:
    assert read_sentinel_url(url) == address


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        ("", "a host is missing"),
        ("one:1", "/NAME"),
        ("one:1/", "/NAME"),
        ("one:1/cards/0", "/NAME"),
        ("one:1/cards?db=1", "/NAME"),
        ("/cards", "a host is missing"),
        ("one,,two/cards", "a host is missing"),
        (":26379/cards", "a host is missing"),
        ("one:/cards", "is no port"),
        ("one:0/cards", "is no port"),
        ("one:65536/cards", "is no port"),
        ("one:two/cards", "'two' is no port"),
        ("[::1/cards", "Invalid IPv6 URL"),
    ],
)
def test_what_is_wrong_with_an_address_is_said_without_the_password(
    rest: str, why: str
) -> None:
    with pytest.raises(StoreUnavailable) as said:
        read_sentinel_url(f"redis+sentinel://ann:secret@{rest}")
    assert why in str(said.value)
    assert "redis+sentinel://HOST:PORT,HOST:PORT/NAME" in str(said.value)
    assert "secret" not in str(said.value)
