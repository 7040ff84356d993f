"""Arguments of the commands about one's own account, and about friends."""

import argparse

from samedeal_client.arguments.common import (
    Commands,
    add_command,
    add_json,
    wanted_name,
)
from samedeal_client.commands import lazy as commands
from samedeal_client.language import later, tr

OWN_NAME = later("which of your names to use (default: the last one used)")


def add(subparsers: Commands) -> None:
    """Add the commands."""
    account = add_command(
        subparsers,
        "account",
        tr("show your account; claim a name, move it to another machine"),
        "samedeal account claim 'Ada Lovelace'",
    )
    account.add_argument("--name", metavar="OWN", help=tr(OWN_NAME))
    account.add_argument("--json", action="store_true", help=tr("print JSON"))
    account.set_defaults(run=commands.account, action="account")
    actions = account.add_subparsers(title=tr("actions"), metavar="ACTION")
    _add_claim(actions)
    _add_carrying(actions)
    _add_tokens(actions)
    _add_friends(subparsers)


def _add_claim(actions: Commands) -> None:
    claim = add_command(
        actions,
        "claim",
        tr("claim a name that nobody else can use"),
        "samedeal account claim 'Ada Lovelace'",
    )
    claim.add_argument(
        "claimed",
        type=wanted_name,
        metavar="NAME",
        help=tr("3 to 20 characters in any script"),
    )
    _finish(claim)
    claim.set_defaults(run=commands.account, action="claim")


def _add_carrying(actions: Commands) -> None:
    export = add_command(
        actions,
        "export",
        tr("write your token to a file, to use on another machine"),
        "samedeal account export ada.json",
    )
    export.add_argument(
        "file", metavar="FILE", help=tr("- for standard input or output")
    )
    _finish(export)
    export.add_argument(
        "--force", action="store_true", help=tr("overwrite an existing file")
    )
    export.set_defaults(run=commands.account, action="export")

    bring_in = add_command(
        actions,
        "import",
        tr("read a token written on another machine"),
        "samedeal account import ada.json",
    )
    bring_in.add_argument(
        "file", metavar="FILE", help=tr("- for standard input or output")
    )
    bring_in.add_argument(
        "--force", action="store_true", help=tr("replace an identity of the same name")
    )
    add_json(bring_in, inner=True)
    bring_in.set_defaults(run=commands.account, action="bring_in")


def _add_tokens(actions: Commands) -> None:
    rotate = add_command(
        actions,
        "rotate",
        tr("replace your token, in case somebody else has it"),
        "samedeal account rotate",
    )
    _finish(rotate)
    rotate.set_defaults(run=commands.account, action="rotate")

    revoke = add_command(
        actions,
        "revoke",
        tr("delete this identity for good; nobody else can ever have its name"),
        "samedeal account revoke --yes",
    )
    _finish(revoke)
    revoke.add_argument(
        "--yes", action="store_true", help=tr("do not ask for confirmation")
    )
    revoke.set_defaults(run=commands.account, action="revoke")


def _add_friends(subparsers: Commands) -> None:
    friends = add_command(
        subparsers,
        "friends",
        tr("list your friends and the players you have blocked"),
        "samedeal friends add 'Ada Lovelace'",
    )
    friends.add_argument("--name", metavar="OWN", help=tr(OWN_NAME))
    friends.add_argument("--json", action="store_true", help=tr("print JSON"))
    friends.set_defaults(run=commands.account, action="friends")
    actions = friends.add_subparsers(title=tr("actions"), metavar="ACTION")
    for word, relation, summary in (
        ("add", "friend", later("add a friend")),
        ("remove", "none", later("remove a friend")),
        ("block", "blocked", later("hide your rooms from somebody")),
        ("unblock", "none", later("show your rooms to somebody again")),
    ):
        action = add_command(
            actions, word, tr(summary), f"samedeal friends {word} 'Ada Lovelace'"
        )
        action.add_argument("who", metavar="NAME", help=tr("a claimed name, or an id"))
        _finish(action)
        action.set_defaults(run=commands.account, action="relate", relation=relation)


def _finish(parser: argparse.ArgumentParser) -> None:
    """Let what all actions take stand after them, too; defaults are set before."""
    add_json(parser, inner=True)
    parser.add_argument(
        "--name", metavar="OWN", default=argparse.SUPPRESS, help=tr(OWN_NAME)
    )
