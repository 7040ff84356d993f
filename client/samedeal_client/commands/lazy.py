"""Every command by name; each loads what it needs when it is asked for.

So no command waits for what another needs. Each returns its exit status.
"""

import argparse
from collections.abc import Coroutine
from typing import TypeVar

from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.language import tr
from samedeal_client.terminal.output import is_terminal, print_document, say

T = TypeVar("T")


def at_own(context: Context, *, starts: bool = True) -> Context:
    """Return the context at this machine's own server where there is no other."""
    import asyncio

    from samedeal_client.commands import serving

    return asyncio.run(serving.at_own(context, starts=starts))


def at_server_of(
    context: Context, arguments: argparse.Namespace, match: str
) -> Context:
    """Return the same for a match, which may be a file and need no server.

    One that was played here is of the server where that was, unless another is named.
    """
    from samedeal_client.kept.matches import KeptMatches
    from samedeal_client.proof.records import names_file

    if names_file(match):
        return context
    kept = None if arguments.server else KeptMatches(context.identity).find(match)
    if kept is None:
        return at_own(context)
    return context._replace(server=kept.server, typed="")


def games(context: Context, arguments: argparse.Namespace) -> int:
    """List the catalogue."""
    from samedeal_client.commands import offline

    return offline.games(context, arguments)


def deal(context: Context, arguments: argparse.Namespace) -> int:
    """Show the deal of a seed."""
    from samedeal_client.commands import offline

    return offline.deal(context, arguments)


def try_moves(context: Context, arguments: argparse.Namespace) -> int:
    """Play moves on a deal and show where they lead."""
    from samedeal_client.commands import offline

    return offline.try_moves(context, arguments)


def rules(context: Context, arguments: argparse.Namespace) -> int:
    """Show the rules of a game."""
    from samedeal_client.commands import offline

    return offline.rules(context, arguments)


def practise(context: Context, arguments: argparse.Namespace) -> int:
    """Play alone."""
    from samedeal_client.commands import offline

    return offline.practise(context, arguments)


def learn(context: Context, arguments: argparse.Namespace) -> int:
    """Learn a game by playing it."""
    from samedeal_client.commands import offline

    return offline.learn(context, arguments)


def host(context: Context, arguments: argparse.Namespace) -> int:
    """Open a room and sit down in it."""
    from samedeal_client.commands import hosting
    from samedeal_games.catalogue import find_game

    for key in arguments.game.split(","):
        find_game(key)
    return _finished(hosting.host(context, arguments))


def join(context: Context, arguments: argparse.Namespace) -> int:
    """Sit down in a room."""
    from samedeal_client.commands import hosting

    return _finished(hosting.join(at_own(context, starts=False), arguments))


def watch(context: Context, arguments: argparse.Namespace) -> int:
    """Watch a room."""
    from samedeal_client.commands import online

    return _finished(online.watch(at_own(context, starts=False), arguments))


def challenge(context: Context, arguments: argparse.Namespace) -> int:
    """Take up a challenge, or show its board."""
    from samedeal_client.commands import challenging

    return challenging.challenge(at_own(context), arguments)


def rooms(context: Context, arguments: argparse.Namespace) -> int:
    """List the public rooms."""
    from samedeal_client.commands import online
    from samedeal_client.view.standings import rooms_lines

    listed = _finished(online.rooms(at_own(context, starts=False)))
    if arguments.json:
        print_document([room.model_dump(mode="json") for room in listed])
        return 0
    context.show(rooms_lines(listed))
    return 0


def leaderboard(context: Context, arguments: argparse.Namespace) -> int:
    """Show who is best."""
    from samedeal_client.commands import leaderboards

    return leaderboards.leaderboard(at_own(context), arguments)


def profile(context: Context, arguments: argparse.Namespace) -> int:
    """Show what a player has come to."""
    from samedeal_client.commands import profiles

    return profiles.profile(at_own(context), arguments)


def history(context: Context, arguments: argparse.Namespace) -> int:
    """Show a player's matches."""
    from samedeal_client.commands import profiles

    return profiles.history(at_own(context), arguments)


def daily(context: Context, arguments: argparse.Namespace) -> int:
    """Show or play the deals of the day."""
    from samedeal_client.commands import dailies

    return dailies.daily(at_own(context), arguments)


def bot(context: Context, arguments: argparse.Namespace) -> int:
    """Send a bot into a room."""
    from samedeal_client.commands import online

    if arguments.pace is not None and not arguments.pace >= 0:
        raise Failed(tr("a pace is a number of seconds, 0 or more"), USAGE)
    return _finished(online.bot(at_own(context, starts=False), arguments))


def demo(context: Context, arguments: argparse.Namespace) -> int:
    """Race bots on a server of its own."""
    from samedeal_client.commands import online
    from samedeal_client.commands.demo import DemoFailed, run_without_terminal

    try:
        if arguments.json or not is_terminal():
            return _finished(run_without_terminal(as_json=arguments.json, say=_say))
        return _finished(online.demo(context, arguments))
    except DemoFailed as error:
        raise Failed(str(error)) from None


def verify(context: Context, arguments: argparse.Namespace) -> int:
    """Check the record of a match."""
    from samedeal_client.commands import proving

    context = at_server_of(context, arguments, arguments.match)
    return proving.verify(context, arguments)


def export(context: Context, arguments: argparse.Namespace) -> int:
    """Write the record of a match to a file."""
    from samedeal_client.commands import proving

    context = at_server_of(context, arguments, arguments.match)
    return proving.export(context, arguments)


def account(context: Context, arguments: argparse.Namespace) -> int:
    """Do something about one's account, or about friends."""
    from samedeal_client.commands import accounts

    return int(accounts.ACTIONS[arguments.action](at_own(context), arguments))


def config(context: Context, arguments: argparse.Namespace) -> int:
    """Show or change what is chosen for every command."""
    from samedeal_client.commands import configuring

    return configuring.ACTIONS[arguments.action](arguments)


def audit(context: Context, arguments: argparse.Namespace) -> int:
    """Look through a whole server."""
    from samedeal_client.commands import proving

    return proving.audit(at_own(context), arguments)


def replay(context: Context, arguments: argparse.Namespace) -> int:
    """Show a match again."""
    from samedeal_client.commands import replaying

    context = at_server_of(context, arguments, arguments.match)
    return replaying.replay(context, arguments)


def _finished(work: Coroutine[object, object, T]) -> T:
    """Do what waits for others, and return what comes of it."""
    from samedeal_client.terminal.gone import run_at_terminal

    return run_at_terminal(work)


def _say(text: str) -> None:
    say(*text.split("\n"))
