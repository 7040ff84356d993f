"""How long people wait for the client to begin.

``python -m bench.startup [--runs 15] [--cold 5] [--before FOLDER]``

Each command runs as a process of its own, and its time is until it has ended; that of
a full screen until its first picture has come through a pseudo-terminal. Cold runs
come after the system was asked to forget every file of Python and of this program;
what other processes have in use it keeps. With a checkout of an older commit as
FOLDER, each run of this one is followed by one of that. Medians, in milliseconds.
"""

import argparse
import os
import pty
import re
import select
import struct
import subprocess
import sys
import sysconfig
import tempfile
import termios
from collections.abc import Callable, Iterator
from fcntl import ioctl
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

HERE = Path(__file__).parent.parent
PARTS = ("games", "players", "protocol", "records", "web", "server", "client")
PROGRAM = ("-m", "samedeal_client")
COMMANDS = ("--help", "games", "config")
SCREENS = ("", "practise squares/english")
"""The commands that fill the screen, the lobby first."""
ROWS, COLUMNS = 24, 80
WITHIN_S = 30.0
ENTERED = b"\x1b[?1049h"
_ESCAPE = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|[P\]_].*?(\x07|\x1b\\)|.)", re.DOTALL)
PICTURE_BYTES = 100
"""Signs that a first picture has at least, escape sequences and blanks aside."""


class Measured(NamedTuple):
    """One thing to wait for."""

    label: str
    wait: Callable[[Path], float]
    """Do it with the code in a folder; returns seconds."""


def main() -> None:
    """Print a line for each command: cold and warm, here and before."""
    asked = _arguments()
    trees = [HERE] if asked.before is None else [asked.before, HERE]
    heads = [f"{tree.name or tree} {how}" for how in ("cold", "warm") for tree in trees]
    print(f"{'ms':52}" + "".join(f"{head:>16}" for head in heads))
    for what in _all():
        for tree in trees:
            what.wait(tree)  # has the bytecode written
        cold = medians(what, trees, asked.cold, before_each=_forget)
        warm = medians(what, trees, asked.runs, before_each=untouched)
        row = "".join(f"{ms:>16}" for ms in (*cold, *warm))
        print(f"{what.label:52}{row}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--cold", type=int, default=5)
    parser.add_argument("--before", type=Path, metavar="FOLDER")
    return parser.parse_args()


def _all() -> Iterator[Measured]:
    yield Measured("python -c pass", _process("-c", "pass"))
    for words in COMMANDS:
        yield Measured(f"samedeal {words}", _process(*PROGRAM, *words.split()))
    for words in SCREENS:
        label = f"samedeal {words}".strip()
        yield Measured(f"{label}: first picture", _screen(*PROGRAM, *words.split()))


def _process(*words: str) -> Callable[[Path], float]:
    return lambda tree: _until_ended(tree, *words)


def _screen(*words: str) -> Callable[[Path], float]:
    return lambda tree: _until_drawn(tree, *words)


def medians(
    what: Measured, trees: list[Path], runs: int, before_each: Callable[[Path], None]
) -> list[str]:
    """Return the median for each tree, in milliseconds; a dash for no run."""
    taken: list[list[float]] = [[] for _ in trees]
    for _ in range(runs):
        for times, tree in zip(taken, trees, strict=True):
            before_each(tree)
            times.append(what.wait(tree))
    return [f"{median(times) * 1000:.0f}" if times else "-" for times in taken]


def _environment(tree: Path) -> dict[str, str]:
    """Return an environment with the code of a folder, and nobody's settings."""
    return {
        **{k: v for k, v in os.environ.items() if not k.startswith("SAMEDEAL_")},
        "PYTHONPATH": os.pathsep.join(str(tree / part) for part in PARTS),
        "SAMEDEAL_CONFIG": str(Path(tempfile.gettempdir()) / "no-such-config.toml"),
        "TERM": "xterm-256color",
    }


def _until_ended(tree: Path, *words: str) -> float:
    began = perf_counter()
    subprocess.run(
        [sys.executable, *words],
        env=_environment(tree),
        cwd=tree,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return perf_counter() - began


def _until_drawn(tree: Path, *words: str) -> float:
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    began = perf_counter()
    process = subprocess.Popen(
        [sys.executable, *words],
        env=_environment(tree),
        cwd=tree,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        _await_picture(ours)
        return perf_counter() - began
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _await_picture(terminal: int) -> None:
    """Read what is sent to a terminal until there is a picture on it."""
    sent = b""
    while _signs(sent) < PICTURE_BYTES:
        ready, _, _ = select.select([terminal], [], [], WITHIN_S)
        if not ready:
            raise TimeoutError(f"no picture within {WITHIN_S:g} s: {sent!r}")
        sent += os.read(terminal, 1 << 16)


def _signs(sent: bytes) -> int:
    """Count the signs on the other screen of a terminal, blanks aside."""
    _, entered, drawn = sent.partition(ENTERED)
    return len(b"".join(_ESCAPE.sub(b"", drawn).split())) if entered else 0


def untouched(tree: Path) -> None:
    """Leave what the run before has brought into memory."""


def _forget(tree: Path) -> None:
    """Ask the system to drop from memory what a start reads from disk."""
    paths = sysconfig.get_paths()
    python = (Path(paths["stdlib"]), Path(paths["purelib"]))
    for folder in (*python, *(tree / part for part in PARTS)):
        for path in folder.rglob("*"):
            if path.suffix in (".py", ".pyc", ".so") and path.is_file():
                with path.open("rb") as file:
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


if __name__ == "__main__":
    main()
