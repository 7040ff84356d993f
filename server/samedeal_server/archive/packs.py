"""Packs: files of many transcripts, which are found in them by match.

One after the other in a file: the frames, in the order of their keys; the index, for
each frame its key and where it begins; a map in JSON that says what the pack is; the
length of that map; and `MAGIC`. A key is the beginning of the SHA-256 of the match's
id. A pack has its name from its keys, from when it may go, and from who made it: equal
packs of one maker have one name, and whoever takes away what they made takes nobody
else's.
"""

import hashlib
import json
import secrets
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import isqrt
from typing import Any, NamedTuple, TypeAlias, TypeVar

from samedeal_server.archive.errors import Damaged
from samedeal_server.archive.names import is_pack
from samedeal_server.archive.shelves import Shelf

MAGIC = b"SAMEDEAL"
FORMAT = 1
SUFFIX = ".pack"
KEY_BYTES = 16
TURN_BYTES = 8
_ENTRY = struct.Struct(f">{KEY_BYTES}sQ")
END = struct.Struct(f">I{len(MAGIC)}s")
ABOUT_MOST = 1024 * 1024
READ_MOST = 4096
"""Entries of an index that are read at once, which is 96 KiB."""
LEAST_ASIDE = 64
DEVIATIONS = 6
"""How far from where it should be a key is looked for; each is at most half the square
root of how many there are."""
COPIED_BYTES = 1024 * 1024


T = TypeVar("T")
Tell: TypeAlias = Callable[[bytes, bytes], T | None]
"""A function of a frame's key and of its bytes, unpacked; None to pass it over."""
Seen: TypeAlias = tuple[int, Sequence[T]]
"""The number of frames, and what a `Tell` said of those that it did not pass over."""


def key_of(match: str) -> bytes:
    """Return under which key a match is in a pack."""
    return hashlib.sha256(match.encode()).digest()[:KEY_BYTES]


class Frame(NamedTuple):
    """A packed transcript that is in a pack, or is to be in one."""

    key: bytes
    data: bytes


class Pack(NamedTuple):
    """A pack that was opened, as it is known."""

    name: str
    server: str
    """The id of the archive that it was made for."""
    size: int
    """The number of transcripts in it."""
    index_at: int
    """The end of all frames, and the start of the index, in bytes from the start."""
    until: int
    """The time when it may go, in ms since 1970; 0 for never."""
    replaces: tuple[str, ...]
    """The packs whose frames are all in this one."""
    index_digest: str
    """A digest of the keys and of where frames begin: the same packs have the same."""


class Made(NamedTuple):
    """The material of a new pack."""

    server: str
    until: int
    replaces: tuple[str, ...]
    keys: Sequence[bytes]
    """In their order, and each once."""
    sizes: Sequence[int]
    """Of the frames, in the same order, in bytes."""
    turn: bytes
    """A mark that tells it from another with the same keys."""

    @property
    def name(self) -> str:
        """Return the name of the file."""
        said = hashlib.sha256(b"%d/" % self.until + self.turn)
        for key in self.keys:
            said.update(key)
        return said.hexdigest()[:32] + SUFFIX

    def chunks(self, frames: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the bytes of the file; the frames come in the order of their keys."""
        yield from frames
        at, index = 0, bytearray()
        for key, size in zip(self.keys, self.sizes, strict=True):
            index += _ENTRY.pack(key, at)
            at += size
        yield bytes(index)
        about = json.dumps(
            {
                "format": FORMAT,
                "server": self.server,
                "count": len(self.keys),
                "until": self.until,
                "replaces": self.replaces,
                "index": hashlib.sha256(index).hexdigest(),
            }
        ).encode()
        yield about
        yield END.pack(len(about), MAGIC)


def made_of(server: str, frames: Sequence[Frame], until: int, turn: bytes) -> Made:
    """Return the pack of some frames, in the order of their keys."""
    keys = [frame.key for frame in frames]
    return Made(server, until, (), keys, [len(frame.data) for frame in frames], turn)


def drawn() -> bytes:
    """Return a turn that nothing else has."""
    return secrets.token_bytes(TURN_BYTES)


def open_pack(shelf: Shelf, name: str) -> Pack:
    """Return a pack as its end tells of it; raises Damaged if torn, and OSError."""
    size = shelf.size(name)
    about_bytes, magic = _end(shelf, name, size)
    about_at = size - END.size - about_bytes
    if magic != MAGIC or not 0 < about_bytes <= min(ABOUT_MOST, size):
        raise Damaged(name, "is torn or is none of an archive")
    try:
        about: dict[str, Any] = json.loads(shelf.read(name, about_at, about_bytes))
        if about["format"] != FORMAT:
            raise Damaged(name, "was written by a newer version of samedeal")
        count = int(about["count"])
        index_at = about_at - count * _ENTRY.size
        pack = Pack(
            name,
            str(about["server"]),
            count,
            index_at,
            int(about["until"]),
            tuple(map(str, about["replaces"])),
            str(about["index"]),
        )
    except (ValueError, KeyError, TypeError):
        raise Damaged(name, "is torn") from None
    if not all(map(is_pack, pack.replaces)):
        # No digest has them, and what they name goes.
        raise Damaged(name, "says that it replaces what is no pack")
    if index_at < 0 or _index_digest(shelf, pack, about_at) != pack.index_digest:
        raise Damaged(name, "is torn")
    return pack


def _end(shelf: Shelf, name: str, size: int) -> tuple[int, bytes]:
    if size < END.size:
        raise Damaged(name, "is torn")
    length, magic = END.unpack(shelf.read(name, size - END.size, END.size))
    return int(length), bytes(magic)


def _index_digest(shelf: Shelf, pack: Pack, about_at: int) -> str:
    digest, at = hashlib.sha256(), pack.index_at
    while at < about_at:
        part = shelf.read(pack.name, at, min(COPIED_BYTES, about_at - at))
        if not part:
            break
        digest.update(part)
        at += len(part)
    return digest.hexdigest()


def entries(shelf: Shelf, pack: Pack) -> Iterator[tuple[bytes, int, int]]:
    """Yield each frame's key, where it begins, and its length."""
    before: tuple[bytes, int] | None = None
    for first in range(0, pack.size, READ_MOST):
        for entry in _read_entries(shelf, pack, first, first + READ_MOST):
            if before is not None:
                yield (*before, entry[1] - before[1])
            before = entry
    if before is not None:
        yield (*before, pack.index_at - before[1])


def frames(shelf: Shelf, pack: Pack) -> Iterator[Frame]:
    """Yield all frames in the order of their keys, read many at once."""
    some, size = list[tuple[bytes, int, int]](), 0
    for entry in entries(shelf, pack):
        some.append(entry)
        size += entry[2]
        if size >= COPIED_BYTES:
            yield from _read_frames(shelf, pack, some)
            some, size = [], 0
    yield from _read_frames(shelf, pack, some)


def part(shelf: Shelf, pack: Pack, first: int, most: int) -> list[Frame]:
    """Return so many frames from one on, fewer where they end, read at once."""
    last = min(first + most, pack.size)
    near = _read_entries(shelf, pack, first, min(last + 1, pack.size))
    if last == pack.size:
        near.append((b"", pack.index_at))
    places = [(key, at, then - at) for (key, at), (_, then) in pairwise(near)]
    return list(_read_frames(shelf, pack, places))


def _read_frames(
    shelf: Shelf, pack: Pack, places: Sequence[tuple[bytes, int, int]]
) -> Iterator[Frame]:
    """Yield frames that are one after the other in a pack, with one reading."""
    if not places:
        return
    begins, (_, last, size) = places[0][1], places[-1]
    data = shelf.read(pack.name, begins, last + size - begins)
    for key, at, length in places:
        yield Frame(key, data[at - begins : at - begins + length])


def find(shelf: Shelf, pack: Pack, keys: Sequence[bytes]) -> list[Frame]:
    """Return the frames under those of the keys that are in a pack.

    With one reading of its index, and one of the frames, however many these are.
    """
    around = [_around(pack, key) for key in keys]
    read = shelf.read_all(pack.name, [_span(pack, *each) for each in around])
    places = dict[bytes, tuple[int, int]]()
    for key, (low, high), packed in zip(keys, around, read, strict=True):
        near = _unpacked(pack, packed, high - low)
        if (low and key < near[0][0]) or (high < pack.size and key >= near[-1][0]):
            # No hash is that far from its place; but it is an index that says where.
            near = _read_entries(shelf, pack, 0, pack.size)
        # One more, where the last of them ends.
        for (there, at), (_, then) in pairwise([*near, (b"", pack.index_at)]):
            if there == key:
                places[key] = at, then - at
    found = shelf.read_all(pack.name, [*places.values()])
    return list(map(Frame, places, found))


def _around(pack: Pack, key: bytes) -> tuple[int, int]:
    """Return between which entries a key is, for keys are evenly spread.

    One request to an object store takes as long as a hundred readings of a disk.
    """
    place = int.from_bytes(key) * pack.size >> 8 * KEY_BYTES
    aside = LEAST_ASIDE + DEVIATIONS * isqrt(pack.size) // 2
    return max(0, place - aside), min(pack.size, place + aside)


def _read_entries(
    shelf: Shelf, pack: Pack, first: int, last: int
) -> list[tuple[bytes, int]]:
    last = min(last, pack.size)
    packed = shelf.read(pack.name, *_span(pack, first, last))
    return _unpacked(pack, packed, last - first)


def _span(pack: Pack, first: int, last: int) -> tuple[int, int]:
    """Return the offset of entries of an index in the file, and their length."""
    return pack.index_at + first * _ENTRY.size, (last - first) * _ENTRY.size


def _unpacked(pack: Pack, packed: bytes, count: int) -> list[tuple[bytes, int]]:
    if len(packed) != count * _ENTRY.size:
        raise Damaged(pack.name, "is torn")
    return list(_ENTRY.iter_unpack(packed))
