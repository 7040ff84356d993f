"""The chain of matches: what was opened, and what became of it, in one order.

Each link goes into the head of the chain, and every hello shows the head, so that
a match which is left out afterwards, or put in, makes another chain than the one
that people have seen (docs/explanation/fairness.md).
"""

import asyncio
import logging
from collections.abc import Sequence

from samedeal_games.fairness import CHAIN_START, LinkKind, chain_head
from samedeal_protocol.results.records import ChainPart
from samedeal_server.records.links import Link, link_of, pack_link, unpack_link
from samedeal_server.store.chain import LINK_KNOWN_S, NewLink, Waiting
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

log = logging.getLogger(__name__)

TRIES_MOST = 1
"""The most times that a link is made before it waits because others linked first."""
TRIES_BESIDE_OLDER = 16
"""The same while older code links, too, which knows of none that wait."""
DEAL_KNOWN_S = 40 * 24 * 3600
"""Longer than any deal is played, and so may be committed to again."""
LINKS_MOST = 200
"""In one message."""
MADE_MOST = 64
"""In one call, which keeps the store to itself for less than a millisecond."""


class _Wanted:
    """A link that somebody here waits for."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.is_made = False
        self.error: StoreError | None = None
        """The error for which nobody knows whether it was made."""


class Chain:
    """The chain as this process knows it; `length` and `head` may lag behind.

    Links that are wanted while others are being made are made in one call. Where many
    processes want some, they wait in one line in the store, which needs nobody's heads
    for its order; and whoever is there lets in what waits, of whomever it is. Of those
    who try that at the same time one does it for all, so nobody is too slow.
    """

    def __init__(self, store: Store) -> None:
        self.length = 0
        self.head = CHAIN_START
        self._store = store
        self._wanted: list[_Wanted] = []
        self._turn = asyncio.Lock()

    async def refresh(self) -> None:
        """Learn of others' links; raises StoreError."""
        self._know(*await self._store.chain.end())

    async def look(self) -> None:
        """Learn of others' links, and let in all that waits; raises StoreError.

        Whoever had it wait may have died.
        """
        await self._let_in(*await self._store.chain.wait())

    async def link(self, kind: LinkKind, match: str, proof: bytes = b"") -> bool:
        """Make a link, unless it is made already; tell whether it is.

        A failure is logged.
        """
        try:
            await self._link(kind, match, proof)
        except StoreError as error:
            log.warning("match %s: not linked: %s", match, error)
            return False
        return True

    async def commit(self, deal: str, commitment: bytes) -> None:
        """Link what was committed to for a deal, unless that is done already.

        Raises StoreError: nobody may play a deal that is not in the chain.
        """
        await self._link("deal", deal, commitment)

    async def part(self, re: int, start: int) -> ChainPart:
        """Return links from a number on; raises StoreError."""
        links = await self._store.chain.links(start, LINKS_MOST)
        await self.refresh()
        return ChainPart(
            re=re,
            start=start,
            links=tuple(unpack_link(link).view for link in links),
            length=self.length,
            head=self.head,
        )

    async def _link(self, kind: LinkKind, match: str, proof: bytes) -> None:
        wanted = _Wanted(link_of(kind, match, proof))
        self._wanted.append(wanted)
        # One call at a time here, so that only other processes can come between.
        async with self._turn:
            while not wanted.is_made:
                if wanted.error is not None:
                    raise wanted.error
                await self._make_some()

    async def _make_some(self) -> None:
        """Make what is wanted by now, or tell all who want it why not."""
        batch, self._wanted = self._wanted[:MADE_MOST], self._wanted[MADE_MOST:]
        try:
            await self._make(batch)
        except StoreError as error:
            for wanted in batch:
                wanted.error = error
        except BaseException:
            # Others wait for them, and whoever is next makes them.
            self._wanted[:0] = [wanted for wanted in batch if not wanted.is_made]
            raise

    async def _make(self, batch: Sequence[_Wanted]) -> None:
        tries, most = 0, TRIES_BESIDE_OLDER if self._store.has_older else TRIES_MOST
        while batch and tries < most:
            links = self._following([wanted.link for wanted in batch])
            known = self.head if self.length else b""
            length, head, made = await self._store.chain.append(known, links)
            self._know(length, head)
            for wanted in batch[:made]:
                wanted.is_made = True
            batch = batch[made:]
            tries = 0 if made else tries + 1
        if batch:
            links = self._following([wanted.link for wanted in batch])
            await self._let_in(*await self._store.chain.wait(links))
            for wanted in batch:
                wanted.is_made = True

    async def _let_in(self, until: int, found: Waiting) -> None:
        """Let in what waits until the chain is so long, or nothing waits any more."""
        while found.links and found.length < until:
            head = found.head or CHAIN_START
            for link in map(unpack_link, found.links):
                head = chain_head(head, link.kind, link.shown, link.proof)
            # If others have let in some meanwhile, it is they who came nearer.
            found = await self._store.chain.let_in(found, head)
        self._know(found.length, found.head)

    def _following(self, links: Sequence[Link]) -> list[NewLink]:
        """Return links as they are if they follow on what is known, one by one."""
        head, new = self.head, list[NewLink]()
        for link in links:
            head = chain_head(head, link.kind, link.shown, link.proof)
            known_s = DEAL_KNOWN_S if link.kind == "deal" else LINK_KNOWN_S
            name = f"{link.kind}:{link.match}"
            new.append(NewLink(name, head, pack_link(link), known_s))
        return new

    def _know(self, length: int, head: bytes) -> None:
        self.length, self.head = length, head or CHAIN_START
