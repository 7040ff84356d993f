"""The commands that show what a player has done: profile and history."""

import argparse
import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

from samedeal_client.commands.online import visitor
from samedeal_client.context import Context
from samedeal_client.kept.shown import Shown
from samedeal_client.terminal.output import print_document
from samedeal_client.view.casual import CASUAL_MOST, casual_lines
from samedeal_client.view.history import history_lines
from samedeal_client.view.profiles import CHART_MOST, profile_lines
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.profiles import ENTRIES_MOST, EntryView, PersonView, Profile


class Told(NamedTuple):
    """A profile, and the matches that are shown with it."""

    profile: Profile
    entries: tuple[EntryView, ...]


def profile(context: Context, arguments: argparse.Namespace) -> int:
    """Show what a player has come to."""
    told = asyncio.run(_read_profile(context, arguments))
    if arguments.json:
        document = told.profile.model_dump(mode="json", exclude={"re", "t"})
        print_document(document, indent=2)
    else:
        newest = told.entries[:CHART_MOST]
        context.show(profile_lines(told.profile, newest, context.glyphs))
        context.show(casual_lines(told.entries))
        Shown(context.identity, context.server).note(e.match for e in told.entries)
    return 0


def history(context: Context, arguments: argparse.Namespace) -> int:
    """Show a player's matches, or write all of them for programs."""
    game = None if arguments.game is None else find_game(arguments.game).about.key
    if arguments.jsonl:
        asyncio.run(_export(context, arguments.player, game))
        return 0
    who, told = asyncio.run(_read_history(context, arguments, game))
    if arguments.json:
        entries = [entry.model_dump(mode="json") for entry in told.entries]
        document = {"who": who.model_dump(mode="json"), "entries": entries}
        print_document(document, indent=2)
        return 0
    bests = {
        one.game: one.best.match for one in told.profile.games if one.best is not None
    }
    # What is listed in part can be named in part.
    Shown(context.identity, context.server).note(e.match for e in told.entries)
    context.show(
        history_lines(who, told.entries, bests, context.glyphs, long=arguments.long)
    )
    return 0


async def matches_of(
    player: Player, who: str, game: str | None = None, limit: int | None = None
) -> AsyncIterator[EntryView]:
    """Yield somebody's matches, newest first, so many at most; raises NotDone."""
    before, left = None, limit
    while left is None or left > 0:
        asked = ENTRIES_MOST if left is None else min(left, ENTRIES_MOST)
        part = await player.history(who, game=game, before=before, limit=asked)
        for entry in part.entries:
            yield entry
        left = None if left is None else left - len(part.entries)
        before = part.before
        if before is None:
            return


async def read_person(player: Player, who: str, versus: str | None = None) -> Told:
    """Return a profile, and as many matches as are shown with it; raises NotDone."""
    found = await player.profile(who, versus)
    # Unrated matches are told to those who played them alone.
    most = CASUAL_MOST if found.who.player == player.id else CHART_MOST
    asked = matches_of(player, found.who.player, None, most)
    return Told(found, tuple([entry async for entry in asked]))


async def _read_profile(context: Context, arguments: argparse.Namespace) -> Told:
    async with visitor(context) as player:
        return await read_person(player, arguments.player or "", arguments.versus)


async def _read_history(
    context: Context, arguments: argparse.Namespace, game: str | None
) -> tuple[PersonView, Told]:
    async with visitor(context) as player:
        found = await player.profile(arguments.player or "")
        asked = matches_of(player, found.who.player, game, arguments.limit)
        entries = [entry async for entry in asked]
        return found.who, Told(found, tuple(entries))


async def _export(context: Context, who: str | None, game: str | None) -> None:
    """Print a line of JSON for every match that the viewer may know of."""
    async with visitor(context) as player:
        async for entry in matches_of(player, who or "", game):
            print_document(entry.model_dump(mode="json"))
