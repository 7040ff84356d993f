"""Boards set apart by an operator's command while harm is done; all books after it."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Self

from bench.chaos.processes import Program
from tests.server.house import opened

from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare, rebuild

DONE_WITHIN_S, AGAIN_S = 120.0, 1.0
SHOWN = 5
"""The most differences that are told."""


class Parting(Program):
    """`admin set-apart`, which may be killed, and given again."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(folder, "set-apart")
        self._url = url

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.kill()

    async def start(self) -> None:
        """Start it, unless it runs."""
        if not self.pid:
            await self.spawn(
                *(sys.executable, "-m", "samedeal_server", "admin", "set-apart"),
                env={**os.environ, "REDIS_URL": self._url},
            )

    async def done(self) -> None:
        """Return once it has ended well, however often it has to be given again.

        After a kill it is refused for half a minute.
        """
        async with asyncio.timeout(DONE_WITHIN_S):
            while True:
                await self.start()
                assert self._process is not None
                if not await self._process.wait():
                    return
                await asyncio.sleep(AGAIN_S)


async def books_of(url: str) -> tuple[dict[str, object], list[str]]:
    """Have all matches booked; return figures of the books, and what is wrong.

    Nothing may be, unless the store says that it has lost something; and what was lost
    is put right by computing the books anew.
    """
    async with opened(url) as store:
        await BooksWriter(store).catch_up()
        found, loss = await compare(store), await store.orders.loss()
        wrong = list(found.differences) if not loss else []
        if found.differences:
            await rebuild(store)
            wrong += (await compare(store)).differences
        figures: dict[str, object] = {
            "parts": len(store.books.parts.apart),
            "booked": found.matches,
            "books": found.books,
        }
        if loss:
            figures["differed after a loss"] = len(found.differences)
        return figures, [f"the books: {each}" for each in wrong[:SHOWN]]
