"""Arguments of the command that has shells complete the others."""

from samedeal_client import commands
from samedeal_client.arguments.common import Commands, add_command
from samedeal_client.language import tr

SHELLS = ("bash", "zsh", "fish")


def add(subparsers: Commands) -> None:
    """Add the command."""
    completion = add_command(
        subparsers,
        "completion",
        tr("print a script that has your shell complete commands, options and games"),
        'eval "$(samedeal completion bash)"',
    )
    completion.add_argument("shell", choices=SHELLS, help=tr("which shell you use"))
    completion.set_defaults(run=commands.completion)
