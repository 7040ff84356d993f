"""The scripts by which shells complete the command line.

They are made from the parser that reads it, so they know whatever it knows; a
shell starts nothing of this program when it completes.
"""

import argparse
from collections.abc import Mapping, Sequence

import shtab

from samedeal_client.arguments.parser import command_parser
from samedeal_client.kept.config import KEYS
from samedeal_games.catalogue import FAMILIES, GAMES

WORDS: Mapping[str, Sequence[str]] = {
    "GAME": tuple(GAMES),
    "GAME|FAMILY": tuple(dict.fromkeys((*GAMES, *FAMILIES))),
    "GAME[,GAME...]": tuple(GAMES),
    "GAME[,GAME...]|ID": tuple(GAMES),
    "create|host|ID": ("create", "host"),
    "KEY": tuple(KEYS),
    "TIME": ("day", "week", "month", "all"),
}
"""What is offered where more than a closed list fits, by what help calls it."""
FILES = ("FILE", "MATCH|FILE")


def script(shell: str) -> str:
    """Return the script of a shell: of bash, zsh or fish."""
    parser = command_parser()
    general = {
        option: action.help
        for action in parser.arguments
        for option in action.option_strings
    }
    for each in parser.walk():
        for action in each.arguments:
            _offer(action)
            if action.help == argparse.SUPPRESS and action.option_strings:
                # Shown by the main --help alone, but good after any command.
                option = action.option_strings[0]
                action.help = general.get(option, argparse.SUPPRESS)
    return shtab.complete(parser, shell)


def _offer(action: argparse.Action) -> None:
    """Let a shell offer what fits an argument, as far as that is known."""
    called = str(action.metavar)
    if called in FILES:
        action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab's way
    elif action.choices is None and called in WORDS:
        action.choices = WORDS[called]
