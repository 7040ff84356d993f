"""Boards set apart by an operator's command while harm is done; all books after it."""

import asyncio
import os
import sys
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Self

from bench.chaos.processes import Program
from tests.server.house import opened

from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.links import unpack_link
from samedeal_server.records.rebuilding import compare, rebuild
from samedeal_server.store.redis import Store

DONE_WITHIN_S, AGAIN_S = 120.0, 1.0
LINKED_WITHIN_S, AT_ONCE = 20.0, 500
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


async def books_of(
    url: str, told: Collection[str]
) -> tuple[dict[str, object], list[str]]:
    """Have all matches booked; return figures of the books, and what is wrong.

    Those that players were `told` are over are to be in the chain, and nothing in the
    books may be wrong, unless the store says that it has lost something; and what was
    lost is put right by computing the books anew.
    """
    async with opened(url) as store:
        left = await _unlinked(store, told)
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
        found_wrong = [f"the books: {each}" for each in wrong[:SHOWN]]
        if left and not loss:
            found_wrong.append(f"{len(left)} matches are over and not in the chain")
        return figures, found_wrong


async def _unlinked(store: Store, matches: Collection[str]) -> set[str]:
    """Return which matches the chain does not say are over, after a while."""
    left, length = set(matches), 0
    with suppress(TimeoutError):
        async with asyncio.timeout(LINKED_WITHIN_S):
            while left:
                links = [*map(unpack_link, await store.chain.links(length, AT_ONCE))]
                left -= {link.match for link in links if link.kind == "end"}
                length += len(links)
                if not links:
                    await asyncio.sleep(AGAIN_S)
    return left
