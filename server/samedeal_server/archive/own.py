"""The archive of a store, found where it is said to be, or begun there."""

import secrets
from collections.abc import Collection, Mapping

from samedeal_server.archive.archive import Archive, shelf_at
from samedeal_server.archive.errors import ArchiveUnavailable
from samedeal_server.archive.holdings import Change
from samedeal_server.store.transcripts import Kept, TranscriptStore


class OwnArchive:
    """What is not in a store any more, for whoever reads from the store."""

    def __init__(self, kept: TranscriptStore, place: str | None) -> None:
        self._kept = kept
        self._place = place
        self._archive: Archive | None = None

    async def find(self, matches: Collection[str]) -> Mapping[str, Kept]:
        """Return those transcripts that are in the archive; raises StoreError."""
        archive = await self.known()
        return {} if archive is None else await archive.find(matches)

    async def rewrite(self, change: Change, *, is_dry: bool = False) -> int:
        """Put other bytes in place of what is in the archive; return of how many.

        Raises StoreError.
        """
        archive = await self.known()
        return 0 if archive is None else await archive.rewrite(change, is_dry=is_dry)

    async def add(self, pieces: Mapping[str, bytes]) -> str:
        """Put more into the archive, by name; return the name of its pack.

        It is there when this returns. Raises StoreError.
        """
        return await (await self.begun()).add(pieces)

    async def drop(self, name: str) -> None:
        """Take a pack away that was added here, and that nobody needs.

        Raises StoreError.
        """
        await (await self.begun()).drop(name)

    async def known(self) -> Archive | None:
        """Return the archive, if this store ever had one."""
        if self._archive is None:
            server = await self._kept.known_archive()
            if not server:
                return None
            if self._place is None:
                raise ArchiveUnavailable(
                    "this store's older transcripts are in an archive, and "
                    "SAMEDEAL_ARCHIVE does not say where"
                )
            self._archive = Archive(shelf_at(self._place), server)
        return self._archive

    async def begun(self) -> Archive:
        """Return the archive, which begins once: then one without files is not it."""
        if self._place is None:
            raise ArchiveUnavailable("SAMEDEAL_ARCHIVE does not say where to move")
        if not await self._kept.has_archive():
            server = await self._kept.known_archive()
            if not server:
                # Before it is this store's: it may be somebody else's.
                await Archive(shelf_at(self._place), "").make()
                server = await self._kept.archive_id(secrets.token_hex(16))
            await Archive(shelf_at(self._place), server).begin()
            # Before anything is moved there.
            await self._kept.archive_begins()
        archive = await self.known()
        if archive is None:
            raise ArchiveUnavailable("the store has forgotten which archive it has")
        return archive
