"""Arguments of the commands that show who is best."""

from typing import get_args

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
from samedeal_protocol.kinds import BoardKind


def add(subparsers: Commands) -> None:
    """Add the commands."""
    board = add_command(
        subparsers,
        "leaderboard",
        tr("show the leaderboard of a game, or the leader of each"),
        "samedeal leaderboard squares/english --by wins --window week",
    )
    board.add_argument(
        "game",
        metavar="GAME|FAMILY",
        nargs="?",
        help=tr(
            "a key of `samedeal games`, or for ratings a family (default: all games)"
        ),
    )
    board.add_argument(
        "--by",
        choices=get_args(BoardKind),
        default="best",
        help=tr("what it is ordered by (default: best)"),
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
        help=tr("the rows around a claimed name or an id (default: yours)"),
    )
    among = board.add_mutually_exclusive_group()
    among.add_argument(
        "--friends", action="store_true", help=tr("you and your friends")
    )
    among.add_argument(
        "--room",
        type=room,
        metavar="CODE",
        help=tr("only players who have sat in a room"),
    )
    board.add_argument(
        "--limit", type=number(1, 100), default=20, metavar="N", help=tr("rows")
    )
    board.add_argument(
        "--start",
        type=number(0, 2**31),
        default=0,
        metavar="N",
        help=tr("how many rows to skip"),
    )
    board.add_argument(
        "--long", action="store_true", help=tr("with player and match ids")
    )
    board.add_argument("--json", action="store_true", help=tr("print JSON"))
    board.set_defaults(run=commands.leaderboard)


def _around(text: str) -> str:
    """Read whose row it is about; nothing is one's own.

    A constant that is a string goes through here like what is typed.
    """
    return player(text) if text else ""
