"""The command line: what can be asked for, and how it is refused.

Exit status 0 for done, 1 for refused or failed, 2 for arguments that cannot be
used, 130 for Ctrl-C. What takes long to load is loaded by the command that
needs it.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn, Protocol

from samedeal_client import VERSION, commands
from samedeal_client.commands import Context, Failed
from samedeal_client.identity import IdentityError, default_identity_path
from samedeal_client.paint import wants_colour
from samedeal_client.texts import LANGUAGES, language_from_environment
from samedeal_client.view.cards import glyphs_for
from samedeal_games.errors import GameError

DEFAULT_SERVER = "ws://127.0.0.1:8765"
INTERRUPTED = 130
USAGE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    _open_missing_streams()
    for stream in (sys.stdout, sys.stderr):
        # Names can be in any script; a terminal that lacks it shows a ?.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = _run(_parser().parse_args(argv))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read this has enough.
        _drop_output()
        return 1
    except OSError as error:
        _drop_output()
        return _complain(error.strerror or str(error), 1)
    return status


def _open_missing_streams() -> None:
    """Stand in for streams that whoever started this has closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115


def _drop_output() -> None:
    """Send what is still to be written nowhere; Python would complain at the end."""
    with suppress(OSError):  # where the output is no file, nothing is left over
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: argparse.Namespace) -> int:
    context = Context(
        server=arguments.server,
        identity=arguments.identity or default_identity_path(),
        language=arguments.language,
        glyphs=glyphs_for(
            sys.stdout.encoding, ascii_only=arguments.ascii or _is_c_locale()
        ),
        colour=wants_colour(arguments.color, sys.stdout),
    )
    try:
        return int(arguments.run(context, arguments))
    except GameError as error:
        return _complain(str(error), USAGE)
    except Failed as error:
        return _complain(str(error), error.status)
    except IdentityError as error:
        return _complain(str(error), 1)


def _is_c_locale() -> bool:
    """Tell whether the user asked for the C locale, which Python would overrule."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    chosen = next((value for name in names if (value := os.environ.get(name))), "")
    return chosen in ("C", "POSIX") and "PYTHONIOENCODING" not in os.environ


def _complain(text: str, status: int) -> int:
    print(f"samedeal: {text}", file=sys.stderr)
    return status


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line, and where to look."""
        self.exit(USAGE, f"{self.prog}: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="samedeal",
        description="Race your friends at patience, on the same fair deal.",
        epilog="Example:  samedeal host squares/english",
    )
    parser.add_argument("--version", action="version", version=f"samedeal {VERSION}")
    parser.set_defaults(
        server=os.environ.get("SAMEDEAL_SERVER") or DEFAULT_SERVER,
        identity=None,
        language=language_from_environment(),
        ascii=False,
        color="auto",
    )
    _add_general(parser.add_argument_group("before or after the command"))
    subparsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=_Parser
    )
    _add_play(subparsers)
    _add_rules(subparsers)
    _add_bots(subparsers)
    _add_proof(subparsers)
    _add_replay(subparsers)
    return parser


class _Options(Protocol):
    """A parser, or a group of its options."""

    @property
    def add_argument(self) -> Callable[..., argparse.Action]: ...


def _add_general(parser: _Options, *, hidden: bool = False) -> None:
    """Add what every command takes; defaults are the main parser's to set."""

    def add(option: str, text: str, **named: object) -> None:
        told = argparse.SUPPRESS if hidden else text
        parser.add_argument(option, default=argparse.SUPPRESS, help=told, **named)

    add(
        "--server",
        f"the server (also SAMEDEAL_SERVER; default {DEFAULT_SERVER})",
        metavar="URL",
    )
    add(
        "--identity",
        "where names and tokens are kept (also SAMEDEAL_IDENTITY)",
        metavar="FILE",
        type=Path,
    )
    add("--language", "of the server's refusals", choices=LANGUAGES)
    add("--ascii", "write suits as C D H S, draw with +-|", action="store_true")
    add(
        "--color",
        "auto: on a terminal, unless NO_COLOR is set",
        choices=("auto", "always", "never"),
    )


class _Commands(Protocol):
    """What argparse gives back for the subcommands; its own class is private."""

    def add_parser(
        self,
        name: str,
        *,
        help: str,  # noqa: A002 - argparse calls it so
        description: str,
        epilog: str,
    ) -> argparse.ArgumentParser: ...


def _command(
    subparsers: _Commands, name: str, summary: str, example: str
) -> argparse.ArgumentParser:
    sentence = summary[0].upper() + summary[1:] + "."
    parser = subparsers.add_parser(
        name, help=summary, description=sentence, epilog=f"Example:  {example}"
    )
    _add_general(parser, hidden=True)
    return parser


def _add_play(subparsers: _Commands) -> None:
    games = _command(subparsers, "games", "list what can be played", "samedeal games")
    games.set_defaults(run=commands.games)

    host = _command(
        subparsers,
        "host",
        "open a room and sit down in it",
        "samedeal host westcliff/american --private --best-of 3",
    )
    host.add_argument("game", metavar="GAME", help="a key of `samedeal games`")
    host.add_argument("--private", action="store_true", help="keep it off the list")
    host.add_argument(
        "--seats", type=_number(1, 8), default=4, metavar="N", help="1 to 8 (default 4)"
    )
    host.add_argument(
        "--time",
        type=_number(30, 3600),
        metavar="SECONDS",
        help="time limit of a match, 30 to 3600 (default: the game's own)",
    )
    host.add_argument(
        "--best-of",
        type=int,
        choices=(1, 3, 5, 7, 9),
        default=1,
        help="matches of a series",
    )
    host.add_argument(
        "--watch",
        choices=("no", "counts", "boards"),
        default="counts",
        help="what those may see who watch: nothing, how far everybody is (default),"
        " or boards, none of them further than everybody has seen",
    )
    _add_name(host)
    host.set_defaults(run=commands.host)

    rooms = _command(subparsers, "rooms", "list the public rooms", "samedeal rooms")
    rooms.set_defaults(run=commands.rooms)

    join = _command(
        subparsers, "join", "sit down in a room", "samedeal join 7KQ4P --name Ada"
    )
    join.add_argument("code", metavar="CODE", help="the room's code")
    _add_name(join)
    join.set_defaults(run=commands.join)

    watch = _command(
        subparsers, "watch", "watch a room without a seat", "samedeal watch 7KQ4P"
    )
    watch.add_argument("code", metavar="CODE", help="the room's code")
    watch.set_defaults(run=commands.watch)

    board = _command(
        subparsers,
        "leaderboard",
        "show the best results in a game",
        "samedeal leaderboard squares/english",
    )
    board.add_argument("game", metavar="GAME", help="a key of `samedeal games`")
    board.add_argument(
        "--limit", type=_number(1, 100), default=20, metavar="N", help="rows"
    )
    board.add_argument(
        "--json", action="store_true", help="for programs; names matches"
    )
    board.set_defaults(run=commands.leaderboard)


def _add_rules(subparsers: _Commands) -> None:
    practise = _command(
        subparsers,
        "practise",
        "play alone, without a server",
        "samedeal practise easthaven",
    )
    practise.add_argument("game", metavar="GAME", help="a key of `samedeal games`")
    practise.add_argument(
        "--seed", metavar="HEX", help="64 hex digits, to play a known deal"
    )
    practise.set_defaults(run=commands.practise)

    zeros = "0" * 64
    deal = _command(
        subparsers,
        "deal",
        "show the deal of a seed",
        f"samedeal deal squares/english --seed {zeros}",
    )
    deal.add_argument("game", metavar="GAME", help="a key of `samedeal games`")
    deal.add_argument("--seed", metavar="HEX", required=True, help="64 hex digits")
    deal.add_argument("--json", action="store_true", help="for programs")
    deal.set_defaults(run=commands.deal)

    tried = _command(
        subparsers,
        "try",
        "play given moves on a given deal and show the position",
        f'samedeal try westcliff/classic --seed {zeros} --moves "D D"',
    )
    tried.add_argument("game", metavar="GAME", help="a key of `samedeal games`")
    source = tried.add_mutually_exclusive_group(required=True)
    source.add_argument("--seed", metavar="HEX", help="64 hex digits")
    source.add_argument("--deck", metavar="CARDS", help="as in '7S 6H 2D ...'")
    tried.add_argument("--moves", default="", help="in notation, separated by blanks")
    tried.add_argument("--json", action="store_true", help="for programs")
    tried.set_defaults(run=commands.try_moves)


def _add_bots(subparsers: _Commands) -> None:
    demo = _command(
        subparsers,
        "demo",
        "race two bots on a server of its own; without a terminal, watch three",
        "samedeal demo",
    )
    demo.add_argument("--json", action="store_true", help="watch, for programs")
    _add_name(demo)
    demo.set_defaults(run=commands.demo)

    bot = _command(
        subparsers,
        "bot",
        "send a labelled bot into a room",
        "samedeal bot 7KQ4P --kind greedy",
    )
    bot.add_argument("code", metavar="CODE", help="the room's code")
    bot.add_argument("--kind", choices=("random", "greedy"), default="greedy")
    bot.add_argument(
        "--pace", type=float, default=1.0, metavar="SECONDS", help="between its moves"
    )
    _add_name(bot)
    bot.set_defaults(run=commands.bot)


def _add_proof(subparsers: _Commands) -> None:
    verify = _command(
        subparsers,
        "verify",
        "prove a match from its record: deal, moves, scores, places",
        "samedeal verify final.samedeal",
    )
    _add_match(verify)
    verify.set_defaults(run=commands.verify)

    audit = _command(
        subparsers,
        "audit",
        "look through a server: every leaderboard row, and the chain of matches",
        "samedeal audit --json",
    )
    audit.add_argument("--json", action="store_true", help="for programs")
    audit.set_defaults(run=commands.audit)

    export = _command(
        subparsers,
        "export",
        "write the record of a match to a file",
        "samedeal export m-5f1c09a9d3a34b6f8e2d7c4b1a0f9e8d final.samedeal",
    )
    export.add_argument("match", metavar="MATCH", help="the match's id")
    export.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="MATCH.samedeal if left out, - for a pipe",
    )
    export.add_argument(
        "--force", action="store_true", help="write over a file that is there"
    )
    export.set_defaults(run=commands.export)


def _add_replay(subparsers: _Commands) -> None:
    replay = _command(
        subparsers,
        "replay",
        "watch a match again; without a terminal, print every move of it",
        "samedeal replay final.samedeal --side-by-side",
    )
    _add_match(replay)
    replay.add_argument(
        "--seat", metavar="NAME", help="whom to watch, by name or seat number"
    )
    replay.add_argument(
        "--side-by-side",
        action="store_true",
        help="two players at the same moment of the match",
    )
    replay.set_defaults(run=commands.replay)


def _add_match(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match",
        metavar="MATCH|FILE",
        help="a match's id, for the server's record; or a file of `samedeal export`",
    )
    parser.add_argument("--json", action="store_true", help="for programs")


def _add_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", help="up to 20 characters; kept for the next time")


class _number:  # noqa: N801 - reads as a type where argparse takes one
    """A whole number within bounds, as an argparse type."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def __call__(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = self.least - 1
        if not self.least <= number <= self.most:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a whole number from {self.least} to {self.most}"
            )
        return number


if __name__ == "__main__":
    sys.exit(main())
