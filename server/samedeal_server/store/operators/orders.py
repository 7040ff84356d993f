"""The orders of operators, and matters to see to; every process reads them."""

import secrets
from typing import NamedTuple, cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import ANNOUNCED, BANS, LOST, drain_key

DRAIN_KNOWN_S = 600
"""Long enough for any process to hear of it."""


class Ordered(NamedTuple):
    """All that a process is to obey, as it was at one moment."""

    bans: dict[str, bytes]
    """By what is banned; `people.bans` reads them."""
    announced: bytes
    """Empty for nothing."""
    is_to_end: bool
    is_lost: bool
    """Whether the store has lost facts, and no operator has seen to it."""


class OrderStore:
    """Orders of operators; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def read(self, process: str) -> Ordered:
        """Return the orders that a process is to obey."""
        bans, announced, drain, lost = await self._calls.read(
            [
                ("HGETALL", BANS),
                ("GET", ANNOUNCED),
                ("EXISTS", drain_key(process)),
                ("EXISTS", LOST),
            ]
        )
        found = cast("dict[bytes, bytes]", bans)
        return Ordered(
            {what.decode(): packed for what, packed in found.items()},
            cast("bytes | None", announced) or b"",
            bool(drain),
            bool(lost),
        )

    async def ban(self, what: str, packed: bytes) -> None:
        """Ban somebody, in place of a ban before."""
        await self._calls.write("HSET", BANS, what, packed)

    async def unban(self, *what: str) -> bool:
        """End bans; tell whether there was any."""
        return bool(what and await self._calls.write("HDEL", BANS, *what))

    async def announce(self, packed: bytes, lasts_ms: int) -> None:
        """Announce something to everybody, in place of the announcement before."""
        await self._calls.write("SET", ANNOUNCED, packed, "PX", lasts_ms)

    async def say_no_more(self) -> bool:
        """End what is announced; tell whether anything was."""
        return bool(await self._calls.write("DEL", ANNOUNCED))

    async def drain(self, process: str) -> None:
        """Order a process to hand its players over, and end."""
        await self._calls.write("SET", drain_key(process), "1", "EX", DRAIN_KNOWN_S)

    async def note_loss(self) -> None:
        """Note that the store has lost facts."""
        await self._calls.write("SET", LOST, secrets.token_hex(8))

    async def loss(self) -> bytes:
        """Return the id of the loss noted last; empty for none."""
        return cast("bytes | None", await self._calls.read_one("GET", LOST)) or b""

    async def forget_loss(self, loss: bytes) -> None:
        """Forget a loss whose consequences were seen to; one noted since stays."""
        await self._calls.script("forget_loss", (LOST,), (loss,))
