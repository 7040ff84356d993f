"""The chain of matches in the store: links, as bytes, in their order, and its head."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from samedeal_server.store.keys import CHAIN_HEAD, CHAIN_LINKS, link_key
from samedeal_server.store.writer import Calls

LINK_KNOWN_S = 2 * 24 * 3600


class NewLink(NamedTuple):
    """A link of the chain of matches that is to be made."""

    name: str
    """The name of what it is a link of; that gets it once."""
    head: bytes
    """The chain's, if this is its last link."""
    packed: bytes
    known_s: int = LINK_KNOWN_S
    """For how long it is remembered that it was made."""


class ChainStore:
    """The chain of a store; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def append(
        self, length: int, links: Sequence[NewLink]
    ) -> tuple[int, bytes, int]:
        """Append links that are not made yet, while the chain is as was supposed.

        That is so long at first, and then as each of them leaves it. Return its length
        and head now, and how many of the links, from the first, are in it.
        """
        words: list[str | bytes | int] = [length]
        for link in links:
            words += (link.head, link.packed, link.known_s)
        keys = (CHAIN_HEAD, CHAIN_LINKS, *(link_key(link.name) for link in links))
        answer = await self._calls.script("link", keys, words)
        return cast("tuple[int, bytes, int]", tuple(cast("list[object]", answer)))

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
