"""A language of the client's, as the package with its texts describes it."""

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

    code: Language
    """The language's code, as locales begin with it."""
    name: str
    """The language's own name for itself."""
    form_of: Callable[[int], int] = one_or_many
    """The rule for which of a counted text's forms a count takes."""
