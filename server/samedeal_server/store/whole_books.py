"""Whole books in the store, for who rebuilds them: read, made ready, put in place.

Whatever its kind, a book is values by field here: those of a hash; scores, as
decimal text, by player; or lines by their number, from 0.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, cast

from samedeal_server.store.keys import BOOKS_CURSOR, book_key, ready_book_key
from samedeal_server.store.writer import Calls

BookKind: TypeAlias = Literal["hash", "ranking", "list"]

PAGE = 5_000
"""Fields that are read or written at once."""
PAGES = 100
"""First pages of books that are read in one round trip."""


class WholeBooks:
    """The books of a store, whole; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def names(self) -> list[str]:
        """Return the names of all books."""
        prefix = book_key("")
        found = await self._calls.scan(f"{prefix}*")
        hidden = (BOOKS_CURSOR, ready_book_key(""))
        return sorted(
            key.removeprefix(prefix) for key in found if not key.startswith(hidden)
        )

    async def clear(self) -> None:
        """Take away what somebody made ready who never put it in place."""
        for key in await self._calls.scan(f"{ready_book_key('')}*"):
            await self._calls.write("UNLINK", key)

    async def read(
        self, books: Sequence[tuple[str, BookKind]]
    ) -> dict[str, dict[str, bytes]]:
        """Return what is in books; only while nobody writes is it of one moment."""
        found: dict[str, dict[str, bytes]] = {}
        for first in range(0, len(books), PAGES):
            some = books[first : first + PAGES]
            commands = [_page(kind, book_key(name), 0) for name, kind in some]
            answers = await self._calls.read(commands)
            for (name, kind), answer in zip(some, answers, strict=True):
                found[name] = await self._rest(name, kind, answer)
        return found

    async def make_ready(
        self, name: str, kind: BookKind, book: Mapping[str, bytes]
    ) -> None:
        """Write a book beside the one that stands."""
        key = ready_book_key(name)
        await self._calls.write("UNLINK", key)
        fields = list(book.items())
        for first in range(0, len(fields), PAGE):
            some = fields[first : first + PAGE]
            match kind:
                case "hash":
                    words = [word for field, value in some for word in (field, value)]
                    await self._calls.write("HSET", key, *words)
                case "ranking":
                    words = [word for player, score in some for word in (score, player)]
                    await self._calls.write("ZADD", key, *words)
                case "list":
                    await self._calls.write("RPUSH", key, *(line for _, line in some))

    async def swap(self, names: Sequence[str], cursor: int, then: int) -> bool:
        """Put books that were made ready in place, if the cursor is as expected.

        All at one moment; those of which nothing was made ready go. Return whether
        the cursor was as expected; if not, nothing is changed.
        """
        keys = [BOOKS_CURSOR]
        for name in names:
            keys += ready_book_key(name), book_key(name)
        return bool(await self._calls.script("swap", keys, (str(cursor), str(then))))

    async def _rest(
        self, name: str, kind: BookKind, answer: object
    ) -> dict[str, bytes]:
        """Return a whole book, whose first page is read already."""
        book: dict[str, bytes] = {}
        while True:
            following = _take(book, kind, answer)
            if not following:
                return book
            (answer,) = await self._calls.read([_page(kind, book_key(name), following)])


def _page(kind: BookKind, key: str, start: int) -> tuple[str | int, ...]:
    match kind:
        case "hash":
            return ("HSCAN", key, start, "COUNT", PAGE)
        case "ranking":
            return ("ZRANGE", key, start, start + PAGE - 1, "WITHSCORES")
        case "list":
            return ("LRANGE", key, start, start + PAGE - 1)


def _take(book: dict[str, bytes], kind: BookKind, answer: object) -> int:
    """Put a page into a book; return where the next one starts, 0 for the end."""
    match kind:
        case "hash":
            following, found = cast("tuple[int, dict[bytes, bytes]]", answer)
            book.update((field.decode(), value) for field, value in found.items())
            return following
        case "ranking":
            scores = cast("list[tuple[bytes, float]]", answer)
            # Exact: scores are whole numbers that a float holds.
            book.update((player.decode(), b"%d" % score) for player, score in scores)
            return len(book) if len(scores) == PAGE else 0
        case "list":
            lines = cast("list[bytes]", answer)
            book.update((str(n), line) for n, line in enumerate(lines, len(book)))
            return len(book) if len(lines) == PAGE else 0
