"""The manual's pages, made from the same values as the command line itself.

In the macros of man(7), as groff and mandoc both know them.
"""

import argparse
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import cast

from docs.reference.command_line_page import MEANINGS, STATUSES, told

from samedeal_client import version
from samedeal_client.options.everything import SAMEDEAL
from samedeal_client.options.values import Argument, Command
from samedeal_server.app import DATA_IN_USE, server_parser
from samedeal_server.process.settings import PREFIX, Settings

FOLDER = Path(__file__).parent.parent / "man"

WITHOUT_A_COMMAND = "Without a command, at a terminal, it opens the lobby."
SERVER_STATUSES = (
    ("0", "ended as it was asked to, its players handed over"),
    (
        "1",
        "could not begin, or could not go on; one sentence on standard error says why",
    ),
    ("2", "options or settings that cannot be used"),
    (str(DATA_IN_USE), "another server keeps that data folder"),
    ("130", "Ctrl-C before it served"),
)
CLIENT_READS = (
    ("SAMEDEAL_SERVER", "the server to play at, where `--server` does not say it"),
    ("SAMEDEAL_IDENTITY", "the file with your names and tokens"),
    ("SAMEDEAL_CONFIG", "the file with your settings"),
    ("NO_COLOR", "no colours, unless your settings or `--color` ask for them"),
)
AT_THE_END = (
    "SIGTERM or SIGINT end it: players are handed over to other processes first."
)


def pages() -> dict[Path, Callable[[], str]]:
    """Return what makes the text of each page of the manual, by where it is kept."""
    texts = {"samedeal.1": _client, "samedeal-server.1": _server}
    return {FOLDER / name: text for name, text in texts.items()}


def _client() -> str:
    inner = [each for each in SAMEDEAL.walk() if each[1] != SAMEDEAL]
    lines = [
        *_head("samedeal", SAMEDEAL.help),
        *_synopsis("samedeal", "[OPTION...] [COMMAND [ARGUMENT...]]"),
        *(".SH DESCRIPTION", *_text(f"{SAMEDEAL.sentence} {WITHOUT_A_COMMAND}")),
        *(".SH OPTIONS", *_text("Before or after any command:")),
        *_arguments(SAMEDEAL),
        ".SH COMMANDS",
        *(line for words, command in inner for line in _command(words, command)),
        ".SH EXIT STATUS",
        *_told(STATUSES),
        ".SH ENVIRONMENT",
        *_told(CLIENT_READS),
        ".SH FILES",
        *_text("`samedeal config path` prints where your settings are."),
        *_see_also("samedeal-server"),
    ]
    return "\n".join(lines) + "\n"


def _command(words: str, command: Command) -> Iterable[str]:
    yield f".SS {_escaped(words)}"
    yield from _text(command.sentence)
    if words in MEANINGS:
        yield from (".PP", *_text(f"Exit status: {MEANINGS[words]}"))
    yield from _arguments(command)
    yield from (".PP", "Example:", *_shown(command.example))


def _arguments(command: Command) -> Iterable[str]:
    return _told((_called(each), each.help) for each in told(command))


def _called(each: Argument) -> str:
    if each.is_place:
        return each.values if each.is_needed else f"[{each.values}]"
    values = f" {each.values}" if each.values else ""
    return ", ".join(
        flag + (values if each.bare is None else f" [{values.strip()}]")
        for flag in each.flags
    )


def _server() -> str:
    parser = server_parser()
    parser.formatter_class = _AsManual
    about = (parser.description or "").rstrip(".")
    lines = [
        *_head("samedeal-server", about[0].lower() + about[1:]),
        *_synopsis("samedeal-server", "[OPTION...] [admin CHORE [ARGUMENT...]]"),
        ".SH DESCRIPTION",
        parser.format_help(),
        *(".SH EXIT STATUS", *_text(AT_THE_END)),
        *_told(SERVER_STATUSES),
        ".SH ENVIRONMENT",
        *_told(_settings()),
        *_see_also("samedeal"),
    ]
    return "\n".join(lines) + "\n"


def _settings() -> Iterable[tuple[str, str]]:
    for name, field in Settings.model_fields.items():
        called = "REDIS_URL" if name == "redis_url" else f"{PREFIX}{name.upper()}"
        default = f" (default `{field.default}`)" if field.default else ""
        yield called, f"{field.description}{default}"


class _AsManual(argparse.HelpFormatter):
    """Writes a parser's arguments in the form of a manual, with all within it."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._is_outermost = " " not in prog
        self._lines: list[str] = []
        self._inner: list[str] = []

    def add_usage(self, *_: object, **__: object) -> None:
        """Leave it out: each option is told by itself."""

    def start_section(self, heading: str | None) -> None:
        """Leave the heading out."""

    def end_section(self) -> None:
        """Nothing was begun."""

    def add_text(self, text: str | None) -> None:
        """Add a paragraph for each line."""
        for line in (text or "").splitlines():
            about, _, example = line.partition("example: ")
            shown = ("Example:", *_shown(example)) if example else _text(about)
            self._lines += (".PP", *shown)

    def add_arguments(self, actions: Iterable[argparse.Action]) -> None:
        """Add the arguments; commands within come after all of them."""
        for action in actions:
            if action.nargs == argparse.PARSER:
                parsers = cast("Mapping[str, argparse.ArgumentParser]", action.choices)
                self._inner += map(_within, parsers.values())
            elif self._is_outermost or action.dest != "help":
                self._add_section(".SH OPTIONS")
                called = ", ".join(action.option_strings) or str(action.metavar)
                if action.option_strings and action.nargs != 0:
                    called += f" {action.metavar or action.dest.upper()}"
                self._lines += _told([(called, action.help or "")])

    def _add_section(self, heading: str) -> None:
        if self._is_outermost and heading not in self._lines:
            self._lines.append(heading)

    def format_help(self) -> str:
        """Return the whole text."""
        if self._inner:
            self._add_section(".SH COMMANDS")
        return "\n".join([*self._lines, *self._inner]).removeprefix(".PP\n")


def _within(parser: argparse.ArgumentParser) -> str:
    parser.formatter_class = _AsManual
    told = parser.format_help()
    # One that has nothing but others within it needs no heading of its own.
    if told.startswith(".SS "):
        return told
    return f".SS {_escaped(parser.prog)}\n{told}"


def _head(name: str, about: str) -> Sequence[str]:
    # No date: the page would differ from day to day, and nothing else in it.
    title = (
        f'.TH {_escaped(name).upper()} 1 "" "samedeal {version()}" "Patience, raced"'
    )
    source = '.\\" Written by `make docs` from the code.'
    return source, title, ".SH NAME", f"{_escaped(name)} \\- {_escaped(about)}"


def _synopsis(name: str, takes: str) -> Sequence[str]:
    return ".SH SYNOPSIS", f".B {_escaped(name)}", _escaped(takes)


def _see_also(other: str) -> Sequence[str]:
    return ".SH SEE ALSO", f".BR {_escaped(other)} (1)"


def _told(rows: Iterable[tuple[str, str]]) -> Iterable[str]:
    for called, about in rows:
        yield from (".TP", f"\\fB{_escaped(called)}\\fR", *_text(about))


def _shown(example: str) -> Sequence[str]:
    return ".PP", ".RS 4", ".nf", _line(_escaped(example)), ".fi", ".RE"


def _text(markdown: str) -> Sequence[str]:
    """Return a paragraph: what stands in backticks is bold, and links lead nowhere."""
    plain = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", " ".join(markdown.split()))
    bold = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", _escaped(plain))
    return [
        _line(line)
        for sentence in re.split(r"(?<=[.!?]) (?=[A-Z])", bold)
        for line in _WRAPPED.wrap(sentence)
    ]


_WRAPPED = textwrap.TextWrapper(78, break_long_words=False, break_on_hyphens=False)


def _escaped(text: str) -> str:
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in plain)


def _line(text: str) -> str:
    """Return a line that is no request, whatever its first sign."""
    return f"\\&{text}" if text.startswith((".", "'")) else text
