"""What it costs players that the server sends its page.

Everybody plays at one server, each move as soon as the one before was answered. By
turns nobody asks for the page for some time, and then ten visitors a second do who
never were here: each for the page, and for all the files that it names at once, packed.
What is told is medians: moves a second, how many of them are left where there are
visitors, and the server's CPU of a visit. Visitors take CPU of their own, as players
do: on a machine whose cores are all taken, some of the moves that are missing are
theirs, and the CPU of a visit beside that of a move is the server's alone.
"""

import asyncio
import re
from collections.abc import Sequence
from contextlib import closing
from statistics import median
from typing import NamedTuple

from bench.load.asked import Asked
from bench.load.crowd import Crowd, undisturbed
from bench.load.figures import Figure, wrongs
from bench.load.ledger import Findings
from bench.load.paces import FlatOut
from bench.load.processes import cpu_s, serving
from bench.load.talker import measures_at_full_speed

TURNS = 8
EVERY_S = 0.1
"""Between two visitors; twice as many would be more than one address is sent."""
_NAMED = re.compile(rb'(?:href|src)="(static/[^"]+)"')


class Window(NamedTuple):
    """A server's work in some time, in which its page was asked for or not."""

    cpu_s: float
    passed_s: float
    moves: int
    sizes: tuple[int, ...] = ()
    """Bytes that each visitor was sent."""

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.passed_s


async def visited(asked: Asked, turns: int = TURNS) -> tuple[list[Figure], Findings]:
    """Measure windows by turns."""
    async with serving(asked.settings, fsync=asked.fsync) as served:
        (server,) = served.servers
        pace, measures = FlatOut(), measures_at_full_speed(Findings())
        crowd = Crowd(served.servers, asked.players, asked.game, pace, measures)
        await crowd.take_seats()
        await crowd.start(over_s=asked.countdown_s)
        await crowd.moved()
        windows: list[tuple[Window, Window]] = []
        async with undisturbed():
            for _ in range(turns):
                alone = await _window(crowd, server.pid, asked.seconds, None)
                beside = await _window(crowd, server.pid, asked.seconds, server.port)
                windows.append((alone, beside))
        await crowd.stop()
        await crowd.account()
        crowd.close()
    return [wrongs(measures.findings), *figures_of(windows)], measures.findings


def figures_of(turns: Sequence[tuple[Window, Window]]) -> list[Figure]:
    """Compute the figures of windows without visits, each with one that had some."""
    # What is left of a window's CPU when its moves have taken what moves take.
    visit_s = median(
        (beside.cpu_s - alone.cpu_s / max(1, alone.moves) * beside.moves)
        / max(1, len(beside.sizes))
        for alone, beside in turns
    )
    rates = [(alone.rate, beside.rate) for alone, beside in turns]
    move_s = median(alone.cpu_s / max(1, alone.moves) for alone, _ in turns)
    visits = median(len(beside.sizes) / beside.passed_s for _, beside in turns)
    left = median(beside / max(1, alone) for alone, beside in rates)
    size = max((size for _, beside in turns for size in beside.sizes), default=0)
    return [
        Figure("", "moves without visitors", median(alone for alone, _ in rates), "/s"),
        Figure("", "moves with visitors", median(beside for _, beside in rates), "/s"),
        Figure("", "of the moves, with visitors, by turns", left * 100, "%"),
        Figure("", "visitors", visits, "/s"),
        Figure("", "a visit, heads and all", size / 1024, "KiB"),
        Figure("", "server CPU a move, without visitors", move_s * 1e6, "us"),
        Figure("", "server CPU of a visit", visit_s * 1e3, "ms"),
    ]


async def _window(crowd: Crowd, pid: int, seconds: float, port: int | None) -> Window:
    """Let some time pass, with visitors if there is a port for them."""
    loop = asyncio.get_running_loop()
    moves, used_s, began_s = crowd.moves, cpu_s(pid), loop.time()
    visits: list[asyncio.Task[int]] = []
    async with asyncio.TaskGroup() as tasks:
        while (left_s := began_s + seconds - loop.time()) > 0:
            if port is not None:
                visits.append(tasks.create_task(_visit(port)))
            await asyncio.sleep(min(EVERY_S, left_s))
        await crowd.moved(since=moves)
    # Those who came last were waited for: all that they took is in it.
    passed_s = loop.time() - began_s
    sizes = tuple(visit.result() for visit in visits)
    return Window(cpu_s(pid) - used_s, passed_s, crowd.moves - moves, sizes)


async def _visit(port: int) -> int:
    """Ask for the page and for what it names; return how many bytes that is."""
    page = await _asked(port, "/", "identity")
    names = {name.decode() for name in _NAMED.findall(page)}
    files = await asyncio.gather(*(_asked(port, f"/{name}", "gzip") for name in names))
    return sum(len(answer) for answer in (page, *files))


async def _asked(port: int, path: str, accepted: str) -> bytes:
    """Ask for a file; return the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = (f"GET {path} HTTP/1.1", "Host: 127.0.0.1", f"Accept-Encoding: {accepted}")
    with closing(writer):  # also where the time is over meanwhile
        writer.write("\r\n".join((*lines, "", "")).encode())
        answer = await reader.read()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"{path} is not sent: {answer[:60]!r}")
    return answer
