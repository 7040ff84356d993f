"""Arguments of the command that has shells complete the others."""

import argparse

from samedeal_client.arguments.common import Commands, add_command
from samedeal_client.context import Context
from samedeal_client.language import tr
from samedeal_client.terminal.output import print_script

SHELLS = ("bash", "zsh", "fish")


def add(subparsers: Commands) -> None:
    """Add the command."""
    completion = add_command(
        subparsers,
        "completion",
        tr("print a completion script for your shell"),
        'eval "$(samedeal completion bash)"',
    )
    completion.add_argument("shell", choices=SHELLS, help=tr("which shell you use"))
    completion.set_defaults(run=complete)


def complete(context: Context, arguments: argparse.Namespace) -> int:
    """Print a script that has a shell complete commands."""
    # Shells need the whole parser; this module is a part of it.
    from samedeal_client.arguments.shells import script

    print_script(script(arguments.shell))
    return 0
