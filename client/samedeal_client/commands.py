"""What each command of the command line does; returns its exit status.

Every command loads what it needs when it is asked for, and no other waits for it.
"""

import argparse
from collections.abc import Coroutine
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypeVar

from samedeal_client.language import tr
from samedeal_client.output import Output, is_terminal
from samedeal_client.reading import is_linear
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Lines

USAGE = 2

T = TypeVar("T")


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
        if self.is_plain or is_linear():
            return False
        return is_terminal() and find_spec("textual") is not None

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
    from samedeal_client import offline

    return offline.games(context, arguments)


def deal(context: Context, arguments: argparse.Namespace) -> int:
    """Show the deal of a seed."""
    from samedeal_client import offline

    return offline.deal(context, arguments)


def try_moves(context: Context, arguments: argparse.Namespace) -> int:
    """Play moves on a deal and show where they lead."""
    from samedeal_client import offline

    return offline.try_moves(context, arguments)


def rules(context: Context, arguments: argparse.Namespace) -> int:
    """Show the rules of a game."""
    from samedeal_client import offline

    return offline.rules(context, arguments)


def practise(context: Context, arguments: argparse.Namespace) -> int:
    """Play alone."""
    from samedeal_client import offline

    return offline.practise(context, arguments)


def learn(context: Context, arguments: argparse.Namespace) -> int:
    """Learn a game by playing it."""
    from samedeal_client import offline

    return offline.learn(context, arguments)


def host(context: Context, arguments: argparse.Namespace) -> int:
    """Open a room and sit down in it."""
    from samedeal_client import online
    from samedeal_games.catalogue import find_game

    for key in arguments.game.split(","):
        find_game(key)
    return _finished(online.host(context, arguments))


def join(context: Context, arguments: argparse.Namespace) -> int:
    """Sit down in a room."""
    from samedeal_client import online

    return _finished(online.join(context, arguments))


def watch(context: Context, arguments: argparse.Namespace) -> int:
    """Watch a room."""
    from samedeal_client import online

    return _finished(online.watch(context, arguments))


def challenge(context: Context, arguments: argparse.Namespace) -> int:
    """Take up a challenge, or show its board."""
    from samedeal_client import challenging

    return challenging.challenge(context, arguments)


def rooms(context: Context, arguments: argparse.Namespace) -> int:
    """List the public rooms."""
    import json

    from samedeal_client import online
    from samedeal_client.view.standings import rooms_lines

    listed = _finished(online.rooms(context))
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

    if arguments.pace is not None and not arguments.pace >= 0:
        raise Failed(tr("a pace is a number of seconds, 0 or more"), USAGE)
    return _finished(online.bot(context, arguments))


def demo(context: Context, arguments: argparse.Namespace) -> int:
    """Race bots on a server of its own."""
    from samedeal_client import online
    from samedeal_client.demo import DemoFailed, run_without_terminal

    try:
        if arguments.json or not is_terminal():
            return _finished(run_without_terminal(as_json=arguments.json, say=_say))
        return _finished(online.demo(context, arguments))
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


def _finished(work: Coroutine[object, object, T]) -> T:
    """Do what waits for others, and return what comes of it."""
    import asyncio

    return asyncio.run(work)


def _say(text: str) -> None:
    print(text, flush=True)
