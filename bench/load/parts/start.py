"""R28: how soon a server with a store of its own is ready: empty, and with rooms."""

import asyncio
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.load.asked import Asked
from bench.load.crowd import POLL_S, SEATS, Crowd
from bench.load.figures import Figure
from bench.load.ledger import Findings
from bench.load.paces import Steady
from bench.load.processes import OUT_OF_THE_WAY, SERVER, process
from bench.load.talker import new_measures

STARTS = 5
IN_PLAY_WITHIN_S = 120.0


async def start(asked: Asked) -> tuple[list[Figure], Findings]:
    """Start it some times on nothing, and some times over rooms that are in play."""
    took_s = [await _start(asked) for _ in range(STARTS)]
    rooms = asked.players // SEATS
    with TemporaryDirectory(prefix="samedeal-load-") as folder:
        await _fill(asked, folder, rooms)
        full_s = [await _start_in(asked, folder) for _ in range(STARTS)]
    over = f"ready with {rooms} rooms in play"
    return [
        Figure("R28", "ready from cold, median", statistics.median(took_s), "s"),
        Figure("R28", "ready from cold, slowest", max(took_s), "s"),
        Figure("R28", f"{over}, median", statistics.median(full_s), "s"),
        Figure("R28", f"{over}, slowest", max(full_s), "s"),
    ], Findings()


async def _start(asked: Asked) -> float:
    with TemporaryDirectory(prefix="samedeal-load-") as folder:
        return await _start_in(asked, folder)


async def _start_in(asked: Asked, folder: str) -> float:
    began = time.perf_counter()
    async with process(*_words(folder), SAMEDEAL_FSYNC=asked.fsync):
        return time.perf_counter() - began


async def _fill(asked: Asked, folder: str, rooms: int) -> None:
    """Leave rooms in a store in which everybody has made a move."""
    async with process(*_words(folder), **OUT_OF_THE_WAY) as server:
        pace = Steady(1.0, asked.seed)
        players = rooms * SEATS
        crowd = Crowd((server,), players, asked.game, pace, new_measures())
        await crowd.take_seats()
        await crowd.start()
        async with asyncio.timeout(IN_PLAY_WITHIN_S):
            while not all(player.moves for player in crowd.players):  # noqa: ASYNC110 - thousands of answers, no one event
                await asyncio.sleep(POLL_S)
        crowd.close()


def _words(folder: str) -> tuple[str, ...]:
    return (*SERVER, "--data", str(Path(folder) / "store"))
