"""Compiles what players have in C into one library: ``python building.py``.

The solver's kernel, looking ahead at patience, and experts' eyes for Poker Squares.

Stands on the standard library alone: the hook that builds the wheel loads it before
anything is installed.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

_HERE = Path(__file__).parent
_PLAYERS = _HERE.parent
COMPILED = tuple(sorted(_PLAYERS.glob("*/*.c")))
SOURCES = tuple(sorted(_PLAYERS.glob("*/*.[ch]")))
"""The compiled ones, and the headers that they share."""

LIBRARY = _HERE / ("_players.dll" if os.name == "nt" else "_players.so")

NO_COMPILER = (
    "there is no C compiler: install gcc or clang (on Debian, the packages gcc and "
    "libc6-dev), or name one in CC"
)
_COMPILERS = ("cc", "gcc", "clang")
_OPTIONS = ("-std=c99", "-O3", "-shared", "-fPIC", "-fvisibility=hidden")


def source_digest() -> str:
    """Return the digest of the sources, as a library compiled from them says it."""
    whole = b"".join(source.read_bytes() for source in SOURCES)
    return hashlib.sha256(whole).hexdigest()[:16]


def compiler() -> list[str] | None:
    """Return the command of a C compiler: CC, or the first one found."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or ""
    for command in (named, *_COMPILERS):
        words = shlex.split(command)
        if words and shutil.which(words[0]):
            return words
    return None


def compile_library(
    library: Path = LIBRARY, command: Sequence[str] | None = None
) -> str | None:
    """Compile all of it; return why that was not possible, or None.

    The command is that of a C compiler, this machine's if none is given.
    """
    command = command or compiler()
    if command is None:
        return NO_COMPILER
    digest = f'-DSAMEDEAL_SOURCE="{source_digest()}"'
    # In a folder of its own, by the name that it is to have: some formats hold their
    # own name, and some compilers leave more than was asked for.
    with tempfile.TemporaryDirectory(
        dir=library.parent, prefix=".compiling-"
    ) as folder:
        unfinished = Path(folder) / library.name
        compiled = subprocess.run(  # noqa: S603 - the compiler that the user names
            [*command, *_OPTIONS, digest, "-o", str(unfinished), *map(str, COMPILED)],
            capture_output=True,
            text=True,
            check=False,
        )
        if compiled.returncode:
            return compiled.stderr.strip() or "the C compiler failed"
        # At once or not at all: somebody may be loading it just now.
        unfinished.replace(library)
    return None


def main() -> None:
    """Compile it, and say what came of it; never fails."""
    problem = compile_library()
    if problem:
        print(f"players stay in Python, slower: {problem}", file=sys.stderr)
    else:
        print(f"compiled {LIBRARY.name}")


if __name__ == "__main__":
    main()
