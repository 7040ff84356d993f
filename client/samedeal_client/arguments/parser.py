"""The parser of the whole command line, put together from its topics."""

import argparse
from typing import NoReturn

from samedeal_client import VERSION
from samedeal_client.arguments import (
    accounts,
    boards,
    bots,
    challenges,
    config,
    daily,
    event,
    play,
    profiles,
    proof,
    rules,
)
from samedeal_client.arguments.common import add_general

USAGE = 2


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line each."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, and where to look."""
        self.exit(USAGE, f"{self.prog}: {message}; see {self.prog} --help\n")


def command_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog="samedeal",
        description="Race your friends at patience, on the same fair deal.",
        epilog="Example:  samedeal host squares/english",
    )
    parser.add_argument("--version", action="version", version=f"samedeal {VERSION}")
    parser.set_defaults(
        server=None,
        identity=None,
        language=None,
        ascii=None,
        plain=None,
        color=None,
        run=None,
        mends=False,
    )
    add_general(parser.add_argument_group("before or after the command"))
    subparsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", parser_class=Parser
    )
    topics = (play, daily, event, challenges, boards, profiles, accounts, rules)
    for topic in (*topics, bots, proof, config):
        topic.add(subparsers)
    return parser
