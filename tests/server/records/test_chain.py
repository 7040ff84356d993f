"""The chain of matches: every link once, in one order, whoever makes them."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack

import msgpack
import pytest
from redis.asyncio import Redis
from tests.chains import heads_of
from tests.server.house import opened

from samedeal_games.fairness import CHAIN_START, blinded_id, chain_head
from samedeal_protocol.rooms.boards import LinkView
from samedeal_server.records.chain import Chain
from samedeal_server.records.links import link_of, pack_link, unpack_link
from samedeal_server.store.chain import TOLD_MOST, ChainStore, NewLink, Waiting
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import CHAIN_HEAD
from samedeal_server.store.redis import Store

PROCESSES = 24
"""Of which each that links has sixteen chances to come first, if not more."""


async def test_links_of_two_processes_at_once_are_all_made_and_each_once(
    store_url: str,
) -> None:
    matches = [f"m-{number}" for number in range(40)]
    async with opened(store_url) as one, opened(store_url) as other:
        chains = [Chain(one), Chain(other)]
        await asyncio.gather(
            *(chain.link("open", m, m.encode()) for m in matches for chain in chains)
        )
        packed = await one.chain.links(0, 1000)
        known = await other.chain.end()
    links = [unpack_link(each).view for each in packed]
    shown = [blinded_id(match) for match in matches]
    assert Counter(link.match for link in links) == dict.fromkeys(shown, 1)
    assert known == (len(links), heads_of(links)[-1])


async def test_a_chain_begun_with_the_matches_own_ids_goes_on(store_url: str) -> None:
    """Links that are in a store already are shown as they were made."""
    old = msgpack.packb(("open", "m-old", b"c"))
    head = chain_head(CHAIN_START, "open", "m-old", b"c")
    async with opened(store_url) as store:
        await store.chain.append(b"", [NewLink("open:m-old", head, old)])
        chain = Chain(store)
        await chain.link("end", "m-old", b"d")
        part = await chain.part(1, 0)
    assert part.links[0] == LinkView(kind="open", match="m-old", proof=b"c")
    assert part.links[1].match == blinded_id("m-old")
    assert heads_of(list(part.links))[-1] == part.head


async def test_no_link_tells_an_id_but_those_of_days(store_url: str) -> None:
    async with opened(store_url) as store:
        chain = Chain(store)
        await chain.link("open", "m-1", b"proof")
        await chain.link("end", "m-1", b"proof")
        await chain.link("void", "m-2", b"proof")
        await chain.commit("event/e-1/0", b"c")
        await chain.commit("daily/pas-seul/2026-11-22", b"c")
        part = await chain.part(1, 0)
    *blinded, daily = [link.match for link in part.links]
    assert all(match.startswith("x-") for match in blinded)
    assert daily == "daily/pas-seul/2026-11-22"


def linked(chain: Chain, *matches: str) -> "asyncio.Future[list[bool]]":
    """Ask for links at once."""
    return asyncio.gather(*(chain.link("open", m, m.encode()) for m in matches))


class Calls:
    """Calls that make links, counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.fails = False
        make = ChainStore.append

        async def counted(
            store: ChainStore, head: bytes, links: Sequence[NewLink]
        ) -> tuple[int, bytes, int]:
            self.count += 1
            if self.fails:
                raise StoreUnavailable("cut off")
            return await make(store, head, links)

        monkeypatch.setattr(ChainStore, "append", counted)


async def test_links_that_are_wanted_while_others_are_made_are_made_in_one_call(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(store_url) as store:
        chain, calls = Chain(store), Calls(monkeypatch)
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
    async with opened(store_url) as store:
        chain = Chain(store)
        await Chain(store).link("open", "m-2", b"m-2")
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
    async with opened(store_url) as store:
        chain, calls = Chain(store), Calls(monkeypatch)
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
    async with opened(store_url) as store:
        chain, is_asked = Chain(store), asyncio.Event()

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


class Hasty:
    """Another process that comes first, whatever is done with the chain."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, other: Store) -> None:
        self.count = 0
        self._append, self._let_in = ChainStore.append, ChainStore.let_in
        self._chain = Chain(other)
        self._other = other.chain

        async def append(
            store: ChainStore, head: bytes, links: Sequence[NewLink]
        ) -> tuple[int, bytes, int]:
            await self._come_first()
            return await self._append(store, head, links)

        async def let_in(store: ChainStore, found: Waiting, head: bytes) -> Waiting:
            if store is not self._other and self.count < 40:
                await self._come_first()
            return await self._let_in(store, found, head)

        monkeypatch.setattr(ChainStore, "append", append)
        monkeypatch.setattr(ChainStore, "let_in", let_in)

    async def _come_first(self) -> None:
        self.count += 1
        packed = pack_link(link_of("open", f"m-other-{self.count}", b""))
        name = f"open:m-other-{self.count}"
        (_, head), one = await self._other.end(), NewLink(name, b"", packed)
        then = chain_head(head or CHAIN_START, "open", unpack_link(packed).shown, b"")
        made = await self._append(self._other, head, [one._replace(head=then)])
        if not made[2]:
            await self._other.wait([one])
            await self._chain.look()


async def test_no_link_is_given_up_though_others_always_come_first(
    store_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(store_url) as store, opened(store_url) as other:
        chain, hasty = Chain(store), Hasty(monkeypatch, other)
        await linked(chain, "m-1", "m-2", "m-3")
        part = await chain.part(1, 0)
    assert caplog.records == []
    shown = [link.match for link in part.links]
    own = [blinded_id(match) for match in ("m-1", "m-2", "m-3")]
    assert [each for each in shown if each in own] == own
    assert Counter(shown) == dict.fromkeys(shown, 1)
    assert len(shown) == hasty.count + 3
    assert heads_of(list(part.links))[-1] == part.head


async def test_all_links_of_many_processes_are_made_and_each_once(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    matches = [f"m-{number}" for number in range(PROCESSES * 4)]
    async with AsyncExitStack() as held:
        stores = [
            await held.enter_async_context(opened(store_url)) for _ in range(PROCESSES)
        ]
        chains = [Chain(store) for store in stores]

        async def play(number: int, chain: Chain) -> None:
            for match in matches[number::PROCESSES]:
                await chain.link("open", match, b"")
                await chain.link("end", match, b"")

        await asyncio.gather(*(play(*each) for each in enumerate(chains)))
        packed = await stores[0].chain.links(0, 1000)
        known = await stores[0].chain.end()
    assert caplog.records == []
    links = [unpack_link(each) for each in packed]
    wanted = [(kind, match) for match in matches for kind in ("open", "end")]
    made = [(link.kind, link.match) for link in links]
    assert Counter(made) == dict.fromkeys(wanted, 1)
    for match in matches:
        assert made.index(("open", match)) < made.index(("end", match))
    assert known == (len(links), heads_of([link.view for link in links])[-1])


async def test_what_waits_comes_in_before_whatever_is_linked_later(
    store_url: str,
) -> None:
    async with opened(store_url) as store:
        await wait(store, "m-1", "m-2")
        assert await store.chain.end() == (0, b"")
        chain = Chain(store)
        await chain.link("open", "m-3", b"")
        # It waits already, and comes in once.
        await chain.link("open", "m-2", b"")
        part = await chain.part(1, 0)
    assert [link.match for link in part.links] == list(
        map(blinded_id, ("m-1", "m-2", "m-3"))
    )
    assert heads_of(list(part.links))[-1] == part.head


async def test_what_waits_is_let_in_by_whoever_looks(store_url: str) -> None:
    many = [f"m-{number}" for number in range(2 * TOLD_MOST + 1)]
    async with opened(store_url) as store:
        await wait(store, *many)
        chain = Chain(store)
        await chain.look()
        links = [unpack_link(link) for link in await store.chain.links(0, 1000)]
        assert await store.chain.all_waiting() == []
    assert [link.match for link in links] == many
    assert heads_of([link.view for link in links])[-1] == chain.head


async def test_nothing_is_let_in_with_a_head_that_it_does_not_make(
    store_url: str,
) -> None:
    """As where the store has lost what waited, and other links wait by now."""
    async with opened(store_url) as store:
        await wait(store, "m-1", "m-2")
        _, found = await store.chain.wait()
        others = found._replace(links=(found.links[0], b"another"))
        then = await store.chain.let_in(others, b"a head")
        assert then == Waiting(0, b"", list(found.links))
        longer = found._replace(head=b"another head")
        assert await store.chain.let_in(longer, b"a head") == then


async def test_no_link_is_made_on_a_chain_that_is_as_long_and_another(
    store_url: str,
) -> None:
    """As where a replica took over that had not had the last links."""
    async with opened(store_url) as store:
        knowing, others = Chain(store), Chain(store)
        await knowing.link("open", "m-1")
        async with Redis.from_url(store_url) as redis:
            await redis.flushall()
            await others.link("open", "m-2")
            assert (others.length, knowing.length) == (1, 1)
            await knowing.link("open", "m-3")
            assert await redis.hget(CHAIN_HEAD, "length") == b"2"
        part = await knowing.part(1, 0)
    assert [link.match for link in part.links] == list(map(blinded_id, ("m-2", "m-3")))
    assert heads_of(list(part.links))[-1] == part.head


async def test_beside_older_code_links_are_tried_again_before_they_wait(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which knows of none that wait, and would link past them."""
    async with opened(store_url) as store, opened(store_url) as other:
        others, append, left = Chain(other), ChainStore.append, ["m-1", "m-2", "m-3"]

        async def late(
            self: ChainStore, head: bytes, links: Sequence[NewLink]
        ) -> tuple[int, bytes, int]:
            if self is store.chain and left:
                await others.link("open", left.pop())
            return await append(self, head, links)

        async def never(self: ChainStore, links: Sequence[NewLink] = ()) -> None:
            raise AssertionError(links)

        monkeypatch.setattr(ChainStore, "append", late)
        monkeypatch.setattr(ChainStore, "wait", never)
        store.has_older = True
        await Chain(store).link("open", "m-4")
        assert left == []
        assert (await store.chain.end())[0] == 4


async def test_a_length_is_written_as_digits_however_round_it_is(
    store_url: str,
) -> None:
    """Not as 1e+8: whoever reads it reads an integer."""
    async with opened(store_url) as store, Redis.from_url(store_url) as redis:
        await redis.hset(CHAIN_HEAD, items=["length", 10**8 - 1, "head", b"head"])
        chain = Chain(store)
        await chain.refresh()
        await chain.link("open", "m-1")
        assert await redis.hget(CHAIN_HEAD, "length") == b"100000000"
        await redis.hset(CHAIN_HEAD, items=["length", 10**9 - 1])
        await wait(store, "m-2")
        await chain.look()
        assert await redis.hget(CHAIN_HEAD, "length") == b"1000000000"


async def wait(store: Store, *matches: str) -> None:
    """Have links wait, as a process does that ends before it lets them in."""
    links = (link_of("open", match, b"") for match in matches)
    await store.chain.wait(
        [NewLink(f"open:{link.match}", b"", pack_link(link)) for link in links]
    )
