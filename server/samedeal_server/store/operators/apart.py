"""Boards of a game, or a family, copied beside the books and then set apart from them.

What is copied is read by nobody until one script says that it is apart, and that script
does nothing if anything else was written to what was copied. Whoever is killed before
leaves copies, which the next one throws away; whoever is killed after it leaves what
they were made of, which nobody reads.
"""

from collections.abc import Iterable, Mapping, Sequence

from samedeal_server.store.books import Books
from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import (
    BOOKS_APART,
    BOOKS_CURSOR,
    book_key,
    books_tag,
    cursor_key,
    notes_key,
    sheet_key,
)
from samedeal_server.store.operators.whole_books import BookKind, WholeBooks

AT_ONCE = 500
"""Keys that are taken away in one go."""


class ApartStore:
    """Sets parts of a store's books apart; every method raises StoreError."""

    def __init__(self, calls: Calls, books: Books, whole: WholeBooks) -> None:
        self._calls = calls
        self._parts = books.parts
        self._whole = whole

    async def clear(self, part: str) -> None:
        """Throw away what somebody has copied for a part who never set it apart."""
        await self._drop(await self._calls.scan(f"{books_tag(part)}:*"))

    async def drop_left(self, books: Iterable[str], sheets: Iterable[str]) -> None:
        """Throw away what a part was made of, which nobody reads any more."""
        await self._drop([*map(book_key, books), *map(sheet_key, sheets)])

    async def _drop(self, keys: Sequence[str]) -> None:
        # One by one, as they may be on several nodes.
        for first in range(0, len(keys), AT_ONCE):
            some = keys[first : first + AT_ONCE]
            await self._calls.write_all([("UNLINK", key) for key in some])

    async def copy(
        self, part: str, name: str, kind: BookKind, book: Mapping[str, bytes]
    ) -> None:
        """Put a book where the part is to have it."""
        key = book_key(name, part)
        await self._calls.write("UNLINK", key)
        await self._whole.write(key, kind, book)

    async def copy_mark(self, part: str, sheet: str, mark: bytes) -> None:
        """Put a sheet's mark where the part is to have it."""
        key = sheet_key(sheet, part)
        words = ("SET", key, mark) if mark else ("UNLINK", key)
        await self._calls.write(*words)

    async def set_apart(
        self, part: str, cursor: int, marks: Mapping[str, bytes]
    ) -> bool:
        """Set a part apart, if the cursor is the same, and so are marks of its sheets.

        Tell whether it is apart. All other sheets that it has are to have no marks.
        """
        await self._calls.write("SET", cursor_key(part), cursor)
        told = self._parts.told
        then = " ".join(sorted({*self._parts.apart, part}))
        keys = [BOOKS_CURSOR, BOOKS_APART, notes_key(part)]
        keys += (sheet_key(sheet) for sheet in marks)
        asked: list[str | bytes] = [str(cursor), told, then, *marks.values()]
        is_apart = bool(await self._calls.script("set_apart", keys, asked))
        await self._parts.look()
        return is_apart
