"""Alerts rung by real trouble, and silent again after it, in a real Prometheus.

``python -m bench.alarms [--within 15]``

Debian's `prometheus` scrapes a server once a second by deploy/prometheus/alerts.yml,
with every time in it that is in minutes made one of seconds: `for: 1m` is three, and
what is looked back on is ten. Then the store is paused, loses what it was told, or the
server is killed, filled, or has more knock than it lets in. Each alert that belongs to
that is to ring, and to be silent again, each within so many seconds.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import shutil
import socket
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.request import urlopen

from bench.chaos.processes import (
    Program,
    ServerProgram,
    StoreKind,
    StoreProgram,
    server_settings,
)

from samedeal_client.wire.player import Player
from samedeal_client.wire.trouble import Unreachable

RULES = Path(__file__).parent.parent / "deploy/prometheus/alerts.yml"
WITHIN_S = 15.0
GIVEN_UP_AFTER_S = 45.0
LOOKED_EVERY_S = 0.2
MOST = 10
"""Connections that the server has room for."""
CONFIGURATION = """
global: {{scrape_interval: 1s, evaluation_interval: 1s}}
rule_files: [alerts.yml]
scrape_configs:
  - job_name: samedeal
    static_configs: [{{targets: ["127.0.0.1:{port}"]}}]
"""


class Place(NamedTuple):
    """What there is to be troubled, and who watches."""

    store: StoreProgram
    server: ServerProgram
    prometheus: str
    """Its address."""

    @property
    def url(self) -> str:
        """Where players connect."""
        assert self.server.address is not None
        return "ws://{}:{}".format(*self.server.address)


class Told(NamedTuple):
    """An alert, and how long it took, in seconds; None for longer than was waited."""

    alert: str
    rang_s: float | None
    ended_s: float | None

    def is_within(self, limit_s: float) -> bool:
        """Tell whether both were soon enough."""
        return all(s is not None and s <= limit_s for s in self[1:])


def quick(rules: str) -> str:
    """Return rules with times of seconds where they have minutes."""
    return re.sub(r"\[\d+m\]", "[10s]", re.sub(r"for: \d+m", "for: 3s", rules))


def free_port() -> int:
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return int(some.getsockname()[1])


@asynccontextmanager
async def place() -> AsyncGenerator[Place]:
    """Yield a server over a store, watched by Prometheus."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="alarms-")))
        metrics, port = free_port(), free_port()
        (folder / "alerts.yml").write_text(quick(RULES.read_text("utf-8")))
        (folder / "prometheus.yml").write_text(CONFIGURATION.format(port=metrics))
        store = StoreProgram(folder, StoreKind())
        stack.push_async_callback(store.end)
        await store.start()
        settings = server_settings(metrics_port=metrics, connections=MOST)
        server = ServerProgram(folder, "server", store.url, settings)
        stack.push_async_callback(server.end)
        await server.start()
        watcher = Program(folder, "prometheus")
        stack.push_async_callback(watcher.end)
        await watcher.spawn(
            *(shutil.which("prometheus") or "prometheus", "--storage.tsdb.path=series"),
            "--config.file=prometheus.yml",
            f"--web.listen-address=127.0.0.1:{port}",
            env={**os.environ},
        )
        yield Place(store, server, f"http://127.0.0.1:{port}")


def ringing(prometheus: str) -> set[str]:
    """Return the alerts that ring now."""
    with urlopen(f"{prometheus}/api/v1/alerts", timeout=10) as answer:  # noqa: S310
        found = json.load(answer)["data"]["alerts"]
    return {a["labels"]["alertname"] for a in found if a["state"] == "firing"}


async def seconds_until(happened: Callable[[], bool]) -> float | None:
    """Return how long something took; None where it was not waited for any longer."""
    began = time.monotonic()
    while (took := time.monotonic() - began) < GIVEN_UP_AFTER_S:
        with contextlib.suppress(OSError):  # it may still be starting
            if await asyncio.to_thread(happened):
                return took
        await asyncio.sleep(LOOKED_EVERY_S)
    return None


async def watched(
    there: Place,
    alerts: Sequence[str],
    trouble: Callable[[], Awaitable[object]],
    end: Callable[[], Awaitable[object]],
) -> list[Told]:
    """Make trouble and end it; return how long each alert took to ring and to end."""

    def rings(alert: str) -> bool:
        return alert in ringing(there.prometheus)

    def is_silent(alert: str) -> bool:
        return not rings(alert)

    await trouble()
    rang = await asyncio.gather(
        *(seconds_until(partial(rings, each)) for each in alerts)
    )
    await end()
    ended = await asyncio.gather(
        *(seconds_until(partial(is_silent, each)) for each in alerts)
    )
    return [Told(*each) for each in zip(alerts, rang, ended, strict=True)]


# Troubles


async def pauses(there: Place) -> list[Told]:
    """Have the store stand still."""

    async def pause() -> None:
        there.store.pause()

    async def resume() -> None:
        there.store.resume()

    alerts = ("SamedealDegraded", "SamedealStoreFails")
    return await watched(there, alerts, pause, resume)


async def kills(there: Place) -> list[Told]:
    """Kill the server."""
    trouble, end = there.server.kill, there.server.start
    return await watched(there, ("SamedealDown",), trouble, end)


async def loses(there: Place) -> list[Told]:
    """Have the store lose the end of a room's log."""
    async with Player(there.url, name="Ada").connected() as ada:

        async def lose() -> None:
            room = await ada.host("squares/english", seats=4)
            there.store.copy_data()
            async with Player(there.url, name="Bob").connected() as bob:
                await bob.join(room)
                await there.store.kill()
            there.store.lose_data()
            await there.store.start()

        async def nothing() -> None:
            pass

        return await watched(there, ("SamedealLostFacts",), lose, nothing)


async def fills(there: Place) -> list[Told]:
    """Fill the server, and have more knock."""
    async with AsyncExitStack() as inside, asyncio.TaskGroup() as tasks:
        knocking: list[asyncio.Task[None]] = []

        async def fill() -> None:
            for number in range(MOST):
                player = Player(there.url, name=f"p{number}")
                await inside.enter_async_context(player.connected())
            knocking.append(tasks.create_task(knock(there.url)))

        async def go() -> None:
            knocking[0].cancel()
            await inside.aclose()

        alerts = ("SamedealNearlyFull", "SamedealTurnsAway")
        return await watched(there, alerts, fill, go)


async def knock(url: str) -> None:
    """Try to come in, again and again."""
    while True:
        with contextlib.suppress(Unreachable):
            async with Player(url, name="late").connected():
                pass
        await asyncio.sleep(LOOKED_EVERY_S)


TROUBLES = (pauses, kills, loses, fills)


async def run(within_s: float) -> bool:
    """Make all troubles, print what came of them; tell whether all was in time."""
    is_good = True
    async with place() as there:
        up = await seconds_until(lambda: not ringing(there.prometheus))
        if up is None:
            raise RuntimeError("Prometheus does not answer: is it installed?")
        print("alert               rings after  silent after  trouble")
        for trouble in TROUBLES:
            for each in await trouble(there):
                is_good &= each.is_within(within_s)
                rang, ended = ("never" if s is None else f"{s:.1f} s" for s in each[1:])
                what = trouble.__doc__ or ""
                print(f"{each.alert:20}{rang:>11}{ended:>14}  {what}", flush=True)
    return is_good


def main() -> int:
    """Return 1 where an alert was late."""
    parser = argparse.ArgumentParser(prog="python -m bench.alarms")
    parser.add_argument("--within", type=float, default=WITHIN_S, help="in seconds")
    asked = parser.parse_args()
    return 0 if asyncio.run(run(asked.within)) else 1


if __name__ == "__main__":
    sys.exit(main())
