"""Arguments of the command for what is chosen once for all commands."""

import argparse

from samedeal_client.arguments.common import Commands, add_command, add_json
from samedeal_client.commands import lazy as commands
from samedeal_client.kept.config import KEYS
from samedeal_client.language import tr

_KEY = ", ".join(KEYS)


def add(subparsers: Commands) -> None:
    """Add the command."""
    config = add_command(
        subparsers,
        "config",
        tr("set defaults for every command: server, name, language, symbols, colour"),
        "samedeal config set server wss://play.example",
    )
    add_json(config)
    config.set_defaults(run=commands.config, action="show", mends=True)
    actions = config.add_subparsers(title=tr("actions"), metavar="ACTION")

    get = add_command(
        actions, "get", tr("print the value of a key"), "samedeal config get server"
    )
    _add_key(get, "get")
    put = add_command(
        actions, "set", tr("set a value"), "samedeal config set plain true"
    )
    _add_key(put, "set")
    put.add_argument(
        "value",
        metavar="VALUE",
        help=tr("the value; `samedeal config` lists what is possible"),
    )
    unset = add_command(
        actions,
        "unset",
        tr("remove a value, back to the default"),
        "samedeal config unset name",
    )
    _add_key(unset, "unset")
    path = add_command(
        actions,
        "path",
        tr("print the path of the file (also SAMEDEAL_CONFIG)"),
        "samedeal config path",
    )
    _finish(path, "path")


def _add_key(parser: argparse.ArgumentParser, action: str) -> None:
    parser.add_argument("key", metavar="KEY", help=_KEY)
    _finish(parser, action)


def _finish(parser: argparse.ArgumentParser, action: str) -> None:
    add_json(parser, inner=True)
    parser.set_defaults(run=commands.config, action=action)
