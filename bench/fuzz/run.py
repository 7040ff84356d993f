"""One run: hostile lanes and honest players at one server, and its memory."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

from bench.fuzz.corpus import golden_frames, made_up_values
from bench.fuzz.hearing import Tally
from bench.fuzz.lane import Lane
from bench.fuzz.live import Live, living
from bench.fuzz.mutations import Pool
from bench.load.crowd import Crowd
from bench.load.ledger import Findings
from bench.load.paces import FlatOut
from bench.load.processes import Running
from bench.load.talker import Measures, new_measures

LANES = 24
HONEST = 8
HONEST_PACE_S = 0.1
GAME = "squares/english"
WARM_PART = 0.2
"""The share of frames before memory is compared: first caches and allocators fill
up."""
DRIFT_MOST_KIB = 5 * 1024
SAMPLE_EVERY_S = 1.0
RECORDED_MOST = 20
"""Frames of a first real match: ready, reveal, moves."""

SETTINGS = {
    "SAMEDEAL_COUNTDOWN_MS": "300",
    # Rooms that hostile clients have left must not wait for half an hour.
    "SAMEDEAL_GATHER_MS": "20000",
    "SAMEDEAL_READY_MS": "1000",
    "SAMEDEAL_AWAY_MS": "1000",
    "SAMEDEAL_WRONG_CODES_PER_MINUTE": "1000000",
}


@dataclass(slots=True)
class Outcome:
    """The findings and figures of a run."""

    tally: Tally
    honest: Measures
    honest_moves: int = 0
    honest_matches: int = 0
    warm_kib: float = 0
    end_kib: float = 0
    samples: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """Frames and the server's resident KiB, every second."""
    is_alive: bool = False
    logged: list[str] = field(default_factory=list[str])

    @property
    def drift_kib(self) -> float:
        """Return by how much the server's memory grew once it was warm."""
        return self.end_kib - self.warm_kib

    @property
    def findings(self) -> tuple[Findings, ...]:
        """The findings about the hostile, and about the honest."""
        return self.tally.findings, self.honest.findings


Attack: TypeAlias = Callable[[Live, Pool, Outcome], Awaitable[None]]


async def fuzz(frames: int, seed: int, values: int = 2000) -> Outcome:
    """Send `frames` hostile frames, with honest players at the same server."""

    async def all_lanes(live: Live, pool: Pool, outcome: Outcome) -> None:
        async with asyncio.TaskGroup() as tasks:
            sampling = tasks.create_task(_sample(live, outcome, frames))
            await _attack(live, seed, frames, pool, outcome.tally)
            sampling.cancel()

    return await _run(all_lanes, seed, frames, values)


async def again(number: int, seed: int, values: int = 2000) -> Outcome:
    """Hold one conversation of a run again, by itself."""

    async def one_lane(live: Live, pool: Pool, outcome: Outcome) -> None:
        await Lane(live.port, seed, pool, outcome.tally).converse(number)

    return await _run(one_lane, seed, 0, values)


async def _run(attack: Attack, seed: int, frames: int, values: int) -> Outcome:
    made_up = await asyncio.to_thread(made_up_values, values, seed)
    async with living(SETTINGS) as live:
        outcome = Outcome(Tally(), new_measures())
        crowd = _crowd(live, outcome.honest)
        await crowd.take_seats()
        recorded = _record(crowd)
        await crowd.start()
        await _first_moves(crowd)
        await attack(live, Pool((*golden_frames(), *recorded), made_up), outcome)
        await _finish(crowd, outcome)
        _weigh(live, outcome, frames)
        return outcome


async def _attack(live: Live, seed: int, frames: int, pool: Pool, tally: Tally) -> None:
    numbers = count()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(LANES):
            lane = Lane(live.port, seed, pool, tally)
            tasks.create_task(_converse(lane, numbers, frames, live, tally))


async def _converse(
    lane: Lane, numbers: Iterator[int], frames: int, live: Live, tally: Tally
) -> None:
    while tally.frames < frames and live.is_alive:
        number = next(numbers)
        try:
            await lane.converse(number)
        except OSError as error:
            example = f"conversation {number}: {error!r}"
            tally.findings.note("the server could not be reached", example)
            await asyncio.sleep(0.1)


def _crowd(live: Live, measures: Measures) -> Crowd:
    server = Running(live.pid, live.port)
    return Crowd((server,), HONEST, GAME, FlatOut(HONEST_PACE_S), measures)


def _record(crowd: Crowd) -> list[bytes]:
    """Record the frames of one honest player in a first match, for the pool."""
    recorded: list[bytes] = []
    link = crowd.players[0].link
    assert link is not None
    write = link.write

    def also(data: bytes) -> None:
        # A short frame of the generator: two bytes of head, four of mask.
        if len(recorded) < RECORDED_MOST and len(data) < 132:
            recorded.append(data[6:])
        write(data)

    link.write = also
    return recorded


async def _first_moves(crowd: Crowd) -> None:
    async with asyncio.timeout(30):
        while crowd.players[0].moves < RECORDED_MOST:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def _sample(live: Live, outcome: Outcome, frames: int) -> None:
    while live.is_alive:
        outcome.samples.append((outcome.tally.frames, live.rss_kib()))
        done = outcome.tally.frames / frames
        if len(outcome.samples) % 30 == 0:
            print(
                f"{done:4.0%}  {outcome.tally.frames} frames, "
                f"{outcome.samples[-1][1]} KiB",
                flush=True,
            )
        await asyncio.sleep(SAMPLE_EVERY_S)


async def _finish(crowd: Crowd, outcome: Outcome) -> None:
    """Let the honest players finish, and compare their books."""
    await crowd.stop()
    await crowd.account()
    crowd.close()
    outcome.honest_moves, outcome.honest_matches = crowd.moves, crowd.matches


def _weigh(live: Live, outcome: Outcome, frames: int) -> None:
    outcome.is_alive = live.is_alive
    outcome.logged = live.logged()
    if not outcome.is_alive:
        return
    outcome.end_kib = live.rss_kib()
    warm = [kib for sent, kib in outcome.samples if sent >= WARM_PART * frames]
    outcome.warm_kib = warm[0] if warm else outcome.end_kib
