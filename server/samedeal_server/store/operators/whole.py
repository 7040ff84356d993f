"""Whole keys of a store, for whatever copies it: what is in them, and written again.

What has one hash tag and is read together is of one moment.
"""

import asyncio
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias, cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.connections.lines import Command
from samedeal_server.store.errors import StoreError
from samedeal_server.store.keys import LAYOUT, NO_CODE, PREFIX, RESTORING, tag_of
from samedeal_server.store.readings import Layout

_Words: TypeAlias = tuple[str | bytes, ...]
Kind: TypeAlias = Literal["string", "hash", "list", "set", "zset", "stream"]

PIECE, PIECE_BYTES = 4_000, 64 * 1024
"""Words of one command that writes, and what is in them, at most; one entry of any."""
RESTORING_S = 120
LOG_WITHIN_S = 600.0
LOG_LOOKED_EVERY_S = 0.05
LOG_BUSY = ("aof_rewrite_in_progress", "aof_rewrite_scheduled")
WRITTEN_AT_ONCE, CALL_BYTES = 1_000, 256 * 1024
"""Commands that go out as one, and what is in them: little enough for a slow line."""
WORDS_OF: dict[Kind, int] = {"hash": 2, "zset": 2, "stream": 3}
"""The number of words of an entry, where it is not one."""
IN_ANY_ORDER: frozenset[Kind] = frozenset({"hash", "set"})


class Held(NamedTuple):
    """A key with what is in it."""

    key: str
    kind: Kind
    expires_at: int
    """In ms since 1970; 0 for never."""
    words: tuple[bytes, ...]
    """Flat: fields and values of a hash, members and scores of a sorted set; id, field
    and value of each entry of a stream."""
    follows: bool = False
    """Whether this is more of a list that was begun."""

    @property
    def digest(self) -> bytes:
        """The digest that tells this from everything else; in pieces, of this piece."""
        words = self.words
        if self.kind in IN_ANY_ORDER:
            size = WORDS_OF.get(self.kind, 1)
            entries = (self.words[i : i + size] for i in range(0, len(words), size))
            words = tuple(chain.from_iterable(sorted(entries)))
        said = hashlib.sha256(f"{self.kind} {len(self.key)} {self.key}".encode())
        said.update(b"".join([b"%d:%b" % (len(word), word) for word in words]))
        return said.digest()


class WholeStore:
    """All keys of a store; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def keys(self, like: str = "*") -> list[str]:
        """Return the keys of samedeal's that are like a pattern, in their order."""
        return await self._calls.scan(f"{PREFIX}:{like}")

    async def is_empty(self) -> bool:
        """Tell whether the store has nothing of samedeal's."""
        return not await self.keys()

    async def read(self, groups: Sequence[Sequence[str]]) -> list[Held]:
        """Return the contents of keys; of a group, of one hash tag, as at one moment.

        Of those that are gone nothing is returned.
        """
        answers = await self._calls.read_scripts("whole", groups)
        return [
            Held(key, cast("Kind", kind.decode()), max(0, at), tuple(words))
            for keys, answer in zip(groups, answers, strict=True)
            for key, (kind, at, words) in zip(
                *(keys, cast("list[tuple[bytes, int, list[bytes]]]", answer)),
                strict=True,
            )
            if kind != b"none"
        ]

    async def write(self, held: Iterable[Held]) -> None:
        """Write keys as they were, in place of what is there."""
        for call in calls_of(held):
            await self._calls.write_all(call)

    async def clear(self) -> None:
        """Take everything of samedeal's out of the store."""
        keys = await self.keys()
        for first in range(0, len(keys), WRITTEN_AT_ONCE):
            some = keys[first : first + WRITTEN_AT_ONCE]
            await self._calls.write_all([("UNLINK", key) for key in some])

    async def write_log_anew(self) -> bool:
        """Rewrite the store's append-only file, to hold no more than the store does.

        Tell whether it was done: a cluster has many files, and some accounts may not.
        Where another writing is under way, this one comes after it.
        """
        try:
            async with asyncio.timeout(LOG_WITHIN_S):
                if (await self._info("cluster")).get("cluster_enabled") != "0":
                    return False
                await self._no_log_is_written()
                await self._calls.write("BGREWRITEAOF")
                how = await self._no_log_is_written()
        except (StoreError, TimeoutError):
            return False
        return how.get("aof_last_bgrewrite_status") == "ok"

    async def _no_log_is_written(self) -> Mapping[str, str]:
        """Wait until no append-only file is written anew; return how it went."""
        while True:
            how = await self._info("persistence")
            if {how.get(key) for key in LOG_BUSY} == {"0"}:
                return how
            await asyncio.sleep(LOG_LOOKED_EVERY_S)

    async def _info(self, section: str) -> Mapping[str, str]:
        answer = await self._calls.read_one("INFO", section)
        return {
            key: str(said) for key, said in cast("dict[str, object]", answer).items()
        }

    async def begin_restoring(self, by: str) -> bool:
        """Keep everybody from serving the data; tell whether nobody else does that.

        Said again before two minutes are over, it holds on.
        """
        await self._calls.write("SET", RESTORING, by, "NX", "EX", RESTORING_S)
        if await self._calls.write("GET", RESTORING) != by.encode():
            return False
        await self._calls.write("EXPIRE", RESTORING, RESTORING_S)
        await self._calls.write("HSET", LAYOUT, "layout", 1, "oldest", NO_CODE)
        return True

    async def end_restoring(self, layout: Layout) -> None:
        """Let those serve the data who may by its layout."""
        words = [word for field in layout._asdict().items() for word in field]
        await self._calls.write("HSET", LAYOUT, *words)
        await self._calls.write("DEL", RESTORING)


def calls_of(held: Iterable[Held]) -> Iterator[list[Command]]:
    """Yield calls, one after the other, that write keys in place of what is there.

    A call may be sent again, so what is there goes in the call in which a key begins.
    Only what has no room in one call goes on in the next.
    """
    call = _Call()
    for each in held:
        commands = list(_writing(each))
        size = sum(map(len, each.words))
        if call.has_any and not call.has_room(len(commands), size):
            yield call.all()
            call = _Call()
        call.begin(each)
        if call.has_room(len(commands), size):
            call.add(each.key, commands, size)
            continue
        for command in commands:
            size = sum(map(len, command))
            if not call.has_room(1, size):
                yield call.all()
                call = _Call()
            call.add(each.key, [command], size)
    if call.has_any:
        yield call.all()


class _Call:
    """Commands that go out as one."""

    def __init__(self) -> None:
        self._commands = list[Command]()
        self._bytes = 0
        self._keys = set[str]()
        self._there = dict[str, list[str]]()
        """The keys that go first, those of one hash tag together."""

    @property
    def has_any(self) -> bool:
        return bool(self._commands or self._there)

    def has_room(self, commands: int, size: int) -> bool:
        """Tell whether there is room for more; an empty call has it for any one."""
        return (
            len(self._commands) + commands <= WRITTEN_AT_ONCE
            and self._bytes + size <= CALL_BYTES
        ) or len(self._commands) + commands == 1

    def begin(self, held: Held) -> None:
        """Unlink a key's old contents, where they are not written over."""
        if held.follows or held.kind == "string":
            return
        if held.key in self._keys:
            self._commands.append(("UNLINK", held.key))
        else:
            self._there.setdefault(tag_of(held.key), []).append(held.key)
        self._keys.add(held.key)

    def add(self, key: str, commands: Sequence[Command], size: int) -> None:
        self._commands += commands
        self._keys.add(key)
        self._bytes += size

    def all(self) -> list[Command]:
        return [*(("UNLINK", *keys) for keys in self._there.values()), *self._commands]


def _writing(held: Held) -> Iterator[_Words]:
    match held.kind:
        case "string":
            yield ("SET", held.key, *held.words)
        case "hash":
            yield from _pieces("HSET", held.key, held.words, 2)
        case "list":
            yield from _pieces("RPUSH", held.key, held.words)
        case "set":
            yield from _pieces("SADD", held.key, held.words)
        case "zset":
            scored = _turned(held.words)
            yield from _pieces("ZADD", held.key, scored, 2)
        case "stream":
            for i in range(0, len(held.words), 3):
                yield ("XADD", held.key, *held.words[i : i + 3])
    if held.expires_at:
        yield ("PEXPIREAT", held.key, str(held.expires_at))


def _turned(words: Sequence[bytes]) -> list[bytes]:
    """Return members and scores as they are written, the score first."""
    pairs = zip(words[::2], words[1::2], strict=True)
    return [word for member, score in pairs for word in (score, member)]


def _pieces(
    command: str, key: str, words: Sequence[bytes], size: int = 1
) -> Iterator[_Words]:
    """Yield commands that each write no more words than one may, entries kept whole."""
    if len(words) <= PIECE and sum(map(len, words)) <= PIECE_BYTES:
        if words:
            yield (command, key, *words)
        return
    begun = count = 0
    for at in range(0, len(words), size):
        more = sum(map(len, words[at : at + size]))
        if at - begun + size > PIECE or (at > begun and count + more > PIECE_BYTES):
            yield (command, key, *words[begun:at])
            begun, count = at, 0
        count += more
    yield (command, key, *words[begun:])
