"""What the core of the books takes for a match, piece by piece, with boards apart.

``python -m bench.stores.core [--matches 300] [--turns 5]``

The core has one order of all matches, so what it takes bounds the whole service. Here
it books the same matches whole, and with one piece left out each time, by turns: what
that saves is what it would be worth to have the piece apart. (The books are wrong
then.) Told are the µs of the process and of the store for a match of four, medians of
all turns.
"""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from bench.finished import keep
from bench.stores.booking import Measured, Took, matches_of, set_all_apart
from redis.asyncio import Redis

from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.books import Books, Writes
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

Field = tuple[str, str]
Known = dict[Field, bytes | None]
FOLD = "samedeal_server.core.books.projection"


class Piece(NamedTuple):
    """Something that the core does for each match."""

    books: str
    """What the names of the books begin with that it reads and writes."""
    steps: Mapping[str, object]
    """Of the fold what makes its writes, and what that is to return instead."""


PIECES = {
    "histories": Piece(
        "history/", {f"{FOLD}._line": None, f"{FOLD}.books.pack_line": b""}
    ),
    "who met whom": Piece("versus/", {f"{FOLD}._Company.versus_writes": ()}),
    "ratings": Piece("ratings/", {f"{FOLD}._rating_writes": ()}),
    "renown": Piece("renown", {f"{FOLD}._Company.writes": ()}),
    "notes for the parts": Piece("notes/", {f"{FOLD}.pack_note": b""}),
}
WHOLE, REST = "the core", "what is left without all of these"


async def took(left_out: Sequence[Piece], matches: int) -> Took:
    """Return what the core takes for a match, without some pieces.

    As many matches before are booked as a whole, so that people have a past.
    """
    async with AsyncExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix="samedeal-core-")))
        embedded = await held.enter_async_context(EmbeddedStore(folder))
        client = await held.enter_async_context(Redis.from_url(embedded.url))
        store = await held.enter_async_context(Store(embedded.url))
        running = asyncio.create_task(store.run())
        made, writer = list(matches_of(2 * matches)), BooksWriter(store)
        await keep(store, *made[:matches])
        await writer.catch_up()
        await set_all_apart(store)
        await writer.catch_up()
        await keep(store, *made[matches:])

        async def core_alone(_: int) -> None: ...

        with ExitStack() as changed:
            changed.enter_context(patch.object(writer.boards, "catch_up", core_alone))
            _leave_out(changed, store.books, left_out)
            found = await Measured(client, matches).took(writer.catch_up())
        running.cancel()
        await asyncio.wait([running])
        return found


def _leave_out(changed: ExitStack, books: Books, pieces: Sequence[Piece]) -> None:
    """Have pieces neither read nor computed nor written."""
    begun = tuple(piece.books for piece in pieces)
    if not begun:
        return
    for piece in pieces:
        for step, instead in piece.steps.items():
            changed.enter_context(patch(step, _returning(instead)))
    standing, book = books.standing, books.book

    async def some_standing(
        fields: Sequence[Field], sheets: Iterable[str] = ()
    ) -> Known | None:
        left: Known = {each: None for each in fields if each[0].startswith(begun)}
        found = await standing([each for each in fields if each not in left], sheets)
        return None if found is None else {**left, **found}

    async def some_booked(
        cursor: int, then: int, writes: Writes, sheets: Iterable[str] = ()
    ) -> bool:
        lines = () if "history/" in begun else writes.lines
        notes = () if "notes/" in begun else writes.notes
        some = writes._replace(lines=lines, notes=notes)
        return await book(cursor, then, some, sheets)

    changed.enter_context(patch.object(books, "standing", some_standing))
    changed.enter_context(patch.object(books, "book", some_booked))


def _returning(value: object) -> Callable[..., object]:
    # A mock would take longer than most of what it stands for.
    def return_it(*_: object) -> object:
        return value

    return return_it


async def main(arguments: Sequence[str] | None = None) -> None:
    """Print what the core takes, and what each piece of it."""
    parser = argparse.ArgumentParser(prog="python -m bench.stores.core")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--turns", type=int, default=5)
    asked = parser.parse_args(arguments)
    forms: dict[str, Sequence[Piece]] = {
        WHOLE: (),
        **{name: (piece,) for name, piece in PIECES.items()},
        REST: (*PIECES.values(),),
    }
    turns: dict[str, list[Took]] = {name: [] for name in forms}
    for _ in range(asked.turns):
        for name, left_out in forms.items():
            turns[name].append(await took(left_out, asked.matches))
    found = {
        name: Took(*(median(of) for of in zip(*each, strict=True)))
        for name, each in turns.items()
    }
    whole = found[WHOLE]
    for name, each in found.items():
        is_saved = name in PIECES
        us = Took(*(a - b for a, b in zip(whole, each, strict=True)))
        own, store = us if is_saved else each
        print(
            f"{name:34} {own:5.0f} µs of the process, {store:4.0f} of the store: "
            f"{own / whole.own_us:.2f} and {store / whole.store_us:.2f} of the core"
        )


if __name__ == "__main__":
    asyncio.run(main())
