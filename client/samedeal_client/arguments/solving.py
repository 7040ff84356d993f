"""Arguments of the commands that tell what a deal, or a match, had in it."""

import argparse

from samedeal_client.arguments.common import Commands, add_command, add_match
from samedeal_client.commands.lazy import at_server_of
from samedeal_client.context import Context
from samedeal_client.language import tr


def add(subparsers: Commands) -> None:
    """Add the commands."""
    zeros = "0" * 64
    solve = add_command(
        subparsers,
        "solve",
        tr("tell whether a deal can be won, or its highest possible score"),
        f"samedeal solve westcliff/classic --seed {zeros}",
    )
    solve.add_argument(
        "what",
        metavar="GAME|MATCH|FILE",
        help=tr(
            "a key of `samedeal games`, with --seed or --deck; or a match, by its id "
            "or a file of `samedeal export`"
        ),
    )
    source = solve.add_mutually_exclusive_group()
    source.add_argument("--seed", metavar="HEX", help=tr("64 hex digits"))
    source.add_argument("--deck", metavar="CARDS", help=tr("as in '7S 6H 2D ...'"))
    solve.add_argument(
        "--limit",
        type=_seconds,
        default=10.0,
        metavar="SECONDS",
        help=tr("how long to search (default 10)"),
    )
    solve.add_argument("--json", action="store_true", help=tr("print JSON"))
    solve.set_defaults(run=_solve)

    analyse = add_command(
        subparsers,
        "analyse",
        tr("show what was possible in a match, and where it was lost"),
        "samedeal analyse final.samedeal --limit 5",
    )
    add_match(analyse)
    analyse.add_argument(
        "--limit",
        type=_seconds,
        default=10.0,
        metavar="SECONDS",
        help=tr("how long to search, for the deal and for each player (default 10)"),
    )
    analyse.set_defaults(run=_analyse)


def _solve(context: Context, arguments: argparse.Namespace) -> int:
    # Slow to load, and only needed here.
    from samedeal_client.commands import solving
    from samedeal_games.catalogue import GAMES

    if arguments.what not in GAMES:
        context = at_server_of(context, arguments, arguments.what)
    return solving.solve(context, arguments)


def _analyse(context: Context, arguments: argparse.Namespace) -> int:
    from samedeal_client.commands import analysing

    context = at_server_of(context, arguments, arguments.match)
    return analysing.analyse(context, arguments)


def _seconds(text: str) -> float:
    """Read a time above 0; raises ArgumentTypeError."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(
            tr("{text!r} is not a number of seconds above 0", text=text)
        )
    return seconds
