"""Those who were erased, and the secret that salts the names of those who play.

Neither tells who anybody was: who was erased stands here by a hash of the id, which is
random, and the secret is another one after somebody was erased.
"""

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import (
    ARCHIVE_ERASING,
    ERASED,
    PREFIX,
    SALTING,
    identity_key,
    player_keys,
    presence_keys,
)

SALTING_BYTES = 32
AT_ONCE = 500
"""Keys that are looked at in one round trip."""
WRITTEN_AT_ONCE = 1_000
"""Commands, which go out as one."""
OF_OTHERS = ("player:*}:relations", "player:*}:invitations", "deal:*}:attempts")
"""Hashes by players' ids that are not the player's own."""


class Left(NamedTuple):
    """The rest of what there was of somebody, besides records and books."""

    claims: int
    """Names that they had claimed, in each of its looks."""
    listed: int
    """Lists of others, invitations and attempts at given deals that they were in."""


class ErasedStore:
    """Those erased, by a hash of their ids; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def begin(self) -> None:
        """Tell those who move records that these are rewritten from now on."""
        await self._calls.write("INCR", ARCHIVE_ERASING)

    async def begun(self) -> int:
        """Return the number of times that records began to be rewritten."""
        found = await self._calls.write("GET", ARCHIVE_ERASING)
        return int(cast("bytes | None", found) or 0)

    async def salting(self) -> bytes:
        """Return the secret of now, which every process has for the same matches."""
        found = cast("bytes | None", await self._calls.read_one("GET", SALTING))
        return await self._drawn() if found is None else found

    async def _drawn(self) -> bytes:
        drawn = secrets.token_bytes(SALTING_BYTES)
        await self._calls.write("SET", SALTING, drawn, "NX")
        found = await self._calls.write("GET", SALTING)
        return cast("bytes | None", found) or b""

    async def salting_and_among(
        self, players: Collection[str]
    ) -> tuple[bytes, Mapping[str, str]]:
        """Return both for the players of a match, most often in one round trip."""
        asked = list(players)
        found, answer = await self._calls.read([("GET", SALTING), _stand_ins_of(asked)])
        salting = cast("bytes | None", found)
        if salting is None:
            # Whoever is erased until then must be among them.
            return await self._drawn(), await self.among(asked)
        return salting, _gone(asked, answer)

    async def forget_salting(self) -> None:
        """Drop the secret for a new one, so that nobody makes a salt again."""
        await self._calls.write("DEL", SALTING)

    async def stand_in(self, player: str, drawn: str) -> str:
        """Return the stand-in of a player who is erased; `drawn`, if none yet."""
        await self._calls.write("HSETNX", ERASED, hash_of(player), drawn)
        found = await self._calls.write("HGET", ERASED, hash_of(player))
        return cast("bytes", found).decode()

    async def among(self, players: Iterable[str]) -> Mapping[str, str]:
        """Return the stand-ins of those of some players who were erased."""
        asked = list(dict.fromkeys(players))
        if not asked:
            return {}
        return _gone(asked, await self._calls.read_one(*_stand_ins_of(asked)))

    async def all(self) -> Mapping[str, str]:
        """Return the stand-ins of all who were erased, by hashes of their ids."""
        found = await self._calls.read_one("HGETALL", ERASED)
        gone = cast("dict[bytes, bytes]", found)
        return {who.decode(): stand_in.decode() for who, stand_in in gone.items()}

    async def know(self, erased: Mapping[str, str]) -> None:
        """Take over who was erased, by hashes of ids; those known stay as they are."""
        commands = [("HSETNX", ERASED, who, gone) for who, gone in erased.items()]
        for first in range(0, len(commands), WRITTEN_AT_ONCE):
            await self._calls.write_all(commands[first : first + WRITTEN_AT_ONCE])

    async def known(self) -> Collection[str]:
        """Return the ids of all who have an identity here."""
        begins, ends = identity_key("*").split("*")
        keys = await self._calls.scan(identity_key("*"))
        return [key.removeprefix(begins).removesuffix(ends) for key in keys]

    async def forget(self, player: str, *, is_dry: bool) -> Left:
        """Forget a player's names, and whatever others have of them."""
        claims = await self._of_player("string", "names}:*", player)
        listed = [
            key
            for like in OF_OTHERS
            for key in await self._of_player("hash", like, player)
        ]
        if not is_dry:
            for key in claims:
                await self._calls.write("UNLINK", key)
            for key in listed:
                await self._calls.write("HDEL", key, player)
            for key in await self._calls.scan(f"{PREFIX}:{{room:*:reported:*{player}*"):
                await self._calls.write("UNLINK", key)
        return Left(len(claims), len(listed))

    async def forget_identity(self, player: str) -> None:
        """Forget who somebody was, after everything else."""
        for key in (*player_keys(player), *presence_keys(player)):
            await self._calls.write("UNLINK", key)

    async def _of_player(self, kind: str, like: str, player: str) -> Sequence[str]:
        """Return keys that are a player's, or hashes in which the player is."""
        keys = await self._calls.scan(f"{PREFIX}:{{{like}")
        found: list[str] = []
        for first in range(0, len(keys), AT_ONCE):
            some = keys[first : first + AT_ONCE]
            if kind == "string":
                answers = await self._calls.read([("GET", key) for key in some])
                has = [answer == player.encode() for answer in answers]
            else:
                asked = [("HEXISTS", key, player) for key in some]
                has = [bool(answer) for answer in await self._calls.read(asked)]
            found += [
                key for key, is_theirs in zip(some, has, strict=True) if is_theirs
            ]
        return found


def _stand_ins_of(players: Iterable[str]) -> Sequence[str]:
    """Return the command that asks for stand-ins."""
    return ("HMGET", ERASED, *map(hash_of, players))


def _gone(players: Iterable[str], answer: object) -> Mapping[str, str]:
    stand_ins = cast("list[bytes | None]", answer)
    return {
        player: gone.decode()
        for player, gone in zip(players, stand_ins, strict=True)
        if gone is not None
    }


def hash_of(player: str) -> str:
    """Return by what a player is known who was erased; 64 hex digits."""
    return hashlib.sha256(player.encode()).hexdigest()
