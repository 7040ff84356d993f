"""The file of a backup: a tar, so that everybody can look into it.

First `about.json`: what this is, and of what. Then the store, as `store/NUMBER.gz`:
keys with what is in them, as msgpack, packed by gzip. Then the archive's own files, as
`archive/NAME`. Last `end.json` with a digest of everything before it: where that is
missing or another, the backup is torn, and nothing is read from it. There is nothing
else in it, in no other order, and nothing behind the end.
"""

import hashlib
import io
import json
import os
import secrets
import tarfile
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Annotated, Any, NamedTuple, Self, TypeAlias, cast

from pydantic import BaseModel, Field, ValidationError

from samedeal_server.archive.names import is_own
from samedeal_server.archive.shelves import Shelf
from samedeal_server.backup.parts import (
    PART_MOST,
    BadPart,
    Filling,
    Reading,
    ReadingAgain,
)
from samedeal_server.store.operators.whole import Held
from samedeal_server.store.readings import Layout

ABOUT, END, STORE, ARCHIVE = "about.json", "end.json", "store/", "archive/"
FORMAT = 1
CHUNK_BYTES = 1024 * 1024
TOLD_MOST = 4096
"""Bytes of what a backup says of itself."""
FILES_MOST = 100_000
"""Of the archive."""
TRIES_MOST = 5
"""The most times that a file is copied that somebody puts there again meanwhile."""


class BadBackup(Exception):
    """A file that is no whole backup, or cannot be written; one sentence says why."""

    status = 1


class About(NamedTuple):
    """A backup's description of itself."""

    format: int
    made_at: int
    """In ms since 1970, by the store's clock."""
    server: str
    """The version that made it."""
    layout: Layout
    """Of the store's data."""


class Making:
    """A backup that is being written."""

    def __init__(self, tar: tarfile.TarFile, file: IO[bytes]) -> None:
        self._tar = tar
        self._file = file
        self._said = hashlib.sha256()
        self._filling = Filling()
        self._parts = 0

    def say(self, about: About) -> None:
        """Write the head."""
        told = {**about._asdict(), "layout": about.layout._asdict()}
        self._add(ABOUT, json.dumps(told).encode())

    def put(self, held: Held) -> None:
        """Write a key."""
        self._add_parts(self._filling.add(held))

    def put_file(self, shelf: Shelf, name: str) -> None:
        """Write a file of the archive, again if it was put there again meanwhile.

        Raises OSError if it is not there, or not any more; then nothing of it is here.
        """
        self._add_parts(self._filling.rest())
        for _ in range(TRIES_MOST):
            before = shelf.version(name)
            begun = self._tar.offset, self._said.copy()
            try:
                size = shelf.size(name)
                self._add_from(f"{ARCHIVE}{name}", size, _Shelved(shelf, name))
                if shelf.version(name) == before:
                    return
            except OSError:
                self._take_back(*begun)
                if shelf.version(name) == before:
                    raise
            else:
                self._take_back(*begun)
        raise OSError(f"{name} is put into the archive again and again")

    def _take_back(self, begins: int, said: Any) -> None:
        """Leave nothing of what was written from a place on."""
        self._file.seek(begins)
        self._file.truncate()
        self._tar.offset, self._said = begins, said

    def end(self, told: Mapping[str, object]) -> None:
        """Write the end, with the digest of all before it."""
        self._add_parts(self._filling.rest())
        said = self._said.hexdigest()
        self._add(END, json.dumps({"sha256": said, **told}).encode())

    def _add_parts(self, parts: Iterable[bytes]) -> None:
        for part in parts:
            self._parts += 1
            self._add(_part_name(self._parts), part)

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
    if os.path.lexists(path):
        raise BadBackup(f"there is a file {path} already: name another one")
    # Of a name that nobody knows before: others may write into this folder, too.
    fresh = path.with_name(f".samedeal.{secrets.token_hex(8)}.new")
    try:
        with open(fresh, "xb", opener=_closed_to_others) as file:
            try:
                with tarfile.open(
                    fileobj=file, mode="w", format=tarfile.GNU_FORMAT
                ) as tar:
                    yield Making(tar, file)
                file.flush()
                os.fsync(file.fileno())
                fresh.replace(path)
            except BaseException:
                with suppress(OSError):
                    fresh.unlink()
                raise
    except OSError as error:
        reason = error.strerror or error
        raise BadBackup(f"the backup {path} cannot be written: {reason}") from error


# Read


Count: TypeAlias = Annotated[int, Field(ge=0, lt=2**53)]
Text: TypeAlias = Annotated[str, Field(max_length=100)]


class _Layout(BaseModel):
    layout: Count
    oldest: Count


class _About(BaseModel):
    format: Annotated[int, Field(ge=FORMAT, le=FORMAT)]
    made_at: Count
    server: Text
    layout: _Layout


class _OfNewer(BaseModel):
    format: Annotated[int, Field(gt=FORMAT)]
    server: Text


class _End(BaseModel):
    sha256: Text
    keys: Count
    matches: Count
    digest: Text


class _Newer(Exception):
    """The version that made a backup, which this one cannot read."""


class Archived(NamedTuple):
    """A file of the archive, which is to be read before what comes next."""

    name: str
    """A plain one, which leads nowhere else."""
    chunks: Iterator[bytes]


class Backup:
    """A backup that is whole: every byte of it was read, and every key looked at.

    Raises BadBackup if it is not.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._said: _End | None = None
        """Its end, once it was read to there."""
        self._reading = Reading()
        pass_ = _Pass(self._reading)
        self.files: Sequence[str] = [
            each.name for each in self._read(pass_) if isinstance(each, Archived)
        ]
        """The files of the archive."""
        if pass_.about is None or pass_.end is None:
            raise self._torn()
        self.about = pass_.about
        self._said = pass_.end

    @property
    def end(self) -> dict[str, Any]:
        """The contents of the store, in short, as told at the end."""
        return {} if self._said is None else self._said.model_dump()

    def contents(self) -> Iterator[list[Held] | Archived]:
        """Yield the keys, some at a time, and then the files of the archive.

        Raises BadBackup if it is not any more what it was, at the latest at its end.
        """
        pass_ = _Pass(self._reading.again())
        yield from self._read(pass_)
        if pass_.end != self._said:
            raise self._torn()

    def _read(self, so_far: "_Pass") -> Iterator[list[Held] | Archived]:
        try:
            with (
                open(self._path, "rb") as file,
                tarfile.open(fileobj=file, mode="r|", tarinfo=_PlainInfo) as tar,
            ):
                for member in tar:
                    source = tar.extractfile(member)
                    if source is None:
                        raise self._torn()
                    yield from so_far.take(member.name, _Member(source, member.size))
            so_far.see_end()
        except OSError as error:
            reason = error.strerror or error
            raise BadBackup(
                f"the backup {self._path} cannot be read: {reason}"
            ) from None
        except _Newer as newer:
            raise BadBackup(
                f"the backup {self._path} was made by a newer version of samedeal, "
                f"{newer}: use that one"
            ) from None
        except (BadPart, tarfile.TarError, EOFError, ValueError):
            raise self._torn() from None

    def _torn(self) -> BadBackup:
        if self._said is not None:
            return BadBackup(
                f"{self._path} was changed while it was read: the store has a part of "
                "it, which no server serves; restore again, from a whole one"
            )
        return BadBackup(
            f"{self._path} is no whole backup, but torn or something else: nothing is "
            "read from it"
        )


class _Pass:
    """A backup as it is read once: what comes, in its order, and its digest."""

    def __init__(self, reading: Reading | ReadingAgain) -> None:
        self._reading = reading
        self.about: About | None = None
        self.end: _End | None = None
        self._digest = hashlib.sha256()
        self._parts = 0
        self._files: set[str] = set()

    def take(self, name: str, member: "_Member") -> Iterator[list[Held] | Archived]:
        """Take the next member; yield contents for others. Raises BadPart, _Newer."""
        _see(self.end is None)
        if name == END:
            self.end = _End.model_validate_json(member.all(TOLD_MOST))
            return
        _note(self._digest, name, member.size)
        member.said = self._digest
        if self.about is None:
            _see(name == ABOUT)
            self.about = _about(member.all(TOLD_MOST))
        elif name.startswith(ARCHIVE):
            yield Archived(self._new(name.removeprefix(ARCHIVE)), member.chunks())
            for _ in member.chunks():
                pass  # what nobody wanted is in the digest all the same
        else:
            self._parts += 1
            _see(name == _part_name(self._parts) and not self._files)
            yield self._reading.read(member.all(PART_MOST))

    def see_end(self) -> None:
        """See that all has come that is in a backup; raises BadPart."""
        _see(self.end is not None and self.end.sha256 == self._digest.hexdigest())

    def _new(self, name: str) -> str:
        _see(is_own(name) and name not in self._files)
        self._files.add(name)
        _see(len(self._files) <= FILES_MOST)
        return name


class _PlainInfo(tarfile.TarInfo):
    """The head of a file in a tar: a plain one, for nothing else is written here."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """Return a head; raises BadPart for a link, or for a head of many parts."""
        found = super().frombuf(buf, encoding, errors)
        _see(found.type == tarfile.REGTYPE and found.size >= 0)
        return found


class _Member:
    """A file in a tar, of a known size."""

    def __init__(self, source: IO[bytes], size: int) -> None:
        self._source = source
        self.size = size
        self.said: Any = None
        """The digest that takes its bytes, if any does."""

    def all(self, most: int) -> bytes:
        """Return all of it; raises BadPart if it is larger than that."""
        _see(self.size <= most)
        return b"".join(self.chunks())

    def chunks(self) -> Iterator[bytes]:
        """Yield the rest of it, not read yet."""
        while chunk := self._source.read(CHUNK_BYTES):
            if self.said is not None:
                self.said.update(chunk)
            yield chunk


def _about(data: bytes) -> About:
    try:
        told = _About.model_validate_json(data)
    except ValidationError:
        raise _Newer(_OfNewer.model_validate_json(data).server) from None
    layout = Layout(told.layout.layout, told.layout.oldest)
    return About(told.format, told.made_at, told.server, layout)


def _see(is_so: bool) -> None:
    if not is_so:
        raise BadPart


def _part_name(number: int) -> str:
    return f"{STORE}{number:08}.gz"


def _note(said: Any, name: str, size: int) -> None:
    said.update(f"{name} {size}\n".encode())


# Written


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
