"""The reference page on the command line, made from the parser that reads it."""

import argparse
from collections.abc import Callable, Iterable, Mapping

from samedeal_client.arguments.parser import Parser, command_parser

Table = Callable[[tuple[str, ...], Iterable[tuple[str, ...]]], str]

HEAD = """\
What is the same for all commands comes first, then every command with what it takes.
`--help` after a command says the same, and
[Set defaults for every command](../howto/configure.md) where defaults come from.
"""
STATUSES = (
    ("0", "done, and everything that was checked holds"),
    (
        "1",
        (
            "refused or failed; one sentence on standard error says why, and more if "
            "[there is no connection](../howto/connect.md)"
        ),
    ),
    ("2", "arguments that cannot be used, or a game, seed or name that does not exist"),
    ("130", "Ctrl-C; a seat is kept as long as the room"),
)
AS_JSON = """\
`--json` writes one document of JSON to standard output, and nothing else there. Names
such as `RoomSummary` are [values and messages of the protocol](messages.md); bytes are
in hex. Fields may be added, so pass over those that you do not know.
"""
MEANINGS: Mapping[str, str] = {
    "samedeal verify": "1 also when anything does not hold.",
    "samedeal audit": "1 also when anything does not hold.",
    "samedeal event": "1 also when `--verify` finds what does not fit.",
    "samedeal daily": "1 also when a commitment or a proven row does not hold.",
    "samedeal try": "1 also when a move cannot be made; what came before it is shown.",
    "samedeal demo": "1 also when a match is not proven.",
    "samedeal challenge": "1 also when you have played that deal; its board is shown.",
}
"""What else an exit status says, by command."""
WHOSE = "`server`, `name`: whose identity it was"
HELD = "`key`, `value` (null for none) and `source`: `environment`, `config`, `default`"
SHAPES: Mapping[str, str] = {
    "samedeal games": "a list, for each game: `key`, `family` (of ratings), `title`,"
    " `contest` (`score` or `race`), `packs`, `cards_needed`, `top_score`, `ply_limit`,"
    " `time_limit_s`, `summary`, `rules_hash`",
    "samedeal rules": "`game` and `chapters` of `title`, `sentences`, `head` and `rows`"
    " of a table",
    "samedeal solve": "`game`, `verdict` (`winnable`, `unwinnable` or `undecided`),"
    " `line` (moves that win), `positions` (how many were met) and `seconds`; at Poker"
    " Squares: `game`, `par` and `rows` of cards",
    "samedeal analyse": "`match`, the fields of `samedeal solve`, and `players`, by"
    " place: `player`, `name`, `bot`, `place`, `score`, `plies`, `state`; at patience"
    " also after how many moves it could still be won (`won_at`) and was lost"
    " (`lost_at`), as far as that was found, and by which move (`lost_by`), null where"
    " not; at Poker Squares, besides `players`, what an `expert` scores",
    "samedeal rooms": "a list of `RoomSummary`",
    "samedeal daily": "without a game: `day`, `closes_at` and `games`, as in `Dailies`;"
    " with one: `Daily` with `share`, `seen` (what was committed to when first seen),"
    " `holds`, `doubts`, and with `--verify` a `doubt` in each row, null for none",
    "samedeal event": "`EventView` with `rows` of `EventRowView`, percentages in"
    " hundredths; with `--verify`: `fits`, `matches`, and `findings` of `where` and"
    " `doubt`",
    "samedeal challenge": "`deal`, `game`, `total` and `rows`, as in `DealBoard`",
    "samedeal leaderboard": "`Leaderboard`; without a game: `Leaders`",
    "samedeal profile": "`Profile`",
    "samedeal history": "`who`, a `PersonView`, and `entries`, a list of `EntryView`;"
    " `--jsonl`: a line for each `EntryView`",
    "samedeal account": "`server`, `claims_left`, and the fields of `AccountView`",
    "samedeal account claim": "as `samedeal account`",
    "samedeal account export": f"{WHOSE}; and the `file`",
    "samedeal account import": WHOSE,
    "samedeal account rotate": WHOSE,
    "samedeal account revoke": WHOSE,
    "samedeal friends": "a list: the fields of a player's `AccountView`, `relation`"
    " (`friend` or `blocked`), and `mutual`",
    "samedeal deal": "`game`, `seed`, and `deck`, its cards in the order dealt",
    "samedeal try": "`game`, `score`, `over`, `won`, `plies`, `legal` moves, and the"
    " `board`: cards by zone, `??` face down; and after a move that cannot be made an"
    " `error` with `move`, `index` (from 0) and `reason`",
    "samedeal demo": "`matches`, a list of `game`, `match`, `verified`, `standings`"
    " of `StandingView`, and `leaderboard` of `LeaderboardRow`",
    "samedeal verify": "`match`, `game`, `proven`, `digest`, `seed` (null until it is"
    " revealed), and `checks` of `check`, `holds` (null if it could not be made) and"
    " `doubt`, with `player` and `name` for a seat's; `chain` (null without `--chain`)"
    " of `server`, `length`, `head` and `doubt`",
    "samedeal audit": "`fits`, numbers of `links` and `rows`, matches still `open`, and"
    " `findings` of `where` and `doubt`",
    "samedeal export": "`match`, `file`, `bytes`, `digest`",
    "samedeal replay": "as `samedeal verify`, and `seats`, each with its result and"
    " `moves` of `at_ms`, `move` and `score`; `broken` says why moves end early",
    "samedeal config": "`path`, and `settings`: by key, `value` and `source`",
    "samedeal config get": HELD,
    "samedeal config set": HELD,
    "samedeal config unset": HELD,
    "samedeal config path": "`path`",
    **{
        f"samedeal friends {action}": "one row of `samedeal friends`"
        for action in ("add", "remove", "block", "unblock")
    },
}
"""What `--json` prints, by command."""


def parts(table: Table) -> list[str]:
    """Return the page's parts, with tables in the page's form.

    Raises KeyError for a command with `--json` of no documented shape.
    """
    parser = command_parser()
    statuses = table(("status", "meaning"), STATUSES)
    return [
        HEAD,
        "## Exit statuses\n",
        statuses,
        f"## For programs\n\n{AS_JSON}",
        "## Before or after any command\n",
        table(("option", "meaning"), map(_row, _told(parser))),
        "## Commands\n",
        *(_command(each, table) for each in parser.walk() if each is not parser),
    ]


def _command(parser: Parser, table: Table) -> str:
    arguments = _told(parser)
    rows = table(("argument", "meaning"), map(_row, arguments)) if arguments else ""
    title = f"### {parser.prog}\n\n{parser.description}\n"
    example = (parser.epilog or "").removeprefix("Example:").strip()
    notes = [f"Example: `{example}`\n"]
    if any("--json" in action.option_strings for action in arguments):
        notes.append(f"JSON: {SHAPES[parser.prog]}.\n")
    if parser.prog in MEANINGS:
        notes.append(f"Exit status: {MEANINGS[parser.prog]}\n")
    return "\n".join(filter(None, [title, rows, *notes]))


def _told(parser: Parser) -> list[argparse.Action]:
    """Return what the parser tells of; what all commands take, it does not."""
    inner = {id(each) for each in parser.inner}
    return [
        action
        for action in parser.arguments
        if action.help not in (argparse.SUPPRESS, None)
        and "--help" not in action.option_strings
        and not (inner and isinstance(action.choices, Mapping))
    ]


def _row(action: argparse.Action) -> tuple[str, str]:
    if not action.option_strings:
        called = f"`{_values(action)}`"
        return (f"{called}, if any" if action.nargs == "?" else called), _help(action)
    values = "" if action.nargs == 0 else f" {_values(action)}"
    values = f" [{values.strip()}]" if action.nargs == "?" else values
    return ", ".join(f"`{word}{values}`" for word in action.option_strings), _help(
        action
    )


def _values(action: argparse.Action) -> str:
    if isinstance(action.metavar, str):
        return action.metavar
    if action.choices is not None:
        return "|".join(map(str, action.choices))
    return action.dest.upper()


def _help(action: argparse.Action) -> str:
    return action.help or ""
