"""The errors of the store; their texts are fit to print as they are.

::

    StoreError(Exception)
    ├── DataInUse          another server keeps its data in this folder
    ├── NoData             nobody has served this folder yet
    ├── LayoutUnknown      the data is of another time than this code
    ├── ScriptUnknown      the store has lost a script; load it again
    └── StoreUnavailable   the store cannot be started or does not answer
"""

from collections.abc import Mapping
from pathlib import Path

ASKED_FOR_A_PASSWORD = ("NOAUTH", "HELLO must be called")
"""The beginnings of the errors of a store that wants a name, and was given none."""


class StoreError(Exception):
    """Anything that keeps the store from doing what it was asked."""

    status = 1
    """The exit status of a command that cannot go on because of it."""


class DataInUse(StoreError):
    """Another server keeps its data in this folder, and is running."""

    status = 3

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"The data folder {folder} is in use by another samedeal server: "
            "stop that one, or name another folder with --data."
        )
        self.folder = folder


class NoData(StoreError):
    """No server has kept its data in this folder yet: another one is meant."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"The folder {folder} has no data of a samedeal server: name another with "
            "--data, or a store with REDIS_URL."
        )


class LayoutUnknown(StoreError):
    """The data is too new for this code, or too old."""


class StoreUnavailable(StoreError):
    """The store cannot be started, or it does not answer."""


class ScriptUnknown(StoreError):
    """The store does not know a script any more: it was started again meanwhile."""


OLDEST_STORE = 7
"""The first number of the oldest version of Redis that does all that is asked of it."""


def why_too_old(versions: Mapping[str, str]) -> str:
    """Return a sentence on the first node that is too old; empty where none is.

    Of each node, by its address, it takes the version.
    """
    for place, version in sorted(versions.items()):
        first, _, _ = version.partition(".")
        if first.isdecimal() and int(first) < OLDEST_STORE:
            node = f"the store's node {place}" if place else "the store"
            return (
                f"{node} is of version {version}: that is too old, put Redis "
                f"{OLDEST_STORE} or newer, or any Valkey, in its place"
            )
    return ""


def why_none(error: Exception) -> str:
    """Return a sentence on why no store answers, and what an operator may do."""
    if str(error).startswith(ASKED_FOR_A_PASSWORD):
        return (
            "the store wants a password: REDIS_URL=redis://:PASSWORD@HOST, with what "
            "its requirepass says"
        )
    return f"no store answers: {error}"
