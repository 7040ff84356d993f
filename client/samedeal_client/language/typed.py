"""Words that people type, of every language at once: none of them is a move."""

from collections.abc import Mapping
from importlib import import_module

from samedeal_client.language.languages import FOLDERS
from samedeal_client.language.speech import spoken

TYPED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    language: import_module(f"{__package__}.{folder}.typed").TYPED
    for language, folder in FOLDERS.items()
}
"""By language, from an English word to those that mean the same."""


def words_for(*english: str) -> tuple[str, ...]:
    """Return words of one meaning, with those of every other language for them."""
    others = (
        word
        for language in TYPED.values()
        for each in english
        for word in language.get(each, ())
    )
    return (*english, *others)


def word_for(english: str) -> str:
    """Return a word as it is typed in the language that is spoken."""
    others = TYPED.get(spoken(), {}).get(english, ())
    return others[0] if others else english
