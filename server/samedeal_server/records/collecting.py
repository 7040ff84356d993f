"""Leftovers in the archive: taken away, pack by pack.

Pieces of a board that came back into the store, or whose mover was killed; pages of a
history that was put right; and the name of somebody who was erased, in a pack that was
on its way then. A piece says of which sheet it is, so the store is asked for the names
of that sheet's pieces; an archive that is away, or another's, has nothing to ask about.

No leftover is a piece that somebody has just put there and is about to name. Packs are
left alone for some days; whoever adds to the archive is told before anything goes, as
when somebody is erased, and begins anew; and then names are asked for again. Nor is one
that a copy of the store may name: what nobody names goes once each look for some days
has found it so.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from samedeal_server.archive.archive import Archive
from samedeal_server.archive.errors import OF_ONE_FILE
from samedeal_server.core.books.windows import day_of
from samedeal_server.records.booking.unnamed import without_names
from samedeal_server.store.boards.histories import PAGE_BEGINS, Place, place_in
from samedeal_server.store.boards.parts import CORE
from samedeal_server.store.boards.pieces import PIECE_BEGINS, digest_of, sheet_in
from samedeal_server.store.boards.sheets import Piece
from samedeal_server.store.errors import StoreError
from samedeal_server.store.redis import Store

LEFT_MS = 2 * 24 * 3600 * 1000
"""The age of packs that are looked through, and for how long nobody names what goes.
More than a day: whoever adds the same things again on one day makes the same pack."""
AT_ONCE = 256
MOST = 4096
"""Frames that are looked at in one go, in some seconds of one core; and the rest of the
last pack."""


class Found(NamedTuple):
    """A piece or a page under a key of a pack."""

    key: bytes
    of: Piece | Place | None
    """Its place in a sheet or a history; None if it was emptied."""


class Renamed(NamedTuple):
    """A record under a key of a pack, with somebody erased in it."""

    key: bytes
    sealed: bytes
    """The record without the name."""


class Collecting:
    """Looks through a store's archive once a day, a little at a time.

    Everything raises StoreError.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loose = store.books.loose
        self._left: list[str] = []
        """Packs that are still to be looked through today, the newest first."""
        self._torn: dict[str, int] = {}
        """Those of them that could not be looked through, and from which frame on."""
        self._begun: date | None = None
        """The day of that list."""
        self._since = 0
        """When it was made, in ms since 1970."""
        self._seen: set[bytes] = set()
        """The keys of what was noted as loose, and found so since."""
        self._booked: dict[str, int] = {}
        """The most links that were in each part of the books so far, in which names
        stand, too."""

    async def go_on(
        self, archive: Archive, may_go_on: Callable[[], Awaitable[bool]]
    ) -> None:
        """Look through some packs of an archive, if any are left for today.

        `may_go_on` is asked after each part of a pack. One that is torn is looked at
        after all others, and again each time; then its error is raised.
        """
        today = day_of(self._store.now())
        if self._begun != today and self._torn.keys() >= set(self._left):
            await self._begin(archive, today)
        if not await self._has_names():
            return
        looked, wrong = 0, list[StoreError]()
        for pack in sorted(self._left, key=self._torn.__contains__):
            if looked >= MOST or not await may_go_on():
                break
            try:
                looked += await self._collect(archive, pack, may_go_on)
            except OF_ONE_FILE as error:
                wrong.append(error)
        if wrong:
            raise wrong[0]

    async def _begin(self, archive: Archive, today: date) -> None:
        """List what is to be looked through today."""
        self._since = self._store.now()
        found = await archive.put_before(self._since - LEFT_MS)
        self._left = [*reversed(found)]
        self._begun, self._torn, self._seen = today, {}, set()

    async def _collect(
        self, archive: Archive, pack: str, may_go_on: Callable[[], Awaitable[bool]]
    ) -> int:
        """Take leftovers out of a pack; return the number of frames looked at."""
        due, fresh = list[Found](), dict[bytes, bytes | None]()
        if pack in self._torn:
            await self._look(archive, pack, self._torn[pack])
        first, count = 0, -1
        while count:
            try:
                count, some, renamed = await self._look(archive, pack, first)
            except OF_ONE_FILE:
                self._torn[pack] = first
                raise
            first += count
            due += some
            fresh |= renamed
            if not await may_go_on():
                return first
        if due:
            # Who has added any of it, and not named it yet, leaves it from here on.
            await self._store.transcripts.erased.begin()
            for at in range(0, len(due), AT_ONCE):
                still = await self._due(due[at : at + AT_ONCE])
                fresh |= dict.fromkeys(each.key for each in still)
        if fresh and await self._has_names():
            await archive.put_instead(pack, fresh, self._store.now() - LEFT_MS)
            # Other packs may have it, too: forgotten once all were looked through.
            self._seen.difference_update(fresh)
        self._left.remove(pack)
        self._torn.pop(pack, None)
        if not self._left:
            await self._loose.forget_all_but(self._seen, self._since)
        return first

    async def _look(
        self, archive: Archive, pack: str, first: int
    ) -> tuple[int, list[Found], dict[bytes, bytes]]:
        """Look at some frames of a pack; return how many, and what is to go of them.

        That is whole pieces and pages, and names out of records.
        """
        gone = await self._store.transcripts.erased.all()
        count, told = await archive.look_through(
            pack, first, AT_ONCE, lambda key, sealed: _told(key, sealed, gone)
        )
        due = await self._due([each for each in told if isinstance(each, Found)])
        renamed = (each for each in told if isinstance(each, Renamed))
        return count, due, {each.key: each.sealed for each in renamed}

    async def _due(self, found: Sequence[Found]) -> list[Found]:
        """Note which nobody names; return those that nobody has for some days."""
        loose, then = await self._unnamed(found), self._store.now() - LEFT_MS
        keys = {each.key for each in loose}
        named = {each.key for each in found} - keys
        since = await self._loose.seen(keys, named, self._store.now())
        self._seen.update(since)
        return [each for each in loose if each.key in since and since[each.key] <= then]

    async def _has_names(self) -> bool:
        """Tell whether the store is still the one that has the names.

        One that came back without its data, or with older data, is asked in vain.
        """
        booked, known = await self._store.books.cursors(), self._booked
        is_older = any(booked.get(part, 0) < before for part, before in known.items())
        self._booked = {
            part: max(known.get(part, 0), links) for part, links in booked.items()
        }
        archive = await self._store.transcripts.known_archive()
        return booked[CORE] > 0 and not is_older and archive != ""

    async def _unnamed(self, found: Iterable[Found]) -> list[Found]:
        """Return the pieces and pages that no sheet or history names."""
        asked, books = list(found), self._store.books
        pieces = [each.of for each in asked if isinstance(each.of, Piece)]
        pages = [each.of for each in asked if isinstance(each.of, Place)]
        named: set[Piece | Place | None] = {
            *await books.sheets.named(pieces),
            *await books.histories.named(pages),
        }
        return [each for each in asked if each.of not in named]


def _told(key: bytes, sealed: bytes, gone: Mapping[str, str]) -> Found | Renamed | None:
    """Return a piece, a page, or a record without a name; None for any other record.

    `gone` is as for `without_names`.
    """
    if sealed[0] == PIECE_BEGINS:
        sheet = sheet_in(sealed)
        return Found(key, Piece(sheet, digest_of(sealed)) if sheet else None)
    if sealed[0] == PAGE_BEGINS:
        place = place_in(sealed)
        return Found(key, place if place.book else None)
    renamed = without_names(sealed, gone) if gone else None
    return None if renamed is None else Renamed(key, renamed)
