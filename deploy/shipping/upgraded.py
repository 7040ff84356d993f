"""Upgrades with pip, over a folder that was played in: `make upgrade OLDER=COMMIT`.

Two wheels are made, of an older commit and of this one, as of two versions. The older
goes into an empty environment, where two people race at its server and one claims her
name, and it moves the record and the boards into a bucket, whatever the clock says.
Then pip puts the newer in its place, and all that was kept is looked at and used again:
by its commands, as operators and players give them. The second race brings the boards
back, and the newer moves them.
"""

import argparse
import asyncio
import json
import os
import re
import sys
import tarfile
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

from bench.stores.day import bucket
from deploy.shipping.making import ROOT, Unmade, is_changed, told
from tests.server.archive.test_buckets import BUCKET

MOVE = """
import asyncio, sys
from pathlib import Path
from samedeal_server.records import archiving
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

async def main(data, place):
    async with EmbeddedStore(Path(data)) as kept, Store(kept.url) as store:
        running = asyncio.create_task(store.run())
        before = await store.whole_books.names_in_store("board/*")
        mover = archiving.Archiving(store, place, 1, least=1, days=-10_000)
        while await mover.move_some():
            pass
        await mover.move_sheets()
        left = await store.whole_books.names_in_store("board/*")
        print(len(before) - len(left))
        running.cancel()

asyncio.run(main(*sys.argv[1:]))
"""
"""Moves records and boards into an archive, and says how many books of boards went."""
WITHIN_S = 120.0
GAME = "squares/english"
CELLS = " ".join(f"{column}{row}" for row in range(1, 6) for column in "abcde")
_VERSION = re.compile(r'^version = "(.+)"$', re.MULTILINE)
_CODE = re.compile(r"room ([0-9A-Z]{5}):")


class Kept(NamedTuple):
    """Everything kept of the players, as the commands show it."""

    player: str
    """The id of the player who claimed the name."""
    rows: tuple[tuple[str, int, str], ...]
    """Of the leaderboard: whose, with which score, and of which match."""
    history: tuple[str, ...]
    """Her matches, the newest first."""


class Environment:
    """An environment with samedeal in it, a folder of data, and two who play."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._place = f"s3://{BUCKET}/upgraded"
        self._port = "0"
        """The port of the first server: players know it by its address."""
        self._bin = folder / "python" / "bin"
        told((sys.executable, "-m", "venv", self._bin.parent), ROOT)
        self._of_its_own = {
            "PATH": str(self._bin),
            "HOME": str(folder),
            "PYTHONUTF8": "1",
            "SAMEDEAL_CONFIG": str(folder / "none"),
            "SAMEDEAL_COUNTDOWN_MS": "200",
            "SAMEDEAL_LOG_LEVEL": "error",
            "SAMEDEAL_ARCHIVE": self._place,
            **{k: v for k, v in os.environ.items() if k.startswith("AWS_")},
        }

    def install(self, wheel: Path, *more: str) -> str:
        """Install a wheel with pip; return the version that is there then."""
        words = ("install", "--quiet", "--only-binary", ":all:", *more)
        constraints = ("--constraint", str(ROOT / "constraints.txt"))
        python = str(self._bin / "python")
        told((python, "-m", "pip", *words, *constraints, f"{wheel}[s3]"), ROOT)
        return told((self._bin / "samedeal-server", "--version"), ROOT).strip()

    async def start(self, program: str, *words: str) -> Process:
        """Start one of samedeal's programs."""
        return await asyncio.create_subprocess_exec(
            *(str(self._bin / program), *words),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._of_its_own,
            cwd=self.folder,
        )

    async def said(self, program: str, *words: str) -> str:
        """Return the output of one of them; raises Unmade if it fails."""
        return await _end_of(await self.start(program, *words))

    async def told_by_operator(self, *words: str) -> Any:
        """Return the document of a command of operators."""
        data = ("--data", "data", "--json")
        return json.loads(await self.said("samedeal-server", "admin", *words, *data))

    async def moved(self) -> int:
        """Move boards and records into the bucket; return how many books went."""
        return int(await self.said("python", "-c", MOVE, "data", self._place))

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[str]:
        """Serve the folder of data; return the server's address."""
        words = ("--port", self._port, "--data", "data", "--ready-json")
        server = await self.start("samedeal-server", *words)
        try:
            ready = json.loads(await _line_of(server))
            self._port = str(ready["port"])
            yield f"ws://127.0.0.1:{self._port}"
        finally:
            _end(server)
            await server.wait()


async def race(there: Environment, url: str) -> None:
    """Play a race of Ada and Bob to the end; raises Unmade if it is not proven."""
    async with AsyncExitStack() as held:

        async def come(name: str, *words: str) -> tuple[Process, str]:
            who = ("--server", url, "--identity", name.lower(), "--plain")
            process = await there.start("samedeal", *who, *words, "--name", name)
            held.callback(_end, process)
            while not (found := _CODE.search(await _line_of(process))):
                pass
            return process, found[1]

        ada, room = await come("Ada", "host", GAME)
        bob, _ = await come("Bob", "join", room)
        typed = f"ready\n{CELLS}\n"
        for shown in await asyncio.gather(_end_of(ada, typed), _end_of(bob, typed)):
            if "Match proven" not in shown:
                raise Unmade(f"no match is proven:\n{shown}")


async def checked(there: Environment) -> str:
    """Return the digest of all that is kept, the same while nobody serves it.

    Raises Unmade if anything is wrong with it.
    """
    digest: str = (await there.told_by_operator("check"))["digest"]
    return digest


async def kept(there: Environment) -> Kept:
    """Look at everything kept, as players do; raises Unmade if a proof fails."""
    async with there.serving() as url:
        ada = ("--server", url, "--identity", "ada")
        board = json.loads(
            await there.said("samedeal", *ada, "leaderboard", GAME, "--json")
        )
        history = json.loads(await there.said("samedeal", *ada, "history", "--json"))
        matches = tuple(each["match"] for each in history["entries"])
        for match in matches:
            words = ("verify", "--chain", "--json", match)
            await there.said("samedeal", *ada, *words)
        who = await there.told_by_operator("player", "Ada")
    rows = tuple((row["name"], row["score"], row["match"]) for row in board["rows"])
    return Kept(who["player"], rows, matches)


async def upgraded(older: Path, newer: Path, folder: Path) -> None:
    """Play with the older, upgrade, play on, and print it; raises Unmade."""
    there = Environment(folder)
    first = there.install(older)
    async with there.serving() as url:
        await race(there, url)
        ada = ("--server", url, "--identity", "ada")
        await there.said("samedeal", *ada, "account", "claim", "Ada")
    moved = await there.moved()
    before, digest = await kept(there), await checked(there)
    print(f"{first}: {_told(before)}; {moved} books moved; digest {digest[:16]}")
    second = there.install(newer, "--upgrade")
    if first == second:
        raise Unmade(f"pip has left {first} where it was")
    digest_after, after = await checked(there), await kept(there)
    print(f"{second}: {_told(after)}; digest {digest_after[:16]}")
    if (after, digest_after) != (before, digest) or len(after.history) != 1:
        raise Unmade("that is not what there was")
    async with there.serving() as url:
        await race(there, url)
    moved_again = await there.moved()
    last = await kept(there)
    await checked(there)
    print(
        f"{second}, raced again by the same two: {_told(last)}; "
        f"{moved_again} books moved again"
    )
    if not moved or not moved_again:
        raise Unmade("boards were not moved")
    if (last.player, last.history[1:]) != (before.player, before.history):
        raise Unmade("whoever came back is somebody else")


def _told(found: Kept) -> str:
    board = ", ".join(f"{name} {score}" for name, score, _ in found.rows)
    return (
        f"Ada is {found.player}, with {len(found.history)} of her matches proven and "
        f"in the chain; board: {board}"
    )


def _end(process: Process) -> None:
    if process.returncode is None:
        process.terminate()


async def _line_of(process: Process) -> str:
    shown = cast("asyncio.StreamReader", process.stdout)
    async with asyncio.timeout(WITHIN_S):
        line = (await shown.readline()).decode()
    if not line:
        await _end_of(process)
        raise Unmade("it has ended before it said what it was to say")
    return line


async def _end_of(process: Process, typed: str = "") -> str:
    """Type something, and return all output to the end; raises Unmade."""
    async with asyncio.timeout(WITHIN_S):
        out, error = await process.communicate(typed.encode())
    if process.returncode:
        raise Unmade(f"ended with {process.returncode}: {error.decode()}")
    return out.decode()


def wheel_of(commit: str, folder: Path, version: str = "") -> Path:
    """Make a wheel of a commit for this machine, of another version if one is named."""
    source = folder / "source"
    source.mkdir(parents=True)
    packed = folder / "source.tar"
    told(("git", "archive", "--output", packed, commit), ROOT)
    with tarfile.open(packed) as tree:
        tree.extractall(source, filter="data")
    if version:
        settings = source / "pyproject.toml"
        text = _VERSION.sub(f'version = "{version}"', settings.read_text("utf-8"), 1)
        settings.write_text(text, "utf-8")
    words = ("build", "--target", "wheel", "--directory", folder / "dist")
    told((sys.executable, "-m", "hatchling", *words), source)
    (wheel,) = (folder / "dist").iterdir()
    return wheel


def version_at(commit: str) -> str:
    """Return the version in a commit's metadata; raises Unmade."""
    found = _VERSION.search(told(("git", "show", f"{commit}:pyproject.toml"), ROOT))
    if found is None:
        raise Unmade(f"{commit} says no version")
    return found[1]


def main() -> None:
    """Upgrade, and print the outcome; ends with 1 if anything was lost or changed."""
    parser = argparse.ArgumentParser(prog="make upgrade", description=__doc__)
    parser.add_argument("older", metavar="COMMIT")
    older = parser.parse_args().older
    if is_changed():
        print("What is not committed here is left out.")
    try:
        # Commits of one version are told apart: the older comes before it.
        is_same = version_at(older) == version_at("HEAD")
        version = f"{version_at(older)}.dev0" if is_same else ""
        with tempfile.TemporaryDirectory(prefix="samedeal-upgrade-") as name:
            folder = Path(name)
            first = wheel_of(older, folder / "older", version)
            second = wheel_of("HEAD", folder / "newer")
            with bucket():
                asyncio.run(upgraded(first, second, folder / "there"))
    except Unmade as problem:
        sys.exit(f"not upgraded: {problem}")


if __name__ == "__main__":
    main()
