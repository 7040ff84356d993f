"""Matches and boards of people of whom one is erased, and what is then left."""

from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.finished import keep, series

from samedeal_records.transcripts import Transcript, salted
from samedeal_server.admin.checking import check
from samedeal_server.archive.holdings import Holdings
from samedeal_server.archive.shelves import Folder
from samedeal_server.core.books import books
from samedeal_server.process.settings import Settings
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.keys import ENDED
from samedeal_server.store.redis import Store

SALTING = bytes(32)
NAMES = {
    f"p-{n}": name
    for n, name in enumerate(("Bot", "Ann", "Bob", "Cid", "Dan", "Eve", "Fay"))
}
IDS = {f"p-{n}": f"p-{n:016x}" for n in range(len(NAMES))}
ANN, BOB = IDS["p-1"], IDS["p-2"]
MATCHES = 50


class House(NamedTuple):
    """A store with matches in it and in its archive, among seven who met often."""

    store: Store
    archiving: Archiving
    settings: Settings
    folder: Path

    async def wrong(self) -> list[str]:
        """Return what does not hold of all that is kept."""
        found: list[str] = (await check(self.store, self.settings))["wrong"]
        return found

    async def shown(self, *others: str) -> dict[str, object]:
        """Return what others are rated at."""
        asked = [
            (book, player)
            for player in others
            for book in ("ratings/squares", "ratings/westcliff")
        ]
        found = await self.store.books.read(asked)
        return {
            f"{book} {player}": books.unpack_rating(value).rating
            for (book, player), value in found.items()
            if value is not None
        }

    async def words(self) -> set[bytes]:
        """Return all that stands anywhere in the store, by keys and values."""
        keys = await self.store.whole.keys()
        held = await self.store.whole.read([[key] for key in keys])
        return {word for each in held for word in (each.key.encode(), *each.words)} - {
            word for each in held if each.key == ENDED for word in each.words
        }

    async def archived(self) -> list[bytes]:
        """Return all records that are in the archive."""
        server = await self.store.transcripts.known_archive()
        seen = list[bytes]()

        def look(sealed: bytes) -> None:
            seen.append(sealed)

        Holdings(Folder(self.folder), server).rewrite(look)
        return seen


def renamed(match: Transcript, number: int) -> Transcript:
    """Return a match among people with ids and names; the first are of version 4."""
    seats = (
        seat._replace(player=IDS[seat.player], name=f"{NAMES[seat.player]} the Great")
        for seat in match.seats
    )
    fresh = match._replace(seats=tuple(seats))
    return fresh if number < 0 else salted(fresh, SALTING)


async def played(store: Store, first: int = 0) -> None:
    """Have matches played and booked."""
    matches = enumerate(series(Random(7), MATCHES), first)
    await keep(store, *(renamed(match, number) for number, match in matches))
    await BooksWriter(store).catch_up()


async def has_a_life(store: Store) -> None:
    """Have Ann claim a name, list others, be listed, and be reported."""
    for player, name in ((ANN, "Ann the Great"), (BOB, "Bob")):
        await store.people.add(player, {"name": name, "bot": "", "token": "x"})
    await store.people.take_name(ANN, ["0123"])
    await store.people.relate(ANN, BOB, "friend", 9)
    await store.people.relate(BOB, ANN, "blocked", 9)
    await store.presence.invite(BOB, ANN, b"x")
    await store.reports.add(b"%s reports that" % ANN.encode())
