"""Leftovers in the archive: taken away, pack by pack.

Pieces of a board that came back into the store, or whose mover was killed; pages of a
history that was put right; and the name of somebody who was erased, in a pack that was
on its way then. A piece says of which sheet it is, so the store is asked for the names
of that sheet's pieces; an archive that is away, or another's, has nothing to ask about.

No leftover is a piece that somebody has just put there and is about to name. Packs are
left alone for some days; whoever adds to the archive is told before anything goes, as
when somebody is erased, and begins anew; and then names are asked for again.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import date
from typing import NamedTuple

from samedeal_server.archive.archive import Archive
from samedeal_server.core.books.windows import day_of
from samedeal_server.records.erasing import without_names
from samedeal_server.store.boards.histories import PAGE_BEGINS, Place, place_in
from samedeal_server.store.boards.pieces import PIECE_BEGINS, digest_of, sheet_in
from samedeal_server.store.boards.sheets import Piece
from samedeal_server.store.redis import Store

LEFT_MS = 2 * 24 * 3600 * 1000
"""The age of packs that are looked through. More than a day: whoever adds the same
things again on one day makes the same pack."""
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
        self._left: list[str] = []
        """Packs that are still to be looked through today, the newest last."""
        self._begun: date | None = None
        """The day of that list."""
        self._booked = 0
        """The most links that were in the books so far, in which names stand, too."""

    async def go_on(
        self, archive: Archive, may_go_on: Callable[[], Awaitable[bool]]
    ) -> None:
        """Look through some packs of an archive, if any are left for today.

        `may_go_on` is asked after each part of a pack.
        """
        now = self._store.now()
        if not self._left and self._begun != day_of(now):
            self._left = list(await archive.put_before(now - LEFT_MS))
            self._begun = day_of(now)
        if not await self._has_names():
            return
        looked = 0
        while self._left and looked < MOST and await may_go_on():
            looked += await self._collect(archive, self._left.pop(), may_go_on)

    async def _collect(
        self, archive: Archive, pack: str, may_go_on: Callable[[], Awaitable[bool]]
    ) -> int:
        """Take leftovers out of a pack; return the number of frames in it."""
        gone = await self._store.transcripts.erased.all()
        loose, fresh = list[Found](), dict[bytes, bytes | None]()
        first, count = 0, -1
        while count:
            count, told = await archive.look_through(
                pack, first, AT_ONCE, lambda key, sealed: _told(key, sealed, gone)
            )
            first += count
            found = [each for each in told if isinstance(each, Found)]
            loose += await self._unnamed(found)
            fresh |= {
                each.key: each.sealed for each in told if isinstance(each, Renamed)
            }
            if not await may_go_on():
                return first
        if loose:
            # Who has added any of it, and not named it yet, leaves it from here on.
            await self._store.transcripts.erased.begin()
            for at in range(0, len(loose), AT_ONCE):
                still = await self._unnamed(loose[at : at + AT_ONCE])
                fresh |= dict.fromkeys(each.key for each in still)
        if fresh and await self._has_names():
            await archive.put_instead(pack, fresh, self._store.now() - LEFT_MS)
        return first

    async def _has_names(self) -> bool:
        """Tell whether the store is still the one that has the names.

        One that came back without its data, or with older data, is asked in vain.
        """
        booked = await self._store.books.cursor()
        is_older = booked < self._booked
        self._booked = max(self._booked, booked)
        known = await self._store.transcripts.known_archive()
        return booked > 0 and not is_older and known != ""

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
