"""The archive, as the server asks for it: without waiting for disks in its loop."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from samedeal_server.archive import buckets, packs
from samedeal_server.archive.errors import ArchiveUnavailable
from samedeal_server.archive.holdings import Change, Holdings
from samedeal_server.archive.packs import Seen, Tell
from samedeal_server.archive.shelves import Folder, Shelf
from samedeal_server.archive.threads import Threads
from samedeal_server.store.transcripts import Kept

T = TypeVar("T")

FOUND_WITHIN_S = 4.0
"""As long as the store may take to answer, about."""
ADDED_WITHIN_S = 120.0
TIDIED_WITHIN_S = 3600.0


def shelf_at(place: str) -> Shelf:
    """Return the shelf at a place: a folder, or a bucket as s3://BUCKET/PREFIX.

    Raises ArchiveUnavailable for an address of anything else.
    """
    if place.startswith(buckets.SCHEME):
        return buckets.Bucket(place)
    if "://" in place:
        raise ArchiveUnavailable(
            f"the archive {place} is neither a folder nor {buckets.SCHEME}BUCKET/PREFIX"
        )
    return Folder(Path(place))


class Archive:
    """Transcripts on a shelf, for the store whose archive has this id.

    Everything raises ArchiveUnavailable.
    """

    def __init__(self, shelf: Shelf, server: str) -> None:
        self._holdings = Holdings(shelf, server, packs.drawn())
        self._asking = Threads()
        self._threads = Threads()
        """For whatever is more than a question, and may take long."""

    @property
    def is_busy(self) -> bool:
        """Whether anything is still under way, though nobody may wait for it."""
        return self._threads.running + self._asking.running > 0

    async def make(self) -> None:
        """Make a shelf that is to be somebody's; refuse one that is."""
        await self._threads.run(self._holdings.make, FOUND_WITHIN_S)

    async def begin(self) -> None:
        """Take a shelf that is empty, and nobody's."""
        await self._threads.run(self._holdings.begin, FOUND_WITHIN_S)

    async def find(self, matches: Collection[str]) -> Mapping[str, Kept]:
        """Return the transcripts of those matches that are here."""
        wanted = list(matches)
        return await self._asking.run(
            lambda: self._holdings.find(wanted), FOUND_WITHIN_S
        )

    async def add(self, transcripts: Mapping[str, bytes], until: int = 0) -> str:
        """Keep transcripts for good, or until then (ms since 1970); return where."""
        return await self._threads.run(
            lambda: self._holdings.add(transcripts, until), ADDED_WITHIN_S
        )

    async def drop(self, name: str) -> None:
        """Take away what was added, while all of it is in the store, too."""
        await self._threads.run(lambda: self._holdings.drop(name), ADDED_WITHIN_S)

    async def rewrite(self, change: Change, *, is_dry: bool = False) -> int:
        """Put other bytes in place of transcripts; return of how many."""
        return await self._threads.run(
            lambda: self._holdings.rewrite(change, is_dry=is_dry), TIDIED_WITHIN_S
        )

    async def tidy(self, now: int) -> bool:
        """Let go what is over, and put small packs together; `now` in ms.

        Tell whether some may be left to be put together.
        """
        return await self._threads.run(
            lambda: self._holdings.tidy(now), TIDIED_WITHIN_S
        )

    async def put_before(self, then: int) -> Sequence[str]:
        """Return the packs that were put here before then, in ms, the oldest first."""
        return await self._threads.run(
            lambda: self._holdings.put_before(then), TIDIED_WITHIN_S
        )

    async def look_through(
        self, pack: str, first: int, most: int, tell: Tell[T]
    ) -> Seen[T]:
        """Return the answers of `tell`, in a thread, to so many frames of a pack.

        From one on; no frame is left after the last, or if the pack is gone.
        """
        return await self._threads.run(
            lambda: self._holdings.look_through(pack, first, most, tell), ADDED_WITHIN_S
        )

    async def put_instead(
        self, pack: str, fresh: Mapping[bytes, bytes | None], then: int
    ) -> None:
        """Put other bytes in place of some in a pack, by key, or None for nothing.

        A pack stays as it is if it was put here again since `then`, in ms.
        """
        await self._threads.run(
            lambda: self._holdings.put_instead(pack, fresh, then), TIDIED_WITHIN_S
        )

    async def count(self) -> int:
        """Return the number of transcripts here; some may be counted twice."""
        return await self._threads.run(self._holdings.count, FOUND_WITHIN_S)

    async def check(self) -> Sequence[str]:
        """Read all that is here; return a sentence for whatever is wrong."""
        return await self._threads.run(
            lambda: list(self._holdings.check()), TIDIED_WITHIN_S
        )
