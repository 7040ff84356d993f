"""The things that these tests break: a server in their own loop, and a mortal store."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple, cast

import pytest
from redis.asyncio import Redis
from tests.server.house import QUICK
from tests.talk import Talker

from samedeal_protocol.updates import MatchStarted, ServerMessage, Service
from samedeal_server.core.facts import Entry, Moved, unpack_entry
from samedeal_server.hub import upkeep
from samedeal_server.process.process import Process as Server
from samedeal_server.process.settings import Settings
from samedeal_server.store import clients, health, redis, writer
from samedeal_server.store.clients import CALL_TIMEOUT_S
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms import doorbells
from samedeal_server.store.writer import BATCH_TIMEOUT_S, READ_TIMEOUT_S

POLL_S = 0.05
CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]


class Inside(NamedTuple):
    """A server whose parts can be reached."""

    server: Server
    store: Store
    url: str


@asynccontextmanager
async def inside(store_url: str, settings: Settings = QUICK) -> AsyncGenerator[Inside]:
    """Serve on any free port, in this loop."""
    async with Store(store_url) as store, asyncio.TaskGroup() as tasks:
        server = Server(store, settings)
        running = tasks.create_task(server.run())
        listening = await server.gateway.listen("127.0.0.1", 0)
        host, port = listening.sockets[0].getsockname()[:2]
        try:
            yield Inside(server, store, f"ws://{host}:{port}")
        finally:
            listening.close()
            await server.drain(0.05)
            running.cancel()


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server in this loop notice in tenths of a second what takes seconds."""
    monkeypatch.setattr(health, "PULSE_EVERY_S", 0.1)
    monkeypatch.setattr(health, "SURE_FOR_S", 0.3)
    # Longer than in service: a machine that is busy is no store that is away.
    monkeypatch.setattr(redis, "PULSE_TIMEOUT_S", 4.0)
    monkeypatch.setattr(clients, "CALL_TIMEOUT_S", CALL_TIMEOUT_S)
    monkeypatch.setattr(writer, "BATCH_TIMEOUT_S", BATCH_TIMEOUT_S)
    monkeypatch.setattr(writer, "READ_TIMEOUT_S", READ_TIMEOUT_S)
    monkeypatch.setattr(redis, "LONGEST_GAP_MS", 600)
    monkeypatch.setattr(doorbells, "RECONNECT_AFTER_S", 0.05)
    monkeypatch.setattr(upkeep, "SWEEP_EVERY_S", 0.2)


class MortalStore:
    """An embedded store that can be killed, robbed and started again."""

    def __init__(self, data: Path, link: Path) -> None:
        self.url = f"unix://{link}"
        self._data = data
        self._link = link
        self._running: AsyncExitStack | None = None

    async def start(self) -> None:
        self._running = AsyncExitStack()
        # By the second, a slow disk has it keep what was written from the kernel, too.
        store = EmbeddedStore(self._data, fsync="always")
        await self._running.enter_async_context(store)
        # The socket is elsewhere with each start.
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(store.url.removeprefix("unix://"))

    async def kill(self) -> None:
        """End it as a power cut would, but for what the kernel holds."""
        async with Redis.from_url(self.url) as client:
            about = cast("dict[str, int]", await client.info("server"))
        os.kill(about["process_id"], signal.SIGKILL)
        await self.stop()

    async def stop(self) -> None:
        if self._running is not None:
            await self._running.aclose()
            self._running = None

    def keep(self, name: str) -> None:
        """Make a copy of the data as they are on disk now."""
        shutil.copytree(self._data / "appendonlydir", self._data / name)

    def put_back(self, name: str) -> None:
        """Put a copy in place of the data, while it does not run."""
        shutil.rmtree(self._data / "appendonlydir")
        shutil.copytree(self._data / name, self._data / "appendonlydir")


@asynccontextmanager
async def mortal_store(data: Path) -> AsyncGenerator[MortalStore]:
    """Run one with its data in this folder."""
    with tempfile.TemporaryDirectory(prefix="samedeal-", dir="/tmp") as folder:
        store = MortalStore(data, Path(folder) / "sock")
        await store.start()
        try:
            yield store
        finally:
            await store.stop()


async def seated(one: Talker, *others: Talker) -> tuple[str, MatchStarted]:
    """Seat players and start a match between them."""
    room = await one.host(seats=1 + len(others))
    for other in others:
        await other.join(room)
    for talker in (one, *others):
        await talker.ready()
    started = await asyncio.gather(*(t.start() for t in (one, *others)))
    return room, started[0]


async def until_service(talker: Talker, state: str) -> list[ServerMessage]:
    """Read on until this is said of the service; return all that was read."""
    heard: list[ServerMessage] = []
    while True:
        heard.append(message := await talker.receive())
        if isinstance(message, Service) and message.state == state:
            return heard


async def until(
    happened: Callable[[], Awaitable[object]], within_s: float = 15
) -> None:
    """Return once asking gives true; as `tests.conditions`, for what must be asked."""
    async with asyncio.timeout(within_s):
        while not await happened():  # noqa: ASYNC110 - nothing to wait on
            await asyncio.sleep(POLL_S)


async def entries(store: Store, room: str) -> list[Entry]:
    """Return a room's log; its offsets are consecutive."""
    found = (await store.read_log(room)).entries
    assert [each.offset for each in found] == list(range(1, len(found) + 1))
    return [unpack_entry(each.offset, each.at, each.packed) for each in found]


async def moves_of(store: Store, room: str, seat: int) -> list[str]:
    """Return the moves of a seat, by the log."""
    facts = [entry.fact for entry in await entries(store, room)]
    return [
        fact.move for fact in facts if isinstance(fact, Moved) and fact.seat == seat
    ]
