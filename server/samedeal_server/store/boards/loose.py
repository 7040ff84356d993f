"""What nobody names in the archive, and since when that was seen.

In the store, as the names are: one that is put back from a copy, or has lost its data,
knows as little of the one as of the other, and begins anew.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import ARCHIVE_LOOSE

NOTED_MOST = 32_768
"""Some 3 MB of the store's memory; what is loose besides is noted once these have
gone."""
AT_ONCE = 1024
"""In one command."""


class LooseStore:
    """Things in the archive by their keys there; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def seen(
        self, loose: Iterable[bytes], named: Iterable[bytes], now: int
    ) -> Mapping[bytes, int]:
        """Note what is loose, and what is not; return since when each is, in ms.

        Without what there is no room to note. There are some hundred of either.
        """
        loose = list(loose)
        await self.forget(named)
        if not loose:
            return {}
        found = await self._calls.read_one("ZMSCORE", ARCHIVE_LOOSE, *loose)
        scores = cast("list[float | bytes | None]", found)
        since = {
            key: int(float(score))
            for key, score in zip(loose, scores, strict=True)
            if score is not None
        }
        fresh = [key for key in loose if key not in since]
        count = cast("int", await self._calls.read_one("ZCARD", ARCHIVE_LOOSE))
        fresh = fresh[: max(0, NOTED_MOST - count)]
        if fresh:
            words = [word for key in fresh for word in (now, key)]
            await self._calls.write("ZADD", ARCHIVE_LOOSE, "NX", *words)
        return since | dict.fromkeys(fresh, now)

    async def forget(self, keys: Iterable[bytes]) -> None:
        """Forget what is named, or gone."""
        asked = list(keys)
        for first in range(0, len(asked), AT_ONCE):
            some = asked[first : first + AT_ONCE]
            await self._calls.write("ZREM", ARCHIVE_LOOSE, *some)

    async def forget_all_but(self, seen: Collection[bytes], before: int) -> None:
        """Forget what was noted before then, in ms, but what was seen since."""
        found = await self._calls.read_one(
            *("ZRANGE", ARCHIVE_LOOSE, "-inf", f"({before}", "BYSCORE")
        )
        noted = cast("list[bytes]", found)
        await self.forget([key for key in noted if key not in seen])
