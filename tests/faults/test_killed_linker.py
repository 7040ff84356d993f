"""A process that is killed while its links wait: each is in the chain, and once."""

import signal
import sys
from asyncio import create_subprocess_exec

import pytest
from tests.chains import heads_of
from tests.server.house import opened

from samedeal_server.records.chain import Chain
from samedeal_server.records.links import unpack_link

LINKER = """
import asyncio, os, signal, sys
from samedeal_server.records import chain as chains
from samedeal_server.store.chain import ChainStore
from samedeal_server.store.redis import Store

url, where = sys.argv[1:]
let_in = ChainStore.let_in

async def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

async def die_afterwards(*rest):
    await let_in(*rest)
    await die()

if where == "before they wait":
    ChainStore.wait = die
elif where == "before they are let in":
    ChainStore.let_in = die
else:
    ChainStore.let_in = die_afterwards

# As if others had come first as often as they may.
chains.TRIES_MOST = 0

async def main():
    async with Store(url) as store:
        running = asyncio.create_task(store.run())
        chain = chains.Chain(store)
        await asyncio.gather(*(chain.link("open", f"m-{n}") for n in range(3)))
        running.cancel()

asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("where", "waiting", "made"),
    [
        ("before they wait", 0, 0),
        # The first goes by itself, before the others are wanted.
        ("before they are let in", 1, 0),
        ("after they were let in", 0, 1),
    ],
)
async def test_every_link_is_in_the_chain_once_whenever_its_maker_is_killed(
    store_url: str, where: str, waiting: int, made: int
) -> None:
    async with opened(store_url) as store:
        before = Chain(store)
        await before.link("open", "m-before", b"")
        linker = await create_subprocess_exec(
            *(sys.executable, "-c", LINKER, store_url, where)
        )
        assert await linker.wait() == -signal.SIGKILL
        assert len(await store.chain.all_waiting()) == waiting
        assert (await store.chain.end())[0] == 1 + made
        # Whoever sweeps, and whoever takes its rooms over.
        await before.look()
        assert before.length == 1 + made + waiting
        for number in range(3):
            await before.link("open", f"m-{number}")
        links = [unpack_link(link) for link in await store.chain.links(0, 100)]
        assert await store.chain.end() == (4, before.head)
    assert [link.match for link in links] == ["m-before", "m-0", "m-1", "m-2"]
    assert heads_of([link.view for link in links])[-1] == before.head
