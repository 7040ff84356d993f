"""Makes the sdist, and a wheel of it without a network: `make source`."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from deploy.shipping.making import (
    ROOT,
    Unmade,
    make_sdist,
    python_with_hatchling,
    told,
)

_SAID = "Players stay in Python, slower: there is no C compiler: install gcc or clang"
_ALONE = ("unshare", "--user", "--map-root-user", "--net")


def main() -> None:
    """Make both, and print the outcome; ends with 1 if anything is wrong."""
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            python = python_with_hatchling(sys.executable, folder / "python")
            build_from(make_sdist(folder, sys.executable), python, folder / "source")
    except Unmade as problem:
        sys.exit(f"not made: {problem}")


def build_from(sdist: Path, python: str, folder: Path) -> None:
    """Build the sdist with pip without a network, with a compiler and without one.

    `python` has hatchling. Raises Unmade, and prints the outcome.
    """
    # What is built is heard of in pip's log alone, or with --verbose.
    log = folder.with_suffix(".log")
    pip = ("-m", "pip", "--log", log, "wheel", "--no-cache-dir", "--no-index")
    words = (*pip, "--no-build-isolation", "--no-deps", "--wheel-dir")
    alone = _without_network()
    told((*alone, python, *words, folder / "with", sdist), ROOT)
    if _built(folder / "with").endswith("-any.whl"):
        raise Unmade("nothing is compiled, though there is a compiler")
    bare = {"PATH": str(Path(python).parent), "CC": "none"}
    told((python, *words, folder / "without", sdist), ROOT, **bare)
    if not _built(folder / "without").endswith("-any.whl"):
        raise Unmade("there is something compiled, and no compiler")
    said = re.findall("Players stay.*", log.read_text("utf-8"))
    if len(said) != 1 or not said[0].startswith(_SAID):
        raise Unmade(f"without a compiler it says {said}")
    network = "where there is no network" if alone else "without asking the network"
    print(f"built of the sdist {network}, with a compiler; and without one it says:")
    print(f"  {said[0]}")


def _without_network() -> tuple[str, ...]:
    """Return the words that take a program's network away, where that is allowed."""
    if shutil.which("unshare") is None:
        return ()
    tried = subprocess.run((*_ALONE, "true"), capture_output=True, check=False)  # noqa: S603
    return () if tried.returncode else _ALONE


def _built(folder: Path) -> str:
    (wheel,) = folder.iterdir()
    return wheel.name


if __name__ == "__main__":
    main()
