"""What can go wrong with the store; the texts are fit to print as they are.

::

    StoreError(Exception)
    ├── DataInUse          another server keeps its data in this folder
    ├── LayoutUnknown      the data is of another time than this code
    ├── ScriptUnknown      the store has lost a script; load it again
    └── StoreUnavailable   the store cannot be started or does not answer
"""

from pathlib import Path


class StoreError(Exception):
    """Anything that keeps the store from doing what it was asked."""

    status = 1
    """What a command exits with that cannot go on because of it."""


class DataInUse(StoreError):
    """Another server keeps its data in this folder, and is running."""

    status = 3

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"The data folder {folder} is in use by another samedeal server: "
            "stop that one, or name another folder with --data."
        )
        self.folder = folder


class LayoutUnknown(StoreError):
    """The data is too new for this code, or too old."""


class StoreUnavailable(StoreError):
    """The store cannot be started, or it does not answer."""


class ScriptUnknown(StoreError):
    """The store does not know a script any more: it was started again meanwhile."""
