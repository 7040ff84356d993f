"""The reference page on the command line, made from its values."""

from collections.abc import Callable, Iterable, Mapping

from samedeal_client.options.everything import SAMEDEAL
from samedeal_client.options.values import Argument, Command

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
"""More meanings of an exit status, by command."""
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
    "samedeal account link": "`link`; `lasts_s`, in s",
    "samedeal account rotate": WHOSE,
    "samedeal account revoke": WHOSE,
    "samedeal friends": "a list: the fields of a player's `AccountView`, `relation`"
    " (`friend` or `blocked`), `mutual`, and of friends who list you, too, `place`"
    " (`lobby`, `table` or `away`) and `game`",
    "samedeal friends hide": "`seen`",
    "samedeal friends show": "`seen`",
    "samedeal friends report": "`reported`",
    "samedeal friends challenge": "the fields of the friend's `AccountView`, `match`",
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
        f"samedeal friends {action}": "one row of `samedeal friends`, with `place` and"
        " `game` null"
        for action in ("add", "remove", "block", "unblock")
    },
}
"""The output of `--json`, by command."""


def parts(table: Table) -> list[str]:
    """Return the page's parts, with tables in the page's form.

    Raises KeyError for a command with `--json` of no documented shape.
    """
    statuses = table(("status", "meaning"), STATUSES)
    return [
        HEAD,
        "## Exit statuses\n",
        statuses,
        f"## For programs\n\n{AS_JSON}",
        "## Before or after any command\n",
        table(("option", "meaning"), map(_row, told(SAMEDEAL))),
        "## Commands\n",
        *(_command(*each, table) for each in SAMEDEAL.walk() if each[1] != SAMEDEAL),
    ]


def _command(words: str, command: Command, table: Table) -> str:
    arguments = told(command)
    rows = table(("argument", "meaning"), map(_row, arguments)) if arguments else ""
    title = f"### {words}\n\n{command.sentence}\n"
    notes = [f"Example: `{command.example}`\n"]
    if "json" in command.about:
        notes.append(f"JSON: {SHAPES[words]}.\n")
    if words in MEANINGS:
        notes.append(f"Exit status: {MEANINGS[words]}\n")
    return "\n".join(filter(None, [title, rows, *notes]))


def told(command: Command) -> list[Argument]:
    """Return the arguments of a command that help tells."""
    return [each for each in command.takes if each.help]


def _row(each: Argument) -> tuple[str, str]:
    if each.is_place:
        called = f"`{each.values}`"
        return (called if each.is_needed else f"{called}, if any"), each.help
    values = f" {each.values}" if each.values else ""
    values = values if each.bare is None else f" [{each.values}]"
    return ", ".join(f"`{flag}{values}`" for flag in each.flags), each.help
