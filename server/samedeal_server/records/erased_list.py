"""The list of who was erased: a file beside the store, which outlives it.

A backup knows nobody who was erased after it was taken. Whoever puts one back reads in
this file who is to be erased again. It has a line for each, a hash of their id and who
stands in for them, and so tells nobody who they were.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

HEAD = b"# Who was erased. samedeal-server admin restore erases them again.\n"
_LINE = re.compile(rb"([0-9a-f]{64}) (gone-[0-9a-f]{16})")


class BadList(Exception):
    """A file that is no list of who was erased, or cannot be had; one sentence."""

    status = 1


def read_list(path: Path) -> dict[str, str]:
    """Return who stands in for whom, by hashes of ids; raises BadList.

    A line that is not whole was written when the power went, and whoever wrote it had
    erased nobody yet.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _unusable(path, "read", error) from None
    if not data.startswith(HEAD):
        raise BadList(f"{path} is no list of who was erased: name the right one")
    found = filter(None, map(_LINE.fullmatch, data.split(b"\n")))
    return {each[1].decode(): each[2].decode() for each in found}


def add_to_list(path: Path, erased: Mapping[str, str]) -> None:
    """Add those who are not in a list yet; it is on the disk when this returns.

    Raises BadList.
    """
    known = read_list(path) if path.exists() else {}
    lines = [f"{who} {gone}\n" for who, gone in erased.items() if who not in known]
    if not lines:
        return
    try:
        with open(path, "ab", opener=_closed_to_others) as file:
            # After a line that is not whole, too.
            begins = b"\n" if file.tell() else HEAD
            file.write(begins + "".join(lines).encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _unusable(path, "written", error) from None


def _unusable(path: Path, what: str, error: OSError) -> BadList:
    reason = error.strerror or error
    return BadList(f"the list of who was erased, {path}, cannot be {what}: {reason}")


def _closed_to_others(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
