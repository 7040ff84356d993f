"""Troubles: what is done to a service, the alerts that it rings, and its end."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import NamedTuple

from bench.alarms import of_processes, of_stores
from bench.alarms.place import FEW, Place, Told, watched
from bench.alarms.players import QUICKEST, knock, players
from bench.alarms.ways import Way, on_and_off

from samedeal_client.wire.player import Player


class Trouble(NamedTuple):
    """Something that happens to services, as their operators would tell it."""

    what: str
    end: str
    alerts: tuple[str, ...]
    ways: Callable[[Place], AbstractAsyncContextManager[tuple[Way, Way]]]
    """Gets all ready; yields the trouble's making and its end."""

    async def made(self, there: Place) -> list[Told]:
        """Make it, and end it; tell how long each alert took."""
        async with self.ways(there) as (make, end):
            return await watched(there, self.alerts, make, end)


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
    """Bring those of one room to both processes by a proxy, and then to one."""
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
        *(
            "a process is killed",
            "it is started",
            ("SamedealDown",),
            of_processes.killed,
        ),
    ),
    Trouble(
        "Prometheus asks every minute, as it does unless told",
        "every 2 s, as it should",
        ("SamedealScrapedSeldom",),
        of_processes.seldom,
    ),
    Trouble(
        "the store stands still",
        "it goes on",
        ("SamedealDegraded", "SamedealStoreFails"),
        of_stores.paused,
    ),
    Trouble(
        "the store's memory is full",
        "it has more",
        ("SamedealDegraded", "SamedealStoreFails"),
        of_stores.full,
    ),
    Trouble(
        "the store answers after 0.4 s",
        "at once",
        ("SamedealStoreSlow", "SamedealAnswersSlow"),
        of_stores.slow,
    ),
    Trouble(
        "a slot's move between nodes of a cluster stops half-way",
        "it is finished",
        ("SamedealRoomsStuck", "SamedealStoreFails"),
        of_stores.half_moved,
    ),
    Trouble(
        "the clock of a node of a cluster is an hour ahead",
        "it is set right",
        ("SamedealClocksApart",),
        of_stores.clock_off,
    ),
    Trouble(
        "another program takes a process' core, three quarters of the time",
        "it ends",
        ("SamedealLoopLate",),
        of_processes.starved,
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
        of_stores.lost,
    ),
    Trouble(
        "a player asks for a history that somebody has spoilt",
        "it is deleted, and the process replaced",
        ("SamedealBug",),
        of_processes.met_the_unexpected,
    ),
    Trouble(
        "somebody spoils a history, and a match ends",
        "it is deleted",
        ("SamedealBooksBehind",),
        of_stores.spoilt_books,
    ),
    Trouble(
        "the archive's disk goes away",
        "it comes back",
        ("SamedealArchiveFails",),
        of_stores.unmounted,
    ),
    Trouble(
        "something cuts the doorbell's connection every second",
        "it ends",
        ("SamedealDoorbellLost",),
        of_stores.deaf,
    ),
    Trouble(
        "a proxy brings players of one room to two processes",
        "to one",
        ("SamedealRoomsApart",),
        apart,
    ),
    Trouble(
        "a certificate of three months has ten days left",
        "it is renewed",
        ("SamedealCertificateEnds",),
        of_processes.ending,
    ),
    Trouble(
        "a certificate is torn where it was to be renewed",
        "it is written whole",
        ("SamedealCertificateRefused",),
        of_processes.torn,
    ),
    Trouble(
        "40 rooms want deals that can be won, and nothing is compiled",
        "the process is replaced by one with the compiled solver",
        ("SamedealSearchesWait",),
        of_processes.searching,
    ),
    Trouble(
        "a process has 88 of 100 descriptors that it may have",
        "it may have more",
        ("SamedealDescriptors",),
        of_processes.short_of_descriptors,
    ),
)
