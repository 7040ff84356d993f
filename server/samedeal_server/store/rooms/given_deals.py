"""Given deals in the store: of each day, of tournaments, and who plays what where."""

from collections.abc import Sequence
from typing import cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import attempts_key, book_key, daily_key, event_key


class DailyStore:
    """The seeds of each day's deals; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def draw(self, day: str, game: str, drawn: bytes) -> None:
        """Keep the draw for a day's game, unless there was one before."""
        await self._calls.write("HSETNX", daily_key(day), game, drawn)

    async def drawn(self, day: str) -> dict[str, bytes]:
        """Return the draws for a day, by game."""
        answer = await self._calls.read_one("HGETALL", daily_key(day))
        found = cast("dict[bytes, bytes]", answer)
        return {game.decode(): drawn for game, drawn in found.items()}


class AttemptStore:
    """The rooms of players' attempts at given deals; all methods raise StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def reserve(
        self, deal: str, player: str, code: str, *, given_up: str = "", ttl_s: int = 0
    ) -> str:
        """Reserve a player's attempt at a deal; return the room's code.

        That is `code`, unless another one is reserved already and is not the one that
        is `given_up`. Reservations of a deal are kept for `ttl_s` after the last one, 0
        is for ever.
        """
        answer = await self._calls.script(
            "reserve", (attempts_key(deal),), (player, code, given_up, ttl_s)
        )
        return cast("bytes", answer).decode()

    async def reserved(self, deal: str, player: str) -> str | None:
        """Return the code of the room of a player's attempt; None if there is none.

        The room may not exist (yet).
        """
        answer = await self._calls.read_one("HGET", attempts_key(deal), player)
        return None if answer is None else cast("bytes", answer).decode()


class TournamentStore:
    """The tournaments of a store; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def put(self, tournament: str, packed: bytes, ttl_s: int) -> bool:
        """Keep a new tournament for `ttl_s`; tell whether its id was free."""
        answer = await self._calls.write(
            "SET", event_key(tournament), packed, "NX", "EX", ttl_s
        )
        return answer is not None

    async def keep(self, tournament: str, ttl_s: int) -> None:
        """Keep a tournament for `ttl_s` from now on."""
        await self._calls.write("EXPIRE", event_key(tournament), ttl_s)

    async def get(self, tournament: str) -> bytes | None:
        """Return a tournament, None where there is none."""
        (answer,) = await self._calls.read([("GET", event_key(tournament))])
        return cast("bytes | None", answer)

    async def players(self, origin: str) -> int:
        """Count those who have a room in a tournament."""
        (answer,) = await self._calls.read([("HLEN", attempts_key(origin))])
        return cast("int", answer)

    async def room_of(self, origin: str, player: str) -> str:
        """Return the code of a player's room in a tournament, empty for none."""
        (answer,) = await self._calls.read([("HGET", attempts_key(origin), player)])
        return cast("bytes", answer or b"").decode()

    async def lengths(self, books: Sequence[str]) -> tuple[int, ...]:
        """Count the fields of hashes in the books."""
        answers = await self._calls.read([("HLEN", book_key(book)) for book in books])
        return tuple(cast("list[int]", answers))

    async def stands_in(self, books: Sequence[str], field: str) -> bool:
        """Tell whether any of these hashes in the books has a field."""
        commands = [("HEXISTS", book_key(book), field) for book in books]
        return any(await self._calls.read(commands))
