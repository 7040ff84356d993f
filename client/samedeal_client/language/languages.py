"""The languages that the client speaks: English, and each with a folder beside this.

A folder is a package that describes its language as `LANGUAGE`, a `Known`.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from samedeal_client.language.known import Known
from samedeal_client.reader import Language

ENGLISH = Known("en", "English")
"""It stands in the code, and has no folder."""


def _found() -> Iterator[tuple[str, Known]]:
    """Yield each folder with its language."""
    # Not by pkgutil, which takes a millisecond to load.
    for package in sorted(Path(__file__).parent.glob("*/__init__.py")):
        folder = package.parent.name
        yield folder, import_module(f"{__package__}.{folder}").LANGUAGE


_FOLDERS = tuple(_found())
KNOWN: Mapping[Language, Known] = {
    known.code: known for known in (ENGLISH, *(known for _, known in _FOLDERS))
}
FOLDERS: Mapping[Language, str] = {known.code: folder for folder, known in _FOLDERS}
"""The folder of each language's texts and of its typed words, but for English."""
LANGUAGES = tuple(KNOWN)
