"""The run: servers on a store of their own, groups that live on them, samples."""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, cast

from bench.load.crowd import SEATS
from bench.load.ledger import Findings
from bench.load.paces import Steady
from bench.load.processes import OUT_OF_THE_WAY, Running, knows_setting, process
from bench.load.talker import measures_at_full_speed
from bench.soak.groups import Group
from bench.soak.samples import Sample, Sampler
from bench.soak.verdicts import Run, Verdict, verdicts
from bench.soak.watched import COUNTS
from redis.asyncio import Redis

from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.keys import DEADLINES, LOBBY, PREFIX

WATCHED = ("-m", "bench.soak.watched", "--port", "0", "--ready-json")
SETTINGS = {
    **OUT_OF_THE_WAY,
    "SAMEDEAL_COUNTDOWN_MS": "1000",
    "SAMEDEAL_LOG_LEVEL": "error",
    "SAMEDEAL_AWAY_MS": "10000",
    "SAMEDEAL_RESULT_MS": "20000",
    "SAMEDEAL_GATHER_MS": "60000",
}
QUIET_WITHIN_S = 120.0
"""The most seconds of a room that was left without a word: its match's time limit is
not waited for, since rooms are abandoned between matches only."""

FOR_EVER = -1
"""The time to live of a key that has none."""


class Asked(NamedTuple):
    """The size of a run."""

    minutes: float
    players: int = 200
    rate: float = 0.25
    """Moves a second of each player."""
    processes: int = 1
    seed: int = 1
    sample_s: float = 10.0


class Outcome(NamedTuple):
    """The outcome of a run."""

    run: Run
    verdicts: list[Verdict]
    findings: Findings
    happened: Counter[str]
    moves: int


async def soak(
    asked: Asked, told: Callable[[Sample], None] = lambda sample: None
) -> Outcome:
    """Play for the time asked, sampling; then let all go, and count the remains."""
    measures = measures_at_full_speed(Findings())
    async with _serving(asked.processes) as (servers, store, folder):
        pids = tuple(server.pid for server in servers)
        store_pid = int((await store.info("server"))["process_id"])
        sampler = Sampler(pids, store, store_pid, folder, measures.acks)
        start = await _quiet(sampler, connections=0)
        pace = Steady(1 / asked.rate, asked.seed)
        groups = [
            Group(f"group {number}", servers, pace, measures, asked.seed)
            for number in range(max(1, asked.players // SEATS))
        ]
        samples = await _play(groups, sampler, asked, told)
        end = await _quiet(sampler, connections=0)
        left_over = await _left_over(store)
    happened = sum((group.happened for group in groups), Counter[str]())
    run = Run(start, samples, end, measures.findings.total, left_over)
    moves = sum(group.moves for group in groups)
    return Outcome(run, verdicts(run), measures.findings, happened, moves)


async def _play(
    groups: list[Group],
    sampler: Sampler,
    asked: Asked,
    told: Callable[[Sample], None],
) -> list[Sample]:
    until = time.perf_counter() + asked.minutes * 60

    def is_over() -> bool:
        return time.perf_counter() >= until

    samples: list[Sample] = []
    async with asyncio.TaskGroup() as tasks:
        for group in groups:
            tasks.create_task(group.live(is_over), name=group.name)
            # Not all rooms begin and end at the same moment.
            await asyncio.sleep(min(0.05, asked.minutes / len(groups)))
        while not is_over():
            await asyncio.sleep(min(asked.sample_s, until - time.perf_counter()))
            sample = await sampler.sample(sum(group.moves for group in groups))
            samples.append(sample)
            told(sample)
    return samples


async def _quiet(sampler: Sampler, connections: int) -> Sample:
    """Wait until nobody is there and nothing is under way, if that comes to be."""
    least: Sample | None = None
    deadline = time.perf_counter() + QUIET_WITHIN_S
    while True:
        await asyncio.sleep(0.5)
        sample = await sampler.sample()
        is_empty = sample.connections == connections and sample.rooms == 0
        # Tasks of the moment come and go; what stays is there in every sample.
        if least is not None and is_empty and sample.tasks >= least.tasks:
            return least
        if is_empty:
            least = sample
        if time.perf_counter() > deadline:
            return sample


async def _left_over(store: Redis) -> int:
    """Count the rooms' keys that the store, all rooms closed, keeps for ever."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(QUIET_WITHIN_S):
            while await _kept_for_ever(store):  # noqa: ASYNC110 - the store's to know
                await asyncio.sleep(0.5)
    return await _kept_for_ever(store)


async def _kept_for_ever(store: Redis) -> int:
    kept = await store.zcard(DEADLINES) + await store.hlen(LOBBY)
    found = cast("list[bytes]", await store.keys(f"{PREFIX}:{{room:*"))
    asking = store.pipeline(transaction=False)
    for key in found:
        asking.ttl(key)
    times_s = cast("list[int]", await asking.execute())
    return kept + times_s.count(FOR_EVER)


@asynccontextmanager
async def _serving(
    processes: int,
) -> AsyncGenerator[tuple[tuple[Running, ...], Redis, Path]]:
    async with AsyncExitStack() as held:
        folder = Path(held.enter_context(TemporaryDirectory(prefix="samedeal-soak-")))
        embedded = await held.enter_async_context(EmbeddedStore(folder / "store"))
        store = Redis.from_url(embedded.url)
        held.push_async_callback(store.aclose)
        known = {name: value for name, value in SETTINGS.items() if knows_setting(name)}
        known |= {"REDIS_URL": embedded.url, COUNTS: str(folder)}
        servers = [
            await held.enter_async_context(process(*WATCHED, **known))
            for _ in range(processes)
        ]
        yield tuple(servers), store, folder
