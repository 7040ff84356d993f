"""The chain of matches in the store: links, as bytes, in their order, and its head."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple, cast

from samedeal_server.store.keys import (
    CHAIN_HEAD,
    CHAIN_LINKS,
    CHAIN_WAITING,
    link_key,
)
from samedeal_server.store.writer import Calls

LINK_KNOWN_S = 2 * 24 * 3600
TOLD_MOST = 128
"""Links that wait, in one answer."""


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


class ChainStore:
    """The chain of a store; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def append(
        self, length: int, links: Sequence[NewLink]
    ) -> tuple[int, bytes, int]:
        """Append links that are not made yet, while the chain is as was supposed.

        That is so long at first, and then as each of them leaves it; and none may wait
        for it. Return its length and head now, and how many of the links, from the
        first, are in it.
        """
        words: list[str | bytes | int] = [length]
        for link in links:
            words += (link.head, link.packed, link.known_s)
        keys = (CHAIN_HEAD, CHAIN_LINKS, CHAIN_WAITING, *_made_keys(links))
        answer = await self._calls.script("link", keys, words)
        return cast("tuple[int, bytes, int]", tuple(cast("list[object]", answer)))

    async def wait(self, links: Sequence[NewLink]) -> int:
        """Have links wait for the chain that are not made yet, whatever their heads.

        Return the length of the chain with which all of them are in it. It may have it
        already.
        """
        words = [word for link in links for word in (link.packed, link.known_s)]
        keys = (CHAIN_HEAD, CHAIN_WAITING, *_made_keys(links))
        return cast("int", await self._calls.script("wait", keys, words))

    async def waiting(self) -> Waiting:
        """Return the end of the chain, and what waits for it; not of one moment."""
        end, links = await self._calls.read(
            [
                ("HMGET", CHAIN_HEAD, "length", "head"),
                ("LRANGE", CHAIN_WAITING, 0, TOLD_MOST - 1),
            ]
        )
        length, head = cast("list[bytes | None]", end)
        return Waiting(int(length or 0), head or b"", cast("list[bytes]", links))

    async def all_waiting(self) -> list[bytes]:
        """Return all that waits for the chain."""
        return cast(
            "list[bytes]", await self._calls.read_one("LRANGE", CHAIN_WAITING, 0, -1)
        )

    async def let_in(self, found: Waiting, head: bytes) -> Waiting:
        """Let in what was found to wait, if all is as it was; return what is then.

        `head` is what those links make, one after the other.
        """
        joined = b"".join(found.links)
        named = hashlib.sha1(joined).hexdigest()  # noqa: S324 - what Redis has
        keys = (CHAIN_HEAD, CHAIN_LINKS, CHAIN_WAITING)
        asked = (found.head, len(found.links), named, head, TOLD_MOST)
        answer = await self._calls.script("let_in", keys, asked)
        return Waiting(*cast("tuple[int, bytes, list[bytes]]", answer))

    async def end(self) -> tuple[int, bytes]:
        """Return the length of the chain, and its head, empty for none."""
        answer = await self._calls.read_one("HMGET", CHAIN_HEAD, "length", "head")
        length, head = cast("list[bytes | None]", answer)
        return int(length or 0), head or b""

    async def links(self, start: int, most: int) -> list[bytes]:
        """Return links from a number on."""
        answer = await self._calls.read_one(
            "LRANGE", CHAIN_LINKS, start, start + most - 1
        )
        return cast("list[bytes]", answer)


def _made_keys(links: Sequence[NewLink]) -> tuple[str, ...]:
    return tuple(link_key(link.name) for link in links)
