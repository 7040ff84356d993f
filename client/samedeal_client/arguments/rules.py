"""Arguments of the commands that need no server."""

from samedeal_client.arguments.common import Commands, add_command, add_json
from samedeal_client.commands import lazy as commands
from samedeal_client.language import tr


def add(subparsers: Commands) -> None:
    """Add the commands."""
    learn = add_command(
        subparsers,
        "learn",
        tr("learn a game on a guided deal, move by move"),
        "samedeal learn easthaven",
    )
    learn.add_argument("game", metavar="GAME", help=tr("a key of `samedeal games`"))
    learn.set_defaults(run=commands.learn)

    practise = add_command(
        subparsers,
        "practise",
        tr("play alone, without a server"),
        "samedeal practise easthaven",
    )
    practise.add_argument("game", metavar="GAME", help=tr("a key of `samedeal games`"))
    practise.add_argument(
        "--seed", metavar="HEX", help=tr("64 hex digits, to play a certain deal")
    )
    practise.set_defaults(run=commands.practise)

    rules = add_command(
        subparsers,
        "rules",
        tr("show the rules of a game"),
        "samedeal rules easthaven",
    )
    rules.add_argument("game", metavar="GAME", help=tr("a key of `samedeal games`"))
    add_json(rules)
    rules.set_defaults(run=commands.rules)

    zeros = "0" * 64
    deal = add_command(
        subparsers,
        "deal",
        tr("show the deal of a seed"),
        f"samedeal deal squares/english --seed {zeros}",
    )
    deal.add_argument("game", metavar="GAME", help=tr("a key of `samedeal games`"))
    deal.add_argument("--seed", metavar="HEX", required=True, help=tr("64 hex digits"))
    deal.add_argument("--json", action="store_true", help=tr("print JSON"))
    deal.set_defaults(run=commands.deal)

    tried = add_command(
        subparsers,
        "try",
        tr("make moves on a deal and show the position"),
        f'samedeal try westcliff/classic --seed {zeros} --moves "D D"',
    )
    tried.add_argument("game", metavar="GAME", help=tr("a key of `samedeal games`"))
    source = tried.add_mutually_exclusive_group(required=True)
    source.add_argument("--seed", metavar="HEX", help=tr("64 hex digits"))
    source.add_argument("--deck", metavar="CARDS", help=tr("as in '7S 6H 2D ...'"))
    tried.add_argument(
        "--moves", default="", help=tr("moves in notation, separated by spaces")
    )
    tried.add_argument("--json", action="store_true", help=tr("print JSON"))
    tried.set_defaults(run=commands.try_moves)
