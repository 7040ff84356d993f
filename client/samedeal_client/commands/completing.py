"""The command that has shells complete the others."""

import argparse

from samedeal_client.context import Context
from samedeal_client.options.shells import script
from samedeal_client.terminal.output import print_script


def complete(_context: Context, arguments: argparse.Namespace) -> int:
    """Print a script that has a shell complete commands."""
    print_script(script(arguments.shell))
    return 0
