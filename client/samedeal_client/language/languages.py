"""The languages that the client speaks: a row for each, and a folder beside this."""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.reader import Language


class Known(NamedTuple):
    """A language of ours."""

    name: str
    """The language's own name for itself."""
    folder: str = ""
    """The folder of its catalogue and of its typed words; English stands in the
    code."""


KNOWN: Mapping[Language, Known] = {
    "en": Known("English"),
    "es": Known("Español", "spanish"),
}
LANGUAGES = tuple(KNOWN)
