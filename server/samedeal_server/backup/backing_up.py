"""Taking a backup of a store and its archive, and putting one into an empty store."""

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from samedeal_server import __version__
from samedeal_server.archive.archive import shelf_at
from samedeal_server.archive.names import is_own
from samedeal_server.archive.shelves import Shelf
from samedeal_server.backup.copying import copied
from samedeal_server.backup.files import (
    FORMAT,
    About,
    Backup,
    BadBackup,
    Making,
    making,
)
from samedeal_server.records.links import unpack_link
from samedeal_server.store.keys import (
    ARCHIVE_MOVER,
    AUDIT,
    CHAIN_LINKS,
    PREFIX,
    READS_LAYOUT,
    WRITES_LAYOUT,
)
from samedeal_server.store.operators.holding import holding
from samedeal_server.store.operators.whole import RESTORING_S, Held
from samedeal_server.store.redis import Store

PASSING = (
    *(
        f"{PREFIX}:{{service}}:{what}"
        for what in ("p", "ahead", "rooms", "outages", "layouts", "stuck")
    ),
    f"{PREFIX}:{{limit:",
)
"""The beginnings of keys about processes, which no two stores have alike, and about
allowances, which are full again after a while."""
HELD_EVERY_S = RESTORING_S / 4
DIFFERS = (AUDIT, ARCHIVE_MOVER)
"""Keys that are no part of a digest: what operators did to one store, and who moves in
it."""


class Kept(NamedTuple):
    """The contents of a store, in short."""

    keys: int
    matches: int
    """Links of the chain that end one."""
    digest: str
    """The same for stores that have the same."""


async def take(
    store: Store, shelf: Shelf | None, path: Path, *, with_archive: bool = True
) -> Kept:
    """Write a backup of a store, and of its archive if it has one.

    Raises StoreError, and BadBackup if it cannot be written.
    """
    _check_shelf(await store.transcripts.known_archive(), shelf)
    about = About(FORMAT, store.now(), __version__, await store.layout())
    counting = Counting()
    with making(path) as file:
        file.say(about)
        async for held in copied(store):
            counting.note(held)
            file.put(held)
        has_archive = await store.transcripts.known_archive()
        if with_archive and shelf is not None and has_archive:
            # After the store: what is moved meanwhile is in both.
            _put_files(file, shelf)
        kept = counting.kept()
        file.end(kept._asdict())
    return kept


def _check_shelf(archive: str, shelf: Shelf | None) -> None:
    if archive and shelf is None:
        raise BadBackup(
            "this store's older transcripts are in an archive: say with "
            "SAMEDEAL_ARCHIVE where it is"
        )


def _put_files(file: Making, shelf: Shelf) -> None:
    """Write all files, until none has come since, as packs are put together."""
    done: set[str] = set()
    while left := [name for name in shelf.names() if is_own(name) and name not in done]:
        for name in left:
            try:
                file.put_file(shelf, name)
            except FileNotFoundError:
                break  # it was put together with others, which are there by now
            done.add(name)


async def look_at(store: Store) -> Kept:
    """Return the holdings of a store, in short; raises StoreError."""
    return (await counted(store)).kept()


async def counted(store: Store) -> "Counting":
    """Return the count of all that a store has; raises StoreError."""
    counting = Counting()
    async for held in copied(store):
        counting.note(held)
    return counting


async def why_not_put(store: Store, shelf: Shelf | None, backup: Backup) -> str:
    """Return the reason not to put a backup into a store and folder; empty for none.

    Raises StoreError.
    """
    if why := backup.about.layout.why_not(WRITES_LAYOUT, READS_LAYOUT):
        return why
    if not (await store.layout()).is_unfinished and not await store.whole.is_empty():
        return (
            "this store is in use, or has data of a samedeal-server: nothing is put "
            "into any but an empty one"
        )
    return _why_not_there(shelf, backup)


def _why_not_there(shelf: Shelf | None, backup: Backup) -> str:
    if not backup.files:
        return ""
    if shelf is None:
        return (
            "the backup has an archive: say with SAMEDEAL_ARCHIVE in which folder it "
            "is to be"
        )
    try:
        there = set(shelf.names())
    except FileNotFoundError:
        return ""
    if there - set(backup.files):
        return (
            f"the folder {shelf} has something else in it: name an empty one for the "
            "archive"
        )
    return ""


async def put_back(
    store: Store,
    shelf: Shelf | None,
    backup: Backup,
    then: Callable[[], Awaitable[None]] | None = None,
) -> Kept:
    """Put a backup where it may be put; return what is there then.

    Until that is done, and what is to be done `then`, no server serves it. Raises
    StoreError, and BadBackup if somebody else puts one there, if the backup is
    another by now, or if what is there then is not what was written.
    """
    by = secrets.token_hex(8)
    await _hold(store, by)
    # Of who did not come to the end; whoever began found it empty.
    await store.whole.clear()
    await _hold(store, by)
    now, lasting = store.now(), Lasting()
    if shelf is not None and backup.files:
        shelf.make()
    for some in backup.contents():
        if isinstance(some, list):
            left = [held for held in some if not 0 < held.expires_at <= now]
            await store.whole.write(left)
            for held in left:
                lasting.note(held)
        elif shelf is not None:
            shelf.put(*some)
        await _hold(store, by)
    async with holding(partial(_hold, store, by), HELD_EVERY_S):
        found = await counted(store)
        # What follows in a list is there twice if the store took it and its answer was
        # lost; and a replica that takes over may not have had all of it.
        if not lasting.words.items() <= found.lasting.words.items():
            raise BadBackup(
                "the store has something twice or not at all, as it could not be had "
                "for a moment: no server serves it; restore it again, in two minutes"
            )
        if then is not None:
            await then()
    await _hold(store, by)
    await store.whole.end_restoring(backup.about.layout)
    return found.kept()


async def _hold(store: Store, by: str) -> None:
    if not await store.whole.begin_restoring(by):
        raise BadBackup("somebody else restores into this store just now")


def shelf_of(place: str | None) -> Shelf | None:
    """Return the shelf of an archive, where there may be one."""
    return None if place is None else shelf_at(place)


def _is_passing(key: str) -> bool:
    return key.startswith(PASSING) or key in DIFFERS


class Lasting:
    """The words of keys that are never over, counted; of one that comes again the last.

    It is the same in whatever pieces they come.
    """

    def __init__(self) -> None:
        self.words: dict[str, int] = {}

    def note(self, held: Held) -> None:
        """Take a key into account, or more of it."""
        if _is_passing(held.key):
            return
        if not held.follows:
            self.words.pop(held.key, None)
        if held.words and not held.expires_at:
            self.words[held.key] = self.words.get(held.key, 0) + len(held.words)


class Counting:
    """Says what keys come to, in whatever order; of one that comes again the last."""

    def __init__(self) -> None:
        self.lasting = Lasting()
        self._digests: dict[str, bytes] = {}
        self._matches = 0

    def note(self, held: Held) -> None:
        """Take a key into account."""
        if _is_passing(held.key):
            return
        self.lasting.note(held)
        before = self._digests.get(held.key, b"") if held.follows else b""
        self._digests[held.key] = hashlib.sha256(before + held.digest).digest()
        if held.key == CHAIN_LINKS:
            links = (unpack_link(link) for link in held.words)
            self._matches += sum(link.kind == "end" for link in links)

    def kept(self) -> Kept:
        """Return the count of all that was noted."""
        said = hashlib.sha256()
        for key in sorted(self._digests):
            said.update(self._digests[key])
        return Kept(len(self._digests), self._matches, said.hexdigest())
