"""The chain of matches: every link once, in one order, whoever makes them."""

import asyncio
from collections import Counter

import msgpack
from tests.chains import heads_of
from tests.faults.inside import inside

from samedeal_games.fairness import CHAIN_START, blinded_id, chain_head
from samedeal_protocol.boards import LinkView
from samedeal_server.records.chain import Chain
from samedeal_server.records.links import unpack_link


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
    links = [unpack_link(each).view for each in packed]
    shown = [blinded_id(match) for match in matches]
    assert Counter(link.match for link in links) == dict.fromkeys(shown, 1)
    assert known == (len(links), heads_of(links)[-1])


async def test_a_chain_begun_with_the_matches_own_ids_goes_on(store_url: str) -> None:
    """Links that are in a store already are shown as they were made."""
    old = msgpack.packb(("open", "m-old", b"c"))
    head = chain_head(CHAIN_START, "open", "m-old", b"c")
    async with inside(store_url) as house:
        await house.store.link("open:m-old", 0, head, old)
        chain = Chain(house.store)
        await chain.link("end", "m-old", b"d")
        part = await chain.part(1, 0)
    assert part.links[0] == LinkView(kind="open", match="m-old", proof=b"c")
    assert part.links[1].match == blinded_id("m-old")
    assert heads_of(list(part.links))[-1] == part.head


async def test_no_link_tells_an_id_but_those_of_days(store_url: str) -> None:
    async with inside(store_url) as house:
        chain = Chain(house.store)
        await chain.link("open", "m-1", b"proof")
        await chain.link("end", "m-1", b"proof")
        await chain.link("void", "m-2", b"proof")
        await chain.commit("event/e-1/0", b"c")
        await chain.commit("daily/pas-seul/2026-11-22", b"c")
        part = await chain.part(1, 0)
    *blinded, daily = [link.match for link in part.links]
    assert all(match.startswith("x-") for match in blinded)
    assert daily == "daily/pas-seul/2026-11-22"
