"""The compiled library, where it is to be had."""

import ctypes
from functools import cache
from pathlib import Path

from samedeal_players.compiled.building import LIBRARY, source_digest


@cache
def library() -> ctypes.CDLL | None:
    """Return the library, None where there is none for this source."""
    return library_at(LIBRARY)


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
