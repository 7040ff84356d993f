"""All that an archive holds: found, added to, put together, and let go.

Everything here waits for disks and belongs in a thread. Packs are never changed. Small
ones are put together to bigger ones, which say so, and only then go; whoever dies on
the way leaves a file too many, and the next one tidies up. A transcript that two packs
have is the same in both.
"""

import contextlib
import heapq
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias, TypeVar

from samedeal_server.archive import packs
from samedeal_server.archive.errors import ArchiveUnavailable, Damaged
from samedeal_server.archive.packing import Packing
from samedeal_server.archive.packs import Frame, Made, Pack, Seen, Tell
from samedeal_server.archive.pauses import slowly
from samedeal_server.archive.shelves import Shelf
from samedeal_server.store.transcripts import Kept

T = TypeVar("T")
Each = TypeVar("Each", bound=tuple[bytes, *tuple[object, ...]])
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
TIDIED_S = 20.0
"""For so long packs are put together; then others may move something first."""
DAY_S = 24 * 3600


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
        made = packs.made_of(self._server, frames, until, self._turn())
        self._shelf.put(made.name, made.chunks(frame.data for frame in frames))
        pack = packs.open_pack(self._shelf, made.name)
        wanted = {packs.key_of(match): sealed for match, sealed in transcripts.items()}
        for key, data in slowly(packs.frames(self._shelf, pack)):
            if self._read(made.name, key, data) != wanted.pop(key, None):
                raise Damaged(made.name, "cannot be read back as it was written")
        if wanted:
            raise Damaged(made.name, "has not all that was written")
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
        for key, data in slowly(packs.frames(self._shelf, pack)):
            if (other := change(self._read(pack.name, key, data))) is not None:
                fresh[key] = pick(other)
        is_done = is_dry or not fresh or self._put_instead(pack, fresh)
        return len(fresh) if is_done else 0

    def _put_instead(self, pack: Pack, fresh: Mapping[bytes, bytes | None]) -> bool:
        """Put a pack in place of one, with other frames by key, or None for no frame.

        Return whether it was done: not if the pack has gone meanwhile.
        """
        left = [
            (key, len(other) or size)
            for key, _, size in packs.entries(self._shelf, pack)
            if (other := fresh.get(key, b"")) is not None
        ]
        if not left:
            self._drop(pack.name)
            return True
        frames = (
            other or data
            for key, data in slowly(packs.frames(self._shelf, pack))
            if (other := fresh.get(key, b"")) is not None
        )
        return self._put_for(self._made(left, pack.until, (pack.name,)), frames)

    def _made(
        self, frames: Iterable[tuple[bytes, int]], until: int, replaces: tuple[str, ...]
    ) -> Made:
        """Return a pack of frames by their keys and sizes."""
        keys, sizes = zip(*frames, strict=True)
        return Made(self._server, until, replaces, keys, sizes, packs.drawn())

    def _put_for(self, made: Made, frames: Iterable[bytes]) -> bool:
        """Put a pack in place of those it replaces; return whether all were there."""
        self._shelf.put(made.name, made.chunks(frames))
        if not set(self._shelf.names()).issuperset(made.replaces):
            # Somebody was erased from one of them meanwhile, and not from this.
            self._shelf.remove(made.name)
            return False
        pack = self._opened(made.name)
        # Read back to the last frame before anything goes.
        for key, data in slowly(packs.frames(self._shelf, pack)):
            self._read(pack.name, key, data)
        self._packs = {**self._packs, pack.name: pack}
        for name in made.replaces:
            self._drop(name)
        return True

    # Looked through, pack by pack

    def put_before(self, then: int) -> list[str]:
        """Return the packs that were put here before then, in ms, the oldest first."""
        self._look()
        found = list[tuple[float, str]]()
        for name in self._packs:
            with contextlib.suppress(FileNotFoundError):
                found.append((self._shelf.put_at(name), name))
        return [name for put_at, name in sorted(found) if put_at * 1000 < then]

    def look_through(self, name: str, first: int, most: int, tell: Tell[T]) -> Seen[T]:
        """Return the answers of `tell` to so many frames of a pack, from one on.

        No frame is left after the last, or if the pack is not there any more.
        """
        self._look()
        pack, some = self._packs.get(name), list[Frame]()
        with contextlib.suppress(FileNotFoundError):
            if pack is not None:
                some = packs.part(self._shelf, pack, first, most)
        told = [tell(key, self._read(name, key, data)) for key, data in slowly(some)]
        return len(some), [each for each in told if each is not None]

    def put_instead(
        self, name: str, fresh: Mapping[bytes, bytes | None], then: int
    ) -> None:
        """Put other bytes in place of some in a pack, by key, or None for nothing.

        A pack stays as it is if it was put here again since `then`, in ms.
        """
        pick = self._packing.packer()
        frames = {key: data and pick(data) for key, data in fresh.items()}
        is_old = name in self.put_before(then)
        if is_old and (pack := self._packs.get(name)) is not None:
            with contextlib.suppress(FileNotFoundError):
                self._put_instead(pack, frames)

    def tidy(self, now: int) -> bool:
        """Let go what is over or was put together, and put small packs together.

        `now` is in ms since 1970. After some seconds no more are begun: tell whether
        any may be left. Raises ArchiveUnavailable and OSError.
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
        until = time.monotonic() + TIDIED_S
        while some := next(self._alike(), None):
            if not self._put_together(some) or time.monotonic() >= until:
                return True
        return False

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
                for key, data in packs.frames(self._shelf, pack):
                    self._read(name, key, data)
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

    def _find_in(self, pack: Pack, keys: Sequence[bytes]) -> list[tuple[bytes, Kept]]:
        return [
            (key, Kept(self._read(pack.name, key, data), pack.until))
            for key, data in packs.find(self._shelf, pack, keys)
        ]

    def _read(self, name: str, key: bytes, frame: bytes) -> bytes:
        try:
            return self._packing.unpack(frame)
        except ValueError:
            raise Damaged(name, f"has a torn transcript ({key.hex()})") from None

    def _frames(self, transcripts: Mapping[str, bytes]) -> Iterator[Frame]:
        pack = self._packing.packer()
        for match, sealed in slowly(transcripts.items()):
            yield Frame(packs.key_of(match), pack(sealed))

    def _turn(self) -> bytes:
        """Return a mark of this maker and day, for the names of packs.

        Without the day, a pack could be put in the place of one that is old enough to
        be looked through for leftovers.
        """
        return self._by and self._by + b"%d" % (time.time() // DAY_S)

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

    def _put_together(self, some: Sequence[Pack]) -> bool:
        """Put packs together; return whether all were there."""
        places = (packs.entries(self._shelf, pack) for pack in some)
        sizes = [(key, size) for key, _, size in _merged(places)]
        replaces = tuple(sorted(pack.name for pack in some))
        frames = _merged(packs.frames(self._shelf, pack) for pack in some)
        data = (frame.data for frame in slowly(frames))
        return self._put_for(self._made(sizes, 0, replaces), data)

    def _drop(self, name: str) -> None:
        self._packs = {n: pack for n, pack in self._packs.items() if n != name}
        self._shelf.remove(name)


def _merged(alike: Iterable[Iterable[Each]]) -> Iterator[Each]:
    """Yield what packs have, each key once and in order, of the first that has it."""
    last = b""
    for each in heapq.merge(*alike, key=itemgetter(0)):
        if each[0] != last:
            last = each[0]
            yield each


def _is_pack(name: str) -> bool:
    return name.endswith(packs.SUFFIX)


def _size_of(pack: Pack) -> int:
    """Return the class of a pack's size; several of one become one of the next."""
    size, most = 0, SMALLEST
    while pack.size >= most:
        size, most = size + 1, most * PUT_TOGETHER
    return size
