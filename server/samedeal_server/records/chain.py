"""The chain of matches: what was opened, and what became of it, in one order.

Each link goes into the head of the chain, and every hello shows the head, so that
a match which is left out afterwards, or put in, makes another chain than the one
that people have seen (docs/explanation/fairness.md).
"""

import asyncio
import logging

from samedeal_games.fairness import CHAIN_START, LinkKind, chain_head
from samedeal_protocol.records import ChainPart
from samedeal_server.records.links import link_of, pack_link, unpack_link
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.redis import LINK_KNOWN_S, Store

log = logging.getLogger(__name__)

TRIES_MOST = 16
"""How often a link is made anew because others linked first."""
DEAL_KNOWN_S = 40 * 24 * 3600
"""Longer than any deal is played, and so may be committed to again."""
LINKS_MOST = 200
"""In one message."""


class Chain:
    """The chain as this process knows it; `length` and `head` may lag behind."""

    def __init__(self, store: Store) -> None:
        self.length = 0
        self.head = CHAIN_START
        self._store = store
        self._turn = asyncio.Lock()

    async def refresh(self) -> None:
        """Learn of others' links; raises StoreError."""
        self._know(*await self._store.chain())

    async def link(self, kind: LinkKind, match: str, proof: bytes = b"") -> None:
        """Make a link, unless it is made already; a failure is logged."""
        try:
            await self._link(kind, match, proof)
        except StoreError as error:
            log.warning("match %s: not linked: %s", match, error)

    async def commit(self, deal: str, commitment: bytes) -> None:
        """Link what was committed to for a deal, unless that is done already.

        Raises StoreError: nobody may play a deal that is not in the chain.
        """
        await self._link("deal", deal, commitment)

    async def part(self, re: int, start: int) -> ChainPart:
        """Return links from a number on; raises StoreError."""
        links = await self._store.links(start, LINKS_MOST)
        await self.refresh()
        return ChainPart(
            re=re,
            start=start,
            links=tuple(unpack_link(link).view for link in links),
            length=self.length,
            head=self.head,
        )

    async def _link(self, kind: LinkKind, match: str, proof: bytes) -> None:
        # One at a time here, so that only other processes can come between.
        async with self._turn:
            await self._link_in_turn(kind, match, proof)

    async def _link_in_turn(self, kind: LinkKind, match: str, proof: bytes) -> None:
        link = link_of(kind, match, proof)
        packed = pack_link(link)
        known_s = DEAL_KNOWN_S if kind == "deal" else LINK_KNOWN_S
        for _ in range(TRIES_MOST):
            head = chain_head(self.head, kind, link.shown, proof)
            length, known, is_made = await self._store.link(
                f"{kind}:{match}", self.length, head, packed, known_s
            )
            self._know(length, known)
            if is_made:
                return
        raise StoreUnavailable("others always linked first")

    def _know(self, length: int, head: bytes) -> None:
        self.length, self.head = length, head or CHAIN_START
