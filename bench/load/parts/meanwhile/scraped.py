"""What it costs a server under load that its metrics are read.

Everybody plays at a steady rate, at one server that does not stop. By turns nobody
reads its metrics for some time, and then they are read ten times a second: far oftener
than by any Prometheus, so that the difference can be told from nothing. What is told is
medians: what one reading takes, and from it the share of the server's CPU where one
comes every few seconds. What counting costs, which goes on whether anybody reads or
not, is not in it: `bench.moves` beside a tree that does not count has that.
"""

import asyncio
import socket
from contextlib import closing
from statistics import median
from typing import NamedTuple

from bench.load.asked import Asked
from bench.load.choices import CELLS
from bench.load.crowd import Crowd, undisturbed
from bench.load.figures import Figure, wrongs
from bench.load.ledger import Findings
from bench.load.parts.play import pace_for
from bench.load.processes import cpu_s, serving
from bench.load.talker import new_measures

TURNS = 6
READ_EVERY_S = 0.1
USUAL_S = 5
"""The seconds between readings in earnest; Prometheus itself says 60, its examples
15."""


class Window(NamedTuple):
    """A server's work in some time, in which its metrics were read or not."""

    cpu_s: float
    passed_s: float
    moves: int
    readings: int
    size: int
    """Bytes of the last reading."""


async def scraped(asked: Asked) -> tuple[list[Figure], Findings]:
    """Measure windows by turns."""
    port = _free_port()
    settings = {**asked.settings, "SAMEDEAL_METRICS_PORT": str(port)}
    async with serving(settings, fsync=asked.fsync) as served:
        pace = pace_for(asked)
        crowd = Crowd(served.servers, asked.players, asked.game, pace, new_measures())
        await crowd.take_seats()
        await crowd.start(over_s=len(CELLS) / asked.rate / 2)
        # The first reading loads what writes it.
        await _read(port)
        turns: list[tuple[Window, Window]] = []
        async with undisturbed():
            for _ in range(TURNS):
                unread = await _window(crowd, served.servers[0].pid, asked, None)
                read = await _window(crowd, served.servers[0].pid, asked, port)
                turns.append((unread, read))
        await crowd.stop()
        await crowd.account()
        crowd.close()
    findings = crowd.measures.findings
    return [wrongs(findings), *figures_of(turns)], findings


def figures_of(turns: list[tuple[Window, Window]]) -> list[Figure]:
    """Compute the figures of windows without readings, each with one that had some."""
    unread_share = median(each.cpu_s / each.passed_s for each, _ in turns)
    move_s = median(each.cpu_s / max(1, each.moves) for each, _ in turns)
    # A window has as much to do as its players made moves, and they are not alike.
    reading_s = median(
        (read.cpu_s - unread.cpu_s / max(1, unread.moves) * read.moves)
        / max(1, read.readings)
        for unread, read in turns
    )
    share = reading_s / USUAL_S / unread_share * 100
    return [
        Figure("", "server CPU, metrics unread", unread_share * 100, "%"),
        Figure("", "server CPU a move, metrics unread", move_s * 1e6, "us"),
        Figure("", "a reading of metrics", turns[-1][1].size / 1024, "KiB"),
        Figure("", "server CPU of a reading", reading_s * 1e3, "ms"),
        Figure("", f"metrics read every {USUAL_S} s, of the server's CPU", share, "%"),
    ]


async def _window(crowd: Crowd, pid: int, asked: Asked, port: int | None) -> Window:
    loop = asyncio.get_running_loop()
    moves, used_s, began_s = crowd.moves, cpu_s(pid), loop.time()
    readings = size = 0
    while (left_s := began_s + asked.seconds - loop.time()) > 0:
        if port is not None:
            size = await _read(port)
            readings += 1
        await asyncio.sleep(min(READ_EVERY_S, left_s))
    await crowd.moved(since=moves)
    passed_s = loop.time() - began_s
    return Window(cpu_s(pid) - used_s, passed_s, crowd.moves - moves, readings, size)


async def _read(port: int) -> int:
    """Ask for all metrics, as a Prometheus does; return how many bytes they are."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with closing(writer):  # also where the time is over meanwhile
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answer = await reader.read()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"no metrics: {answer[:60]!r}")
    return len(answer)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
