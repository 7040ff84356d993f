"""The file of a player's choices: a small TOML file, flat.

It may be edited by hand: a change from here replaces its one line and leaves the rest.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from samedeal_client.kept.files import own_folder, write_private
from samedeal_client.language import tr
from samedeal_client.language.reasons import cannot_read
from samedeal_client.settings.config import (
    Config,
    ConfigError,
    Value,
    check,
    check_key,
    in_toml,
)

VARIABLE = "SAMEDEAL_CONFIG"


def default_config_path() -> Path:
    """Return the path of the file: SAMEDEAL_CONFIG, or the user's own place."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    return own_folder() / "config.toml"


def read(path: Path) -> Config:
    """Return the choices of the file, none if there is no file; raises ConfigError."""
    values = _values(path, _read_text(path))
    return Config._make(values.get(key) for key in Config._fields)


def readable(path: Path) -> Config:
    """Return the choices of the file, none if it cannot be used."""
    return usable(path) or Config()


def usable(path: Path) -> Config | None:
    """Return the choices of the file, None if it cannot be used."""
    try:
        return read(path)
    except ConfigError:
        return None


class Reading:
    """The choices of a file that somebody may edit meanwhile, as they were last good.

    It is read anew only once it has changed, so that it can be looked at often.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read: tuple[int, ...] | None = ()
        """The state of the file as it was read; None if there was none."""
        self.choices = Config()
        self.trouble = ""
        """The reason that the file cannot be used as it is now; empty if it can."""

    def look(self, *, anew: bool = False) -> None:
        """Read the file if it has changed since, or `anew` in any case."""
        found = _state(self._path)
        if found == self._read and not anew:
            return
        self._read = found
        try:
            self.choices, self.trouble = read(self._path), ""
        except ConfigError as error:
            self.trouble = str(error)


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
        line = f"{key} = {in_toml(value)}"
    text = _with_line(before, key, line)
    if not _says(text, values):
        # Written so that one line does not show it all: begin anew.
        text = "".join(f"{key} = {in_toml(values[key])}\n" for key in values)
    # Through a link, as those have who keep such files elsewhere.
    write_private(path.resolve(), text)


def _values(path: Path, text: str) -> dict[str, Value]:
    """Return the values of a file with this text; raises ConfigError."""
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


def _state(path: Path) -> tuple[int, ...] | None:
    """Return the marks of a file that differ once it was written or replaced."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


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
        raise ConfigError(cannot_read(path, error)) from None


def _parsed(text: str) -> dict[str, object]:
    if not text.strip():
        return {}
    # Only needed where there is a file.
    import tomllib

    return tomllib.loads(text)


def _others(path: Path, text: str, key: str) -> dict[str, Value]:
    """Return a file's values of all other keys; raises ConfigError.

    A fault in the key's own line is no matter if that is one whole line.
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
    """Name the line that TOML stumbled over: the last one, if it was the end."""
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
