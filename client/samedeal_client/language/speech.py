"""The language that the client speaks: English as it stands in the code, or another.

A text is written in English where it is used, in a call of `tr` or `tr_n`; one that
must wait in a constant is marked with `later` and goes through `tr` when it is used.
Every other language is a catalogue, from the English to its own words, loaded when it
is chosen. A text that a catalogue lacks stays English; a test finds every such text.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import NamedTuple

from samedeal_client.language.known import Texts, one_or_many
from samedeal_client.language.languages import FOLDERS, KNOWN, LANGUAGES
from samedeal_client.printable import printable
from samedeal_client.reader import Language, read_by, reader
from samedeal_games.wording import Wording


class Catalogue(NamedTuple):
    """All texts of a language."""

    texts: Texts
    form_of: Callable[[int], int] = one_or_many
    """The rule for which of a counted text's forms a count takes."""


ENGLISH = Catalogue({})


@cache
def catalogue_of(language: Language) -> Catalogue:
    """Return a language's catalogue: a thousand texts, which most people never need."""
    folder = FOLDERS.get(language)
    if folder is None:
        return ENGLISH
    from samedeal_client.language.topics import texts_in

    return Catalogue(texts_in(folder), KNOWN[language].form_of)


def spoken() -> Language:
    """Return the language that is spoken now."""
    return reader().language


def speaking(language: Language) -> AbstractContextManager[None]:
    """Speak another language within a block."""
    return read_by(reader()._replace(language=language))


def language_from_environment() -> Language:
    """Return the language of the user's locale, English where we speak no other.

    LANGUAGE lists what somebody prefers, best first, and counts outside the C locale,
    as with every program of GNU's; the others are POSIX's, in its order.
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((value for name in names if (value := os.environ.get(name))), "")
    if locale in ("", "C", "POSIX"):
        return "en"
    for wanted in (*os.environ.get("LANGUAGE", "").split(":"), locale):
        for language in LANGUAGES:
            if wanted.partition(".")[0].partition("_")[0] == language:
                return language
    return "en"


def tr(text: str, /, **fields: object) -> str:
    """Return a text in the language that is spoken, its fields filled in.

    Fields may be text of others: they come out printable. Without fields braces are
    nothing special. A `Wording` of the rules brings its own fields.
    """
    if isinstance(text, Wording):
        return tr(text.template, **text.fields, **fields)
    found = catalogue_of(reader().language).texts.get(text, text)
    words = found if isinstance(found, str) else found[0]
    return words.format(**_told(fields)) if fields else words


def tr_n(one: str, many: str, count: int, /, **fields: object) -> str:
    """Return the form of a text that fits a count, which is its field `count`."""
    texts, form_of = catalogue_of(reader().language)
    found = texts.get(one)
    if found is None:
        found = (one, many)[one_or_many(count)]
    words = found if isinstance(found, str) else found[form_of(count)]
    return words.format(count=count, **_told(fields))


def listed(parts: Sequence[str]) -> str:
    """Return things as people count them up: ``a, b and c``."""
    *others, last = parts
    if not others:
        return last
    return tr("{others} and {last}", others=", ".join(others), last=last)


def either(parts: Sequence[str]) -> str:
    """Return things as people choose from them: ``a, b or c``."""
    *others, last = parts
    if not others:
        return last
    return tr("{others} or {last}", others=", ".join(others), last=last)


def capitalised(text: str) -> str:
    """Return a text with a capital first; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def later(text: str) -> str:
    """Mark a text that is translated when it is used."""
    return text


class _Quoted(str):
    """A printable text that is quoted as it is shown, where a template quotes it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"'{self}'"


def _told(fields: Mapping[str, object]) -> dict[str, object]:
    """Return fields printable, and the wordings of the rules translated."""
    return {
        name: value if isinstance(value, int | float) else _shown(value)
        for name, value in fields.items()
    }


def _shown(value: object) -> str:
    return _Quoted(printable(tr(value) if isinstance(value, Wording) else str(value)))
