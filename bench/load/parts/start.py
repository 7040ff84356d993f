"""R28: how soon a server with a store of its own is ready, on an empty folder."""

import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.load.asked import Asked
from bench.load.figures import Figure
from bench.load.ledger import Findings
from bench.load.processes import SERVER, process

STARTS = 5


async def start(asked: Asked) -> tuple[list[Figure], Findings]:
    """Start it some times; nobody connects."""
    took_s = [await _start(asked) for _ in range(STARTS)]
    return [
        Figure("R28", "ready from cold, median", statistics.median(took_s), "s"),
        Figure("R28", "ready from cold, slowest", max(took_s), "s"),
    ], Findings()


async def _start(asked: Asked) -> float:
    with TemporaryDirectory(prefix="samedeal-load-") as folder:
        began = time.perf_counter()
        words = (*SERVER, "--data", str(Path(folder) / "store"))
        async with process(*words, SAMEDEAL_FSYNC=asked.fsync):
            return time.perf_counter() - began
