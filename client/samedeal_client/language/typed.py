"""What people type: the words of every language at once, as none of them is a move."""

from collections.abc import Mapping

from samedeal_client.language.spanish.typed import TYPED as SPANISH

TYPED: Mapping[str, Mapping[str, tuple[str, ...]]] = {"es": SPANISH}
"""By language, from an English word to those that mean the same."""


def words_for(*english: str) -> tuple[str, ...]:
    """Return some words of one meaning, and those of every other language for them."""
    others = (
        word
        for language in TYPED.values()
        for each in english
        for word in language.get(each, ())
    )
    return (*english, *others)
