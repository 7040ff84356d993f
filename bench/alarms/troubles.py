"""Troubles: what is done to a service, which alerts that rings, and what ends it."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import contextlib
import os
import resource
import shutil
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

from bench.alarms.place import FEW, Place, Told, watched
from bench.alarms.players import QUICKEST, alone, knock, players, sockets
from bench.chaos.processes import Program
from redis.asyncio import Redis

import samedeal_players
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_server.store.keys import book_key

Way: TypeAlias = Callable[[], Awaitable[object]]
SEARCHES = 40
"""Rooms that want deals which can be won, all at once."""
SOCKETS = 120


class Trouble(NamedTuple):
    """Something that happens to services, as their operators would tell it."""

    what: str
    end: str
    alerts: tuple[str, ...]
    ways: "Callable[[Place], contextlib.AbstractAsyncContextManager[tuple[Way, Way]]]"
    """Gets all ready, and yields how to make it, and how to end it."""

    async def made(self, there: Place) -> list[Told]:
        """Make it, and end it; tell how long each alert took."""
        async with self.ways(there) as (make, end):
            return await watched(there, self.alerts, make, end)


def calling(what: Callable[[], None]) -> Way:
    """Return a way to call something."""

    async def do() -> None:
        what()

    return do


def store_of(there: Place) -> "Redis":
    """Return a connection to the store of a service, from aside."""
    return Redis(unix_socket_path=there.store.socket)


# The processes


@asynccontextmanager
async def killed(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    yield there.small.kill, there.small.start


@asynccontextmanager
async def seldom(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    yield calling(lambda: there.ask("15s")), calling(there.ask)


@asynccontextmanager
async def starved(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with by_turns(there.large, 0.3, 0.1) as ways:
        yield ways


@asynccontextmanager
async def by_turns(
    program: Program, still_s: float, going_s: float
) -> AsyncGenerator[tuple[Way, Way]]:
    """Have a process stand still for some time, and go on for some, in turns."""

    async def stutter() -> None:
        try:
            while True:
                program.pause()
                await asyncio.sleep(still_s)
                program.resume()
                await asyncio.sleep(going_s)
        finally:
            program.resume()

    async with on_and_off(stutter) as ways:
        yield ways


@asynccontextmanager
async def on_and_off(
    goes_on: Callable[[], Awaitable[None]],
) -> AsyncGenerator[tuple[Way, Way]]:
    """Yield how to begin something that goes on, and how to end it."""
    running: list[asyncio.Future[None]] = []

    async def begin() -> None:
        running.append(asyncio.ensure_future(goes_on()))

    async def end() -> None:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    try:
        yield begin, end
    finally:
        await end()


@asynccontextmanager
async def met_the_unexpected(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Have a row of a history be none, and somebody ask; replace the process."""
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
async def searching(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Have many search for deals where nothing is compiled, and replace the process."""
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


# The store


@asynccontextmanager
async def paused(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    yield calling(there.store.pause), calling(there.store.resume)


@asynccontextmanager
async def full(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with store_of(there) as store:
        yield (
            lambda: store.config_set("maxmemory", 1),
            lambda: store.config_set("maxmemory", 0),
        )


@asynccontextmanager
async def slow(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with players(there, 16), by_turns(there.store, 0.4, 0.02) as ways:
        yield ways


@asynccontextmanager
async def lost(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Have the store come back without what was said last, and the books looked at."""
    store, url = there.store, there.url_of(there.large)
    async with Player(url, name="Ada").connected() as ada:
        room = await ada.host("squares/english", seats=4)
        store.copy_data()

        async def lose() -> None:
            async with Player(url, name="Bob").connected() as bob:
                await bob.join(room)
                await store.kill()
            store.lose_data()
            await store.start()

        yield lose, lambda: rebuild_boards(store.url)


async def rebuild_boards(store_url: str) -> None:
    """Do what the runbook says, as an operator does."""
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "admin", "rebuild-boards"),
        env={**os.environ, "REDIS_URL": store_url},
        stdout=PIPE,
    )
    await run.communicate()
    if run.returncode:
        raise RuntimeError("the boards cannot be computed anew")


@asynccontextmanager
async def spoilt_books(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Spoil somebody's history, and have a match end."""
    async with (
        store_of(there) as store,
        Player(there.url_of(there.large), name="Ada").connected() as ada,
    ):
        await ada.host("squares/english", seats=1)
        await ada.ready()
        while not ada.session.may_move:
            await ada.happenings.get()
        history = book_key(f"history/{ada.id}")

        async def spoil() -> None:
            await store.set(history, "no history")
            await ada.resign()

        yield spoil, lambda: store.delete(history)


@asynccontextmanager
async def deaf(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    async with store_of(there) as store:

        async def cut() -> None:
            while True:
                await store.client_kill_filter(_type="pubsub")
                await asyncio.sleep(1)

        async with on_and_off(cut) as ways:
            yield ways


# The players


@asynccontextmanager
async def filled(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    url = there.url_of(there.small)
    async with AsyncExitStack() as inside, on_and_off(lambda: knock(url)) as (on, off):

        async def fill() -> None:
            for number in range(FEW):
                player = Player(url, name=f"p{number}")
                await inside.enter_async_context(player.connected())
            await on()

        async def go() -> None:
            await off()
            await inside.aclose()

        yield fill, go


@asynccontextmanager
async def apart(there: Place) -> AsyncGenerator[tuple[Way, Way]]:
    """Have a proxy bring those who are in one room to both, and then to one."""
    async with AsyncExitStack() as stack:

        async def come() -> None:
            crew = players(there, 8, there.front_url, QUICKEST)
            await stack.enter_async_context(crew)

        async def go_by_path() -> None:
            there.front.shut.add(1)
            there.front.cut()

        yield come, go_by_path
        there.front.shut.clear()


TROUBLES = (
    Trouble(
        *("a process is killed", "it is started", ("SamedealDown",), killed),
    ),
    Trouble(
        "Prometheus asks every 15 s",
        "every 2 s, as it should",
        ("SamedealScrapedSeldom",),
        seldom,
    ),
    Trouble(
        "the store stands still",
        "it goes on",
        ("SamedealDegraded", "SamedealStoreFails"),
        paused,
    ),
    Trouble(
        "the store's memory is full",
        "it has more",
        ("SamedealDegraded", "SamedealStoreFails"),
        full,
    ),
    Trouble(
        "the store answers after 0.4 s",
        "at once",
        ("SamedealStoreSlow", "SamedealAnswersSlow"),
        slow,
    ),
    Trouble(
        "another program takes a process' core, three quarters of the time",
        "it ends",
        ("SamedealLoopLate",),
        starved,
    ),
    Trouble(
        "all places are taken, and more people knock",
        "they go",
        ("SamedealNearlyFull", "SamedealTurnsAway"),
        filled,
    ),
    Trouble(
        "the store comes back without its last facts",
        "admin rebuild-boards",
        ("SamedealLostFacts",),
        lost,
    ),
    Trouble(
        "a player asks for a history that somebody has spoilt",
        "it is deleted, and the process replaced",
        ("SamedealBug",),
        met_the_unexpected,
    ),
    Trouble(
        "somebody spoils a history, and a match ends",
        "it is deleted",
        ("SamedealBooksBehind",),
        spoilt_books,
    ),
    Trouble(
        "something cuts the doorbell's connection every second",
        "it ends",
        ("SamedealDoorbellLost",),
        deaf,
    ),
    Trouble(
        "a proxy brings players of one room to two processes",
        "to one",
        ("SamedealRoomsApart",),
        apart,
    ),
    Trouble(
        "40 rooms want deals that can be won, and nothing is compiled",
        "the process is replaced by one with the compiled solver",
        ("SamedealSearchesWait",),
        searching,
    ),
    Trouble(
        "a process has 88 of 100 descriptors that it may have",
        "it may have more",
        ("SamedealDescriptors",),
        short_of_descriptors,
    ),
)
