"""Arguments of the command for events."""

import argparse

from samedeal_client.arguments.common import Commands, add_command, add_name, number
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.language import later, tr
from samedeal_protocol.limits import MAX_EVENT_DEALS, MAX_EVENT_SEATS, MAX_HOURS

USAGE = 2
FORMS = later("say event create GAME[,GAME...], event host ID, or event ID")


def add(subparsers: Commands) -> None:
    """Add the command."""
    event = add_command(
        subparsers,
        "event",
        tr("play the same deals in several rooms, with one table for all"),
        "samedeal event create squares/english,easthaven --deals 6 --hours 48",
    )
    event.add_argument(
        "what",
        metavar="create|host|ID",
        help=tr("create an event, open a room for one, or show its table"),
    )
    event.add_argument(
        "which",
        nargs="?",
        metavar="GAME[,GAME...]|ID",
        help=tr(
            "the games, keys of `samedeal games`, played in turn; or the event to host"
        ),
    )
    event.add_argument(
        "--deals",
        type=number(1, MAX_EVENT_DEALS),
        default=8,
        metavar="N",
        help=tr(
            "how many deals a new event has, 1 to {most} (default 8)",
            most=MAX_EVENT_DEALS,
        ),
    )
    event.add_argument(
        "--hours",
        type=number(1, MAX_HOURS),
        default=24,
        metavar="H",
        help=tr(
            "how long a new event stays open, 1 to {most} (default 24)", most=MAX_HOURS
        ),
    )
    event.add_argument(
        "--seats",
        type=number(1, MAX_EVENT_SEATS),
        default=4,
        metavar="N",
        help=tr(
            "how many seats its rooms have, 1 to {most} (default 4)",
            most=MAX_EVENT_SEATS,
        ),
    )
    event.add_argument(
        "--public", action="store_true", help=tr("list the room publicly")
    )
    event.add_argument(
        "--verify",
        action="store_true",
        help=tr("after it has closed: replay every match and recompute the table"),
    )
    event.add_argument("--json", action="store_true", help=tr("print JSON"))
    add_name(event)
    event.set_defaults(run=run)


def run(context: Context, arguments: argparse.Namespace) -> int:
    """Do what was asked of events."""
    from samedeal_client.commands import events

    match arguments.what, arguments.which:
        case "create", str(games):
            return events.create(context, arguments, games)
        case "host", str() if arguments.json:
            raise Failed(tr("event host plays at a table: it has no --json"), USAGE)
        case "host", str(event):
            return events.host(context, arguments, event)
        case (("create" | "host"), None):
            raise Failed(tr(FORMS), USAGE)
        case str(event), None if arguments.verify:
            return events.verify(context, arguments, event)
        case str(event), None:
            return events.show(context, arguments, event)
        case _:
            raise Failed(tr(FORMS), USAGE)
