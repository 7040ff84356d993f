"""Tournaments in the store: what each is, and who plays it where."""

from collections.abc import Sequence
from typing import cast

from samedeal_server.store.keys import attempts_key, book_key, event_key
from samedeal_server.store.redis import Store


class TournamentStore:
    """The tournaments of a store; every method raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, tournament: str, packed: bytes, ttl_s: int) -> bool:
        """Keep a new tournament for so long; tell whether its id was free."""
        answer = await self._store.write(
            "SET", event_key(tournament), packed, "NX", "EX", ttl_s
        )
        return answer is not None

    async def keep(self, tournament: str, ttl_s: int) -> None:
        """Keep a tournament for so long from now on."""
        await self._store.write("EXPIRE", event_key(tournament), ttl_s)

    async def get(self, tournament: str) -> bytes | None:
        """Return a tournament, None where there is none."""
        (answer,) = await self._store.read([("GET", event_key(tournament))])
        return cast("bytes | None", answer)

    async def players(self, origin: str) -> int:
        """Count those who have a room in a tournament."""
        (answer,) = await self._store.read([("HLEN", attempts_key(origin))])
        return cast("int", answer)

    async def room_of(self, origin: str, player: str) -> str:
        """Return the code of a player's room in a tournament, empty for none."""
        (answer,) = await self._store.read([("HGET", attempts_key(origin), player)])
        return cast("bytes", answer or b"").decode()

    async def lengths(self, books: Sequence[str]) -> tuple[int, ...]:
        """Count the fields of hashes in the books."""
        answers = await self._store.read([("HLEN", book_key(book)) for book in books])
        return tuple(cast("list[int]", answers))

    async def stands_in(self, books: Sequence[str], field: str) -> bool:
        """Tell whether any of these hashes in the books has a field."""
        commands = [("HEXISTS", book_key(book), field) for book in books]
        return any(await self._store.read(commands))
