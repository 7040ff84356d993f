"""A service to be harmed: a store, servers, a proxy in front, and players."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.chaos.checker import (
    check_ledger,
    check_log,
    check_results,
    check_view,
    excused,
)
from bench.chaos.crew import Crew, Manners
from bench.chaos.dice import dice_for
from bench.chaos.logs import fold, last_offsets, read_logs
from bench.chaos.processes import (
    Address,
    ServerProgram,
    StoreKind,
    StoreProgram,
    server_settings,
)
from bench.chaos.proxy import Backend, Proxy, proxy_to
from bench.load.proxies import BEHIND_ONE, Kind, free_port
from bench.load.proxies import behind as proxy_before
from bench.stores.cluster import Cluster, running_cluster

SETTLE_WITHIN_S = 60.0
"""A client that hears nothing comes back after three heartbeats of ten seconds."""
LOOK_EVERY_S = 0.02


SHORT = 0.005
"""Below this scale there is no time for countdowns; some may miss theirs."""
HURRIED = Manners(longest_pause_s=1.0)
"""Manners of players whose absences must be short, so that more can happen."""


class Stuck(Exception):
    """Something that should have happened long ago has not; `report` may say why."""

    report: "Report | None" = None


class Report(NamedTuple):
    """A scenario's outcome: figures by name, and broken promises."""

    figures: dict[str, object]
    findings: list[str]


class World(NamedTuple):
    """Everything that a scenario can reach."""

    kept: StoreProgram | Cluster
    """Where everything is kept."""
    servers: list[ServerProgram]
    front: Proxy
    """Between players and servers."""
    back: Proxy | None
    """Between servers and store, where asked for."""
    crew: Crew
    dice: Random
    is_lossy: bool
    """Whether what is kept may lose facts."""

    @property
    def store(self) -> StoreProgram:
        """The store, where it is one."""
        assert isinstance(self.kept, StoreProgram)
        return self.kept

    @property
    def cluster(self) -> Cluster:
        """The store, where it is a cluster."""
        assert isinstance(self.kept, Cluster)
        return self.kept

    async def report(self, findings: Iterable[str] = (), **figures: object) -> Report:
        """Let everybody come to rest, and check everything.

        Underlines in the names of figures are blanks.
        """
        self.crew.close()
        has_settled = await _until(self._is_settled, SETTLE_WITHIN_S)
        findings = [*findings, *self.crew.failures()]
        if not has_settled:
            findings.append(f"not at rest after {SETTLE_WITHIN_S:.0f} s")
        lost = await self._check(findings)
        for server in self.servers:
            bugs = server.complaints()
            findings += [f"{server.name} logged: {bug}" for bug in bugs]
        figures = {name.replace("_", " "): value for name, value in figures.items()}
        figures["acks"] = self.crew.acks()
        figures["matches"] = len(self.told_over())
        no_shows = sum(m.ledger.was_unseated for m in self.crew.members)
        if no_shows:
            figures["no shows"] = no_shows
        if lost:
            figures["openly lost"] = lost
        return Report(figures, findings)

    def told_over(self) -> set[str]:
        """Return the matches that somebody was told are over."""
        return {m for x in self.crew.members for m in x.ledger.results}

    async def _check(self, findings: list[str]) -> int:
        logs = await read_logs(self.kept.url, list(self.crew.tables))
        lost = 0
        for code, members in self.crew.tables.items():
            folded = fold(logs[code])
            findings += check_log(code, folded, is_lossy=self.is_lossy)
            for member in members:
                findings += check_ledger(member.ledger, folded)
                findings += check_view(member.seen(), folded)
                lost += excused(member.ledger, folded)
            findings += check_results([m.ledger for m in members], folded)
        return lost

    async def _is_settled(self) -> bool:
        members = self.crew.members
        if not all(m.is_idle.is_set() for m in members):
            return False
        offsets = await last_offsets(self.kept.url, list(self.crew.tables))
        return all(
            member.is_unseated
            or (not member.is_away and member.player.session.offset == offsets[code])
            for code, table in self.crew.tables.items()
            for member in table
        )

    async def acked(self, more: int) -> None:
        """Wait for `more` further acknowledgements; raises Stuck."""
        target = self.crew.acks() + more
        await self.becomes(lambda: self.crew.acks() >= target, "play goes on")

    async def all_back(self, since: float) -> None:
        """Wait until everybody is connected and something was acknowledged since.

        Raises Stuck.
        """

        def are_back() -> bool:
            return not any(m.is_away for m in self.crew.members) and any(
                member.acks and member.acks[-1] > since for member in self.crew.members
            )

        await self.becomes(are_back, "everybody is back")

    async def becomes(self, happened: Callable[[], bool], what: str) -> None:
        """Wait for something that nobody announces; raises Stuck."""

        async def looked() -> bool:
            return happened()

        if not await _until(looked, SETTLE_WITHIN_S):
            raise Stuck(f"not within {SETTLE_WITHIN_S:.0f} s: {what}")


@asynccontextmanager
async def world(
    seed: int,
    scale: float,
    *,
    players: int,
    servers: int = 1,
    store: StoreKind | None = None,
    manners: Manners = HURRIED,
    has_back: bool = False,
    behind: Kind | None = None,
    is_cluster: bool = False,
    is_lossy: bool = False,
    **settings: object,
) -> AsyncGenerator[World]:
    """Build a service, seat everybody, and have them play.

    `behind` is a real proxy that brings those who are in one room to one server; it
    stands between that of this folder and the servers. A cluster has three nodes, and
    goes on where one of them is missing.
    """
    if scale < SHORT:
        settings = {"countdown_ms": 400, **settings}
    ports = [free_port() if behind else 0 for _ in range(servers)]
    folder = Path(tempfile.mkdtemp(prefix="chaos-"))
    async with AsyncExitStack() as held:
        held.callback(shutil.rmtree, folder, ignore_errors=True)
        kept: StoreProgram | Cluster
        if is_cluster:
            cluster = running_cluster(folder, cluster_require_full_coverage="no")
            kept = await held.enter_async_context(cluster)
        else:
            kept = one = StoreProgram(folder, store or StoreKind())
            held.push_async_callback(one.end)
            await one.start()
        url, back = kept.url, None
        if has_back:
            assert isinstance(kept, StoreProgram)
            socket = kept.socket
            back = await held.enter_async_context(
                proxy_to(f"{seed}:back", lambda: socket)
            )
            url = f"redis://{back.address[0]}:{back.address[1]}"
        told = {**server_settings(**settings), **(BEHIND_ONE if behind else {})}
        programs = [
            ServerProgram(folder, f"server{k}", url, told, port)
            for k, port in enumerate(ports)
        ]
        for program in programs:
            held.push_async_callback(program.end)
        await asyncio.gather(*(program.start() for program in programs))
        ways = [_where(program) for program in programs]
        if behind:
            real = await held.enter_async_context(proxy_before(behind, ports))
            ways = [lambda: ("127.0.0.1", real.port)]
        front = await held.enter_async_context(proxy_to(f"{seed}:front", *ways))
        crew = Crew(
            seed, f"ws://{front.address[0]}:{front.address[1]}", players, manners
        )
        held.push_async_callback(crew.go_home)
        await crew.sit_down()
        built = World(
            kept, programs, front, back, crew, dice_for(seed, "world"), is_lossy
        )
        try:
            yield built
        except Stuck as stuck:
            stuck.report = await built.report([str(stuck)])
            raise


def _where(program: ServerProgram) -> Backend:
    def where() -> Address | None:
        return program.address

    return where


async def _until(happened: Callable[[], Awaitable[bool]], within_s: float) -> bool:
    """Wait for something that nobody announces; tell whether it came."""
    try:
        async with asyncio.timeout(within_s):
            while not await happened():  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(LOOK_EVERY_S)
    except TimeoutError:
        return False
    return True
