"""Transcripts in the store, and those that were moved from it into an archive.

Whoever reads asks the store first, and the archive for what is not there. A transcript
is in the archive before it goes from the store, so there is no moment at which it is in
neither.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.connections.together import together
from samedeal_server.store.keys import (
    ARCHIVE_AGAIN,
    ARCHIVE_CURSOR,
    ARCHIVE_ID,
    ARCHIVE_MOVER,
    reveal_key,
    transcript_key,
)
from samedeal_server.store.operators.erased import ErasedStore

SHARE = 2
"""Of questions to the archive at once, of those who ask for records; as many of those
for the chain, or for histories. So the books find that it answers them."""


class Kept(NamedTuple):
    """A transcript in an archive."""

    sealed: bytes
    until: int
    """Until when it is kept at least, in ms since 1970; 0 for ever."""


class Elsewhere(Protocol):
    """The place of transcripts that are not in the store any more."""

    async def find(self, matches: Collection[str]) -> Mapping[str, Kept]:
        """Return those that are there; raises StoreError if nobody can know."""
        ...


class Nowhere:
    """The place beside a store without an archive: an empty one."""

    async def find(self, matches: Collection[str]) -> Mapping[str, Kept]:
        """Return nothing, whatever is asked for."""
        return {}


class Stored(NamedTuple):
    """A transcript in the store, for whoever moves it."""

    sealed: bytes
    ttl_ms: int
    """For how long it is kept yet; below 0 for ever."""
    reveal_at: int
    """The time from which it may be read, in ms since 1970; 0 for at once."""


class TranscriptStore:
    """Transcripts by match; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self.erased = ErasedStore(calls)
        self.elsewhere: Elsewhere = Nowhere()
        """The place of those that are not in the store."""
        self._turn = asyncio.Semaphore(SHARE)

    async def put(
        self, match: str, sealed: bytes, ttl_s: int, reveal_at: int = 0
    ) -> bytes:
        """Keep a transcript, unless one is kept already; return the one that is.

        0 s is for ever; `reveal_at` is when it may be read, in ms.
        """
        call, key = self._calls.write, transcript_key(match)
        words = ("EX", ttl_s) if ttl_s else ()
        if reveal_at:
            # Nobody may find the one without the other.
            await call("SET", reveal_key(match), reveal_at, *words)
        put = call("SET", key, sealed, "NX", *words)
        _, kept = await asyncio.gather(put, call("GET", key))
        return cast("bytes | None", kept) or b""

    async def rewrite(self, match: str, sealed: bytes) -> None:
        """Put a transcript in place of the one that is in the store, if one is."""
        await self._calls.write("SET", transcript_key(match), sealed, "XX", "KEEPTTL")

    async def keep(self, match: str) -> None:
        """Keep a transcript for ever."""
        key = transcript_key(match)
        if await self._calls.write("PERSIST", key):
            return
        if await self._calls.read_one("EXISTS", key):
            return
        kept = (await self.elsewhere.find([match])).get(match)
        if kept is not None and kept.until:
            # Back to where it came from, to be moved again with those kept for ever.
            await self._calls.write("ZADD", ARCHIVE_AGAIN, "NX", 0, match)
            await self._calls.write("SET", key, kept.sealed, "NX")

    async def reveal_at(self, match: str) -> int:
        """Return the time from which a transcript may be read, in ms; 0 for at once."""
        return int(
            cast("bytes | None", await self._calls.read_one("GET", reveal_key(match)))
            or 0
        )

    async def part(self, match: str, start: int, most: int) -> tuple[int, bytes]:
        """Return the size of a transcript, 0 for none, and a part of its bytes."""
        key = transcript_key(match)
        size, data = await self._calls.read(
            [("STRLEN", key), ("GETRANGE", key, start, start + most - 1)]
        )
        if size:
            return cast("int", size), cast("bytes", data)
        async with self._turn:
            kept = (await self.elsewhere.find([match])).get(match)
        sealed = b"" if kept is None else kept.sealed
        return len(sealed), sealed[start : start + most]

    async def read(self, matches: Sequence[str]) -> list[bytes | None]:
        """Return whole transcripts, None where there is none."""
        commands = [("GET", transcript_key(match)) for match in matches]
        found = cast("list[bytes | None]", await self._calls.read(commands))
        gone = [m for m, sealed in zip(matches, found, strict=True) if sealed is None]
        if not gone:
            return found
        kept = await self.elsewhere.find(gone)
        return [
            sealed if sealed or m not in kept else kept[m].sealed
            for m, sealed in zip(matches, found, strict=True)
        ]

    # For whoever moves them

    async def archive_id(self, proposed: str) -> str:
        """Return the id of this store's archive, which is `proposed` if it has none."""
        await self._calls.write("SET", ARCHIVE_ID, proposed, "NX")
        return cast("bytes", await self._calls.write("GET", ARCHIVE_ID)).decode()

    async def known_archive(self) -> str:
        """Return the id of this store's archive, empty if it never had one."""
        answer = await self._calls.read_one("GET", ARCHIVE_ID)
        return cast("bytes", answer or b"").decode()

    async def has_archive(self) -> bool:
        """Tell whether this store's archive has begun, and so is not empty any more."""
        return bool(await self._calls.read_one("EXISTS", ARCHIVE_CURSOR))

    async def archive_begins(self) -> None:
        """Note that this store's archive has begun."""
        await self._calls.write("SET", ARCHIVE_CURSOR, 0, "NX")

    async def archived(self) -> int:
        """Return the number of links of the chain that movers have looked at."""
        return int(
            cast("bytes", await self._calls.read_one("GET", ARCHIVE_CURSOR) or 0)
        )

    async def move_on(self, old: int, new: int) -> bool:
        """Say how many links were looked at, if nobody has since it was `old`."""
        answer = await self._calls.script("move_on", (ARCHIVE_CURSOR,), (old, new))
        return bool(answer)

    async def is_mover(self, process: str, for_s: int) -> bool:
        """Tell whether this process is the mover, for `for_s` from now on.

        Nothing but work is saved by that: two that move do no harm.
        """
        await self._calls.write("SET", ARCHIVE_MOVER, process, "NX", "EX", for_s)
        mover = await self._calls.write("GET", ARCHIVE_MOVER)
        if mover != process.encode():
            return False
        await self._calls.write("EXPIRE", ARCHIVE_MOVER, for_s)
        return True

    async def stored(self, matches: Sequence[str]) -> dict[str, Stored]:
        """Return those transcripts that are in the store itself."""
        commands: list[tuple[str, ...]] = []
        for match in matches:
            key = transcript_key(match)
            commands += [("GET", key), ("PTTL", key), ("GET", reveal_key(match))]
        answers = iter(await self._calls.read(commands))
        found = zip(matches, answers, answers, answers, strict=True)
        return {
            match: Stored(
                cast("bytes", sealed),
                cast("int", ttl_ms),
                int(cast("bytes | None", reveal) or 0),
            )
            for match, sealed, ttl_ms, reveal in found
            if sealed is not None
        }

    async def take_away(self, matches: Iterable[str], *, for_ever: bool) -> list[str]:
        """Take transcripts away that were moved; return those that have to stay.

        Those are to be kept for ever by now, and were not when they were moved.
        """
        matches = list(matches)
        answers = await together(
            *(
                self._calls.script(
                    "take_away",
                    (transcript_key(match), reveal_key(match)),
                    (int(for_ever),),
                )
                for match in matches
            )
        )
        return [
            match
            for match, is_gone in zip(matches, answers, strict=True)
            if not is_gone
        ]

    async def look_again(self, due: Mapping[str, int]) -> None:
        """Note that matches are to be moved later, each from when on, in ms."""
        if due:
            words = [word for match, at in due.items() for word in (at, match)]
            await self._calls.write("ZADD", ARCHIVE_AGAIN, *words)

    async def due_again(self, now: int, most: int) -> list[str]:
        """List matches that were noted to be moved, from then or before."""
        answer = await self._calls.read_one(
            *("ZRANGE", ARCHIVE_AGAIN, 0, now, "BYSCORE", "LIMIT", 0, most)
        )
        return [match.decode() for match in cast("list[bytes]", answer)]

    async def moved_again(self, matches: Sequence[str]) -> None:
        """Forget that matches were to be moved later."""
        if matches:
            await self._calls.write("ZREM", ARCHIVE_AGAIN, *matches)
