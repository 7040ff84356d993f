"""Arguments of the commands that show who is best."""

from samedeal_client.arguments.common import (
    WINDOWS,
    Commands,
    add_command,
    number,
    player,
    room,
    window,
)
from samedeal_client.commands import lazy as commands
from samedeal_client.language import tr


def add(subparsers: Commands) -> None:
    """Add the commands."""
    board = add_command(
        subparsers,
        "leaderboard",
        tr("show who is best in a game, or who leads each game"),
        "samedeal leaderboard squares/english --by wins --window week",
    )
    board.add_argument(
        "game",
        metavar="GAME|FAMILY",
        nargs="?",
        help=tr("a key of `samedeal games`, for ratings also a family; all if none"),
    )
    board.add_argument(
        "--by",
        choices=("best", "wins", "winrate", "rating"),
        default="best",
        help=tr("best results (default), matches won, share of them, or ratings"),
    )
    board.add_argument(
        "--window",
        type=window,
        default="all",
        metavar="TIME",
        help=tr("{times} (default: all)", times=tr(WINDOWS)),
    )
    board.add_argument(
        "--around",
        nargs="?",
        const="",
        type=_around,
        metavar="NAME",
        help=tr("the rows around a claimed name or an id; your own without one"),
    )
    among = board.add_mutually_exclusive_group()
    among.add_argument(
        "--friends", action="store_true", help=tr("you and your friends")
    )
    among.add_argument(
        "--room", type=room, metavar="CODE", help=tr("who ever sat in a room")
    )
    board.add_argument(
        "--limit", type=number(1, 100), default=20, metavar="N", help=tr("rows")
    )
    board.add_argument(
        "--start",
        type=number(0, 2**31),
        default=0,
        metavar="N",
        help=tr("pass over so many rows"),
    )
    board.add_argument("--long", action="store_true", help=tr("name ids and matches"))
    board.add_argument("--json", action="store_true", help=tr("for programs"))
    board.set_defaults(run=commands.leaderboard)


def _around(text: str) -> str:
    """Read whose row it is about; nothing is one's own.

    A constant that is a string goes through here like what is typed.
    """
    return player(text) if text else ""
