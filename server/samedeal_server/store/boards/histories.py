"""Histories: their newest lines in the store, what is older in pages in the archive.

A page is named by a digest of what is in it, so that one which is not the right one is
never taken for it: not after a backup was put back, nor after books were put right. It
is in the archive before its lines go from the store.
"""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, cast

import msgpack

from samedeal_server.store.calls import Calls
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import BOOKS_LONG, book_key, pages_key
from samedeal_server.store.transcripts import SHARE, Elsewhere, Kept, Nowhere

PAGE = 32
"""Lines. Never another number: the number of a line says on which page it is."""
LONG = 2 * PAGE
"""Lines with which a page leaves the store; at least half as many stay there."""
DIGEST_BYTES = 16
PAGE_BEGINS = 0x93
"""The first byte of a page, a list of three; transcripts are maps."""


class Page(NamedTuple):
    """A page of a history that is to go into the archive."""

    book: str
    number: int
    """From 0, the oldest first."""
    lines: Sequence[bytes]

    @property
    def packed(self) -> bytes:
        """The bytes in the archive: a msgpack list of book, number and lines."""
        packed: bytes = msgpack.packb((self.book, self.number, list(self.lines)))
        return packed

    @property
    def digest(self) -> bytes:
        """The digest by which it is named."""
        return _digest_of(self.packed)


class Place(NamedTuple):
    """A page found in the archive; its history may have another by now."""

    book: str
    number: int
    digest: bytes


class HistoryStore:
    """The histories of a store; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self.elsewhere: Elsewhere = Nowhere()
        """The place of the pages."""
        self._turn = asyncio.Semaphore(SHARE)

    async def part(
        self, book: str, before: int | None, most: int
    ) -> tuple[int, tuple[bytes, ...]]:
        """Return lines in their order, and the number of the first of them, from 0.

        They are the last, or the last before a number: at most so many and at least
        one, if there are any. Where those in the store end there may be fewer, and of
        those in the archive there are whole pages, so a page more than asked for.
        """
        asked = (PAGE, "" if before is None else before, most)
        found = await self._calls.read_script("history", _keys(book), asked)
        first, pages, lines = _read(found)
        if not pages:
            return first, lines
        lines = (await self._paged({book: (first // PAGE, pages)}))[book]
        end = len(lines) if before is None else before - first
        return first, lines[:end]

    async def whole(
        self, books: Sequence[str], *, without_lost: bool = False
    ) -> dict[str, tuple[bytes, ...]]:
        """Return all lines of histories, each as it was at one moment.

        `without_lost` is for what puts them right: pages that the archive has lost are
        left out, and lines after them have other numbers then.
        """
        groups = [_keys(book) for book in books]
        found = [
            _read(each) for each in await self._calls.read_scripts("history", groups)
        ]
        pages = {
            book: (0, pages) for book, (_, pages, _) in zip(books, found, strict=True)
        }
        older = await self._paged(pages, without_lost=without_lost)
        return {
            book: older[book] + lines
            for book, (_, _, lines) in zip(books, found, strict=True)
        }

    async def _paged(
        self,
        wanted: Mapping[str, tuple[int, Sequence[bytes]]],
        *,
        without_lost: bool = False,
    ) -> dict[str, tuple[bytes, ...]]:
        """Return the lines of pages of histories, each from a page of a number on."""
        names = [name_of(digest) for _, pages in wanted.values() for digest in pages]
        kept: Mapping[str, Kept] = {}
        if names:
            async with self._turn:
                kept = await self.elsewhere.find(names)
        lines: dict[str, tuple[bytes, ...]] = {}
        for book, (number, pages) in wanted.items():
            of_book: tuple[bytes, ...] = ()
            for at, digest in enumerate(pages, number):
                held = kept.get(name_of(digest))
                if held is not None and _digest_of(held.sealed) == digest:
                    of_book += tuple(msgpack.unpackb(held.sealed)[2])
                elif not without_lost:
                    raise StoreUnavailable(
                        f"the archive has lost page {at} of {book}: put its files back "
                        "from a backup, or run samedeal-server admin rebuild-boards"
                    )
            lines[book] = of_book
        return lines

    # For whoever moves them

    async def long(self, most: int) -> list[str]:
        """Return some histories that have pages to move."""
        answer = await self._calls.read_one("SRANDMEMBER", BOOKS_LONG, most)
        prefix = book_key("")
        return [
            key.decode().removeprefix(prefix) for key in cast("list[bytes]", answer)
        ]

    async def to_move(self, books: Sequence[str], most: int) -> list[list[Page]]:
        """Return the oldest pages of histories, at most `most` of each.

        As many lines stay as make a page, or more.
        """
        groups = [_keys(book) for book in books]
        answers = await self._calls.read_scripts("history", groups)
        return [
            _pages_of(book, *_read(answer)[1:], most)
            for book, answer in zip(books, answers, strict=True)
        ]

    async def moved(self, page: Page) -> bool:
        """Take the lines of a page away that is in the archive; tell whether they went.

        They stay if the history is not what it was when the page was made.
        """
        joined = b"".join(page.lines)
        named = hashlib.sha1(joined).hexdigest()  # noqa: S324 - what Redis has
        answer = await self._calls.script(
            "turn_page",
            (*_keys(page.book), BOOKS_LONG),
            (page.number, page.digest, PAGE, named, LONG),
        )
        return bool(answer)

    async def named(self, pages: Iterable[Place]) -> set[Place]:
        """Return those pages that are in their histories."""
        asked = list(pages)
        commands = [("LINDEX", pages_key(each.book), each.number) for each in asked]
        stand = await self._calls.read(commands)
        return {
            each for each, at in zip(asked, stand, strict=True) if at == each.digest
        }

    async def not_long(self, book: str) -> None:
        """Forget that a history has pages to move."""
        await self._calls.write("SREM", BOOKS_LONG, book_key(book))


def empty_page() -> bytes:
    """Return the page that is put in place of one that is in no history any more."""
    packed: bytes = msgpack.packb(("", 0, []))
    return packed


def place_in(packed: bytes) -> Place:
    """Return the history and the number of a page; "" and 0 if it was emptied."""
    book, number, _ = msgpack.unpackb(packed)
    return Place(book, number, _digest_of(packed))


def name_of(digest: bytes) -> str:
    """Return by what a page is found in an archive."""
    return f"history/{digest.hex()}"


def _digest_of(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:DIGEST_BYTES]


def _keys(book: str) -> tuple[str, str]:
    return book_key(book), pages_key(book)


def _read(answer: object) -> tuple[int, tuple[bytes, ...], tuple[bytes, ...]]:
    """Return the first line's number, digests of pages, and lines."""
    first, pages, lines = cast("tuple[int, list[bytes], list[bytes]]", answer)
    return first, tuple(pages), tuple(lines)


def _pages_of(
    book: str, pages: Sequence[bytes], lines: Sequence[bytes], most: int
) -> list[Page]:
    count = min(most, max(0, len(lines) // PAGE - 1))
    return [
        Page(book, len(pages) + n, lines[n * PAGE : (n + 1) * PAGE])
        for n in range(count)
    ]
