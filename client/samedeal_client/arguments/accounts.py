"""Arguments of the commands about one's own account, and about friends."""

import argparse

from samedeal_client.arguments.common import Commands, add_command, add_json
from samedeal_client.commands import lazy as commands
from samedeal_client.language import later, tr

OWN_NAME = later("which of the names known here, if not the one used last")


def add(subparsers: Commands) -> None:
    """Add the commands."""
    account = add_command(
        subparsers,
        "account",
        tr("show who you are to a server; claim a name, take it to another machine"),
        "samedeal account claim 'Ada Lovelace'",
    )
    account.add_argument("--name", metavar="OWN", help=tr(OWN_NAME))
    account.add_argument("--json", action="store_true", help=tr("for programs"))
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
        tr("have a name that nobody else can show"),
        "samedeal account claim 'Ada Lovelace'",
    )
    claim.add_argument(
        "claimed", metavar="NAME", help=tr("3 to 20 characters in any script")
    )
    _finish(claim)
    claim.set_defaults(run=commands.account, action="claim")


def _add_carrying(actions: Commands) -> None:
    export = add_command(
        actions,
        "export",
        tr("write your token to a file, for another machine"),
        "samedeal account export ada.json",
    )
    export.add_argument("file", metavar="FILE", help=tr("- for a pipe"))
    _finish(export)
    export.add_argument(
        "--force", action="store_true", help=tr("write over a file that is there")
    )
    export.set_defaults(run=commands.account, action="export")

    bring_in = add_command(
        actions,
        "import",
        tr("take over a token from another machine"),
        "samedeal account import ada.json",
    )
    bring_in.add_argument("file", metavar="FILE", help=tr("- for a pipe"))
    bring_in.add_argument(
        "--force", action="store_true", help=tr("also in place of another of that name")
    )
    add_json(bring_in, inner=True)
    bring_in.set_defaults(run=commands.account, action="bring_in")


def _add_tokens(actions: Commands) -> None:
    rotate = add_command(
        actions,
        "rotate",
        tr("have a new token and end the old one, should somebody else have it"),
        "samedeal account rotate",
    )
    _finish(rotate)
    rotate.set_defaults(run=commands.account, action="rotate")

    revoke = add_command(
        actions,
        "revoke",
        tr("end this identity for good; nobody else gets its name"),
        "samedeal account revoke --yes",
    )
    _finish(revoke)
    revoke.add_argument("--yes", action="store_true", help=tr("do not ask"))
    revoke.set_defaults(run=commands.account, action="revoke")


def _add_friends(subparsers: Commands) -> None:
    friends = add_command(
        subparsers,
        "friends",
        tr("list your friends, and whom you have blocked"),
        "samedeal friends add 'Ada Lovelace'",
    )
    friends.add_argument("--name", metavar="OWN", help=tr(OWN_NAME))
    friends.add_argument("--json", action="store_true", help=tr("for programs"))
    friends.set_defaults(run=commands.account, action="friends")
    actions = friends.add_subparsers(title=tr("actions"), metavar="ACTION")
    for word, relation, summary in (
        ("add", "friend", later("put somebody on your list of friends")),
        ("remove", "none", later("take a friend off your list")),
        ("block", "blocked", later("have your rooms not be there for somebody")),
        ("unblock", "none", later("let somebody find your rooms again")),
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
