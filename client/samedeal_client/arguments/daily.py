"""Arguments of the command for the deals of the day."""

import argparse
from datetime import date

from samedeal_client.arguments.common import Commands, add_command, add_name
from samedeal_client.commands import lazy as commands
from samedeal_client.language import tr


def add(subparsers: Commands) -> None:
    """Add the command."""
    daily = add_command(
        subparsers,
        "daily",
        tr("play the deal of the day, once, as everybody does; or list how you stand"),
        "samedeal daily easthaven --board --date 2026-11-20",
    )
    daily.add_argument(
        "game", metavar="GAME", nargs="?", help=tr("a key of `samedeal games`")
    )
    instead = daily.add_mutually_exclusive_group()
    instead.add_argument(
        "--board", action="store_true", help=tr("show who came where; play nothing")
    )
    instead.add_argument(
        "--share", action="store_true", help=tr("print your result to send to others")
    )
    daily.add_argument(
        "--date",
        type=_day,
        metavar="YYYY-MM-DD",
        help=tr("another day, in UTC, for --board and --share"),
    )
    daily.add_argument(
        "--verify",
        action="store_true",
        help=tr("with --board of a day that is over: prove every row by its record"),
    )
    daily.add_argument(
        "--json", action="store_true", help=tr("for programs; plays nothing")
    )
    add_name(daily)
    daily.set_defaults(run=commands.daily)


def _day(text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise argparse.ArgumentTypeError(
            tr("{text!r} is no day such as 2026-11-20", text=text)
        )
    return text
