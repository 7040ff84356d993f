"""A service that Debian's Prometheus watches, as operators are told to."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.request import urlopen

import yaml
from bench.chaos.processes import (
    Program,
    ServerProgram,
    StoreKind,
    StoreProgram,
    server_settings,
)
from bench.chaos.proxy import Proxy, proxy_to
from bench.load.proxies import free_port

ROOT = Path(__file__).parents[2]
RULES = ROOT / "deploy/prometheus/alerts.yml"
PAGE = ROOT / "docs/howto/run-a-server.md"
GIVEN_UP_AFTER_S = 45.0
LOOKED_EVERY_S = 0.2
LOGGED = 60
"""Lines of each server that are shown if something was late."""
MANY, FEW = 300, 10
"""Connections that one server has room for, and the other."""


class Place(NamedTuple):
    """The service to be troubled, and its watcher."""

    folder: Path
    store: StoreProgram
    large: ServerProgram
    """With room for many."""
    small: ServerProgram
    """With room for few."""
    front: Proxy
    """Brings players to both in turn, as a proxy does that does not go by the path."""
    prometheus: Program
    watcher: str
    """The address of Prometheus."""
    targets: tuple[str, ...]

    @property
    def archive(self) -> Path:
        """Return the folder of the archive."""
        return archive_in(self.folder)

    def url_of(self, server: ServerProgram) -> str:
        """Return the address at which a server's players connect."""
        assert server.address is not None
        return "ws://{}:{}".format(*server.address)

    @property
    def front_url(self) -> str:
        """The address of the proxy, behind which players may come to either server."""
        return "ws://{}:{}".format(*self.front.address)

    def ask(self, interval: str = "") -> None:
        """Have Prometheus scrape at this interval, or at the page's own."""
        (self.folder / "prometheus.yml").write_text(
            configuration(self.targets, interval)
        )
        if self.prometheus.pid:
            os.kill(self.prometheus.pid, signal.SIGHUP)

    def show_logs(self) -> None:
        """Show the last that the servers have logged."""
        for server in (self.large, self.small):
            lines = server.log.read_text("utf-8", "replace").splitlines()
            print(f"{server.name}:", *lines[-LOGGED:], sep="\n", file=sys.stderr)


class Told(NamedTuple):
    """An alert, and its times in seconds; None for longer than was waited."""

    alert: str
    rang_s: float | None
    ended_s: float | None

    def is_within(self, limit_s: float) -> bool:
        """Tell whether both were soon enough."""
        return all(s is not None and s <= limit_s for s in self[1:])


def archive_in(folder: Path) -> Path:
    """Return the folder of the archive of the servers of a folder."""
    return folder / "archive"


def configuration(targets: Sequence[str], interval: str = "") -> str:
    """Return the configuration of Prometheus that operators are told to have.

    For these targets, and with another interval if one is given.
    """
    blocks = re.findall(r"```yaml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    (block,) = [each for each in blocks if "job_name: samedeal" in each]
    told = yaml.safe_load(block)
    (job,) = told["scrape_configs"]
    job["static_configs"] = [{"targets": list(targets)}]
    if interval:
        job["scrape_interval"] = interval
    return yaml.safe_dump({**told, "rule_files": [str(RULES)]})


def alerts() -> list[str]:
    """Return the names of all alerts that there are, in their order."""
    groups = yaml.safe_load(RULES.read_text("utf-8"))["groups"]
    return [rule["alert"] for group in groups for rule in group["rules"]]


@asynccontextmanager
async def place() -> AsyncGenerator[Place]:
    """Yield two servers over a store, watched by Prometheus."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="alarms-")))
        store = StoreProgram(folder, StoreKind())
        stack.push_async_callback(store.end)
        await store.start()
        servers: list[ServerProgram] = []
        targets: list[str] = []
        for name, most in (("large", MANY), ("small", FEW)):
            metrics = free_port()
            settings = server_settings(
                metrics_port=metrics,
                connections=most,
                archive=archive_in(folder),
                log_level="warning",
            )
            server = ServerProgram(folder, name, store.url, settings, free_port())
            stack.push_async_callback(server.end)
            await server.start()
            servers.append(server)
            targets.append(f"127.0.0.1:{metrics}")
        large, small = servers
        front = await stack.enter_async_context(
            proxy_to("alarms", lambda: large.address, lambda: small.address)
        )
        prometheus, port = Program(folder, "prometheus"), free_port()
        stack.push_async_callback(prometheus.end)
        watcher = f"http://127.0.0.1:{port}"
        there = Place(
            *(folder, store, large, small, front, prometheus, watcher, tuple(targets))
        )
        there.ask()
        await prometheus.spawn(
            *(shutil.which("prometheus") or "prometheus", "--storage.tsdb.path=series"),
            "--config.file=prometheus.yml",
            f"--web.listen-address=127.0.0.1:{port}",
            env={**os.environ},
        )
        yield there


def queried(watcher: str, path: str) -> dict[str, Any]:
    """Return the data of an answer of Prometheus; raises OSError."""
    with urlopen(f"{watcher}/api/v1/{path}", timeout=10) as answer:  # noqa: S310
        found: dict[str, Any] = json.load(answer)["data"]
    return found


def ringing(watcher: str) -> set[str]:
    """Return the alerts that ring now; raises OSError."""
    with urlopen(f"{watcher}/api/v1/alerts", timeout=10) as answer:  # noqa: S310
        found = json.load(answer)["data"]["alerts"]
    return {a["labels"]["alertname"] for a in found if a["state"] == "firing"}


async def becomes(happened: Callable[[], bool], began: float) -> float | None:
    """Return the seconds from `began`, of the monotonic clock, until it has happened.

    None where it had not when it was given up.
    """
    while (took := time.monotonic() - began) < GIVEN_UP_AFTER_S:
        with contextlib.suppress(OSError):  # it may still be starting
            if await asyncio.to_thread(happened):
                return took
        await asyncio.sleep(LOOKED_EVERY_S)
    return None


async def watched(
    there: Place,
    names: Sequence[str],
    trouble: Callable[[], Awaitable[object]],
    end: Callable[[], Awaitable[object]],
) -> list[Told]:
    """Make trouble and end it; return how long each alert took to ring and to end.

    From when making trouble, or ending it, began.
    """

    def rings(name: str) -> Callable[[], bool]:
        return lambda: name in ringing(there.watcher)

    def is_silent(name: str) -> Callable[[], bool]:
        return lambda: name not in ringing(there.watcher)

    before = await asyncio.gather(
        *(becomes(is_silent(name), time.monotonic()) for name in names)
    )
    if None in before:
        raise RuntimeError(f"one of {', '.join(names)} rang before there was trouble")
    began = time.monotonic()
    await trouble()
    rang = await asyncio.gather(*(becomes(rings(name), began) for name in names))
    began = time.monotonic()
    await end()
    ended = await asyncio.gather(*(becomes(is_silent(name), began) for name in names))
    return [Told(*each) for each in zip(names, rang, ended, strict=True)]
