"""What each command of the command line does; returns its exit status."""

import argparse
import asyncio
import json
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from samedeal_client.app import Output, is_terminal, open_screen
from samedeal_client.local import (
    attempt,
    attempt_document,
    deal_document,
    deal_of,
    game_document,
)
from samedeal_client.manual import chapters
from samedeal_client.practice import Practice
from samedeal_client.view.board import board_lines, move_name
from samedeal_client.view.cards import Glyphs, card_span
from samedeal_client.view.rules import rules_lines
from samedeal_client.view.spans import Line, Lines, Span, Style, line, printable
from samedeal_client.view.standings import (
    counted,
    games_lines,
    rooms_lines,
)
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import SEED_BYTES, read_seed

USAGE = 2
CARDS_A_LINE = 13


class Context(NamedTuple):
    """What every command is told."""

    server: str
    identity: Path
    glyphs: Glyphs
    colour: bool
    is_plain: bool = False
    """Whether tables are told line by line where the full screen could be used."""
    name: str | None = None
    """Whom the config file says the player is, if it does."""

    @property
    def fills_screen(self) -> bool:
        """Tell whether tables fill the screen: at a terminal, with all it needs."""
        return not self.is_plain and is_terminal() and find_spec("textual") is not None

    def show(self, lines: Lines) -> None:
        """Print lines."""
        Output(self.glyphs, colour=self.colour).show(lines)


class Failed(Exception):
    """A command that could not be carried out; its text is one sentence."""

    def __init__(self, text: str, status: int = 1) -> None:
        super().__init__(text)
        self.status = status


def games(context: Context, arguments: argparse.Namespace) -> int:
    """List the catalogue."""
    if arguments.json:
        print(json.dumps([game_document(game.about) for game in GAMES.values()]))
        return 0
    context.show(games_lines(game.about for game in GAMES.values()))
    return 0


def deal(context: Context, arguments: argparse.Namespace) -> int:
    """Show the deal of a seed."""
    game = find_game(arguments.game)
    dealt = deal_of(game, seed=arguments.seed, deck=None)
    if arguments.json:
        print(json.dumps(deal_document(game, arguments.seed, dealt)))
        return 0
    about = game.about
    head = line(Span(about.title, Style.TITLE), ", first card dealt first:")
    rows: list[Line] = [head]
    for first in range(0, len(dealt.cards), CARDS_A_LINE):
        spans = [Span(" ")]
        for card in dealt.cards[first : first + CARDS_A_LINE]:
            spans += [Span(" "), card_span(card, context.glyphs)]
        rows.append(tuple(spans))
    context.show(tuple(rows))
    return 0


def try_moves(context: Context, arguments: argparse.Namespace) -> int:
    """Play moves on a deal and show where they lead."""
    game = find_game(arguments.game)
    dealt = deal_of(game, seed=arguments.seed, deck=arguments.deck)
    tried = attempt(game, dealt, arguments.moves.replace(",", " ").split())
    if arguments.json:
        print(json.dumps(attempt_document(tried), ensure_ascii=False))
    else:
        score = " " + counted(tried.score, game.about)
        state = ", out" if tried.won else ", over" if tried.over else ""
        context.show(
            (
                *board_lines(game, tried.board, context.glyphs),
                (),
                (Span(score + state, Style.GOOD),),
                *_legal(game.about.key, tried.legal),
            )
        )
    if tried.wrong is None:
        return 0
    wrong = tried.wrong
    number, move, reason = wrong["index"] + 1, printable(wrong["move"]), wrong["reason"]
    raise Failed(f"move {number}, {move}, cannot be made: {reason}")


def rules(context: Context, arguments: argparse.Namespace) -> int:
    """Show the rules of a game."""
    game = find_game(arguments.game)
    if arguments.json:
        page = [chapter._asdict() for chapter in chapters(game)]
        print(json.dumps({"game": game.about.key, "chapters": page}))
    else:
        context.show(rules_lines(game, context.glyphs))
    return 0


def practise(context: Context, arguments: argparse.Namespace) -> int:
    """Play alone."""
    game = find_game(arguments.game)
    asked = arguments.seed
    seed = secrets.token_bytes(SEED_BYTES) if asked is None else read_seed(asked)
    if context.fills_screen:
        # Slow to load, and only needed at a terminal.
        from samedeal_client.fullscreen.practice import PracticeApp

        app = PracticeApp(game, seed, context.glyphs, colour=context.colour)
        return app.run() or 0
    with open_screen(context.glyphs, colour=context.colour) as screen:
        return asyncio.run(Practice(game, seed, screen).run())


def host(context: Context, arguments: argparse.Namespace) -> int:
    """Open a room and sit down in it."""
    from samedeal_client import online

    for key in arguments.game.split(","):
        find_game(key)
    return asyncio.run(online.host(context, arguments))


def join(context: Context, arguments: argparse.Namespace) -> int:
    """Sit down in a room."""
    from samedeal_client import online

    return asyncio.run(online.join(context, arguments))


def watch(context: Context, arguments: argparse.Namespace) -> int:
    """Watch a room."""
    from samedeal_client import online

    return asyncio.run(online.watch(context, arguments))


def challenge(context: Context, arguments: argparse.Namespace) -> int:
    """Take up a challenge, or show its board."""
    from samedeal_client import challenging

    return challenging.challenge(context, arguments)


def rooms(context: Context, arguments: argparse.Namespace) -> int:
    """List the public rooms."""
    from samedeal_client import online

    listed = asyncio.run(online.rooms(context))
    if arguments.json:
        print(json.dumps([room.model_dump(mode="json") for room in listed]))
        return 0
    context.show(rooms_lines(listed))
    return 0


def leaderboard(context: Context, arguments: argparse.Namespace) -> int:
    """Show who is best."""
    from samedeal_client import leaderboards

    return leaderboards.leaderboard(context, arguments)


def profile(context: Context, arguments: argparse.Namespace) -> int:
    """Show what a player has come to."""
    from samedeal_client import profiles

    return profiles.profile(context, arguments)


def history(context: Context, arguments: argparse.Namespace) -> int:
    """Show a player's matches."""
    from samedeal_client import profiles

    return profiles.history(context, arguments)


def daily(context: Context, arguments: argparse.Namespace) -> int:
    """Show or play the deals of the day."""
    from samedeal_client import dailies

    return dailies.daily(context, arguments)


def bot(context: Context, arguments: argparse.Namespace) -> int:
    """Send a bot into a room."""
    from samedeal_client import online

    if not arguments.pace >= 0:
        raise Failed("a pace is a number of seconds, 0 or more", USAGE)
    return asyncio.run(online.bot(context, arguments))


def demo(context: Context, arguments: argparse.Namespace) -> int:
    """Race bots on a server of its own."""
    from samedeal_client import online
    from samedeal_client.demo import DemoFailed, run_without_terminal

    try:
        if arguments.json or not is_terminal():
            return asyncio.run(run_without_terminal(as_json=arguments.json, say=_say))
        return asyncio.run(online.demo(context, arguments))
    except DemoFailed as error:
        raise Failed(str(error)) from None


def verify(context: Context, arguments: argparse.Namespace) -> int:
    """Check the record of a match."""
    from samedeal_client import proving

    return proving.verify(context, arguments)


def export(context: Context, arguments: argparse.Namespace) -> int:
    """Write the record of a match to a file."""
    from samedeal_client import proving

    return proving.export(context, arguments)


def account(context: Context, arguments: argparse.Namespace) -> int:
    """Do something about one's account, or about friends."""
    from samedeal_client import accounts

    return int(accounts.ACTIONS[arguments.action](context, arguments))


def config(context: Context, arguments: argparse.Namespace) -> int:
    """Show or change what is chosen for every command."""
    from samedeal_client import configuring

    return configuring.ACTIONS[arguments.action](arguments)


def completion(context: Context, arguments: argparse.Namespace) -> int:
    """Print a script that has a shell complete commands."""
    # Rarely needed, so nobody else waits for it.
    from samedeal_client.completion import script

    print(script(arguments.shell))
    return 0


def audit(context: Context, arguments: argparse.Namespace) -> int:
    """Look through a whole server."""
    from samedeal_client import proving

    return proving.audit(context, arguments)


def replay(context: Context, arguments: argparse.Namespace) -> int:
    """Show a match again."""
    from samedeal_client import replaying

    return replaying.replay(context, arguments)


def _say(text: str) -> None:
    print(text, flush=True)


def _legal(key: str, legal: tuple[str, ...]) -> Lines:
    """Return the legal moves in notation, with the board's names where they differ."""
    game = find_game(key)
    names = [
        move if (name := move_name(game, move)) == move else f"{move} ({name})"
        for move in legal
    ]
    rows = [""]
    for word in names:
        if len(rows[-1]) + len(word) > 70:
            rows.append("")
        rows[-1] += " " + word
    head = " Legal:" if legal else " No legal move."
    return (
        line(Span(head, Style.DIM), rows[0]),
        *(line("       " + r) for r in rows[1:]),
    )
