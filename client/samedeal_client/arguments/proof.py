"""Arguments of the commands that prove matches and show them again."""

from samedeal_client.arguments.common import (
    Commands,
    add_command,
    add_json,
    add_match,
    chain_head,
    window,
)
from samedeal_client.commands import lazy as commands
from samedeal_client.language import tr


def add(subparsers: Commands) -> None:
    """Add the commands."""
    verify = add_command(
        subparsers,
        "verify",
        tr("prove a match from its record: deal, moves, scores, places"),
        "samedeal verify final.samedeal",
    )
    add_match(verify)
    verify.add_argument(
        "--chain",
        action="store_true",
        help=tr("also look for it in the server's chain of matches"),
    )
    verify.set_defaults(run=commands.verify)

    audit = add_command(
        subparsers,
        "audit",
        tr("check a whole server: leaderboard rows and the chain of matches"),
        "samedeal audit --json",
    )
    audit.add_argument(
        "--window",
        type=window,
        action="append",
        default=[],
        metavar="TIME",
        help=tr(
            "also check the leaderboards of a past day, week or month, such as "
            "2026-11-20 or 2026-W47"
        ),
    )
    audit.add_argument(
        "--head",
        type=chain_head,
        action="append",
        default=[],
        metavar="N:HEX",
        help=tr(
            "a head of the chain that somebody else was shown: is it the same chain?"
        ),
    )
    audit.add_argument("--json", action="store_true", help=tr("print JSON"))
    audit.set_defaults(run=commands.audit)

    export = add_command(
        subparsers,
        "export",
        tr("write the record of a match to a file"),
        "samedeal export m-5f1c09a9d3a34b6f8e2d7c4b1a0f9e8d final.samedeal",
    )
    export.add_argument("match", metavar="MATCH", help=tr("the match's id"))
    export.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help=tr("default MATCH.samedeal; - for standard output"),
    )
    export.add_argument(
        "--force", action="store_true", help=tr("overwrite an existing file")
    )
    add_json(export)
    export.set_defaults(run=commands.export)
    _add_replay(subparsers)


def _add_replay(subparsers: Commands) -> None:
    replay = add_command(
        subparsers,
        "replay",
        tr("replay a match; without a terminal, print every move"),
        "samedeal replay final.samedeal --side-by-side",
    )
    add_match(replay)
    replay.add_argument(
        "--seat",
        metavar="NAME",
        help=tr("the player to follow, by name or seat number"),
    )
    replay.add_argument(
        "--side-by-side",
        action="store_true",
        help=tr("show two players at the same moment of the match"),
    )
    replay.set_defaults(run=commands.replay)
