"""Arguments of the commands about deals that were played before."""

import argparse

from samedeal_client.arguments.common import Commands, add_command, add_name, number
from samedeal_client.commands import lazy as commands
from samedeal_client.language import tr


def add(subparsers: Commands) -> None:
    """Add the commands."""
    challenge = add_command(
        subparsers,
        "challenge",
        tr("play the deal of a finished match against the ghosts of its players"),
        "samedeal challenge m-5f1c09a9d3a34b6f8e2d7c4b1a0f9e8d",
    )
    challenge.add_argument(
        "match", metavar="MATCH", help=tr("a match's id, or that of a deal")
    )
    challenge.add_argument(
        "--board",
        action="store_true",
        help=tr("show its board, best first, without playing"),
    )
    challenge.add_argument(
        "--limit",
        type=number(1, 100),
        default=20,
        metavar="N",
        help=tr("how many rows of --board"),
    )
    challenge.add_argument(
        "--json",
        action="store_true",
        help=tr("print the board as JSON, with match ids"),
    )
    add_name(challenge)
    challenge.set_defaults(run=commands.challenge)


def add_ghost(parser: argparse.ArgumentParser) -> None:
    """Add the option to race one's own best."""
    parser.add_argument(
        "--ghost",
        choices=("best",),
        help=tr(
            "race the ghost of your best rated match of this game; only you see it"
        ),
    )
