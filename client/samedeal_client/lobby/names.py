"""Names of games on the pages, and stepping through them."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from samedeal_client.language import later, tr
from samedeal_client.language.languages import KNOWN
from samedeal_client.settings.config import Value
from samedeal_client.settings.held import as_typed
from samedeal_games.catalogue import GAMES

ANY = ""
GAME_KEYS: tuple[str, ...] = tuple(GAMES)

VALUES: Mapping[str, str] = {
    "no": later("no"),
    "counts": later("counts"),
    "boards": later("boards"),
    "true": later("yes"),
    "false": later("no"),
    "auto": later("auto"),
    "always": later("always"),
    "never": later("never"),
    "safe": later("two colours"),
    "four": later("four colours"),
    "light": later("pale grounds"),
    "mono": later("no colours"),
    **{language: known.name for language, known in KNOWN.items()},
}
"""Names of the values of options and settings, where nobody has to type them."""

SETTINGS: Mapping[str, str] = {
    "server": later("server"),
    "name": later("name"),
    "language": later("language"),
    "ascii": later("ascii"),
    "colour": later("colour"),
    "theme": later("theme"),
    "keys": later("keys"),
    "plain": later("plain"),
    "linear": later("linear"),
    "bell": later("bell"),
    "title": later("title"),
    "notify": later("notices"),
    "motion": later("motion"),
    "quick": later("quick"),
}
"""Names of the keys of the config file, where nobody has to type them."""

T = TypeVar("T")


def game_title(key: str) -> str:
    """Return the title of a game, or the words for any."""
    return tr(GAMES[key].about.title) if key in GAMES else tr("any game")


def value_name(value: str) -> str:
    """Return the name of a value of an option or a setting."""
    return tr(VALUES[value]) if value in VALUES else value


def value_told(value: Value) -> str:
    """Return the name of a setting's value, with its word in commands.

    Truths and languages have no other word.
    """
    word, name = as_typed(value), value_name(as_typed(value))
    is_plain = isinstance(value, bool) or word in KNOWN or name == word
    return name if is_plain else f"{name} ({word})"


def setting_name(key: str) -> str:
    """Return the name of a key of the config file."""
    return tr(SETTINGS[key]) if key in SETTINGS else key


def stepped(values: Sequence[T], value: T, step: int) -> T:
    """Return the value after another one, or before it, round and round."""
    at = values.index(value) if value in values else 0
    return values[(at + step) % len(values)]
