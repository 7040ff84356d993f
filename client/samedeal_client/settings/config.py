"""The choices for every command, and the order of those who may make them.

Options come before the environment, the environment before the file, and the file
before the defaults; `settle` puts them together.
"""

import json
import os
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from samedeal_client.language import (
    LANGUAGES,
    Language,
    language_from_environment,
    later,
    tr,
)
from samedeal_client.reader import Theme
from samedeal_client.terminal.keys import PAIRS, read_bindings
from samedeal_client.terminal.paint import COLOUR_CHOICES, ColourChoice
from samedeal_client.terminal.theme import THEMES
from samedeal_client.wire.reach.addresses import LOCAL_PORT, OWN, read_address
from samedeal_games.wording import Wording
from samedeal_protocol.limits import NAME_MAX

SERVER_VARIABLE = "SAMEDEAL_SERVER"
DEFAULT_SERVER = f"ws://127.0.0.1:{LOCAL_PORT}"

Value: TypeAlias = str | bool


class Config(NamedTuple):
    """Choices by key; None for those not made."""

    server: str | None = None
    name: str | None = None
    language: Language | None = None
    ascii: bool | None = None
    colour: ColourChoice | None = None
    theme: Theme | None = None
    keys: str | None = None
    plain: bool | None = None
    linear: bool | None = None
    bell: bool | None = None
    title: bool | None = None
    notify: bool | None = None
    motion: bool | None = None
    quick: bool | None = None


class ConfigError(Exception):
    """A file, a key or a value that cannot be used; the text says what to do."""


class Key(NamedTuple):
    """A key, with the values that it may have; both texts are told with `tr`."""

    meaning: str
    values: str
    is_good: Callable[[object], bool]
    choices: tuple[Value, ...] = ()
    """All its values, where they are few."""
    why_not: Callable[[object], str] = lambda value: ""
    """The fault of a value, where more can be said than its `values`; else empty."""


def _is_server(value: object) -> bool:
    return isinstance(value, str) and (value == OWN or read_address(value) is not None)


def _is_name(value: object) -> bool:
    if not isinstance(value, str) or not value.isprintable():
        return False
    return value == value.strip() and 1 <= len(value) <= NAME_MAX


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _one_of(
    *words: str,
) -> tuple[str, Callable[[object], bool], tuple[Value, ...]]:
    others, last = ", ".join(words[:-1]), words[-1]
    told = Wording(later("{others} or {last}"), others=others, last=last)
    return told, lambda value: value in words, words


def _are_keys(value: object) -> bool:
    return isinstance(value, str) and not _why_no_keys(value)


def _why_no_keys(value: object) -> str:
    try:
        read_bindings(value if isinstance(value, str) else "")
    except ValueError as error:
        return str(error)
    return ""


_TRUE_OR_FALSE = (later("true or false"), _is_truth, (True, False))


KEYS: Mapping[str, Key] = {
    "server": Key(
        later("the server to play at"),
        later("an address such as wss://play.example, or own"),
        _is_server,
    ),
    "name": Key(
        later("the name to play under"),
        Wording(later("1 to {most} characters"), most=NAME_MAX),
        _is_name,
    ),
    "language": Key(later("the language of all texts"), *_one_of(*LANGUAGES)),
    "ascii": Key(later("suits as C D H S, lines as +-|"), *_TRUE_OR_FALSE),
    "colour": Key(later("when to use colour"), *_one_of(*COLOUR_CHOICES)),
    "theme": Key(
        later("how cards and words are coloured"),
        *_one_of(*THEMES),
    ),
    "keys": Key(
        later("your own keys at the table"), PAIRS, _are_keys, (), _why_no_keys
    ),
    "plain": Key(later("line by line, no full screen"), *_TRUE_OR_FALSE),
    "linear": Key(
        later("for screen readers: short lines, cards in words"), *_TRUE_OR_FALSE
    ),
    "bell": Key(
        later("ring when somebody comes, is ready, or a match begins"), *_TRUE_OR_FALSE
    ),
    "title": Key(later("say so in the title of the window"), *_TRUE_OR_FALSE),
    "notify": Key(
        later("say so on the desktop, where the terminal can"), *_TRUE_OR_FALSE
    ),
    "motion": Key(later("see cards move on the full screen"), *_TRUE_OR_FALSE),
    "quick": Key(later("one key moves what has one way"), *_TRUE_OR_FALSE),
}
"""All keys, in the order they are listed."""


_TRUTHS = {
    "true": True,
    "yes": True,
    "on": True,
    "false": False,
    "no": False,
    "off": False,
}


def settle(*layers: Config) -> Config:
    """Return the values that hold: of each key, the first that was chosen."""
    columns = zip(*layers, strict=True)
    return Config._make(
        next((value for value in column if value is not None), None)
        for column in columns
    )


def from_environment() -> Config:
    """Return the choices of the environment."""
    return Config(server=os.environ.get(SERVER_VARIABLE) or None)


def defaults() -> Config:
    """Return the defaults; a name is found in other ways."""
    language = language_from_environment()
    return Config(
        server=DEFAULT_SERVER,
        language=language,
        ascii=False,
        colour="auto",
        theme="safe",
        keys="",
        plain=False,
        linear=False,
        bell=True,
        title=True,
        notify=True,
        motion=True,
        quick=False,
    )


def check(key: str, value: object) -> None:
    """Raise ConfigError, in a sentence, unless the key may have the value."""
    if key not in KEYS:
        from difflib import get_close_matches

        near = get_close_matches(key, KEYS, 1)
        hint = (
            tr("did you mean {key}?", key=near[0])
            if near
            else tr("there are {keys}", keys=", ".join(KEYS))
        )
        raise ConfigError(
            tr("no setting is called {key!r}; {hint}", key=key, hint=hint)
        )
    if not KEYS[key].is_good(value):
        why = KEYS[key].why_not(value)
        raise ConfigError(
            tr(
                "{key} cannot be {value}; it is {values}",
                key=key,
                value=_told(value) + (f" ({why})" if why else ""),
                values=tr(KEYS[key].values),
            )
        )


def typed(key: str, text: str) -> Value:
    """Return a value from its text; raises ConfigError."""
    is_truth = key in KEYS and KEYS[key].is_good is _is_truth
    value: Value = _TRUTHS.get(text.lower(), text) if is_truth else text
    check(key, value)
    return value


def check_key(key: str) -> None:
    """Raise ConfigError unless there is such a key."""
    if key not in KEYS:
        check(key, None)


def _told(value: object) -> str:
    return in_toml(value) if isinstance(value, (str, bool)) else f"{value!r:.40}"


def in_toml(value: Value) -> str:
    """Return a value as TOML has it; printable text is quoted as in JSON."""
    return json.dumps(value, ensure_ascii=False)
