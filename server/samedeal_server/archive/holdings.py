"""All that an archive holds: found, added to, put together, and let go.

Everything here waits for disks and belongs in a thread. Packs are never changed. Small
ones are put together to bigger ones, which say so, and only then go; whoever dies on
the way leaves a file too many, and the next one tidies up. A transcript that two packs
have is the same in both.
"""

import heapq
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from samedeal_server.archive import packs
from samedeal_server.archive.errors import ArchiveUnavailable, Damaged
from samedeal_server.archive.packing import Packing
from samedeal_server.archive.packs import Frame, Made, Pack
from samedeal_server.archive.shelves import Shelf
from samedeal_server.store.transcripts import Kept

Change: TypeAlias = Callable[[bytes], bytes | None]
"""Of a transcript's bytes; None where they stay."""

ABOUT = "archive.json"
ABOUT_MOST = 10_000
PUT_TOGETHER = 8
"""So many packs of one size become one of the next."""
SMALLEST, LARGEST = 1024, 262_144
"""Of sizes that are put together, in transcripts; a larger pack stays as it is."""
TRIES_MOST = 3
"""The most times that a search begins, anew because packs were put together
meanwhile."""
BREATH_EVERY = 64
BREATH_S = 0.001
"""Matches are played in the same process: what holds it up is done in small bits."""


class Holdings:
    """The packs on a shelf that were made for one store.

    `by` is whoever adds here: what they add again is one pack, and what others add is
    another, even if it is the same, so that each may take its own away.
    """

    def __init__(self, shelf: Shelf, server: str, by: bytes = b"") -> None:
        self._shelf = shelf
        self._server = server
        self._by = by
        self._packing = Packing(shelf)
        self._packs: dict[str, Pack] = {}
        self._is_ours = False

    def make(self) -> bool:
        """Make the shelf; tell whether it is nobody's.

        Raises ArchiveUnavailable if it is somebody else's.
        """
        self._shelf.make()
        names = self._shelf.names()
        if ABOUT not in names and not any(map(_is_pack, names)):
            return True
        self._look()
        return False

    def begin(self) -> None:
        """Make the shelf this archive's, if it is nobody's.

        Raises ArchiveUnavailable if it is somebody else's.
        """
        if self.make():
            about = {"format": packs.FORMAT, "server": self._server}
            self._shelf.put(ABOUT, [json.dumps(about).encode()])

    def find(self, matches: Iterable[str]) -> dict[str, Kept]:
        """Return the transcripts of those matches that are here.

        Raises ArchiveUnavailable if nobody can know whether one is, and OSError.
        """
        keys = {packs.key_of(match): match for match in matches}
        found: dict[str, Kept] = {}
        for _ in range(TRIES_MOST):
            damage = self._look()
            try:
                for pack in list(self._packs.values()):
                    left = [key for key in keys if keys[key] not in found]
                    for key, held in self._find_in(pack, left):
                        found[keys[key]] = held
            except FileNotFoundError:
                continue  # it was put together with others
            if damage is not None and len(found) < len(keys):
                raise damage
            return found
        raise ArchiveUnavailable("the archive's files vanish while they are read")

    def add(self, transcripts: Mapping[str, bytes], until: int) -> str:
        """Keep transcripts for good, or until then; return when they are on the disk.

        Returns the name of the pack.

        Raises Damaged if they cannot be read back, and OSError.
        """
        self._look()
        frames = sorted(self._frames(transcripts))
        made = packs.made_of(self._server, frames, until, self._by)
        self._shelf.put(made.name, made.chunks(frame.data for frame in frames))
        pack = packs.open_pack(self._shelf, made.name)
        for match, sealed in _slowly(transcripts.items()):
            (held,) = self._find_in(pack, [packs.key_of(match)])
            if held[1].sealed != sealed:
                raise Damaged(made.name, "cannot be read back as it was written")
        self._packs = {**self._packs, made.name: pack}
        return made.name

    def drop(self, name: str) -> None:
        """Take away what was added here, while its transcripts are in the store.

        What others have added stays, even if it is the same.
        """
        self._drop(name)

    def rewrite(self, change: Change, *, is_dry: bool = False) -> int:
        """Put other bytes in place of transcripts; return of how many.

        `change` returns them, or None for a transcript that stays. Packs that others
        put together meanwhile are looked at, too. Raises Damaged and OSError.
        """
        changed, clean = 0, set[str]()
        while True:
            if (damage := self._look()) is not None:
                raise damage
            left = [pack for name, pack in self._packs.items() if name not in clean]
            for pack in left:
                changed += self._rewrite_in(pack, change, is_dry=is_dry)
                clean.add(pack.name)
            if not left:
                return changed

    def _rewrite_in(self, pack: Pack, change: Change, *, is_dry: bool) -> int:
        pick = self._packing.packer()
        fresh: dict[bytes, bytes] = {}
        places = list(packs.entries(self._shelf, pack))
        for key, at, size in _slowly(places):
            sealed = self._read(pack, key, self._shelf.read(pack.name, at, size))
            if (other := change(sealed)) is not None:
                fresh[key] = pick(other)
        if not fresh or is_dry:
            return len(fresh)
        frames = [
            Frame(key, fresh.get(key) or self._shelf.read(pack.name, at, size))
            for key, at, size in places
        ]
        made = packs.made_of(self._server, frames, pack.until, packs.drawn())._replace(
            replaces=(pack.name,)
        )
        self._shelf.put(made.name, made.chunks(frame.data for frame in frames))
        written = self._opened(made.name)
        for key, at, size in _slowly(packs.entries(self._shelf, written)):
            self._read(written, key, self._shelf.read(written.name, at, size))
        self._packs = {**self._packs, written.name: written}
        self._drop(pack.name)
        return len(fresh)

    def tidy(self, now: int) -> None:
        """Let go what is over or was put together, and put some small packs together.

        `now` is in ms since 1970; raises ArchiveUnavailable and OSError.
        """
        damage = self._look()
        if damage is not None:
            raise damage
        self._shelf.clear()
        for pack in list(self._packs.values()):
            for name in pack.replaces:
                self._drop(name)
            if 0 < pack.until < now:
                self._drop(pack.name)
        for some in self._alike():
            self._put_together(some)

    def count(self) -> int:
        """Return the number of transcripts here; some may be counted twice.

        Raises ArchiveUnavailable if some cannot be read.
        """
        damage = self._look()
        if damage is not None:
            raise damage
        return sum(pack.size for pack in self._packs.values())

    def check(self) -> Iterator[str]:
        """Read all that is here, and yield a sentence for whatever is wrong."""
        for name in filter(_is_pack, self._shelf.names()):
            try:
                pack = packs.open_pack(self._shelf, name)
                for key, at, size in packs.entries(self._shelf, pack):
                    self._read(pack, key, self._shelf.read(name, at, size))
            except ArchiveUnavailable as error:
                yield str(error)

    # What is on the shelf

    def _look(self) -> Damaged | None:
        """Learn which packs there are by now; return what is wrong with one of them."""
        names = self._shelf.names()
        if ABOUT not in names:
            self._is_ours = False
            raise ArchiveUnavailable(
                f"the archive in {self._shelf} is gone, or is not there yet: see that "
                "its folder is there as it was"
            )
        if not self._is_ours:
            self._check_whose()
        damage: Damaged | None = None
        # Put in place as a whole: others may be reading in threads of their own.
        known, there = self._packs, dict[str, Pack]()
        for name in filter(_is_pack, names):
            try:
                there[name] = known.get(name) or self._opened(name)
            except FileNotFoundError:
                continue
            except Damaged as error:
                damage = error
        self._packs = there
        return damage

    def _opened(self, name: str) -> Pack:
        pack = packs.open_pack(self._shelf, name)
        if pack.server != self._server:
            raise Damaged(name, "is of another server's archive")
        return pack

    def _check_whose(self) -> None:
        about = self._shelf.read(ABOUT, 0, ABOUT_MOST)
        try:
            server = json.loads(about)["server"]
        except (ValueError, KeyError, TypeError):
            raise Damaged(ABOUT, "is torn") from None
        if server != self._server:
            raise ArchiveUnavailable(
                f"the archive in {self._shelf} is of another server, or of this one "
                "with another store: name another folder, or bring that store back"
            )
        self._is_ours = True

    def _find_in(self, pack: Pack, keys: Iterable[bytes]) -> list[tuple[bytes, Kept]]:
        frames = ((key, packs.find(self._shelf, pack, key)) for key in keys)
        return [
            (key, Kept(self._read(pack, key, frame), pack.until))
            for key, frame in frames
            if frame is not None
        ]

    def _read(self, pack: Pack, key: bytes, frame: bytes) -> bytes:
        try:
            return self._packing.unpack(frame)
        except ValueError:
            raise Damaged(pack.name, f"has a torn transcript ({key.hex()})") from None

    def _frames(self, transcripts: Mapping[str, bytes]) -> Iterator[Frame]:
        pack = self._packing.packer()
        for match, sealed in _slowly(transcripts.items()):
            yield Frame(packs.key_of(match), pack(sealed))

    # Packs put together

    def _alike(self) -> Iterator[Sequence[Pack]]:
        """Yield packs that are for ever, of one size and enough to become one.

        Those that are the same come first: whoever was killed, or late, has made one
        that another has made, too.
        """
        sizes, same = dict[int, list[Pack]](), dict[str, list[Pack]]()
        for pack in self._packs.values():
            if pack.until == 0:
                same.setdefault(pack.index_digest, []).append(pack)
        for some in same.values():
            if len(some) > 1:
                yield some
            elif some[0].size < LARGEST:
                sizes.setdefault(_size_of(some[0]), []).append(some[0])
        for size in sorted(sizes):
            some = sizes[size][:PUT_TOGETHER]
            if len(some) == PUT_TOGETHER:
                yield some

    def _put_together(self, some: Sequence[Pack]) -> None:
        keys, sizes = list[bytes](), list[int]()
        for key, _, _, size in self._merged(some):
            keys.append(key)
            sizes.append(size)
        replaces = tuple(sorted(pack.name for pack in some))
        made = Made(self._server, 0, replaces, keys, sizes, packs.drawn())
        frames = (
            self._shelf.read(name, at, size)
            for _, name, at, size in _slowly(self._merged(some))
        )
        self._shelf.put(made.name, made.chunks(frames))
        if not set(self._shelf.names()).issuperset(replaces):
            # Somebody was erased from one of them meanwhile, and not from this.
            self._shelf.remove(made.name)
            return
        pack = self._opened(made.name)
        # Read back to the last frame before anything goes.
        for key, at, size in _slowly(packs.entries(self._shelf, pack)):
            self._read(pack, key, self._shelf.read(pack.name, at, size))
        self._packs = {**self._packs, pack.name: pack}
        for name in replaces:
            self._drop(name)

    def _merged(self, some: Sequence[Pack]) -> Iterator[tuple[bytes, str, int, int]]:
        """Yield key, pack, place and size of each frame, each key once and in order."""
        last = b""
        for each in heapq.merge(*(self._places(pack) for pack in some)):
            if each[0] != last:
                last = each[0]
                yield each

    def _places(self, pack: Pack) -> Iterator[tuple[bytes, str, int, int]]:
        for key, at, size in packs.entries(self._shelf, pack):
            yield key, pack.name, at, size

    def _drop(self, name: str) -> None:
        self._packs = {n: pack for n, pack in self._packs.items() if n != name}
        self._shelf.remove(name)


def _is_pack(name: str) -> bool:
    return name.endswith(packs.SUFFIX)


def _size_of(pack: Pack) -> int:
    """Return the class of a pack's size; several of one become one of the next."""
    size, most = 0, SMALLEST
    while pack.size >= most:
        size, most = size + 1, most * PUT_TOGETHER
    return size


T = TypeVar("T")


def _slowly(things: Iterable[T]) -> Iterator[T]:
    """Yield things, and leave the processor to others every now and then."""
    for number, each in enumerate(things, 1):
        yield each
        if number % BREATH_EVERY == 0:
            time.sleep(BREATH_S)
