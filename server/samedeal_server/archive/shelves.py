"""The place of an archive's files: a folder, or whatever else keeps them as well.

Nothing here is asked for by anybody but the archive. All of it waits for disks, and is
to be called in a thread.
"""

import contextlib
import os
import secrets
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from samedeal_server.archive.names import plain

LEFT_S = 24 * 3600
OWN = 0o700
"""Nobody but the server's own user has business with what was played."""


class Shelf(Protocol):
    """Files that are written once, whole or not at all, and never changed.

    Everything raises OSError if it cannot be done, FileNotFoundError for what is not
    there, and BadName for a name that leads elsewhere.
    """

    def make(self) -> None:
        """Make the place for the files, if it is not there."""
        ...

    def names(self) -> Sequence[str]:
        """List the files."""
        ...

    def size(self, name: str) -> int:
        """Return the size of a file, in bytes."""
        ...

    def put_at(self, name: str) -> float:
        """Return the time of a file's coming, in s since 1970 by its own clock."""
        ...

    def version(self, name: str) -> str:
        """Return a mark that is another once a file was put there again."""
        ...

    def read(self, name: str, start: int, length: int) -> bytes:
        """Return bytes of a file, fewer where it ends."""
        ...

    def read_all(self, name: str, places: Sequence[tuple[int, int]]) -> list[bytes]:
        """Return bytes of a file at each start, of each length."""
        ...

    def put(self, name: str, chunks: Iterable[bytes]) -> None:
        """Write a file; it is there for good when this returns.

        Who writes one that is there writes the same again.
        """
        ...

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        ...

    def clear(self) -> None:
        """Remove what somebody began to write long ago and never ended."""
        ...


class Folder:
    """A shelf that is a folder, which several processes may share."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __str__(self) -> str:
        return str(self.path)

    def make(self) -> None:
        """Make the folder, if it is not there."""
        self.path.mkdir(mode=OWN, parents=True, exist_ok=True)

    def names(self) -> Sequence[str]:
        """List the files, without those that are being written."""
        return sorted(name for name in os.listdir(self.path) if name[0] != ".")

    def size(self, name: str) -> int:
        """Return the size of a file, in bytes."""
        return self._at(name).stat().st_size

    def put_at(self, name: str) -> float:
        """Return the time of a file's coming, in s since 1970 by the disk's clock."""
        return self._at(name).stat().st_mtime

    def version(self, name: str) -> str:
        """Return a mark that is another once a file was put there again."""
        told = self._at(name).stat()
        return f"{told.st_ino} {told.st_mtime_ns} {told.st_size}"

    def read(self, name: str, start: int, length: int) -> bytes:
        """Return bytes of a file, fewer where it ends."""
        with open(self._at(name), "rb", buffering=0) as file:
            file.seek(start)
            return file.read(length)

    def read_all(self, name: str, places: Sequence[tuple[int, int]]) -> list[bytes]:
        """Return bytes of a file at each start, of each length."""
        return [self.read(name, start, length) for start, length in places]

    def put(self, name: str, chunks: Iterable[bytes]) -> None:
        """Write a file beside its place, have it on the disk, and put it there."""
        place = self._at(name)
        fresh = place.with_name(f".{name}.{secrets.token_hex(4)}.new")
        try:
            with open(fresh, "xb", opener=_closed_to_others) as file:
                file.writelines(chunks)
                file.flush()
                os.fsync(file.fileno())
            # Whoever else writes a file of this name writes the same.
            fresh.replace(place)
        finally:
            fresh.unlink(missing_ok=True)
        self._sync()

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        self._at(name).unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove what somebody began to write a day ago and never ended."""
        for begun in self.path.glob(".*.new"):
            with contextlib.suppress(FileNotFoundError):
                if time.time() - begun.stat().st_mtime > LEFT_S:
                    begun.unlink()

    def _at(self, name: str) -> Path:
        return self.path / plain(name)

    def _sync(self) -> None:
        if os.name != "posix":  # elsewhere folders cannot be opened, and need not be
            return
        folder = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _closed_to_others(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
