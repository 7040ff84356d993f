"""What the commands' arguments have in common."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from samedeal_client.kept.config import DEFAULT_SERVER
from samedeal_client.language import LANGUAGES, later, tr
from samedeal_client.terminal.paint import COLOUR_CHOICES
from samedeal_client.view.heads import HEAD_DIGITS, Head

WINDOWS = later("day, week, month, all, or one such as 2026-11-21, 2026-W47 or 2026-11")
PLAYER_MOST = 80
ROOM_MOST = 16
EXAMPLE_HEAD = f"123:{'0f' * (HEAD_DIGITS // 2)}"
_HEAD = re.compile(rf"(\d{{1,15}}):([0-9a-fA-F]{{{HEAD_DIGITS},64}})", re.ASCII)
_WINDOW = re.compile(
    r"day|week|month|all|\d{4}-\d\d-\d\d|\d{4}-W\d\d|\d{4}-\d\d", re.ASCII
)


class Options(Protocol):
    """A parser, or a group of its options."""

    @property
    def add_argument(self) -> Callable[..., argparse.Action]:
        """Add an argument."""
        ...


def add_general(parser: Options, *, hidden: bool = False) -> None:
    """Add what every command takes; defaults are the main parser's to set.

    None for what is left out: the environment and the config file come next.
    """

    def add(option: str, text: str, **named: object) -> None:
        told = argparse.SUPPRESS if hidden else text
        parser.add_argument(option, default=argparse.SUPPRESS, help=told, **named)

    add(
        "--server",
        tr(
            "the server's address, or own for one on this machine (also "
            "SAMEDEAL_SERVER; default {server})",
            server=DEFAULT_SERVER,
        ),
        metavar="URL",
    )
    add(
        "--identity",
        tr("file with your names and tokens (also SAMEDEAL_IDENTITY)"),
        metavar="FILE",
        type=Path,
    )
    add("--language", tr("en for English, es for Spanish"), choices=LANGUAGES)
    add(
        "--plain",
        tr("play line by line instead of on the full screen"),
        action=argparse.BooleanOptionalAction,
    )
    add(
        "--linear",
        tr("for screen readers: short lines, cards in words"),
        action=argparse.BooleanOptionalAction,
    )
    add(
        "--ascii",
        tr("write suits as C D H S, draw with +-|"),
        action=argparse.BooleanOptionalAction,
    )
    add(
        "--color",
        tr("auto: only on a terminal, and not if NO_COLOR is set"),
        choices=COLOUR_CHOICES,
    )


class Commands(Protocol):
    """What argparse gives back for the subcommands; its own class is private."""

    def add_parser(
        self,
        name: str,
        *,
        help: str,  # noqa: A002 - argparse calls it so
        description: str,
        epilog: str,
    ) -> argparse.ArgumentParser:
        """Add a command."""
        ...


def add_command(
    subparsers: Commands, name: str, summary: str, example: str
) -> argparse.ArgumentParser:
    """Add a command with its line of help and an example; return its parser."""
    sentence = summary[0].upper() + summary[1:] + "."
    parser = subparsers.add_parser(
        name,
        help=summary,
        description=sentence,
        epilog=tr("Example:  {example}", example=example),
    )
    add_general(parser, hidden=True)
    return parser


def add_invitation(parser: argparse.ArgumentParser) -> None:
    """Add what leads into somebody's room."""
    parser.add_argument(
        "code",
        metavar="CODE[@HOST:PORT]",
        help=tr("the line that a friend sent, or the code of a room of your server"),
    )


def add_match(parser: argparse.ArgumentParser) -> None:
    """Add what names a match, and `--json`."""
    parser.add_argument(
        "match",
        metavar="MATCH|FILE",
        help=tr(
            "a match's id, or the beginning of one of yours; or a file of `samedeal "
            "export`"
        ),
    )
    parser.add_argument("--json", action="store_true", help=tr("print JSON"))


def add_json(parser: argparse.ArgumentParser, *, inner: bool = False) -> None:
    """Add `--json`; an `inner` one may also stand before its action."""
    default = argparse.SUPPRESS if inner else False
    parser.add_argument(
        "--json", action="store_true", default=default, help=tr("print JSON")
    )


def add_name(parser: argparse.ArgumentParser) -> None:
    """Add the name to play under."""
    parser.add_argument(
        "--name", help=tr("your name, up to 20 characters; kept for next time")
    )


def window(text: str) -> str:
    """Read the name of a window of time; raises ArgumentTypeError."""
    if not _WINDOW.fullmatch(text):
        raise argparse.ArgumentTypeError(
            tr("{text!r} is not one of {times}", text=text, times=tr(WINDOWS))
        )
    return text


def chain_head(text: str) -> Head:
    """Read a head of a chain, as ``audit`` prints it; raises ArgumentTypeError."""
    found = _HEAD.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(
            tr(
                "{text!r} is no head; one looks like {example}",
                text=text[:80],
                example=EXAMPLE_HEAD,
            )
        )
    return Head(int(found[1]), found[2].lower())


def player(text: str) -> str:
    """Read what names a player; raises ArgumentTypeError."""
    text = text.strip()
    if not 1 <= len(text) <= PLAYER_MOST or not text.isprintable():
        raise argparse.ArgumentTypeError(tr("{text!r} names no player", text=text[:20]))
    return text


def wanted_name(text: str) -> str:
    """Read a name to claim, which the server judges; raises ArgumentTypeError."""
    text = text.strip()
    if not 1 <= len(text) <= PLAYER_MOST:
        raise argparse.ArgumentTypeError(tr("a name has 3 to 20 characters"))
    return text


def room(text: str) -> str:
    """Read a room's code; raises ArgumentTypeError."""
    code = text.strip().upper()
    if not 1 <= len(code) <= ROOM_MOST or not code.isprintable():
        raise argparse.ArgumentTypeError(
            tr("{text!r} is not a room's code", text=text[:20])
        )
    return code


class number:  # noqa: N801 - reads as a type where argparse takes one
    """A whole number within bounds, as an argparse type."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def __call__(self, text: str) -> int:
        """Read it; raises ArgumentTypeError."""
        try:
            number = int(text)
        except ValueError:
            number = self.least - 1
        if not self.least <= number <= self.most:
            raise argparse.ArgumentTypeError(
                tr(
                    "{text!r} is not a whole number from {least} to {most}",
                    text=text,
                    least=self.least,
                    most=self.most,
                )
            )
        return number
