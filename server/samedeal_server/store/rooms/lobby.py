"""The list of public rooms in the store, read by page and never whole."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from samedeal_server.store.calls import Calls
from samedeal_server.store.keys import LOBBY, LOBBY_ORDER, LOBBY_PLACES


class Listed(NamedTuple):
    """A room as the list has it."""

    line: bytes
    places: tuple[str, ...]
    """Where it stands, each ``<part>|…|``: whoever asks for all that begin so finds it.
    Without blanks."""


class LobbyStore:
    """The list of public rooms; every method raises StoreError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def put(self, rooms: Mapping[str, Listed]) -> None:
        """Put public rooms in the list, or replace them."""
        await self._change(
            word
            for code, (line, places) in rooms.items()
            for word in (code, line, " ".join(places))
        )

    async def take(self, rooms: Sequence[str]) -> None:
        """Take rooms out of the list."""
        await self._change([word for code in rooms for word in (code, "", "")])

    async def page(self, place: str, start: int, most: int) -> tuple[int, list[bytes]]:
        """Return the number of rooms at a place, and some of their lines."""
        answer = await self._calls.read_script(
            "listed", (LOBBY, LOBBY_ORDER), (place, start, most)
        )
        return cast("tuple[int, list[bytes]]", tuple(cast("list[object]", answer)))

    async def without_places(self) -> dict[str, bytes]:
        """Return the lines that code has put there which knew of no places."""
        lines, places = await self._calls.read(
            [("HGETALL", LOBBY), ("HKEYS", LOBBY_PLACES)]
        )
        known = set(cast("list[bytes]", places))
        found = cast("dict[bytes, bytes]", lines)
        return {c.decode(): line for c, line in found.items() if c not in known}

    async def _change(self, words: Iterable[str | bytes]) -> None:
        given = list(words)
        if given:
            keys = (LOBBY, LOBBY_PLACES, LOBBY_ORDER)
            await self._calls.script("list_rooms", keys, given)
