"""The chain of matches: every link once, in one order, whoever makes them."""

import asyncio
from collections import Counter

import msgpack
from tests.faults.inside import inside

from samedeal_client.commands.audit import heads_of
from samedeal_protocol.boards import LinkView
from samedeal_server.chain import Chain


async def test_links_of_two_processes_at_once_are_all_made_and_each_once(
    store_url: str,
) -> None:
    matches = [f"m-{number}" for number in range(40)]
    async with inside(store_url) as one, inside(store_url) as other:
        chains = [Chain(one.store), Chain(other.store)]
        await asyncio.gather(
            *(chain.link("open", m, m.encode()) for m in matches for chain in chains)
        )
        packed = await one.store.links(0, 1000)
        known = await other.store.chain()
    links = [
        LinkView(kind=kind, match=match, proof=proof)
        for kind, match, proof in map(msgpack.unpackb, packed)
    ]
    assert Counter(link.match for link in links) == dict.fromkeys(matches, 1)
    assert known == (len(links), heads_of(links)[-1])
