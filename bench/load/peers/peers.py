"""What each peer takes for a frame that comes and goes, in the run of the server.

Peers take turns on the server's core, over its store, with as many connections.
"""

import asyncio
from collections.abc import Callable

from bench.load.asked import Asked
from bench.load.crowd import in_turn, undisturbed
from bench.load.figures import Figure
from bench.load.peers.bouncers import Bouncer, Sitter, made
from bench.load.processes import Running, Served, Usage, process

WARM_UP_S = 0.5
FLOORS = {"echo": "a bare echo", "append": "an echo and append"}
COLYSEUS = "Colyseus"


class Peers:
    """Measured once, for everything that is held against them."""

    def __init__(self, asked: Asked, served: Served, interval_s: float = 0.0) -> None:
        self._asked = asked
        self._served = served
        self._interval_s = interval_s
        """Between two frames of one connection; none to send them flat out."""
        self.us: dict[str, float] = {}
        """By what they are called, the CPU time of a frame, or of a move."""

    async def measure(self) -> list[Figure]:
        """Measure all that were asked for."""
        figures: list[Figure] = []
        for kind, name in FLOORS.items():
            words = ("-m", "bench.load.peers.floors", kind)
            async with process(*words, REDIS_URL=self._served.url) as running:
                self._served.pin_beside(running)
                figures.append(await self._one(running, name, Bouncer))
        if self._asked.colyseus:
            # Needs what only a full set of development tools has.
            from bench.load.peers.colyseus import colyseus

            async with colyseus(self._served) as running:
                figures.append(await self._one(running, COLYSEUS, Sitter))
        return figures

    def ratios(self, what: str, us: float) -> list[tuple[str, str, float, str]]:
        """Return the ratio of a figure of ours to each of theirs."""
        return [
            ("P2" if name == COLYSEUS else "P1", f"{what} to {name}", us / each, "x")
            for name, each in self.us.items()
        ]

    async def _one(
        self, running: Running, name: str, kind: Callable[[float], Bouncer]
    ) -> Figure:
        bouncers = [kind(self._interval_s) for _ in range(self._asked.players)]
        await in_turn(lambda bouncer: bouncer.start(running), bouncers)
        await asyncio.sleep(WARM_UP_S)
        before = made(bouncers)
        async with undisturbed():
            usage = Usage(running.pid)
            await asyncio.sleep(self._asked.seconds)
            passed_s, (cpu_s,) = usage.read()
        done = made(bouncers) - before
        for bouncer in bouncers:
            bouncer.stop()
        self.us[name] = us = cpu_s / max(1, done) * 1e6
        note = f"{done / passed_s:.0f} /s, {cpu_s / passed_s:.0%} of a core"
        promise = "P2" if name == COLYSEUS else "P1"
        return Figure(promise, f"CPU a frame, {name}", us, "us", note)
