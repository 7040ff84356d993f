"""All that a store has, read while matches are played, so that it fits together.

Nothing is of one moment but what has one hash tag: a room's log and marks, a player,
the books, the chain. What is read later may know more than what was read before, so the
order is that in which a process writes, backwards: the books know at most what the
chain has, the chain what the transcripts have and the rooms tell. Whoever takes over a
room puts right what is behind it, as after the death of a process.
"""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from itertools import groupby

from samedeal_server.core.books.books import kind_of
from samedeal_server.core.books.projection import touches
from samedeal_server.records.booking.ended import read_finished
from samedeal_server.records.links import unpack_link
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import (
    ARCHIVE_LOOSE,
    BOOKS_APART,
    CHAIN_HEAD,
    CHAIN_LINKS,
    CHAIN_WAITING,
    CHORE,
    LAYOUT,
    PREFIX,
    RESTORING,
    cursor_key,
    link_key,
    notes_key,
    tag_of,
)
from samedeal_server.store.operators.whole import Held, Kind
from samedeal_server.store.operators.whole_books import BookKind
from samedeal_server.store.redis import Store

LINKS_AT_ONCE = 2_000
TOUCHED_AT_ONCE = 200
KEYS_AT_ONCE = 100
BOOKS_AT_ONCE = 250
LEFT = ("{carried:", "{house}:", "{books}:", "{books:", "{chain}:")
"""Classes of keys that are gone in a moment, or were read already."""
LEFT_KEYS = (LAYOUT, RESTORING, CHORE, ARCHIVE_LOOSE)
"""Among them what nobody names in the archive, as a backup has boards themselves."""
CLASSES = ("{service}", "lobby", "deadlines", "{deal:", "{room:", "{player:", "{names}")
"""The classes of keys that are read first, one by one: all that is named later is
there."""
KIND_OF: Mapping[BookKind, Kind] = {"hash": "hash", "ranking": "zset", "list": "list"}


async def copied(store: Store) -> AsyncIterator[Held]:
    """Yield every key; of one that comes again the last is right. Raises StoreError."""
    async for held in _books(store):
        yield held
    async for held in _chain(store):
        yield held
    for kind in (*CLASSES, ""):
        async for held in _class(store, kind):
            yield held


async def _class(store: Store, kind: str) -> AsyncIterator[Held]:
    begun = (*LEFT, *CLASSES)
    keys = [
        key
        for key in await store.whole.keys(f"{_quoted(kind)}*")
        if key not in LEFT_KEYS
        and (kind or not key.removeprefix(f"{PREFIX}:").startswith(begun))
    ]
    async for held in _read(store, keys):
        yield held


async def _read(store: Store, keys: Iterable[str]) -> AsyncIterator[Held]:
    """Yield the contents of keys, those of one hash tag as they were at one moment."""
    waiting, count = list[list[str]](), 0
    for _, alike in groupby(keys, tag_of):
        together = list(alike)
        for first in range(0, len(together), KEYS_AT_ONCE):
            some = together[first : first + KEYS_AT_ONCE]
            waiting.append(some)
            count += len(some)
            if count >= KEYS_AT_ONCE:
                for held in await store.whole.read(waiting):
                    yield held
                waiting, count = [], 0
    for held in await store.whole.read(waiting):
        yield held


def _quoted(kind: str) -> str:
    """Return the beginning of a class of keys, for a pattern of Redis."""
    return kind.replace("{", "[{]")


# The books, as they are at one cursor


async def _books(store: Store) -> AsyncIterator[Held]:
    """Yield all books, then those again that were written to meanwhile."""
    # Before their names: who is booked while those are read begins books of their own.
    since = cursors = await store.books.cursors()
    names = set(await store.whole_books.names())
    is_first = True
    while is_first or since != cursors:
        if since.keys() != cursors.keys():
            raise StoreUnavailable("boards were set apart meanwhile: take it again")
        if not is_first:
            names = set[str]()
            for part, until in cursors.items():
                first = await _first_since(store, part, since[part])
                names |= await _touched(store, first, until)
        is_first = False
        async for held in _read_books(store, names):
            yield held
        since, cursors = cursors, await store.books.cursors()
    for part, cursor in cursors.items():
        yield Held(cursor_key(part), "string", 0, (b"%d" % cursor,))
    # What is not booked yet of what the core has, and maybe more.
    notes = [notes_key(part) for part in cursors if part]
    for held in await store.whole.read([[BOOKS_APART, *notes]]) if notes else ():
        yield held


async def _first_since(store: Store, part: str, cursor: int) -> int:
    """Return how many links there were before the first that a part has booked since.

    Its last one may be long ago.
    """
    notes = await store.books.notes({part: cursor}, 1) if part else {}
    return notes[part][0].number - 1 if part in notes else cursor


async def _touched(store: Store, since: int, until: int) -> set[str]:
    """Return the books that links may have changed."""
    names: set[str] = set()
    for first in range(since, until, TOUCHED_AT_ONCE):
        links = await store.chain.links(first, min(TOUCHED_AT_ONCE, until - first))
        for each in await read_finished(store, links):
            names |= touches(each)
    return names


async def _read_books(store: Store, names: Iterable[str]) -> AsyncIterator[Held]:
    ordered = sorted(names)
    for first in range(0, len(ordered), BOOKS_AT_ONCE):
        few = ordered[first : first + BOOKS_AT_ONCE]
        some: list[tuple[str, BookKind]] = [(name, kind_of(name)) for name in few]
        found = await store.whole_books.read(some)
        for name, kind in some:
            if found[name]:
                words = _words(kind, found[name])
                yield Held(store.books.parts.place(name), KIND_OF[kind], 0, words)


def _words(kind: BookKind, book: Mapping[str, bytes]) -> tuple[bytes, ...]:
    if kind == "list":
        return tuple(book.values())
    return tuple(word for key, value in book.items() for word in (key.encode(), value))


# The chain


async def _chain(store: Store) -> AsyncIterator[Held]:
    # At one moment: what waits then comes next, and is known to be made.
    end = await store.whole.read([[CHAIN_HEAD, CHAIN_WAITING]])
    for held in end:
        yield held
    waits = {word for held in end if held.key == CHAIN_WAITING for word in held.words}
    length = _length(end)
    for first in range(0, length, LINKS_AT_ONCE):
        links = await store.chain.links(first, min(LINKS_AT_ONCE, length - first))
        yield Held(CHAIN_LINKS, "list", 0, tuple(links), follows=first > 0)
    made = await store.whole.keys(f"{_quoted('{chain}')}:made:*")
    # What waits by now before what is in: it may be let in meanwhile.
    after = [*(await store.chain.all_waiting()), *await _links_from(store, length)]
    later = {
        link_key(f"{link.kind}:{link.match}")
        for link in map(unpack_link, {*after} - waits)
    }
    # What is taken for made and is not in the chain would never be made again.
    async for held in _read(store, (key for key in made if key not in later)):
        yield held


def _length(end: Sequence[Held]) -> int:
    for held in end:
        if held.key != CHAIN_HEAD:
            continue
        fields = dict(zip(held.words[::2], held.words[1::2], strict=True))
        return int(fields.get(b"length", b"0"))
    return 0


async def _links_from(store: Store, length: int) -> list[bytes]:
    found = list[bytes]()
    while links := await store.chain.links(length + len(found), LINKS_AT_ONCE):
        found += links
    return found
