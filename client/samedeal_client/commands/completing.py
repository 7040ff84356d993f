"""The command that has shells complete the others, and the scripts by which they do.

A shell starts nothing of this program when it completes.
"""

import argparse
from collections.abc import Mapping

import shtab

from samedeal_client.context import Context
from samedeal_client.options.common import EVERYWHERE
from samedeal_client.options.everything import SAMEDEAL
from samedeal_client.options.parser import command_parser
from samedeal_client.options.values import Argument, Command
from samedeal_client.settings.config import KEYS
from samedeal_client.terminal.output import print_script
from samedeal_games.catalogue import FAMILIES, GAMES

WORDS: Mapping[str, tuple[str, ...]] = {
    "GAME": tuple(GAMES),
    "GAME|FAMILY": tuple(dict.fromkeys((*GAMES, *FAMILIES))),
    "GAME[,GAME...]": tuple(GAMES),
    "GAME[,GAME...]|ID": tuple(GAMES),
    "create|host|ID": ("create", "host"),
    "KEY": tuple(KEYS),
    "TIME": ("day", "week", "month", "all"),
}
"""Words to offer for a value, by its name in the help, where they are no closed
list."""
FILES = ("FILE", "MATCH|FILE")


def complete(_context: Context, arguments: argparse.Namespace) -> int:
    """Print a script that has a shell complete commands."""
    print_script(script(arguments.shell))
    return 0


def script(shell: str) -> str:
    """Return the script of a shell: of bash, zsh or fish."""
    # Shown by the main --help alone, but good after any command.
    return shtab.complete(command_parser(_offered(SAMEDEAL), EVERYWHERE, _mark), shell)


def _offered(command: Command) -> Command:
    """Return a command with choices wherever words are known for a value."""
    takes = tuple(
        each._replace(choices=each.choices or WORDS.get(each.shown, ()))
        for each in command.takes
    )
    return command._replace(takes=takes, inner=tuple(map(_offered, command.inner)))


def _mark(action: argparse.Action, each: Argument) -> None:
    """Have a shell offer files where a file is asked for."""
    if each.shown in FILES:
        action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab's way
