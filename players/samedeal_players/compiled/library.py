"""The compiled library, where it is to be had, and what is amiss where it is not."""

import ctypes
import sys
from enum import StrEnum
from functools import cache
from pathlib import Path

from samedeal_players.compiled.building import LIBRARY, source_digest


class Lack(StrEnum):
    """A reason for having no library; players then stay in Python and see less far."""

    MISSING = "nothing is compiled here"
    STALE = "what is compiled here is of other sources, or of another machine"


@cache
def library() -> ctypes.CDLL | None:
    """Return the library, None where there is none for this source."""
    return library_at(LIBRARY)


def what_lacks(path: Path = LIBRARY) -> Lack | None:
    """Return the reason that `library_at` finds nothing in a file, None if it does."""
    if library_at(path) is not None:
        return None
    return Lack.STALE if path.is_file() else Lack.MISSING


def library_at(path: Path) -> ctypes.CDLL | None:
    """Return the library that was compiled to a file, if it is of this source."""
    if not path.is_file():
        return None
    try:
        found = ctypes.CDLL(str(path))
        found.samedeal_source.restype = ctypes.c_char_p
        source: bytes = found.samedeal_source()
    except (OSError, AttributeError):
        return None  # of another machine, or of a time before this
    return found if source.decode() == source_digest() else None


def main() -> None:
    """Say so if there is no library: ``python -m samedeal_players.compiled.library``.

    Whoever installs quietly would not hear of it.
    """
    lack = what_lacks()
    if lack is not None:
        print(f"players stay in Python, slower: {lack}", file=sys.stderr)


if __name__ == "__main__":
    main()
