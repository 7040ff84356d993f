"""Stores that are too old, and clusters of which one node is."""

import pytest
from bench.stores.cluster import Cluster

from samedeal_server.store import errors
from samedeal_server.store.clients import Client
from samedeal_server.store.errors import StoreUnavailable, why_too_old
from samedeal_server.store.redis import Store


@pytest.mark.parametrize(
    ("versions", "told"),
    [
        ({"": "7.2.4"}, ""),
        ({"": "10.0.0"}, ""),
        ({"": "unstable"}, ""),
        ({"": "6.2.1"}, "the store is of version 6.2.1"),
        ({"a:1": "7.0.0", "b:2": "6.9"}, "the store's node b:2 is of version 6.9"),
    ],
)
def test_a_node_that_is_too_old_is_named(versions: dict[str, str], told: str) -> None:
    why = why_too_old(versions)
    assert why.startswith(told)
    assert bool(why) is bool(told)


async def test_each_node_of_a_cluster_tells_its_version(cluster: Cluster) -> None:
    client = await Client.connect(cluster.url)
    try:
        versions = await client.versions()
    finally:
        await client.aclose()
    assert set(versions) == {f"127.0.0.1:{node.port}" for node in cluster.nodes}
    assert not why_too_old(versions)


async def test_nobody_starts_over_a_store_that_is_too_old(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "OLDEST_STORE", 99)
    with pytest.raises(StoreUnavailable, match="put Redis 99 or newer"):
        async with Store(store_url):
            pass
