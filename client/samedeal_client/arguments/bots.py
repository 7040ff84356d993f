"""Arguments of the commands that bring bots."""

from samedeal_client.arguments.common import (
    Commands,
    add_command,
    add_invitation,
    add_name,
)
from samedeal_client.commands import lazy as commands
from samedeal_client.language import tr


def add(subparsers: Commands) -> None:
    """Add the commands."""
    demo = add_command(
        subparsers,
        "demo",
        tr("race two bots on a private server; without a terminal, watch three"),
        "samedeal demo",
    )
    demo.add_argument("--json", action="store_true", help=tr("watch, and print JSON"))
    add_name(demo)
    demo.set_defaults(run=commands.demo)

    bot = add_command(
        subparsers,
        "bot",
        tr("send a bot into a room; it is marked as a bot"),
        "samedeal bot 7KQ4P --kind good",
    )
    add_invitation(bot)
    bot.add_argument(
        "--kind",
        choices=("random", "greedy", "casual", "good", "strong", "expert"),
        default="greedy",
        help=tr(
            "how it plays: random, greedy (default), or by skill from "
            "casual to expert; at patience, strong equals good"
        ),
    )
    bot.add_argument(
        "--pace",
        type=float,
        metavar="SECONDS",
        help=tr(
            "per move, give or take half; by default 1 to 4, depending on its kind"
        ),
    )
    add_name(bot)
    bot.set_defaults(run=commands.bot)
