"""The parser of the whole command line, put together from its topics."""

import argparse
import difflib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NoReturn, cast

from samedeal_client import version
from samedeal_client.arguments import (
    accounts,
    boards,
    bots,
    challenges,
    completion,
    config,
    daily,
    event,
    play,
    profiles,
    proof,
    rules,
    solving,
)
from samedeal_client.arguments.common import add_general
from samedeal_client.arguments.words import teach_argparse
from samedeal_client.language import Language, later, tr
from samedeal_client.printable import printable_row
from samedeal_client.terminal.output import say

USAGE = 2
SEE_HELP = later("{program}: {complaint}; see {program} --help")


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line each, and which can be looked through."""

    @property
    def arguments(self) -> tuple[argparse.Action, ...]:
        """Return its arguments and options, `--help` and what begins actions, too."""
        return tuple(self._actions)

    @property
    def inner(self) -> "tuple[Parser, ...]":
        """Return the parsers of its commands, or of a command's actions, in order."""
        found: list[Parser] = []
        for action in self._actions:
            if isinstance(action.choices, Mapping):
                parsers = cast("Mapping[str, object]", action.choices).values()
                found += (each for each in parsers if isinstance(each, Parser))
        return tuple(found)

    def rivals(self, option: argparse.Action) -> tuple[argparse.Action, ...]:
        """Return the options that cannot be given together with one."""
        found: list[argparse.Action] = []
        for group in self._mutually_exclusive_groups:
            actions = group._group_actions  # noqa: SLF001 - argparse tells it nowhere else
            if option in actions:
                found += [other for other in actions if other is not option]
        return tuple(found)

    def walk(self) -> "Iterator[Parser]":
        """Yield this parser, and all within it, each before its own."""
        yield self
        for parser in self.inner:
            yield from parser.walk()

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Name the nearest command where argparse would list them all."""
        if isinstance(action.choices, Mapping):
            commands = list(cast("Mapping[str, object]", action.choices))
            if value not in commands:
                raise argparse.ArgumentError(None, _no_command(str(value), commands))
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, and where to look."""
        told = tr(SEE_HELP, program=self.prog, complaint=message)
        self.exit(USAGE, printable_row(told) + "\n")


def _no_command(name: str, commands: Sequence[str]) -> str:
    told = tr("no command '{name}'", name=name)
    near = difflib.get_close_matches(name, commands, n=1)
    return told + tr(", perhaps {name}", name=near[0]) if near else told


class _Version(argparse.Action):
    """Prints the version, which is only looked for when somebody wants to know."""

    def __init__(
        self,
        option_strings: Sequence[str],
        dest: str,
        help: str,  # noqa: A002 - argparse calls it so
    ) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it, and end."""
        say(f"{parser.prog} {version()}")
        parser.exit()


@cache
def parser_in(_language: Language) -> Parser:
    """Return the parser in the language spoken now, made once: not to be changed."""
    return command_parser()


def command_parser() -> Parser:
    """Return the parser of the whole command line, in the language spoken now."""
    teach_argparse()
    parser = Parser(
        prog="samedeal",
        description=tr("Race your friends at patience, on the same fair deal."),
        epilog=tr("Example:  {example}", example="samedeal host squares/english"),
    )
    parser.add_argument(
        "--version",
        action=_Version,
        help=tr("print the version; goes before any command"),
    )
    parser.set_defaults(
        server=None,
        identity=None,
        language=None,
        ascii=None,
        plain=None,
        linear=None,
        color=None,
        run=None,
        mends=False,
    )
    add_general(parser.add_argument_group(tr("before or after the command")))
    subparsers = parser.add_subparsers(
        title=tr("commands"), metavar="COMMAND", parser_class=Parser
    )
    playing = (play, daily, event, challenges)
    telling = (boards, profiles, accounts, rules, solving)
    for topic in (*playing, *telling, bots, proof, config, completion):
        topic.add(subparsers)
    return parser
