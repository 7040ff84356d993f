"""Arguments of the commands that show who is best."""

from samedeal_client import commands
from samedeal_client.arguments.common import Commands, add_command, number


def add(subparsers: Commands) -> None:
    """Add the commands."""
    board = add_command(
        subparsers,
        "leaderboard",
        "show the best results in a game",
        "samedeal leaderboard squares/english",
    )
    board.add_argument("game", metavar="GAME", help="a key of `samedeal games`")
    board.add_argument(
        "--limit", type=number(1, 100), default=20, metavar="N", help="rows"
    )
    board.add_argument(
        "--json", action="store_true", help="for programs; names matches"
    )
    board.set_defaults(run=commands.leaderboard)
