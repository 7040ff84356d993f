"""The languages that the client speaks: a row for each, and a folder beside this."""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_client.reader import Language


class Known(NamedTuple):
    """A language of ours."""

    name: str
    """What those who speak it call it."""
    folder: str = ""
    """Has its catalogue and what can be typed in it; English stands in the code."""


KNOWN: Mapping[Language, Known] = {
    "en": Known("English"),
    "es": Known("Español", "spanish"),
}
LANGUAGES = tuple(KNOWN)
