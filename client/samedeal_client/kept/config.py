"""What the player has chosen once for every command: a small TOML file.

Options come before the environment, the environment before this file, and this
file before what would be so anyway; `settle` puts them together. The file is flat
and may be edited by hand: what is set here changes its one line and leaves the rest.
"""

import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from samedeal_client.kept.identity import own_folder, write_private
from samedeal_client.language import (
    LANGUAGES,
    Language,
    language_from_environment,
    later,
    tr,
)
from samedeal_client.language.reasons import reason_of
from samedeal_client.reader import Theme
from samedeal_client.terminal.keys import PAIRS, read_bindings
from samedeal_client.terminal.paint import COLOUR_CHOICES, ColourChoice
from samedeal_client.terminal.theme import THEMES
from samedeal_client.wire.addresses import LOCAL_PORT, OWN, read_address
from samedeal_games.wording import Wording
from samedeal_protocol.limits import NAME_MAX

VARIABLE = "SAMEDEAL_CONFIG"
SERVER_VARIABLE = "SAMEDEAL_SERVER"
DEFAULT_SERVER = f"ws://127.0.0.1:{LOCAL_PORT}"

Value: TypeAlias = str | bool


class Config(NamedTuple):
    """What is chosen, by key; None for what is not."""

    server: str | None = None
    name: str | None = None
    language: Language | None = None
    ascii: bool | None = None
    colour: ColourChoice | None = None
    theme: Theme | None = None
    keys: str | None = None
    plain: bool | None = None
    linear: bool | None = None


class ConfigError(Exception):
    """A file, a key or a value that cannot be used; its text says what to do."""


class Key(NamedTuple):
    """What may be chosen under one key; both texts are told with `tr`."""

    meaning: str
    values: str
    is_good: Callable[[object], bool]
    choices: tuple[Value, ...] = ()
    """All that it can be, where that is a few."""
    why_not: Callable[[object], str] = lambda value: ""
    """What is wrong with a value, where more can be said than what it should be."""


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
    "theme": Key(later("suits in two colours, in four, or in none"), *_one_of(*THEMES)),
    "keys": Key(
        later("your own keys at the table"), PAIRS, _are_keys, (), _why_no_keys
    ),
    "plain": Key(later("line by line, no full screen"), *_TRUE_OR_FALSE),
    "linear": Key(
        later("for screen readers: short lines, cards in words"), *_TRUE_OR_FALSE
    ),
}
"""Everything that can be chosen, in the order it is listed."""

_TRUTHS = {
    "true": True,
    "yes": True,
    "on": True,
    "false": False,
    "no": False,
    "off": False,
}


def settle(*layers: Config) -> Config:
    """Return what holds where several choose: the first that says anything."""
    columns = zip(*layers, strict=True)
    return Config._make(
        next((value for value in column if value is not None), None)
        for column in columns
    )


def from_environment() -> Config:
    """Return what the environment chooses."""
    return Config(server=os.environ.get(SERVER_VARIABLE) or None)


def defaults() -> Config:
    """Return what is so if nobody chooses; a name is found otherwise."""
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
    )


def default_config_path() -> Path:
    """Return where the file is: SAMEDEAL_CONFIG, or the user's own place."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    return own_folder() / "config.toml"


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


def read(path: Path) -> Config:
    """Return what the file chooses, nothing if there is none; raises ConfigError."""
    values = _values(path, _read_text(path))
    return Config._make(values.get(key) for key in Config._fields)


def readable(path: Path) -> Config:
    """Return what the file chooses, nothing if it cannot be used."""
    return usable(path) or Config()


def usable(path: Path) -> Config | None:
    """Return what the file chooses, None if it cannot be used."""
    try:
        return read(path)
    except ConfigError:
        return None


def typed(key: str, text: str) -> Value:
    """Return a value from how it is typed; raises ConfigError."""
    is_truth = key in KEYS and KEYS[key].is_good is _is_truth
    value: Value = _TRUTHS.get(text.lower(), text) if is_truth else text
    check(key, value)
    return value


def change(path: Path, key: str, value: Value | None) -> None:
    """Give a key another value, or none; the file is replaced as a whole.

    Raises ConfigError, and IdentityError if it cannot be written.
    """
    check_key(key)
    before = _read_text(path)
    values = _others(path, before, key)
    line = None
    if value is not None:
        check(key, value)
        values[key] = value
        line = f"{key} = {_spelled(value)}"
    text = _with_line(before, key, line)
    if not _says(text, values):
        # Written so that one line does not show it all: begin anew.
        text = "".join(f"{key} = {_spelled(values[key])}\n" for key in values)
    # Through a link, as those have who keep such files elsewhere.
    write_private(path.resolve(), text)


def check_key(key: str) -> None:
    """Raise ConfigError unless there is such a key."""
    if key not in KEYS:
        check(key, None)


def _values(path: Path, text: str) -> dict[str, Value]:
    """Return what a file with this text chooses; raises ConfigError."""
    try:
        values = _parsed(text)
    except ValueError as error:
        raise ConfigError(_broken(path, text, str(error))) from None
    for key, value in values.items():
        try:
            check(key, value)
        except ConfigError as error:
            number = _line_of(text, key)
            raise ConfigError(
                tr(
                    "{path}, line {number}: {error}",
                    path=path,
                    number=number,
                    error=error,
                )
            ) from None
    return {key: v for key, v in values.items() if isinstance(v, (str, bool))}


def _read_text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise ConfigError(
            tr("{path} is not UTF-8 text; correct or remove it", path=path)
        ) from None
    except OSError as error:
        reason = reason_of(error)
        raise ConfigError(
            tr("cannot read {path}: {reason}", path=path, reason=reason)
        ) from None


def _parsed(text: str) -> dict[str, object]:
    if not text.strip():
        return {}
    # Only needed where there is a file.
    import tomllib

    return tomllib.loads(text)


def _others(path: Path, text: str, key: str) -> dict[str, Value]:
    """Return what a file chooses under other keys; raises ConfigError.

    What is wrong with the key's own line is no matter if it is one whole line.
    """
    try:
        values = _values(path, _with_line(text, key, ""))
    except ConfigError:
        values = _values(path, text)
    values.pop(key, None)
    return values


def _says(text: str, values: Mapping[str, Value]) -> bool:
    try:
        return _parsed(text) == values
    except ValueError:
        return False


def _broken(path: Path, text: str, error: str) -> str:
    """Name the line that TOML stumbled over; at the end, that is the last one."""
    what, _, where = error.partition(" (at ")
    found = re.match(r"line (\d+)", where)
    number = found[1] if found else len(text.splitlines())
    what = what[:1].lower() + what[1:]
    return tr(
        "{path}, line {number}: {what}; write it as in: ascii = true",
        path=path,
        number=number,
        what=what,
    )


def _pattern(key: str) -> str:
    return rf"""[ \t]*(["']?){re.escape(key)}\1[ \t]*=.*"""


def _line_of(text: str, key: str) -> int:
    """Return the number of the line that has a key, or opens a table of that name."""
    table = rf"[ \t]*\[+[ \t]*{re.escape(key)}\b.*"
    dotted = rf"[ \t]*{re.escape(key)}[ \t]*\..*"
    for number, row in enumerate(text.splitlines(), 1):
        if any(re.fullmatch(p, row) for p in (_pattern(key), table, dotted)):
            return number
    return 1


def _with_line(text: str, key: str, line: str | None) -> str:
    """Return the text with a key's line replaced, added, or taken out for None."""
    rows = text.splitlines()
    fresh = [] if line is None else [line]
    at = next(
        (k for k, row in enumerate(rows) if re.fullmatch(_pattern(key), row)), None
    )
    if at is None:
        rows += fresh
    else:
        rows[at : at + 1] = fresh
    return "".join(f"{row}\n" for row in rows)


def _spelled(value: Value) -> str:
    """Return a value as TOML has it; printable text is quoted as in JSON."""
    return json.dumps(value, ensure_ascii=False)


def _told(value: object) -> str:
    return _spelled(value) if isinstance(value, (str, bool)) else f"{value!r:.40}"
