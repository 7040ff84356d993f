"""Old transcripts: moved from the store into the archive.

So are the oldest links of the chain, the oldest lines of long histories (`turning`),
and the boards of days, weeks and months that are over (`shelving`).

The chain of matches says which are old. A pack of them is written, is on the disk and
has been read back before the first of them goes from the store, and only then it is
noted how far this has come. So whoever is killed on the way leaves some in both, and
the next one does the same again. One process does it at a time, to save work; nothing
rests on that.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from samedeal_protocol.errors import BadFrame
from samedeal_records.sealing import unseal
from samedeal_server.archive.errors import OF_ONE_FILE
from samedeal_server.archive.own import OwnArchive
from samedeal_server.core.books.windows import day_of
from samedeal_server.records.collecting import Collecting
from samedeal_server.records.links import unpack_link
from samedeal_server.records.shelving import Shelving, sheets_over
from samedeal_server.records.turning import turn_pages
from samedeal_server.store.chain import name_of
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.redis import Store
from samedeal_server.store.transcripts import Stored

log = logging.getLogger(__name__)

EVERY_S = 8.0
"""So often, too, whether the archive can be used; at S3 a list of its packs."""
MOVER_S = 120
TIDY_EVERY = 75
"""Times that it was looked whether there is something to move."""
AGAIN_EVERY = 8
"""The same, where it went wrong the last time."""
LINKS_A_MATCH = 2
"""One that it was opened, and one what became of it."""
LEAST = 256
"""Matches worth a pack of their own."""
MOST = 1024
"""In one pack, which takes a second or two of one core to make."""
PAGES_MOST = 16
"""Of the chain, in one pack, which takes as long."""
AT_ONCE = 64
"""Transcripts that are looked at in one go, which takes some milliseconds."""
DAYS = 7
"""For which boards of a window stay in the store when it is over, if nobody says."""


class Batch(NamedTuple):
    """The work on some matches whose transcripts are in the store."""

    for_ever: Mapping[str, bytes]
    until: Mapping[str, bytes]
    """Those that are kept for some days."""
    last: int
    """The time when the last of these may go, in ms since 1970."""
    later: Mapping[str, int]
    """Those that are not to be moved yet, and when they are, in ms."""


class Archiving:
    """What is moved into the archive of a store, at a place; `run` is a task.

    `in_store` of the newest matches stay in the store; 0 if all of them do, and
    whatever else. Boards of windows stay for so many `days` after they are over.
    """

    def __init__(
        self,
        store: Store,
        place: str | None,
        in_store: int,
        least: int = LEAST,
        days: int = DAYS,
    ) -> None:
        self._store = store
        self._kept = store.transcripts
        self.archive = OwnArchive(store.transcripts, place)
        """Where all that is moved goes, and is asked for."""
        self._is_to_move = place is not None and in_store > 0
        self._in_store = in_store
        self._least = least
        self._days = days
        self._swept: date | None = None
        """The last day on which all boards were moved that were to be."""
        self._told = ""
        """The trouble that the operator was told of last."""
        self._looks = 0
        """Since histories and boards were last moved."""
        self._is_behind = False
        """Whether those could not be moved then."""
        self._is_untidy = False
        """Whether packs were left then that are to be put together."""
        self._collecting = Collecting(store)
        store.transcripts.elsewhere = store.books.histories.elsewhere = self.archive
        store.books.sheets.elsewhere = store.chain.elsewhere = self.archive

    @property
    def is_in_trouble(self) -> bool:
        """Tell whether the archive could not be used, or not found, the last time."""
        return bool(self._told)

    async def run(self) -> None:
        """Move what is old, until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(EVERY_S)

    async def look(self) -> None:
        """Move all that is old by now; tell the operator once what is in the way."""
        try:
            if self._is_to_move:
                await self._move_all()
            archive = await self.archive.known()
            if archive is not None:
                await archive.count()
            await self._store.books.sheets.check_lost()
            if self._told and not self._is_behind:
                log.warning("the archive can be used again")
                self._told = ""
        except StoreError as error:
            if str(error) != self._told:
                self._told = str(error)
                log.error("old transcripts and boards: %s", error)  # noqa: TRY400

    async def _move_all(self) -> None:
        if not await self._is_mover():
            return
        while await self.move_some():
            if not await self._is_mover():
                return
        await self.move_links()
        every = AGAIN_EVERY if self._is_behind else TIDY_EVERY
        self._looks = (self._looks + 1) % every
        if self._looks == 1:
            await self._move_more()
        elif self._is_untidy:
            await self._tidy()

    async def _move_more(self) -> None:
        """Do what is done every ten minutes; what is wrong with the one stops no other.

        Where nothing can be done in the store, or in the archive, nothing is tried.
        """
        self._is_behind, wrong = True, list[StoreError]()
        for work in (self.move_histories, self._tidy, self.move_sheets, self._collect):
            try:
                await work()
            except StoreUnavailable as error:
                if not isinstance(error, OF_ONE_FILE):
                    raise
                wrong.append(error)
            except StoreError as error:
                wrong.append(error)
        self._is_behind = bool(wrong)
        if wrong:
            raise wrong[0]

    async def _collect(self) -> None:
        archive = await self.archive.known()
        if archive is not None and await self._kept.has_archive():
            await self._collecting.go_on(archive, self._stays_mover)

    async def _tidy(self) -> None:
        """Put packs together; this one is the mover until that is done.

        That may take longer than anybody is the mover, where packs are large.
        """
        archive = await self.archive.known()
        # One that could not begin has nothing to be put together.
        if archive is None or not await self._kept.has_archive():
            return
        tidying = asyncio.create_task(archive.tidy(self._store.now()))
        try:
            while not (await asyncio.wait({tidying}, timeout=MOVER_S / 4))[0]:
                # Whoever moves by now, it is this one that finds out if it can be done.
                await self._stays_mover()
            self._is_untidy = await tidying
        finally:
            tidying.cancel()

    async def _stays_mover(self) -> bool:
        return await self._kept.is_mover(self._store.process, MOVER_S)

    async def _is_mover(self) -> bool:
        is_mover = await self._stays_mover()
        if not is_mover:
            # Another one finds out what cannot be moved.
            self._is_behind = False
        return is_mover

    async def move_links(self) -> None:
        """Move pages of the chain, as transcripts are moved; raises StoreError.

        Those whose transcripts stay in the store stay there, and those to be booked.
        """
        chain = self._store.chain
        until = min(await self._kept.archived(), await self._store.books.cursor())
        while pages := await chain.to_move(until, PAGES_MOST):
            if not await self._store.say_layout():
                return  # who is alive takes the first link there for the first of all
            added = {name_of(page.digest): page.packed for page in pages}
            await (await self.archive.begun()).add(added)
            for page in pages:
                if not await chain.moved(page):
                    return
            if not await self._is_mover():
                return

    async def move_histories(self) -> None:
        """Move pages of histories, as transcripts are moved; raises StoreError."""
        histories = self._store.books.histories
        while books := await histories.long(AT_ONCE):
            archive = await self.archive.begun()
            if not await turn_pages(histories, books, archive, self._kept.erased):
                return
            if not await self._is_mover():
                return

    async def move_sheets(self) -> None:
        """Move boards of windows that are over, once a day; raises StoreError."""
        today = day_of(self._store.now())
        if self._swept != today:
            await self._move_sheets(today)
        self._is_behind = False

    async def _move_sheets(self, today: date) -> None:
        if not await self._store.say_layout():
            return  # who is alive takes a board that was moved for an empty one
        are_all_moved, wrong = True, list[StoreError]()
        sheets = await sheets_over(self._store, self._days)
        for first in range(0, len(sheets), AT_ONCE):
            shelving = Shelving(self._store, await self.archive.begun())
            are_all_moved &= await shelving.move(sheets[first : first + AT_ONCE])
            wrong += shelving.wrong
            if not await self._is_mover():
                return
        if wrong:
            raise wrong[0]
        if are_all_moved:
            self._swept = today

    async def move_some(self) -> bool:
        """Move a pack of the oldest matches; tell whether there may be more.

        Raises StoreError; then nothing has gone from the store that is not in the
        archive.
        """
        done = await self._kept.archived()
        length, _ = await self._store.chain.end()
        old = length - LINKS_A_MATCH * self._in_store - done
        if old < LINKS_A_MATCH * self._least:
            return False
        packed = await self._store.chain.links(done, min(old, LINKS_A_MATCH * MOST))
        if not packed:
            return False
        again = await self._kept.due_again(self._store.now(), MOST)
        ended = [link.match for link in map(unpack_link, packed) if link.kind == "end"]
        matches = sorted({*ended, *again})
        left = await self._move(matches)
        await self._kept.moved_again([match for match in again if match not in left])
        await self._kept.move_on(done, done + len(packed))
        return True

    async def _move(self, matches: Sequence[str]) -> Collection[str]:
        """Move transcripts; return which of them are to be moved later."""
        begun = await self._kept.erased.begun()
        batch = Batch({}, {}, 0, {})
        for first in range(0, len(matches), AT_ONCE):
            stored = await self._kept.stored(matches[first : first + AT_ONCE])
            batch = _sorted(batch, stored, self._store.now())
        later = dict(batch.later)
        archive = await self.archive.begun()
        for some, until in ((batch.for_ever, 0), (batch.until, batch.last)):
            if some:
                pack = await archive.add(some, until)
                if await self._kept.erased.begun() != begun:
                    # Somebody is erased: these may have the name yet.
                    await archive.drop(pack)
                    later |= dict.fromkeys(some, 0)
                    continue
                later |= dict.fromkeys(await self._take_away(some, until), 0)
        await self._kept.look_again(later)
        return later

    async def _take_away(self, matches: Iterable[str], until: int) -> list[str]:
        wanted, left = list(matches), list[str]()
        for first in range(0, len(wanted), AT_ONCE):
            some = wanted[first : first + AT_ONCE]
            left += await self._kept.take_away(some, for_ever=not until)
        return left


def _sorted(batch: Batch, stored: Mapping[str, Stored], now: int) -> Batch:
    """Return a batch with more transcripts sorted into it; `now` in ms since 1970."""
    for_ever, until = dict(batch.for_ever), dict(batch.until)
    later, last = dict(batch.later), batch.last
    for match, each in stored.items():
        if each.reveal_at > now:
            later[match] = each.reveal_at
        elif not _is_whole(each.sealed):
            log.error("match %s: its transcript is torn, and stays in the store", match)
        elif each.ttl_ms < 0:
            for_ever[match] = each.sealed
        else:
            until[match] = each.sealed
            last = max(last, now + each.ttl_ms)
    return Batch(for_ever, until, last, later)


def _is_whole(sealed: bytes) -> bool:
    try:
        unseal(sealed)
    except BadFrame:
        return False
    return True
