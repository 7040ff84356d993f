"""Whoever has the release before races with whoever has this, at either's server."""

import asyncio
import io
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from tests.client.terminal.test_app import CELLS, code_from, rest_of
from tests.conditions import eventually
from tests.house.repository import CODE_ROOTS, ROOT
from tests.servers import Running, environment, running_server

from samedeal_client.wire.player import Player

HERE = Path(__file__).parent
KEPT = {wheel.name.split("-")[1]: wheel for wheel in sorted(HERE.glob("*.whl"))}
"""The wheels of releases, by version."""
OF_THIS_TREE = "of this tree"

Which = str
"""`older` or `newer`."""


def installed(wheel: Path, folder: Path) -> Path:
    """Install a wheel alone, as pip does, whatever machine it was compiled for."""
    # What is compiled stays unused where it is for another one.
    anywhere = folder / f"{'-'.join(wheel.name.split('-')[:2])}-py3-none-any.whl"
    shutil.copy(wheel, anywhere)
    target = folder / "installed"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install")
    words = ("--quiet", "--no-index", "--no-deps", "--no-compile", "--target", target)
    subprocess.run([*pip, *words, anywhere], check=True)
    return target


def made(folder: Path) -> Path:
    """Make a wheel of this tree, without compiling anything."""
    source = folder / "source"
    source.mkdir()
    for name in (*CODE_ROOTS, "docs/man"):
        shutil.copytree(
            ROOT / name,
            source / name,
            ignore=shutil.ignore_patterns("__pycache__", "_players.*"),
        )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    words = ("build", "--target", "wheel", "--directory", folder / "dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", *words],
        cwd=source,
        env={**os.environ, "CC": "none", "PATH": str(source)},
        capture_output=True,
        check=True,
    )
    (wheel,) = (folder / "dist").iterdir()
    return wheel


def taken_out(commit: str, folder: Path) -> str:
    """Take a commit's tree out of the history; return where its packages are."""
    packed = subprocess.run(
        ["git", "archive", commit, *CODE_ROOTS],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as tree:
        tree.extractall(folder, filter="data")
    return os.pathsep.join(str(folder / name) for name in CODE_ROOTS)


@pytest.fixture(scope="module", params=[*KEPT] or [OF_THIS_TREE])
def code(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[Which, Mapping[str, str]]:
    """Return what a process has in its environment to be of either version."""
    folder = tmp_path_factory.mktemp("release")
    commit = str(request.config.getoption("--older", default=""))
    if commit:
        return {"older": {"PYTHONPATH": taken_out(commit, folder)}, "newer": {}}
    wheel = KEPT.get(request.param) or made(folder)
    return {"older": {"PYTHONPATH": str(installed(wheel, folder))}, "newer": {}}


@pytest_asyncio.fixture(
    loop_scope="session",
    params=[("newer", "newer"), ("older", "older"), ("older", "newer")],
    ids=["at a newer server", "at an older server", "at one of each over one store"],
)
async def servers(
    request: pytest.FixtureRequest,
    code: Mapping[Which, Mapping[str, str]],
    store_url: str,
) -> AsyncIterator[tuple[str, str]]:
    """Run two servers over a store: those that the older and the newer client use."""
    async with AsyncExitStack() as stack:
        urls = [
            await stack.enter_async_context(
                running_server(store_url, SAMEDEAL_COUNTDOWN_MS="200", **code[which])
            )
            for which in request.param
        ]
        yield urls[0].url, urls[1].url


async def test_an_older_and_a_newer_client_race(
    code: Mapping[Which, Mapping[str, str]], servers: tuple[str, str], tmp_path: Path
) -> None:
    at_older, at_newer = servers

    async def start(which: Which, url: str, *words: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "samedeal_client", "--server", url),
            *("--identity", str(tmp_path / which), "--plain", *words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment(
                PYTHONUTF8="1", SAMEDEAL_CONFIG=str(tmp_path / "none"), **code[which]
            ),
        )

    ada = await start("newer", at_newer, "host", "squares/english", "--name", "Ada")
    room = await code_from(ada)
    bob = await start("older", at_older, "join", room, "--name", "Bob")
    assert await code_from(bob) == room
    for shown in await asyncio.gather(
        rest_of(ada, "ready", CELLS), rest_of(bob, "ready", CELLS)
    ):
        assert "Match proven" in shown
        assert "all 25 cards laid" in shown


async def test_a_match_goes_on_while_the_older_server_is_replaced(
    code: Mapping[Which, Mapping[str, str]], store_url: str
) -> None:
    async with AsyncExitStack() as stack:

        async def serve(which: Which, port: str = "0") -> Running:
            server = running_server(
                store_url, port, SAMEDEAL_COUNTDOWN_MS="200", **code[which]
            )
            return await stack.enter_async_context(server)

        async def come(url: str, name: str) -> Player:
            return await stack.enter_async_context(Player(url, name=name).connected())

        older, newer = await serve("older"), await serve("newer")
        ada, bob = await come(older.url, "Ada"), await come(newer.url, "Bob")
        await bob.join(await ada.host("squares/english", seats=2))
        for player in (ada, bob):
            await player.ready()
        await eventually(lambda: ada.session.may_move and bob.session.may_move)
        cells = CELLS.split()
        for cell in cells[:8]:
            await asyncio.gather(ada.move(cell), bob.move(cell))
        # As an operator does who updates one process after the other.
        older.process.terminate()
        await bob.move(cells[8])
        await older.process.wait()
        await serve("newer", older.url.rpartition(":")[2])
        for cell in cells[8:]:
            await ada.move(cell)
        for cell in cells[9:]:
            await bob.move(cell)
        await eventually(lambda: bool(ada.proven and bob.proven))
        for player in (ada, bob):
            assert list(player.proven.values()) == [True]
            result = player.session.room and player.session.room.result
            assert result
            assert [row.plies for row in result.standings] == [25, 25]


def test_the_older_one_is_not_what_is_here(
    code: Mapping[Which, Mapping[str, str]],
) -> None:
    script = "import samedeal_client; print(samedeal_client.__file__)"
    for which, folder in {
        "older": code["older"].get("PYTHONPATH", ""),
        "newer": str(ROOT / "client"),
    }.items():
        ran = subprocess.run(
            [sys.executable, "-c", script],
            env=environment(**code[which]),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout.startswith(tuple(folder.split(os.pathsep)))
