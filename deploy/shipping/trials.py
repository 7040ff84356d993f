"""Runs libraries of other platforms, where something here can: an emulator, a loader.

The result of each for one deal is compared with that of the search in Python.
"""

import shutil
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from deploy.shipping.making import Unmade, told
from deploy.shipping.platforms import Machine, Platform, System

from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame
from samedeal_players.compiled.building import source_digest
from samedeal_players.solver.kernel import written
from samedeal_players.solver.problem import Problem, plan_for, problem_of
from samedeal_players.solver.search import search
from samedeal_players.solver.verdicts import MEBIBYTE, Outcome

ARM64 = Path("/usr/aarch64-linux-gnu")
"""The folder of Debian's libc6-arm64-cross for programs of that machine."""

_GAME = "easthaven"
_MOST_POSITIONS, _MEMORY = 20_000, 64 * MEBIBYTE
_HARNESS = Path(__file__).with_name("trial.c")
_LOADERS = {Machine.X86_64: "x86_64", Machine.ARM64: "aarch64"}


class NotHere(Exception):
    """Nothing here can run it; the text names the missing program."""


def _deal() -> Problem:
    game = find_game(_GAME)
    assert isinstance(game, PatienceGame)  # noqa: S101 - of the catalogue
    position = game.setup(deal_from_seed(bytes(32), game.about.packs))
    return problem_of(game, position, plan_for(game.ruleset))


@cache
def expected() -> str:
    """Return the right output of a library for the deal, by the search in Python."""
    found = search(_deal(), _MOST_POSITIONS, _MEMORY, lambda: False)
    outcome = (Outcome.UNWINNABLE, Outcome.WINNABLE, Outcome.UNDECIDED)
    steps = (str(number) for move in found.line for number in move)
    words = (source_digest(), str(outcome.index(found.outcome)), str(found.positions))
    return " ".join((*words, *steps))


def try_out(library: Path, platform: Platform, folder: Path, arm64: Path) -> None:
    """Solve the deal with a library; raises NotHere, and Unmade if it goes wrong."""
    runner = _runner(platform, arm64)
    harness = folder / f"trial-{platform.target}.exe"
    command = (
        sys.executable,
        "-m",
        "ziglang",
        "cc",
        "-g0",
        "-s",
        "-O2",
        "-dynamic",
        "-target",
    )
    told((*command, platform.target, "-o", harness, _HARNESS), folder)
    problem = folder / "problem"
    problem.write_bytes(bytes(written(_deal(), _MOST_POSITIONS, _MEMORY)))
    # Names without folders: those of Windows are others.
    shutil.copy(library, folder / platform.library)
    said = told(
        (*runner, f"./{harness.name}", f"./{platform.library}", problem.name),
        folder,
        WINEPREFIX=str(folder / "wine"),
        WINEDEBUG="-all",
    )
    if said.split() != expected().split():
        raise Unmade(f"{platform.target} says {said}, and Python {expected()}")


def _runner(platform: Platform, arm64: Path) -> Sequence[str | Path]:
    """Return the words before those of a program; raises NotHere."""
    if platform.system is System.MACOS:
        raise NotHere("nothing but a Mac runs it")
    if platform.system is System.WINDOWS:
        if platform.machine is Machine.ARM64:
            raise NotHere("nothing but Windows runs it")
        return (_program("wine64", beside="/usr/lib/wine"),)
    emulator: Sequence[str | Path] = ()
    root = Path("/")
    if platform.machine is Machine.ARM64:
        emulator, root = (_program("qemu-aarch64-static"), "-L", arm64), arm64
    name = _LOADERS[platform.machine]
    if platform.system is System.MUSL:
        return (*emulator, _there(root / "lib" / f"ld-musl-{name}.so.1"))
    if emulator:
        _there(root / "lib" / "ld-linux-aarch64.so.1")
    return emulator


def _program(name: str, beside: str = "") -> Path:
    found = shutil.which(name) or shutil.which(name, path=beside)
    if found is None:
        raise NotHere(f"there is no {name}")
    return Path(found)


def _there(path: Path) -> Path:
    if not path.exists():
        raise NotHere(f"there is no {path}")
    return path
