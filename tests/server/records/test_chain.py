"""The chain of matches: every link once, in one order, whoever makes them."""

import asyncio
from collections import Counter
from collections.abc import Sequence

import msgpack
import pytest
from tests.chains import heads_of
from tests.faults.inside import inside

from samedeal_games.fairness import CHAIN_START, blinded_id, chain_head
from samedeal_protocol.rooms.boards import LinkView
from samedeal_server.records.chain import Chain
from samedeal_server.records.links import unpack_link
from samedeal_server.store.chain import ChainStore, NewLink
from samedeal_server.store.errors import StoreUnavailable


async def test_links_of_two_processes_at_once_are_all_made_and_each_once(
    store_url: str,
) -> None:
    matches = [f"m-{number}" for number in range(40)]
    async with inside(store_url) as one, inside(store_url) as other:
        chains = [Chain(one.store), Chain(other.store)]
        await asyncio.gather(
            *(chain.link("open", m, m.encode()) for m in matches for chain in chains)
        )
        packed = await one.store.chain.links(0, 1000)
        known = await other.store.chain.end()
    links = [unpack_link(each).view for each in packed]
    shown = [blinded_id(match) for match in matches]
    assert Counter(link.match for link in links) == dict.fromkeys(shown, 1)
    assert known == (len(links), heads_of(links)[-1])


async def test_a_chain_begun_with_the_matches_own_ids_goes_on(store_url: str) -> None:
    """Links that are in a store already are shown as they were made."""
    old = msgpack.packb(("open", "m-old", b"c"))
    head = chain_head(CHAIN_START, "open", "m-old", b"c")
    async with inside(store_url) as house:
        await house.store.chain.append(0, [NewLink("open:m-old", head, old)])
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


def linked(chain: Chain, *matches: str) -> "asyncio.Future[list[None]]":
    """Ask for links at once."""
    return asyncio.gather(*(chain.link("open", m, m.encode()) for m in matches))


class Calls:
    """Calls that make links, counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.fails = False
        make = ChainStore.append

        async def counted(
            store: ChainStore, length: int, links: Sequence[NewLink]
        ) -> tuple[int, bytes, int]:
            self.count += 1
            if self.fails:
                raise StoreUnavailable("cut off")
            return await make(store, length, links)

        monkeypatch.setattr(ChainStore, "append", counted)


async def test_links_that_are_wanted_while_others_are_made_are_made_in_one_call(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(store_url) as house:
        chain, calls = Chain(house.store), Calls(monkeypatch)
        await linked(chain, "m-1", "m-2", "m-3")
        part = await chain.part(1, 0)
    # The first is sent before the others are wanted.
    assert calls.count == 2
    assert [link.match for link in part.links] == list(
        map(blinded_id, ("m-1", "m-2", "m-3"))
    )
    assert heads_of(list(part.links))[-1] == part.head


async def test_a_link_that_is_made_already_lets_those_after_it_be_made(
    store_url: str,
) -> None:
    """Nobody here knows of it; the heads after it were computed with it, in vain."""
    async with inside(store_url) as house:
        chain = Chain(house.store)
        await Chain(house.store).link("open", "m-2", b"m-2")
        await chain.refresh()
        await linked(chain, "m-1", "m-2", "m-3")
        part = await chain.part(1, 0)
    assert [link.match for link in part.links] == list(
        map(blinded_id, ("m-2", "m-1", "m-3"))
    )
    assert heads_of(list(part.links))[-1] == part.head


async def test_links_that_could_not_be_made_are_told_each_and_keep_none_from_it(
    store_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with inside(store_url) as house:
        chain, calls = Chain(house.store), Calls(monkeypatch)
        calls.fails = True
        await linked(chain, "m-1", "m-2")
        assert [f"match {m}: not linked: cut off" for m in ("m-1", "m-2")] == [
            record.getMessage() for record in caplog.records
        ]
        calls.fails = False
        await linked(chain, "m-2", "m-3")
        part = await chain.part(1, 0)
    assert [link.match for link in part.links] == list(map(blinded_id, ("m-2", "m-3")))


async def test_links_are_made_though_whoever_began_to_make_them_went_away(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(store_url) as house:
        chain, is_asked = Chain(house.store), asyncio.Event()

        async def never(*_: object) -> None:
            is_asked.set()
            await asyncio.Event().wait()

        with monkeypatch.context() as broken:
            broken.setattr(ChainStore, "append", never)
            first = asyncio.ensure_future(chain.link("open", "m-1", b""))
            second = asyncio.ensure_future(chain.link("open", "m-2", b""))
            await is_asked.wait()
        first.cancel()
        await second
        part = await chain.part(1, 0)
    assert [link.match for link in part.links] == list(map(blinded_id, ("m-1", "m-2")))
