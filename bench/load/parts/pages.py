"""What players who are pages cost a server, beside as many who are not.

The same matches by turns, each at a server of its own: played by this generator's own
players, who stand for terminals; by the page's own client in Node; and, where there is
a browser, in pages of it, by fewer of both. Once everybody moves as soon as they are
answered, which is how many moves there are; once all at the same steady rate, which is
what one of them costs: a server with less to do takes more for each. What a page draws
and proves is its own machine's work, and not in it. Medians are told; goal: as many
moves, at the same cost.
"""

import asyncio
import math
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from statistics import median
from typing import NamedTuple

from bench.load.asked import Asked
from bench.load.crowd import Crowd, undisturbed
from bench.load.figures import Figure, wrongs
from bench.load.ledger import Findings
from bench.load.paces import FlatOut, Steady
from bench.load.paged.crowds import BEGIN_OVER_MS, Crowded, Told, in_node, in_pages
from bench.load.parts.pair import COUNTDOWN
from bench.load.processes import Served, Usage, serving
from bench.load.talker import measures_at_full_speed
from tests.browsers import CHROMIUM

FEW = 24
"""Players in pages, and those held against them: six pages."""
MOVED_WITHIN_S, POLL_S = 60.0, 0.1


class Work(NamedTuple):
    """What a server did in some time."""

    rate: float
    """Moves a second."""
    us: float
    """Its CPU time of a move, with all else that it did."""
    share: float
    """Of a core."""
    players_us: float
    """The players' own CPU time of a move; not a number where that is not known."""


Seating = Callable[
    [Served, Asked, float, Findings], AbstractAsyncContextManager[Crowded]
]


async def pages(asked: Asked) -> tuple[list[Figure], Findings]:
    """Measure crowds by turns."""
    findings = Findings()
    figures = await _compared(asked, findings, "Node", _node)
    if CHROMIUM is not None:
        few = asked._replace(players=min(FEW, asked.players))
        figures += await _compared(few, findings, "a browser", _browser)
    return [wrongs(findings), *figures], findings


async def _compared(
    asked: Asked, findings: Findings, where: str, theirs: Seating
) -> list[Figure]:
    """Measure pages somewhere, and own players, by turns."""
    figures: list[Figure] = []
    for how, ms in (("flat out", 0.0), ("at a rate", 1000 / asked.rate)):
        turns: list[tuple[Work, Work]] = []
        for turn in range(asked.turns):
            order = (_own, theirs) if turn % 2 == 0 else (theirs, _own)
            done = {who: await _work(who, asked, ms, findings) for who in order}
            turns.append((done[_own], done[theirs]))
        figures += _figures(f"{where}, {how}", turns, asked.players)
    return figures


def _figures(what: str, turns: list[tuple[Work, Work]], players: int) -> list[Figure]:
    figures: list[Figure] = []
    for who, number in (("own players", 0), ("pages", 1)):
        works = [turn[number] for turn in turns]
        share = f"{median(work.share for work in works):.0%} of a core"
        note = f"{players} players, {share}"
        rate, us = (median(w.rate for w in works), median(w.us for w in works))
        own_us = median(work.players_us for work in works)
        figures += [
            Figure("", f"moves, {who}, {what}", rate, "/s", note),
            Figure("", f"CPU a move, {who}, {what}", us, "us"),
            Figure("", f"players' own CPU, {who}, {what}", own_us, "us"),
        ]
    more = median(pages.rate / own.rate for own, pages in turns)
    dearer = median(pages.us / own.us for own, pages in turns)
    return [
        *figures,
        Figure("", f"moves, pages to own, {what}", more, "x"),
        Figure("", f"CPU a move, pages to own, {what}", dearer, "x"),
    ]


async def _work(who: Seating, asked: Asked, ms: float, findings: Findings) -> Work:
    """Have a crowd play at a server of its own, and measure the server."""
    async with (
        serving(COUNTDOWN, fsync=asked.fsync) as served,
        who(served, asked, ms, findings) as crowd,
    ):
        await crowd.start()
        await asyncio.sleep(BEGIN_OVER_MS / 1000)
        await _moved(crowd, 0)
        async with undisturbed():
            pids = [served.servers[0].pid, *([crowd.pid] if crowd.pid else [])]
            before, usage = await crowd.told(), Usage(*pids)
            await asyncio.sleep(asked.seconds)
            after, (passed_s, (cpu_s, *own_s)) = await crowd.told(), usage.read()
        await _moved(crowd, after.moves)
    made = max(1, after.moves - before.moves)
    players_us = own_s[0] / made * 1e6 if own_s else math.nan
    return Work(made / passed_s, cpu_s / made * 1e6, cpu_s / passed_s, players_us)


async def _moved(crowd: Crowded, since: int) -> None:
    """Wait until there are more than `since` moves."""
    async with asyncio.timeout(MOVED_WITHIN_S):
        while (await crowd.told()).moves <= since:  # noqa: ASYNC110 - asked elsewhere
            await asyncio.sleep(POLL_S)


class _Own:
    """A crowd of this generator."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self.pid: int | None = os.getpid()
        self._starting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Get everybody ready, one room after the other."""
        start = self._crowd.start(over_s=BEGIN_OVER_MS / 1000)
        self._starting = asyncio.create_task(start)

    async def told(self) -> Told:
        """Ask how far they are."""
        return Told(self._crowd.moves, self._crowd.matches, {})


@asynccontextmanager
async def _own(
    served: Served, asked: Asked, ms: float, findings: Findings
) -> AsyncGenerator[Crowded]:
    pace = Steady(ms / 1000, asked.seed) if ms else FlatOut()
    crowd = Crowd(
        *(served.servers, asked.players, asked.game, pace),
        measures_at_full_speed(findings),
        bots=False,
    )
    await crowd.take_seats()
    yield _Own(crowd)
    await crowd.stop()
    await crowd.account()
    crowd.close()


@asynccontextmanager
async def _node(
    served: Served, asked: Asked, ms: float, findings: Findings
) -> AsyncGenerator[Crowded]:
    async with in_node(served.servers[0].port, asked, ms) as crowd:
        yield crowd
        _note("Node", await crowd.told(), findings)


@asynccontextmanager
async def _browser(
    served: Served, asked: Asked, ms: float, findings: Findings
) -> AsyncGenerator[Crowded]:
    async with in_pages(served.servers[0].port, asked, ms) as crowd:
        yield crowd
        _note("a browser", await crowd.told(), findings)


def _note(where: str, told: Told, findings: Findings) -> None:
    """Add what pages say that must not have happened."""
    findings.checks["results of pages"] += told.matches
    for what, number in told.wrongs.items():
        for _ in range(number):
            findings.note(what, f"pages in {where}")
