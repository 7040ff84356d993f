"""Parts of a backup: keys with what is in them, as msgpack, packed by gzip.

Who reads one has it from anywhere. So nothing is larger than its limit says, unpacked,
too; nothing is of a kind that was not asked for; and what comes out of it can be
written to a store, by whoever may write what there is.
"""

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, cast, get_args

import msgpack

from samedeal_server.records.links import unpack_link
from samedeal_server.store.keys import (
    CHAIN_LINKS,
    CHAIN_WAITING,
    LAYOUT,
    PREFIX,
    RESTORING,
)
from samedeal_server.store.operators.whole import WORDS_OF, Held, Kind

LEVEL = 3
PART_KEYS, PART_WORDS, PART_BYTES = 1_000, 40_000, 4 * 1024 * 1024
"""The size of a full part, to which the words of one more piece may come."""
PART_MOST = 64 * 1024 * 1024
"""Bytes of a part, as it is read: packed, and not."""
KEY_MOST = 1_000
LAST_MS = 2**48
FIELDS = len(Held._fields)
BYTES = frozenset({bytes})
KINDS = frozenset(get_args(Kind))
SIZES = cast("Mapping[str, int]", WORDS_OF)
GZIP = 16 + zlib.MAX_WBITS
_SCORE = re.compile(rb"-?([0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?|inf)")
_ENTRY_ID = re.compile(rb"([0-9]{1,19})-([0-9]{1,19})")


class BadPart(Exception):
    """Something that is no part of a backup, or has in it what none has."""


class Filling:
    """Keys on their way into parts; large ones are taken to pieces."""

    def __init__(self) -> None:
        self._part: list[Held] = []
        self._words = self._bytes = 0

    def add(self, held: Held) -> Iterator[bytes]:
        """Take a key; yield the parts that are full with it."""
        for piece in _pieces(held):
            self._part.append(piece)
            self._words += len(piece.words)
            self._bytes += sum(map(len, piece.words))
            if (
                len(self._part) >= PART_KEYS
                or self._words >= PART_WORDS
                or self._bytes >= PART_BYTES
            ):
                yield from self.rest()

    def rest(self) -> Iterator[bytes]:
        """Yield the last part, of all that is left, if there is any."""
        if self._part:
            packed: bytes = msgpack.packb([tuple(each) for each in self._part])
            yield gzip.compress(packed, LEVEL, mtime=0)
        self._part, self._words, self._bytes = [], 0, 0


def _pieces(held: Held) -> Iterator[Held]:
    """Yield a key in pieces, each of whole entries and none too large."""
    size = WORDS_OF.get(held.kind, 1)
    piece, count = list[bytes](), 0
    follows = held.follows
    for first in range(0, len(held.words), size):
        entry = held.words[first : first + size]
        piece += entry
        count += sum(map(len, entry))
        if len(piece) > PART_WORDS - size or count >= PART_BYTES:
            yield held._replace(words=tuple(piece), follows=follows)
            piece, count, follows = [], 0, True
    if piece or not held.words:
        yield held._replace(words=tuple(piece), follows=follows)


class Reading:
    """Parts as they are read, one after the other."""

    def __init__(self) -> None:
        self._before: Held | None = None
        self._digests = list[bytes]()

    def again(self) -> "ReadingAgain":
        """Return a reader of the same parts once more."""
        return ReadingAgain(self._digests)

    def read(self, data: bytes) -> list[Held]:
        """Return the keys in a part; raises BadPart."""
        self._digests.append(_digest_of(data))
        unpacker = msgpack.Unpacker(
            *(None,), max_array_len=0, max_map_len=0, max_ext_len=0
        )
        unpacker.feed(_unpacked(data))
        try:
            count = unpacker.read_array_header()
            _see(count <= PART_KEYS)
            found = [self._one(unpacker) for _ in range(count)]
        except (ValueError, msgpack.UnpackException):
            raise BadPart from None
        try:
            unpacker.skip()
        except msgpack.OutOfData:
            return found
        raise BadPart

    def _one(self, unpacker: Any) -> Held:
        _see(unpacker.read_array_header() == FIELDS)
        key, kind, expires_at = (unpacker.unpack() for _ in range(3))
        count = unpacker.read_array_header()
        _see(count <= PART_WORDS)
        words = tuple(cast("Iterator[Any]", islice(unpacker, count)))
        _see(len(words) == count)
        held = Held(key, kind, expires_at, words, unpacker.unpack())
        _check(*held)
        if held.follows:
            _check_follows(held, self._before)
        self._before = held
        return held


class ReadingAgain:
    """Parts that were looked at before, and are found to be the same by their digests.

    So nothing comes out of them that was not looked at, in a third of the time.
    """

    def __init__(self, digests: Iterable[bytes]) -> None:
        self._digests = iter(digests)

    def read(self, data: bytes) -> list[Held]:
        """Return the keys in a part; raises BadPart for another than came before."""
        _see(next(self._digests, b"") == _digest_of(data))
        found = msgpack.unpackb(_unpacked(data), use_list=False)
        return [Held(*each) for each in found]


def _digest_of(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _unpacked(data: bytes) -> bytes:
    """Return the bytes in a file of gzip; raises BadPart for more than a part has."""
    unpacking = zlib.decompressobj(GZIP)
    try:
        found = unpacking.decompress(data, PART_MOST)
    except zlib.error:
        raise BadPart from None
    _see(unpacking.eof and not unpacking.unused_data)
    return found


def _check(
    key: Any, kind: Any, expires_at: Any, words: tuple[Any, ...], follows: Any
) -> None:
    _see(isinstance(key, str) and len(key) <= KEY_MOST)
    _see(key.startswith(f"{PREFIX}:") and key not in (LAYOUT, RESTORING))
    _see(isinstance(kind, str) and kind in KINDS)
    _see(type(expires_at) is int and 0 <= expires_at < LAST_MS)
    _see(isinstance(follows, bool))
    _see({*map(type, words)} <= BYTES)
    _see(len(words) % SIZES.get(kind, 1) == 0)
    match kind:
        case "string":
            _see(len(words) == 1 and not follows)
        case "zset":
            _see(all(map(_SCORE.fullmatch, words[1::2])))
        case "stream":
            _see(_are_ascending(words[::3]))
        case _:
            pass
    if key in (CHAIN_LINKS, CHAIN_WAITING):
        _see(kind == "list" and all(map(_is_link, words)))


def _check_follows(held: Held, before: Held | None) -> None:
    _see(before is not None and before[:2] == held[:2])
    if held.kind == "stream" and before is not None and before.words:
        _see(_are_ascending((before.words[-3], *held.words[::3])))


def _are_ascending(ids: Sequence[bytes]) -> bool:
    found = [_ENTRY_ID.fullmatch(each) for each in ids]
    placed = [(int(each[1]), int(each[2])) for each in found if each is not None]
    return len(placed) == len(ids) and all(a < b for a, b in pairwise(placed))


def _is_link(word: bytes) -> bool:
    try:
        link = unpack_link(word)
    except (ValueError, TypeError, msgpack.UnpackException):
        return False
    fields = cast("tuple[Any, ...]", link)
    return [type(each) for each in fields] == [str, str, bytes, str]


def _see(is_so: bool) -> None:
    if not is_so:
        raise BadPart
