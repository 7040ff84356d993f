"""The file of a backup: a tar, so that everybody can look into it.

First `about.json`: what this is, and of what. Then the store, as `store/NUMBER.gz`:
keys with what is in them, as msgpack, packed by gzip. Then the archive's own files, as
`archive/NAME`. Last `end.json` with a digest of everything before it: where that is
missing or another, the backup is torn, and nothing is read from it.
"""

import gzip
import hashlib
import io
import json
import os
import tarfile
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

import msgpack

from samedeal_server.archive.shelves import Shelf
from samedeal_server.store.keys import PREFIX
from samedeal_server.store.operators.whole import Held
from samedeal_server.store.readings import Layout

ABOUT, END, STORE, ARCHIVE = "about.json", "end.json", "store/", "archive/"
FORMAT = 1
LEVEL = 3
CHUNK_BYTES = 1024 * 1024


class BadBackup(Exception):
    """A file that is no whole backup, or cannot be written; one sentence says why."""

    status = 1


class About(NamedTuple):
    """What a backup says of itself."""

    format: int
    made_at: int
    """In ms since 1970, by the store's clock."""
    server: str
    """The version that made it."""
    layout: Layout
    """Of the store's data."""


class Making:
    """A backup that is being written."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        self._said = hashlib.sha256()
        self._parts = 0

    def say(self, about: About) -> None:
        """Write what this is."""
        told = {**about._asdict(), "layout": about.layout._asdict()}
        self._add(ABOUT, json.dumps(told).encode())

    def put(self, held: Iterable[Held]) -> None:
        """Write some keys."""
        self._parts += 1
        packed: bytes = msgpack.packb([tuple(each) for each in held])
        name = f"{STORE}{self._parts:08}.gz"
        self._add(name, gzip.compress(packed, LEVEL, mtime=0))

    def put_file(self, shelf: Shelf, name: str) -> None:
        """Write a file of the archive; raises OSError if it is not there."""
        self._add_from(f"{ARCHIVE}{name}", shelf.size(name), _Shelved(shelf, name))

    def end(self, told: Mapping[str, object]) -> None:
        """Write that this was all."""
        said = self._said.hexdigest()
        self._add(END, json.dumps({"sha256": said, **told}).encode())

    def _add(self, name: str, data: bytes) -> None:
        self._add_from(name, len(data), io.BytesIO(data))

    def _add_from(self, name: str, size: int, source: Any) -> None:
        member = tarfile.TarInfo(name)
        member.size, member.mode = size, 0o600
        _note(self._said, name, size)
        self._tar.addfile(member, cast("IO[bytes]", _Heard(source, self._said)))


@contextmanager
def making(path: Path) -> Generator[Making]:
    """Write a backup beside its place and put it there, on the disk, when it is whole.

    Raises BadBackup if there is a file already, or none can be written.
    """
    if path.exists():
        raise BadBackup(f"there is a file {path} already: name another one")
    fresh = path.with_name(f".{path.name}.new")
    try:
        with open(fresh, "wb", opener=_closed_to_others) as file:
            with tarfile.open(
                fileobj=file, mode="w|", format=tarfile.PAX_FORMAT
            ) as tar:
                yield Making(tar)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        reason = error.strerror or error
        raise BadBackup(f"the backup {path} cannot be written: {reason}") from error
    finally:
        with suppress(OSError):
            fresh.unlink()


class Backup:
    """A backup that is whole: every byte of it was read.

    Raises BadBackup if it is not.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.end: dict[str, Any] = {}
        """What was said at its end."""
        self.files: list[str] = []
        """The files of the archive."""
        try:
            self.about = self._checked()
        except (ValueError, KeyError, TypeError):
            raise self._torn() from None

    def held(self) -> Iterator[list[Held]]:
        """Yield the keys, some at a time."""
        for name, file in self._members():
            if name.startswith(STORE):
                held = _held_in(file.read())
                if not all(each.key.startswith(f"{PREFIX}:") for each in held):
                    raise self._torn()
                yield held

    def archived(self) -> Iterator[tuple[str, Iterator[bytes]]]:
        """Yield the name of each file of the archive, and its bytes."""
        for name, file in self._members():
            if name.startswith(ARCHIVE):
                yield name.removeprefix(ARCHIVE), _chunks(file)

    def _checked(self) -> About:
        said, about = hashlib.sha256(), None
        for name, file in self._members():
            if name == END:
                self.end = json.loads(file.read())
                break
            _note(said, name, file.size)
            if name == ABOUT:
                data = file.read(CHUNK_BYTES)
                said.update(data)
                about = self._about(data)
                continue
            if name.startswith(ARCHIVE):
                self.files.append(self._plain(name.removeprefix(ARCHIVE)))
            for chunk in _chunks(file):
                said.update(chunk)
        if about is None or self.end.get("sha256") != said.hexdigest():
            raise self._torn()
        return about

    def _about(self, data: bytes) -> About:
        told = json.loads(data)
        if told["format"] != FORMAT:
            raise BadBackup(
                f"the backup {self._path} was made by a newer version of samedeal, "
                f"{told['server']}: use that one"
            )
        layout = Layout(int(told["layout"]["layout"]), int(told["layout"]["oldest"]))
        return About(FORMAT, int(told["made_at"]), str(told["server"]), layout)

    def _plain(self, name: str) -> str:
        """Return the name of a file, which leads nowhere else; raises BadBackup."""
        if not name or "/" in name or "\\" in name or name.startswith("."):
            raise self._torn()
        return name

    def _members(self) -> Iterator[tuple[str, "_Member"]]:
        try:
            with (
                open(self._path, "rb") as file,
                tarfile.open(fileobj=file, mode="r|") as tar,
            ):
                for member in tar:
                    source = tar.extractfile(member)
                    if source is None:
                        raise self._torn()
                    yield member.name, _Member(source, member.size, self._torn())
        except OSError as error:
            reason = error.strerror or error
            raise BadBackup(
                f"the backup {self._path} cannot be read: {reason}"
            ) from None
        except (tarfile.TarError, EOFError):
            raise self._torn() from None

    def _torn(self) -> BadBackup:
        return BadBackup(
            f"{self._path} is no whole backup, but torn or something else: nothing is "
            "read from it"
        )


class _Member:
    """A file in a tar, of a known size; raises `torn` where the tar ends before it."""

    def __init__(self, source: IO[bytes], size: int, torn: BadBackup) -> None:
        self._source = source
        self._torn = torn
        self.size = size

    def read(self, most: int = -1) -> bytes:
        """Return what comes next, or all."""
        try:
            return self._source.read(most)
        except (tarfile.TarError, EOFError):
            raise self._torn from None


def _chunks(file: _Member) -> Iterator[bytes]:
    while chunk := file.read(CHUNK_BYTES):
        yield chunk


def _held_in(data: bytes) -> list[Held]:
    unpacked = gzip.decompress(data)
    found = cast("list[list[Any]]", msgpack.unpackb(unpacked))
    return [
        Held(key, kind, expires_at, tuple(words), follows)
        for key, kind, expires_at, words, follows in found
    ]


def _note(said: Any, name: str, size: int) -> None:
    said.update(f"{name} {size}\n".encode())


class _Heard:
    """A source of bytes that are digested as they are read."""

    def __init__(self, source: Any, said: Any) -> None:
        self._source = source
        self._said = said

    def read(self, most: int) -> bytes:
        data: bytes = self._source.read(most)
        self._said.update(data)
        return data


class _Shelved:
    """A file of an archive, read from its beginning."""

    def __init__(self, shelf: Shelf, name: str) -> None:
        self._shelf = shelf
        self._name = name
        self._at = 0

    def read(self, most: int) -> bytes:
        data = self._shelf.read(self._name, self._at, most)
        self._at += len(data)
        return data


def _closed_to_others(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
