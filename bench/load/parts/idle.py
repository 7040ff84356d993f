"""R1: connections that have said hello and nothing else, apart from heartbeats."""

import asyncio

from bench.load.asked import Asked
from bench.load.crowd import in_turn, undisturbed
from bench.load.figures import Figure
from bench.load.ledger import Findings
from bench.load.processes import Usage, rss_kib, serving
from bench.load.talker import Talker, new_measures

WARM_UP = 50
"""Connections made before the memory is read first: the server imports lazily."""


async def idle(asked: Asked) -> tuple[list[Figure], Findings]:
    """Connect everybody, and then do nothing but heartbeats."""
    measures = new_measures()
    async with serving(fsync=asked.fsync) as served:
        server = served.servers[0]
        names = (f"idle {number}" for number in range(asked.players + WARM_UP))
        talkers = [Talker(name, server.port, measures) for name in names]
        await in_turn(_connect, talkers[:WARM_UP])
        before_kib = rss_kib(server.pid)
        await in_turn(_connect, talkers[WARM_UP:])
        after_kib = rss_kib(server.pid)
        async with undisturbed():
            usage = Usage(server.pid)
            await asyncio.sleep(asked.seconds)
            passed_s, (cpu_s,) = usage.read()
        held = sum(talker.link is not None for talker in talkers)
        end_kib = max(after_kib, rss_kib(server.pid))
        for talker in talkers:
            talker.close()
    each_kib = (end_kib - before_kib) / asked.players
    return [
        Figure("R1", "idle connections held", held, ""),
        Figure("R1", "server memory an idle connection", each_kib, "KiB"),
        Figure("R1", "server CPU, idle", cpu_s / passed_s * 100, "%"),
    ], measures.findings


async def _connect(talker: Talker) -> None:
    await talker.connect()
    await talker.say_hello()
