"""The chain of matches in the store: links, as bytes, in their order, and its head.

The newest are in the store, older ones in pages in the archive, each named by a digest
of what is in it. A page is in the archive before its links go from the store.
"""

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import msgpack

from samedeal_server.store.calls import Calls
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import (
    CHAIN_HEAD,
    CHAIN_LINKS,
    CHAIN_PAGES,
    CHAIN_WAITING,
    link_key,
)
from samedeal_server.store.transcripts import SHARE, Elsewhere, Kept, Nowhere

PAGE = 1024
"""The links of a page. Never another number: a link's says on which page it is."""
DIGEST_BYTES = 16
PAGES_AT_ONCE = 4
LINK_KNOWN_S = 2 * 24 * 3600
TOLD_MOST = 128
"""The most links that wait, in one answer."""


class NewLink(NamedTuple):
    """A link of the chain of matches that is to be made."""

    name: str
    """The name of what it is a link of; that gets it once."""
    head: bytes
    """The chain's, if this is its last link."""
    packed: bytes
    known_s: int = LINK_KNOWN_S
    """For how long it is remembered that it was made."""


class Waiting(NamedTuple):
    """The end of the chain, and what waits for it."""

    length: int
    head: bytes
    """Empty for none."""
    links: Sequence[bytes]
    """Those that come next; there may be more."""


class LinkPage(NamedTuple):
    """The oldest links in the store, which are to go into the archive."""

    number: int
    """From 0, the oldest first."""
    links: Sequence[bytes]

    @property
    def packed(self) -> bytes:
        """Return the bytes for the archive: a msgpack list of number and links."""
        packed: bytes = msgpack.packb((self.number, list(self.links)))
        return packed

    @property
    def digest(self) -> bytes:
        """Return the digest that names it."""
        return _digest_of(self.packed)


class ChainStore:
    """The chain of a store; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self.elsewhere: Elsewhere = Nowhere()
        """Where the pages are."""
        self._page = b"", list[bytes]()
        """The page that was read last, by its digest: who reads one reads on."""
        self._turn = asyncio.Semaphore(SHARE)

    async def append(
        self, head: bytes, links: Sequence[NewLink]
    ) -> tuple[int, bytes, int]:
        """Append links that are not made yet, while the chain is as was supposed.

        That is with this head at first, empty for none, and then as each of them leaves
        it; and none may wait for it. Return its length and head now, and how many of
        the links, from the first, are in it.
        """
        words: list[str | bytes | int] = [head]
        for link in links:
            words += (link.head, link.packed, link.known_s)
        keys = (CHAIN_HEAD, CHAIN_LINKS, CHAIN_WAITING, *_made_keys(links))
        answer = await self._calls.script("link", keys, words)
        return cast("tuple[int, bytes, int]", tuple(cast("list[object]", answer)))

    async def wait(self, links: Sequence[NewLink] = ()) -> tuple[int, Waiting]:
        """Have links wait for the chain that are not made yet, whatever their heads.

        Return the length of the chain with which all of them are in it, and what is
        then. It may have that length already.
        """
        words: list[str | bytes | int] = [TOLD_MOST]
        for link in links:
            words += (link.packed, link.known_s)
        keys = (CHAIN_HEAD, CHAIN_WAITING, *_made_keys(links))
        answer = await self._calls.script("wait", keys, words)
        until, *found = cast("tuple[int, int, bytes, list[bytes]]", answer)
        return until, Waiting(*cast("tuple[int, bytes, list[bytes]]", found))

    async def all_waiting(self) -> list[bytes]:
        """Return all that waits for the chain."""
        return cast(
            "list[bytes]", await self._calls.read_one("LRANGE", CHAIN_WAITING, 0, -1)
        )

    async def let_in(self, found: Waiting, head: bytes) -> Waiting:
        """Let in what was found to wait, if all is as it was; return what is then.

        `head` is what those links make, one after the other.
        """
        keys = (CHAIN_HEAD, CHAIN_LINKS, CHAIN_WAITING)
        asked = (found.head, len(found.links), _named(found.links), head, TOLD_MOST)
        answer = await self._calls.script("let_in", keys, asked)
        return Waiting(*cast("tuple[int, bytes, list[bytes]]", answer))

    async def end(self) -> tuple[int, bytes]:
        """Return the length of the chain, and its head, empty for none."""
        answer = await self._calls.read_one("HMGET", CHAIN_HEAD, "length", "head")
        length, head = cast("list[bytes | None]", answer)
        return int(length or 0), head or b""

    async def links(self, start: int, most: int) -> list[bytes]:
        """Return links from a number on: so many, if there are so many.

        Raises StoreUnavailable, too, if the archive has lost them.
        """
        found = list[bytes]()
        while len(found) < most:
            begin, left = start + len(found), most - len(found)
            asked = (PAGE, begin, min(left, PAGES_AT_ONCE * PAGE))
            keys = (CHAIN_LINKS, CHAIN_PAGES)
            answer = await self._calls.read_script("links", keys, asked)
            number, pages, links = cast("tuple[int, list[bytes], list[bytes]]", answer)
            if pages:
                older = await self._paged(number, pages)
                found += older[begin - number * PAGE :][:left]
            else:
                found += links
                if len(links) < asked[2]:
                    break  # there are no more
        return found

    async def _paged(self, number: int, pages: Sequence[bytes]) -> list[bytes]:
        """Return the links of pages that follow each other, from one of a number on."""
        found = list[bytes]()
        kept: Mapping[str, Kept] = {}
        async with self._turn:
            known, last = self._page
            asked = [name_of(digest) for digest in pages if digest != known]
            if asked:
                kept = await self.elsewhere.find(asked)
        for at, digest in enumerate(pages, number):
            held = kept.get(name_of(digest))
            if held is not None and _digest_of(held.sealed) == digest:
                self._page = digest, msgpack.unpackb(held.sealed)[1]
            elif digest == known:
                self._page = known, last
            else:
                raise StoreUnavailable(
                    f"the archive has lost page {at} of the chain of matches: put its "
                    "files back from a backup"
                )
            found += self._page[1]
        return found

    # For whoever moves them

    async def to_move(self, until: int, most: int) -> list[LinkPage]:
        """Return the oldest pages in the store, as far as they are before a link.

        They are `most` at most.
        """
        number = cast("int", await self._calls.read_one("LLEN", CHAIN_PAGES))
        count = min(most, until // PAGE - number)
        if count <= 0:
            return []
        links = await self.links(number * PAGE, count * PAGE)
        return [
            LinkPage(number + n, links[n * PAGE : (n + 1) * PAGE])
            for n in range(len(links) // PAGE)
        ]

    async def moved(self, page: LinkPage) -> bool:
        """Take the links of a page away that is in the archive; tell whether they went.

        They stay if the chain is not what it was when the page was made.
        """
        asked = (page.number, page.digest, PAGE, _named(page.links))
        keys = (CHAIN_LINKS, CHAIN_PAGES)
        return bool(await self._calls.script("turn_links", keys, asked))


def name_of(digest: bytes) -> str:
    """Return by what a page is found in an archive."""
    return f"chain/{digest.hex()}"


def _digest_of(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:DIGEST_BYTES]


def _named(links: Sequence[bytes]) -> str:
    """Return a name that tells links from all others, for a script."""
    return hashlib.sha1(b"".join(links)).hexdigest()  # noqa: S324 - what Redis has


def _made_keys(links: Sequence[NewLink]) -> tuple[str, ...]:
    return tuple(link_key(link.name) for link in links)
