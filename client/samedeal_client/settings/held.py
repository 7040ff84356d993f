"""The values that hold for every command, and their sources."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from samedeal_client.language import LANGUAGES, Language, later
from samedeal_client.settings import config, config_file
from samedeal_client.settings.config import (
    Config,
    Value,
    defaults,
    from_environment,
    settle,
)
from samedeal_client.view.spans import printable

SOURCES: Mapping[str, str] = {
    "options": later("command line"),
    "environment": later("environment"),
    "config": later("config file"),
    "default": later("default"),
}
"""Names of the sources, for people."""
NO_OPTIONS = Config()


class Held(NamedTuple):
    """The value that holds for a key, and its source."""

    value: Value | None
    source: str
    """``options``, ``environment``, ``config`` or ``default``."""


def held_in(path: Path, options: Config = NO_OPTIONS) -> dict[str, Held]:
    """Return the values that hold, by key, beside some options; raises ConfigError."""
    return held_by(config_file.read(path), options)


def held_by(choices: Config, options: Config = NO_OPTIONS) -> dict[str, Held]:
    """Return the values that hold, by key, beside a config file with some choices."""
    layers = {
        "options": options,
        "environment": config.from_environment(),
        "config": choices,
        "default": config.defaults(),
    }
    return {key: _first(layers, at) for at, key in enumerate(Config._fields)}


def _first(layers: Mapping[str, Config], at: int) -> Held:
    for source, layer in layers.items():
        if layer[at] is not None:
            return Held(layer[at], source)
    return Held(None, "default")


def as_typed(value: Value | None) -> str:
    """Return a value as it is shown and typed, a dash for none."""
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else printable(value)


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
