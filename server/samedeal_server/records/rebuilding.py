"""Books computed anew from the whole chain, compared, and put in place.

The fold is the writer's own, from the first link on and in memory. It needs
nobody to stop: what the cursor has moved over meanwhile is folded too and only the
books that this touched are read again, until the cursor stands still for as long as
that takes. What differs is written beside what stands and put in its place by one
script, which does nothing if the cursor has moved again; then the comparison goes on.
Of parts of the books that are apart each has its cursor, and a script of its own; first
what the core left notes of for them is booked.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from samedeal_server.core.books.books import BookKind, kind_of, unpack_line
from samedeal_server.core.books.in_memory import Book, BooksInMemory
from samedeal_server.core.books.projection import needs, needs_then, touches
from samedeal_server.core.books.results import Finished
from samedeal_server.records.booking.ended import read_finished
from samedeal_server.records.booking.folding import fold
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.links import unpack_link
from samedeal_server.store.boards.parts import CORE
from samedeal_server.store.boards.pieces import sheet_of
from samedeal_server.store.boards.sheets import head_of
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

LINKS_AT_ONCE = 200
SWAPPED_MOST = 20_000
"""Books that one script puts in place, about; more take several."""


class Difference(NamedTuple):
    """A field of a book that is not what the transcripts come to."""

    book: str
    field: str
    """A player, a game, or the number of a line."""
    stands: bytes | None
    """None for nothing."""
    computed: bytes | None


class Comparison(NamedTuple):
    """The outcome of computing the books anew."""

    matches: int
    """The number of matches folded."""
    gone: int
    """Of how many matches there is no transcript any more, or not the right one; what
    stands of them in histories stays."""
    books: int
    differences: tuple[Difference, ...]


async def compare(store: Store) -> Comparison:
    """Compute the books anew as far as they are kept, and compare; raises StoreError.

    Changes nothing, but that boards which are apart have what the core left them.
    """
    anew = _Anew(store)
    await anew.catch_up()
    return anew.comparison()


async def rebuild(store: Store) -> Comparison:
    """Put in place whatever differs; return what did, at first; raises StoreError."""
    anew = _Anew(store)
    await anew.catch_up()
    first = anew.comparison()
    while not await anew.put_in_place():
        await anew.catch_up()
    return first


class _Anew:
    """Books in memory, and those in the store as they were read last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._books = store.books
        self._whole_books = store.whole_books
        self._computed = BooksInMemory()
        self._standing = BooksInMemory()
        self._is_read = False
        self._links = 0
        self._cursors: dict[str, int] = {CORE: 0}
        """Those of the core and of all parts, at which what stands was read."""
        self._boards = BooksWriter(store).boards
        self._matches = 0
        self._gone: set[str] = set()
        """Matches of which there is no transcript."""
        self._places: dict[str, int] = {}
        """The number of the link that ended each match."""

    async def catch_up(self) -> None:
        """Fold as far as the cursor is, and know what stands at that cursor."""
        while True:
            self._cursors = await self._caught_up()
            touched = await self._fold()
            if not self._is_read:
                names = await self._whole_books.names(without_lost=True)
                touched = {*touched, *names}
            for name, book in (await self._read(touched)).items():
                self._standing.put(name, book)
            self._is_read = True
            if self._cursors == await self._books.cursors():
                return

    async def _caught_up(self) -> dict[str, int]:
        """Return the cursors, all parts having booked what there are notes of."""
        cursor = await self._books.cursor()
        with suppress(StoreError):
            # What holds one up may be what is to be put right.
            await self._boards.catch_up(cursor)
        return await self._books.cursors()

    @property
    def _cursor(self) -> int:
        return self._cursors[CORE]

    async def _read(self, names: Iterable[str]) -> Mapping[str, Book]:
        wanted: list[tuple[str, BookKind]] = [
            (name, kind_of(name)) for name in sorted(names)
        ]
        # What the archive has lost is put right, as far as transcripts are there.
        return await self._whole_books.read(wanted, without_lost=True)

    def comparison(self) -> Comparison:
        """Return the differences, and what was compared."""
        differences = [
            difference
            for name in self._names()
            for difference in self._differences(name)
        ]
        return Comparison(
            self._matches,
            len(self._gone),
            len(self._computed.books),
            (*self._lost_links(), *differences),
        )

    def _lost_links(self) -> Iterator[Difference]:
        if self._links < self._cursor:
            yield Difference(
                "cursor", "links", b"%d" % self._cursor, b"%d" % self._links
            )

    async def put_in_place(self) -> bool:
        """Put in place what differs; tell whether nothing came in between."""
        await self._whole_books.clear()
        differ = {name for name in self._names() if any(self._differences(name))}
        sheets = sorted({s for name in differ if (s := sheet_of(name)) is not None})
        marks = await self._books.sheets.marks(sheets)
        # A sheet comes back from the archive as a whole.
        moved = {sheet for sheet, mark in marks.items() if head_of(mark) is not None}
        names = [n for n in self._names() if n in differ or sheet_of(n) in moved]
        for name in names:
            await self._whole_books.make_ready(name, kind_of(name), self._wanted(name))
        if self._links < self._cursor:
            await self._books.lose_notes(self._links)
        # The core at last: it moves its cursor back, if the chain has lost links.
        place = self._books.parts.of_book
        for part in self._cursors:
            own = [name for name in names if place(name) == part]
            if not await self._put_part(part, own, marks):
                return False
        return True

    async def _put_part(
        self, part: str, names: Iterable[str], marks: Mapping[str, bytes]
    ) -> bool:
        """Put books of a part in place; tell whether nothing came in between."""
        # The last script moves the cursor: a part then has all that the core has.
        slices = list(_slices(names)) or [[]]
        for number, some in enumerate(slices, 1):
            cursor = self._cursors[part]
            then = self._links if number == len(slices) else cursor
            books: list[tuple[str, BookKind]] = [(name, kind_of(name)) for name in some]
            sheets = {sheet_of(name) for name in some}
            on = {sheet: mark for sheet, mark in marks.items() if sheet in sheets}
            if not await self._whole_books.swap(books, cursor, then, on, part):
                # Of what is in place already only what is touched is read again.
                return False
            for name in some:
                self._standing.put(name, self._wanted(name))
        return True

    async def _fold(self) -> set[str]:
        """Fold links up to the cursor; return the books that they may have changed."""
        touched: set[str] = set()
        while self._links < self._cursor:
            most = min(LINKS_AT_ONCE, self._cursor - self._links)
            packed = await self._store.chain.links(self._links, most)
            if not packed:
                break
            finished = await read_finished(self._store, packed)
            self._note(packed, finished)
            fields = [field for each in finished for field in needs(each)]
            known = self._computed.known(fields)
            more = needs_then(known, finished)
            known |= self._computed.known(more)
            self._computed.write(fold(known, finished))
            for each in finished:
                touched |= touches(each)
            self._links += len(packed)
        return touched

    def _note(self, packed: list[bytes], finished: list[Finished]) -> None:
        """Note the place of each match in the chain, and which are gone."""
        read = {each.transcript.match for each in finished}
        self._matches += len(finished)
        for number, link in enumerate(map(unpack_link, packed), self._links):
            if link.kind == "end":
                self._places[link.match] = number
                if link.match not in read:
                    self._gone.add(link.match)

    def _names(self) -> list[str]:
        return sorted({*self._computed.books, *self._standing.books})

    def _differences(self, name: str) -> Iterator[Difference]:
        wanted, stands = self._wanted(name), self._standing.book(name)
        if wanted == stands:
            return
        for field in sorted({*wanted, *stands}):
            if wanted.get(field) != stands.get(field):
                yield Difference(name, field, stands.get(field), wanted.get(field))

    def _wanted(self, name: str) -> Book:
        """Return a book as it is to be.

        In histories with the lines of matches that nobody can compute any more.
        """
        computed = self._computed.book(name)
        if kind_of(name) != "list" or not self._gone:
            return computed
        standing = self._standing.book(name).values()
        left = [line for line in standing if _match_of(line) in self._gone]
        lines = sorted(
            [*computed.values(), *left], key=lambda line: self._places[_match_of(line)]
        )
        return {str(number): line for number, line in enumerate(lines)}


def _slices(names: Iterable[str]) -> Iterator[list[str]]:
    """Yield books to put in place by one script, those of a sheet together."""
    some = list[str]()
    ordered = sorted(names, key=lambda name: (sheet_of(name) or name, name))
    for _, together in groupby(ordered, lambda name: sheet_of(name) or name):
        some += together
        if len(some) >= SWAPPED_MOST:
            yield some
            some = []
    if some:
        yield some


def _match_of(line: bytes) -> str:
    """Return the match of a line of history; empty if it is none."""
    try:
        return unpack_line(line).match
    except (ValueError, TypeError, KeyError):
        return ""
