"""Who was erased, and the secret by which the names of those who play are salted.

Neither tells who anybody was: who was erased stands here by a hash of the id, which is
random, and the secret is another one after somebody was erased.
"""

import hashlib
import secrets
from collections.abc import Mapping
from typing import cast

from samedeal_server.store.keys import ERASED, SALTING
from samedeal_server.store.writer import Calls

SALTING_BYTES = 32


class ErasedStore:
    """Those erased, by a hash of their ids; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def salting(self) -> bytes:
        """Return the secret of now, which every process has for the same matches."""
        found = await self._calls.read_one("GET", SALTING)
        if found is None:
            drawn = secrets.token_bytes(SALTING_BYTES)
            await self._calls.write("SET", SALTING, drawn, "NX")
            found = await self._calls.write("GET", SALTING)
        return cast("bytes | None", found) or b""

    async def forget_salting(self) -> None:
        """Have another secret from now on, so that nobody makes a salt again."""
        await self._calls.write("DEL", SALTING)

    async def stand_in(self, player: str) -> str:
        """Return who stands in for a player who is erased, now or before."""
        drawn = f"gone-{secrets.token_hex(8)}"
        await self._calls.write("HSETNX", ERASED, hash_of(player), drawn)
        found = await self._calls.write("HGET", ERASED, hash_of(player))
        return cast("bytes", found).decode()

    async def all(self) -> Mapping[str, str]:
        """Return who stands in for whom, by a hash of the player's id."""
        found = cast(
            "dict[bytes, bytes]", await self._calls.read_one("HGETALL", ERASED)
        )
        return {player.decode(): gone.decode() for player, gone in found.items()}


def hash_of(player: str) -> str:
    """Return by what a player is known who was erased; 64 hex digits."""
    return hashlib.sha256(player.encode()).hexdigest()
