"""What people wait for, and how many keys they press: `python -m bench.strokes`.

At real terminals of 80 by 24, with a server of its own: from a key to the sign on the
screen that says that it is done. `--before FOLDER` compares what a table costs of a
processor with the code of an older commit, by turns. See `bench.startup` for beginning.
"""

import argparse
import asyncio
import json
import os
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Self

from bench.startup import HERE, PARTS
from tests.servers import environment
from tests.terminals import Terminal, terminal

CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
APART_S = 0.04
"""Between two keys of somebody who is very fast."""
IDLE_S = 10.0
WITHIN_S = 90.0
"""Without anything on the screen, after which it is given up."""
OVER = "the result|closes in"
"""The signs of a match that is over for all."""
TURNS = 3
TICKS = os.sysconf("SC_CLK_TCK")
_ESCAPE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|[P\]_].*?(\x07|\x1b\\)|.)", re.DOTALL)


class Home:
    """Somebody who has never played here, with the code of a folder."""

    def __init__(self, folder: Path, tree: Path = HERE) -> None:
        self._tree = tree
        self.settings = environment(
            HOME=str(folder),
            XDG_DATA_HOME=str(folder / "data"),
            XDG_CONFIG_HOME=str(folder / "config"),
            PYTHONPATH=os.pathsep.join(str(tree / part) for part in PARTS),
            TERM="xterm-256color",
            COLORTERM="truecolor",
            LC_ALL="C.UTF-8",
        )

    def at(self, *words: str) -> "Typing":
        """Return a terminal at which a command of the client runs."""
        return Typing(("-m", "samedeal_client", *words), self.settings)

    async def said(self, *words: str) -> str:
        """Return what a command of the client prints."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "samedeal_client", *words),
            stdout=PIPE,
            env=self.settings,
        )
        printed, _ = await process.communicate()
        return printed.decode()

    @asynccontextmanager
    async def server(
        self, data: Path, port: str = "0", **settings: str
    ) -> AsyncGenerator[tuple[str, asyncio.subprocess.Process]]:
        """Run a server, and yield its address."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "samedeal_server", "--port", port, "--ready-json"),
            *("--data", str(data)),
            stdout=PIPE,
            env={**self.settings, "SAMEDEAL_LOG_LEVEL": "error", **settings},
        )
        try:
            assert process.stdout is not None
            ready = json.loads(await process.stdout.readline())
            yield f"ws://127.0.0.1:{ready['port']}", process
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


class Typing:
    """Somebody at a terminal."""

    def __init__(self, words: tuple[str, ...], settings: dict[str, str]) -> None:
        self._words, self._settings = words, settings
        self._from = 0

    async def __aenter__(self) -> Self:
        """Begin."""
        self.began = perf_counter()
        self._open = terminal(sys.executable, *self._words, env=self._settings)
        self._at: Terminal = await self._open.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        """End, whatever goes on."""
        await self._open.__aexit__(None, None, None)

    async def sees(self, pattern: str) -> float:
        """Wait for what is new on the screen; return the seconds since the last key."""
        found = None
        while found is None:
            # What was read last may end within a sequence or a letter.
            shown = _ESCAPE.sub("", self._at.shown[self._from :])
            found = re.search(pattern, shown)
            if found is None:
                async with asyncio.timeout(WITHIN_S):
                    await self._at.more()
        self.found = found[0]
        return perf_counter() - self.began

    def press(self, keys: str) -> None:
        """Press keys, and look at what comes from now on."""
        self._from = len(self._at.shown)
        self.began = perf_counter()
        self._at.type(keys)

    def used_s(self) -> float:
        """Return the seconds of a processor that the program has used."""
        stat = Path(f"/proc/{self._at.process.pid}/stat").read_text("utf-8")
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


def told(what: str, value: str) -> None:
    """Print a row."""
    print(f"| {what} | {value} |", flush=True)


async def _begun(at: Typing) -> float:
    """Be ready in a room of one seat; return how long it takes to the first card."""
    await at.sees("ready")
    at.press("\r")
    return await at.sees("to lay")


async def races(home: Home, folder: Path) -> None:
    """Time a room, a match and what follows it, with a server of its own."""
    room = ("host", "squares/english", "--seats", "1", "--private", "--name", "Ada")
    data = folder / "store"
    async with home.server(data) as (url, _), home.at("--server", url, *room) as at:
        told("`samedeal host` to the room", f"{await at.sees('ready'):.2f} s")
        at.press("\r")
        first = await at.sees("to lay")
        told("alone: Enter to the first card", f"{first:.1f} s")
        took: list[float] = []
        for number, cell in enumerate(CELLS[:-1], 1):
            at.press(cell)
            took.append(await at.sees(rf"\b{number} moves?\b") * 1000)
        spread = f"{median(took):.0f} ms ({min(took):.0f} to {max(took):.0f}, "
        told("two keys to the confirmed card", f"{spread}n = {len(took)})")
        at.press(CELLS[-1])
        await at.sees(OVER)
        at.press("\r")
        await at.sees("[Nn]ot yet")
        at.press("\r")
        await at.sees("to lay")
        began = perf_counter()
        for key in "".join(CELLS):
            at.press(key)
            await asyncio.sleep(APART_S)
        at.press("")
        await at.sees(OVER)
        told(
            "Poker Squares, a whole board with 40 ms a key, none lost",
            f"{perf_counter() - began:.1f} s",
        )
    await comes_back(home, folder, room)


async def looks_back(home: Home, folder: Path) -> None:
    """Time what is asked about two matches that are over, by commands."""
    async with home.server(folder / "looked") as (url, _):
        for game in ("squares/english", "easthaven"):
            room = ("host", game, "--seats", "1", "--private", "--name", "Ada")
            async with home.at("--server", url, *room) as at:
                await at.sees("ready")
                at.press("\r")
                await at.sees("to lay|stock")
                at.press("d" if game == "easthaven" else "a1")
                await at.sees(r"\b1 moves?\b")
                at.press(":finish\r")
                await at.sees(OVER)
        listed = await home.said("--server", url, "history")
        for match in re.findall(r"\bm-[0-9a-f]+", listed)[:2]:
            for command in ("analyse", "verify"):
                await _timed(home, f"`samedeal {command}`", url, command, match)
        await _timed(home, "`samedeal audit`, two matches", url, "audit")


async def _timed(home: Home, what: str, url: str, *words: str) -> None:
    began = perf_counter()
    said = await home.said("--server", url, *words)
    took = perf_counter() - began
    game = "Easthaven" if "asthaven" in said else "Poker Squares"
    told(f"{what}: {game}" if len(words) > 1 else what, f"{took:.1f} s")


async def practises(home: Home) -> None:
    """Time practice from the command to the cards, on both faces."""
    for words in ((), ("--plain",)):
        async with home.at(*words, "practise", "easthaven") as at:
            took = await at.sees("[Ss]tock")
            told(" ".join(("`samedeal practise`", *words)), f"{took:.2f} s")


async def comes_back(home: Home, folder: Path, room: tuple[str, ...]) -> None:
    """Time a server that is killed and started again under a player."""
    data = folder / "again"
    async with (
        home.server(data) as (url, process),
        home.at("--server", url, *room) as at,
    ):
        await _begun(at)
        process.kill()
        await process.wait()
        at.press("")
        async with home.server(data, url.rpartition(":")[2]):
            at.press("a1")
            back = await at.sees(r"\b1 moves?\b")
            told("server killed and started: to a card laid", f"{back:.1f} s")


async def alone(home: Home) -> None:
    """Time a newcomer who plays at once, where no server runs."""
    async with home.at() as at:
        told("`samedeal` to the welcome", f"{await at.sees('Play now'):.2f} s")
        at.press("\r")
        await at.sees("name")
        at.press("\r")
        first = await at.sees("to lay")
        told("Play now: Enter on the name to the first card", f"{first:.1f} s")
        told("keys from `samedeal` to the first card", "2 (Enter, Enter)")
        for cell in CELLS[:-1]:
            at.press(cell)
            await asyncio.sleep(2 * APART_S)
        at.press(CELLS[-1])
        waited = await at.sees(OVER)
        told("Play now: one's last card to the result", f"{waited:.1f} s")


async def costs(trees: list[Path]) -> None:
    """Compare what tables cost of a processor, by turns; medians."""
    found: dict[tuple[str, Path], list[float]] = {}
    for _ in range(TURNS):
        for tree in trees:
            with TemporaryDirectory() as folder:
                home = Home(Path(folder), tree)
                for what, took in (await _cost(home, Path(folder))).items():
                    found.setdefault((what, tree), []).append(took)
    for what in dict.fromkeys(what for what, _ in found):
        values = [median(found[what, tree]) for tree in trees]
        shown = ", ".join(f"{value:.1f}" for value in values)
        ratio = f"; {values[-1] / values[0]:.2f} times" if len(values) > 1 else ""
        told(what, shown + ratio)


async def _cost(home: Home, folder: Path) -> dict[str, float]:
    """Return milliseconds of a processor, by what they were for."""
    room = ("host", "squares/english", "--seats", "1", "--private", "--name", "Ada")
    found: dict[str, float] = {}
    async with home.at("practise", "westcliff/american") as at:
        await at.sees("stock|waste|deal")
        await asyncio.sleep(1)
        found["idle table at practice, ms of CPU a second"] = await _idle(at)
    async with (
        home.server(folder / "store") as (url, _),
        home.at("--server", url, *room) as at,
    ):
        await _begun(at)
        await asyncio.sleep(1)
        found["idle table in a race, ms of CPU a second"] = await _idle(at)
        before = at.used_s()
        for cell in CELLS[:-1]:
            at.press(cell)
            await asyncio.sleep(0.4)
        used = (at.used_s() - before) * 1000
        found["a move in a race, at five keys a second, ms of CPU"] = used / 24
    return found


async def _idle(at: Typing) -> float:
    before = at.used_s()
    await asyncio.sleep(IDLE_S)
    return (at.used_s() - before) * 1000 / IDLE_S


async def _all(before: Path | None) -> None:
    print("| what | how long, how many |\n| --- | --- |")
    with TemporaryDirectory() as folder:
        await races(Home(Path(folder)), Path(folder))
    with TemporaryDirectory() as folder:
        await alone(Home(Path(folder)))
    with TemporaryDirectory() as folder:
        await practises(Home(Path(folder)))
        await looks_back(Home(Path(folder)), Path(folder))
    await costs([HERE] if before is None else [before, HERE])


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    asyncio.run(_all(parser.parse_args().before))


if __name__ == "__main__":
    main()
