"""Troubles of a process."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import contextlib
import os
import resource
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.alarms.certificates import made
from bench.alarms.place import Place
from bench.alarms.players import alone, sockets
from bench.alarms.ways import Way, by_turns, calling, store_of

import samedeal_players
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_server.store.keys import book_key

SEARCHES = 40
"""Rooms that want deals which can be won, all at once."""
SOCKETS = 120


@asynccontextmanager
async def killed(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    yield there.small.kill, there.small.start


@asynccontextmanager
async def seldom(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    yield calling(lambda: there.ask("1m")), calling(there.ask)


@asynccontextmanager
async def starved(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with by_turns(there.large, 0.3, 0.1) as ways:
        yield ways


@asynccontextmanager
async def met_the_unexpected(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Spoil a row of a history and have somebody ask for it; replace the process."""
    async with (
        store_of(there) as store,
        Player(there.url_of(there.large), name="Ada").connected() as ada,
    ):
        history = book_key(f"history/{ada.id}")

        async def spoil() -> None:
            await store.rpush(history, "no row")
            with contextlib.suppress(NotDone):
                await ada.history()

        async def mend() -> None:
            await store.delete(history)
            await there.large.restart()

        yield spoil, mend


@asynccontextmanager
async def by_certificate(
    there: Place, since_days: float, for_days: float, *, is_torn: bool = False
) -> AsyncGenerator[tuple[Way, Way]]:
    """Serve TLS at the small server; yield how to replace its certificate.

    First by one of this age and life, or by a torn one, and then by a new one.
    """
    with TemporaryDirectory(prefix="alarms-tls-") as name:
        folder = Path(name)
        shown, key = made(folder / "shown", 1, 89)
        old, new = (
            made(folder / "old", since_days, for_days),
            made(folder / "new", 0, 90),
        )

        if is_torn:
            old[0].write_bytes(old[0].read_bytes()[:200])

        def show(files: tuple[Path, Path]) -> None:
            for path, place in zip(files, (shown, key), strict=True):
                shutil.copy(path, place)

        said = {"SAMEDEAL_TLS_CERT": str(shown), "SAMEDEAL_TLS_KEY": str(key)}
        with there.small.told(**said):
            await there.small.restart()
        yield calling(lambda: show(old)), calling(lambda: show(new))
        await there.small.restart()


@asynccontextmanager
async def ending(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with by_certificate(there, 80, 10) as ways:
        yield ways


@asynccontextmanager
async def torn(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with by_certificate(there, 0, 90, is_torn=True) as ways:
        yield ways


@asynccontextmanager
async def searching(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Let many search for deals where nothing is compiled; replace the process."""
    source = Path(samedeal_players.__file__).parent
    slow = there.folder / "uncompiled"
    shutil.copytree(
        source, slow / source.name, ignore=shutil.ignore_patterns("*.so", "__pycache__")
    )
    large = there.large
    with large.told(PYTHONPATH=str(slow)):
        await large.restart()
    async with alone(there.url_of(large), SEARCHES, "easthaven") as here:

        async def begin() -> None:
            await asyncio.gather(*(player.ready() for player in here))

        yield begin, large.restart


@asynccontextmanager
async def short_of_descriptors(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    large = there.large
    limits = resource.prlimit(large.pid, resource.RLIMIT_NOFILE)

    async def take() -> None:
        has = len(os.listdir(f"/proc/{large.pid}/fd"))
        few = (has * 100 // 88, limits[1])
        resource.prlimit(large.pid, resource.RLIMIT_NOFILE, few)

    async def give() -> None:
        resource.prlimit(large.pid, resource.RLIMIT_NOFILE, limits)

    async with sockets(there.url_of(large), SOCKETS):
        yield take, give
