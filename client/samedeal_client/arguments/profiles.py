"""Arguments of the commands that show what a player has done."""

import argparse

from samedeal_client.arguments.common import Commands, add_command, number, player
from samedeal_client.commands import lazy as commands
from samedeal_client.language import tr

HISTORY_MOST = 1000


def add(subparsers: Commands) -> None:
    """Add the commands."""
    profile = add_command(
        subparsers,
        "profile",
        tr("show a player's ratings, best results, wins and streaks"),
        "samedeal profile Ada --versus Bob",
    )
    _add_player(profile)
    profile.add_argument(
        "--versus",
        type=player,
        metavar="NAME",
        help=tr("also show their record against this player"),
    )
    profile.add_argument("--json", action="store_true", help=tr("print JSON"))
    profile.set_defaults(run=commands.profile)

    history = add_command(
        subparsers,
        "history",
        tr("list a player's matches, with charts of ratings and scores"),
        "samedeal history Ada --game squares/english",
    )
    _add_player(history)
    history.add_argument("--game", metavar="GAME", help=tr("a key of `samedeal games`"))
    history.add_argument(
        "--limit",
        type=number(1, HISTORY_MOST),
        default=20,
        metavar="N",
        help=tr("how many matches (default 20)"),
    )
    history.add_argument(
        "--long", action="store_true", help=tr("with whole names and ids")
    )
    history.add_argument("--json", action="store_true", help=tr("print JSON"))
    history.add_argument(
        "--jsonl",
        action="store_true",
        help=tr("print all matches, one line of JSON each"),
    )
    history.set_defaults(run=commands.history)


def _add_player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "player",
        type=player,
        metavar="NAME",
        nargs="?",
        help=tr("a claimed name or an id (default: you)"),
    )
