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
        tr("play the deal of the day, one attempt each; or list today's deals"),
        "samedeal daily easthaven --board --date 2026-11-20",
    )
    daily.add_argument(
        "game", metavar="GAME", nargs="?", help=tr("a key of `samedeal games`")
    )
    instead = daily.add_mutually_exclusive_group()
    instead.add_argument(
        "--board", action="store_true", help=tr("show the board without playing")
    )
    instead.add_argument(
        "--share", action="store_true", help=tr("print your result, to share")
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
        help=tr("with --board of a past day: check every row against its record"),
    )
    daily.add_argument(
        "--json", action="store_true", help=tr("print JSON, without playing")
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
            tr("{text!r} is not a day such as 2026-11-20", text=text)
        )
    return text
