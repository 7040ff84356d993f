"""Arguments of the commands that lead to a table."""

import argparse

from samedeal_client.arguments.challenges import add_ghost
from samedeal_client.arguments.common import (
    Commands,
    add_command,
    add_invitation,
    add_json,
    add_name,
    number,
)
from samedeal_client.commands import lazy as commands
from samedeal_client.language import tr
from samedeal_client.wire.invitations import EXAMPLE
from samedeal_protocol.limits import MAX_DEALS, MIN_DEALS

FIRST_GAME = "squares/english"
"""What friends race at who have not said what."""


def add(subparsers: Commands) -> None:
    """Add the commands."""
    games = add_command(
        subparsers, "games", tr("list what can be played"), "samedeal games"
    )
    add_json(games)
    games.set_defaults(run=commands.games)

    host = add_command(
        subparsers,
        "host",
        tr("open a room and join it"),
        "samedeal host westcliff/american --best-of 3",
    )
    host.add_argument(
        "game",
        metavar="GAME[,GAME...]",
        nargs="?",
        default=FIRST_GAME,
        help=tr(
            "a key of `samedeal games`, or several to be played in turn"
            " (default {game})",
            game=FIRST_GAME,
        ),
    )
    host.add_argument(
        "--serve",
        action="store_true",
        help=tr("run a server here for as long as you stay"),
    )
    listing = host.add_mutually_exclusive_group()
    listing.add_argument(
        "--public", action="store_true", help=tr("list the room publicly")
    )
    # So it is anyway; who likes to say it may.
    listing.add_argument("--private", action="store_true", help=argparse.SUPPRESS)
    host.add_argument(
        "--casual",
        action="store_true",
        help=tr("not counted on leaderboards or in ratings"),
    )
    host.add_argument(
        "--seats",
        type=number(1, 8),
        default=4,
        metavar="N",
        help=tr("how many seats, 1 to 8 (default 4)"),
    )
    host.add_argument(
        "--time",
        type=number(30, 3600),
        metavar="SECONDS",
        help=tr("per match, 30 to 3600 (default: the game's)"),
    )
    series = host.add_mutually_exclusive_group()
    series.add_argument(
        "--best-of",
        type=int,
        choices=(1, 3, 5, 7, 9),
        default=1,
        help=tr("matches in a series"),
    )
    series.add_argument(
        "--deals",
        type=number(MIN_DEALS, MAX_DEALS),
        metavar="N",
        help=tr(
            "a duplicate evening of {least} to {most} deals, each scored "
            "in per cent against all who played it",
            least=MIN_DEALS,
            most=MAX_DEALS,
        ),
    )
    host.add_argument(
        "--watch",
        choices=("no", "counts", "boards"),
        default="counts",
        help=tr(
            "what spectators see: nothing, how far everybody is (default), or "
            "boards, but only cards that every player has seen"
        ),
    )
    host.add_argument("--quiet", action="store_true", help=tr("no talk in the room"))
    host.add_argument(
        "--certified",
        action="store_true",
        help=tr("only deals that can be won; for patience"),
    )
    host.add_argument(
        "--take-back",
        action="store_true",
        help=tr("moves that turned up no card may be taken back; nothing counts"),
    )
    host.add_argument(
        "--named-only",
        action="store_true",
        help=tr("only players with a claimed name; no bots"),
    )
    add_ghost(host)
    add_name(host)
    host.set_defaults(run=commands.host)

    rooms = add_command(
        subparsers, "rooms", tr("list the public rooms"), "samedeal rooms"
    )
    add_json(rooms)
    rooms.set_defaults(run=commands.rooms)

    join = add_command(
        subparsers, "join", tr("join a room"), f"samedeal join {EXAMPLE}"
    )
    add_invitation(join)
    add_ghost(join)
    add_name(join)
    join.set_defaults(run=commands.join)

    watch = add_command(
        subparsers, "watch", tr("watch a room without playing"), "samedeal watch 7KQ4P"
    )
    add_invitation(watch)
    watch.set_defaults(run=commands.watch)
