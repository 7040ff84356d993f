"""The list of who was erased: a file beside the store, which outlives it.

A backup knows nobody who was erased after it was taken. Whoever puts one back reads in
this file who is to be erased again. It has a line for each, a hash of their id and who
stands in for them, and so tells nobody who they were.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile

HEAD = b"# Who was erased. samedeal-server admin restore erases them again.\n"
_LINE = re.compile(rb"([0-9a-f]{64}) (gone-[0-9a-f]{16})")


class BadList(Exception):
    """A file that is no list of who was erased, or cannot be had; one sentence."""

    status = 1


def read_list(path: Path) -> dict[str, str]:
    """Return the stand-ins of erased players, by hashes of ids; raises BadList.

    A line that is not whole, or a head, was written when the power went or the disk was
    full, and whoever wrote it had erased nobody yet.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _unusable(path, "read", error) from None
    if not data.startswith(HEAD[: len(data)]):
        raise BadList(f"{path} is no list of who was erased: name the right one")
    found = filter(None, map(_LINE.fullmatch, data.split(b"\n")))
    return {each[1].decode(): each[2].decode() for each in found}


def read_any(path: Path | None) -> dict[str, str]:
    """Return the list as `read_list` does; an empty one where no list has begun."""
    return {} if path is None or not path.exists() else read_list(path)


def check_list(path: Path) -> None:
    """See that who is erased can be added to a list; it is left as it was.

    Raises BadList.
    """
    is_there = path.exists()
    if is_there:
        read_list(path)
    try:
        # Where it is to be begun, by the like of it: somebody else may begin it now.
        with open(path, "ab") if is_there else TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise _unusable(path, "written", error) from None


def add_to_list(path: Path, erased: Mapping[str, str]) -> None:
    """Add those who are not in a list yet; it is on the disk when this returns.

    Raises BadList.
    """
    known = read_any(path)
    lines = [f"{who} {gone}\n" for who, gone in erased.items() if who not in known]
    if not lines:
        return
    try:
        with open(path, "ab", opener=_closed_to_others) as file:
            there = file.tell()
            # After a line that is not whole, too.
            begins = HEAD[there:] or b"\n"
            file.write(begins + "".join(lines).encode())
            file.flush()
            os.fsync(file.fileno())
        if not there:
            _sync(path.parent)
    except OSError as error:
        raise _unusable(path, "written", error) from None


def _sync(path: Path) -> None:
    """Write a folder to the disk, with the file that is new in it."""
    if os.name != "posix":  # elsewhere folders cannot be opened, and need not be
        return
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _unusable(path: Path, what: str, error: OSError) -> BadList:
    reason = error.strerror or error
    return BadList(f"the list of who was erased, {path}, cannot be {what}: {reason}")


def _closed_to_others(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
