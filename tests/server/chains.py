"""Long chains of matches, made in few calls."""

from samedeal_server.records.chain import Chain
from samedeal_server.records.links import link_of, pack_link
from samedeal_server.store.chain import NewLink
from samedeal_server.store.redis import Store


async def chain_of(store: Store, count: int, first: int = 0) -> Chain:
    """Have so many matches opened, numbered from one on; return the chain."""
    links = (link_of("open", f"m-{n}", b"c") for n in range(first, first + count))
    await store.chain.wait(
        [NewLink(f"open:{link.match}", b"", pack_link(link)) for link in links]
    )
    chain = Chain(store)
    await chain.look()
    return chain
