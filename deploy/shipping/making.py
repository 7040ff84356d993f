"""Makes the sdist of the commit, and of the sdist a wheel for each platform."""

import os
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path

from deploy.shipping.platforms import Platform, System

ROOT = Path(__file__).parents[2]

# No debugging, nothing that only a linker reads: what is left depends on the sources.
_COMPILER = ("-m", "ziglang", "cc", "-g0", "-s", "-target")


class Unmade(Exception):
    """Something that could not be made; the text says why."""


def told(command: Iterable[str | Path], folder: Path, **more: str) -> str:
    """Run a command with more in its environment; return its standard output.

    Raises Unmade with its output if it fails.
    """
    words = [str(word) for word in command]
    ran = subprocess.run(  # noqa: S603 - words of our own
        words,
        cwd=folder,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise Unmade(f"{' '.join(words)}:\n{ran.stderr or ran.stdout}")
    return ran.stdout


def is_clone() -> bool:
    """Whether git can tell here which files belong to samedeal."""
    return (ROOT / ".git").exists() and shutil.which("git") is not None


def is_changed() -> bool:
    """Whether there are changes that are not committed, and are left out."""
    return is_clone() and bool(told(("git", "status", "--porcelain"), ROOT))


@cache
def commit() -> str:
    """Return the commit that is made: one, even if another is made meanwhile."""
    return told(("git", "rev-parse", "HEAD"), ROOT).strip()


@cache
def epoch() -> str:
    """Return the time of all files in seconds: that of the last commit.

    `SOURCE_DATE_EPOCH` names another; outside a clone it is the time of the metadata.
    """
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return given
    if is_clone():
        return told(("git", "log", "-1", "--format=%ct", commit()), ROOT).strip()
    return str(int((ROOT / "pyproject.toml").stat().st_mtime))


def python_with_hatchling(python: str, folder: Path) -> str:
    """Return a Python with hatchling: the one given, in an environment of its own."""
    told((python, "-m", "venv", folder), ROOT)
    there = str(folder / "bin" / "python")
    words = ("install", "--quiet", "--constraint", "constraints.txt", "hatchling")
    told((there, "-m", "pip", *words), ROOT)
    return there


def make_sdist(folder: Path, python: str) -> Path:
    """Make the sdist of the commit, and return its path."""
    clean = _clean_copy(folder / "clean") if is_clone() else ROOT
    return _built(python, clean, folder, "sdist")


def _clean_copy(folder: Path) -> Path:
    folder.mkdir()
    packed = folder.with_suffix(".tar")
    told(("git", "archive", "--output", packed, commit()), ROOT)
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder


def _built(python: str, source: Path, folder: Path, what: str, **more: str) -> Path:
    """Build one file of a folder with hatchling, in a folder of its own; return it."""
    made = Path(tempfile.mkdtemp(dir=folder))
    words = (python, "-m", "hatchling", "build", "--target", what, "--directory", made)
    told(words, source, SOURCE_DATE_EPOCH=epoch(), **more)
    (file,) = made.iterdir()
    return file


def make_wheels(
    platforms: Iterable[Platform], sdist: Path, folder: Path, python: str
) -> Mapping[Platform, Path]:
    """Make the wheels of some platforms from an sdist, two at a time."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "source", filter="data")
    (source,) = (folder / "source").iterdir()
    some = tuple(platforms)
    make = partial(_wheel, source=source, folder=folder, python=python)
    with ThreadPoolExecutor(max_workers=2) as pool:
        return dict(zip(some, pool.map(make, some), strict=True))


def _wheel(platform: Platform, source: Path, folder: Path, python: str) -> Path:
    library = compiled_for(platform, source, folder / platform.target)
    return _built(
        python,
        source,
        folder,
        "wheel",
        SAMEDEAL_BUILD_LIBRARY=str(library),
        SAMEDEAL_BUILD_PLATFORM=platform.tag,
        SAMEDEAL_BUILD_COMPILER=f"zig {version('ziglang')}",
    )


def compiled_for(platform: Platform, source: Path, folder: Path) -> Path:
    """Compile the players' library for a platform, in a new folder."""
    folder.mkdir()
    library = folder / platform.library
    command = [sys.executable, *_COMPILER, platform.target]
    if platform.system is System.MACOS:
        # Else it would be called after the folder where it was compiled.
        command.append(f"-Wl,-install_name,@rpath/{platform.library}")
    compiled = source / "players" / "samedeal_players" / "compiled"
    building = runpy.run_path(str(compiled / "building.py"))
    if problem := building["compile_library"](library, command):
        raise Unmade(f"{platform.target}: {problem}")
    return library
