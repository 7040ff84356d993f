"""The languages that the client speaks: a row for each, and a folder beside this."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from samedeal_client.reader import Language

Texts: TypeAlias = Mapping[str, str | tuple[str, ...]]
"""From English to another language; a counted text by its singular, to all forms."""


def one_or_many(count: int) -> int:
    """Return the form for a count where one thing has a form, and everything else."""
    return int(count != 1)


class Known(NamedTuple):
    """A language of ours."""

    name: str
    """The language's own name for itself."""
    folder: str = ""
    """The folder of its texts and of its typed words; English stands in the code."""
    form_of: Callable[[int], int] = one_or_many
    """The rule for which of a counted text's forms a count takes."""


KNOWN: Mapping[Language, Known] = {
    "en": Known("English"),
    "es": Known("Español", "spanish"),
}
LANGUAGES = tuple(KNOWN)
