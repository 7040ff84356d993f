"""The language to speak, settled before anything is said: help is in it, too."""

from collections.abc import Sequence
from itertools import pairwise

from samedeal_client.language import LANGUAGES, Language
from samedeal_client.settings.config import Config, defaults, from_environment, settle

OPTION = "--language"
SHORTEST = len("--la")
"""Characters of the option's name that are enough, after any command."""


def language_for(words: Sequence[str], chosen: Config) -> Language:
    """Return the language that a command line, the environment or the file asks for.

    `chosen` has the choices of the file. Faults in any of them are told later, in that
    language.
    """
    asked = Config(language=_asked(words))
    layers = asked, from_environment(), chosen, defaults()
    return settle(*layers).language or "en"


def _asked(words: Sequence[str]) -> Language | None:
    """Return the language of the last option for it, if we speak that."""
    said: str | None = None
    for word, following in pairwise((*words, "")):
        name, equals, value = word.partition("=")
        if len(name) >= SHORTEST and OPTION.startswith(name):
            said = value if equals else following
    return next((language for language in LANGUAGES if language == said), None)
