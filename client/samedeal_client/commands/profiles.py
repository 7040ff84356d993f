"""The commands that show a player's results: profile and history."""

import argparse
from collections.abc import Iterable

from samedeal_client.auditing.remembering import doubted_among
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import visitor
from samedeal_client.identity.histories import (
    bests_of,
    matches_of,
    read_history,
    read_person,
)
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.kept.shown import Shown
from samedeal_client.terminal.output import print_document
from samedeal_client.view.people.casual import casual_lines
from samedeal_client.view.people.history import (
    elsewhere_lines,
    history_lines,
)
from samedeal_client.view.people.places import asked_lines
from samedeal_client.view.people.profiles import CHART_MOST, profile_lines
from samedeal_client.view.records.doubted import doubted_matches
from samedeal_client.wire.reach.addresses import without_login
from samedeal_games.catalogue import find_game
from samedeal_protocol.results.profiles import EntryView


async def profile(context: Context, arguments: argparse.Namespace) -> int:
    """Show a player's profile."""
    async with visitor(context, arguments.name) as player:
        told = await read_person(player, arguments.player or "", arguments.versus)
    if not arguments.json:
        Shown(context.identity, context.server).note(e.match for e in told.entries)
    return context.answer(
        told.profile.model_dump(mode="json", exclude={"re", "t"}),
        profile_lines(told.profile, told.entries[:CHART_MOST], context.glyphs),
        casual_lines(told.entries),
        asked_lines(context.server, _others(context, arguments)),
        indent=2,
    )


async def history(context: Context, arguments: argparse.Namespace) -> int:
    """Show a player's matches, or write all of them for programs."""
    game = None if arguments.game is None else find_game(arguments.game).about.key
    there = _played(context, arguments, game, but=context.server)
    if arguments.jsonl:
        await _export(context, arguments, game)
        for server, entries in there.items():
            for entry in _dumped(entries):
                print_document({**entry, "server": without_login(server)})
        return 0
    try:
        async with visitor(context, arguments.name) as player:
            who, limit = arguments.player or "", arguments.limit
            told = await read_history(context, player, who, game, limit)
    except Failed:
        if not arguments.json:
            # Whatever has become of the server: these were kept here.
            known = _played(context, arguments, game)
            context.show(elsewhere_lines(known, context.glyphs, long=arguments.long))
            context.show(doubted_matches(doubted_among(context, (), known)))
        raise
    if arguments.json:
        document = {
            "who": told.profile.who.model_dump(mode="json"),
            "entries": _dumped(told.entries),
            "elsewhere": {without_login(s): _dumped(them) for s, them in there.items()},
        }
        print_document(document, indent=2)
        return 0
    # What is listed in part can be named in part.
    Shown(context.identity, context.server).note(e.match for e in told.entries)
    seen, bests = told.profile.who, bests_of(told.profile)
    doubted = doubted_among(context, told.entries, there)
    shown = history_lines(
        *(seen, told.entries, bests, context.glyphs, there), long=arguments.long
    )
    context.show((*shown, *doubted_matches(doubted)))
    return 0


def _played(
    context: Context, arguments: argparse.Namespace, game: str | None, but: str = ""
) -> dict[str, list[EntryView]]:
    """Return the viewer's own matches kept here, at most the number asked for."""
    if arguments.player:
        return {}
    most = None if arguments.jsonl else arguments.limit
    found = KeptMatches(context.identity).by_server(game, but=but)
    return {server: entries[:most] for server, entries in found.items()}


def _others(context: Context, arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the other servers where the viewer's own matches were played."""
    if arguments.player:
        return ()
    return tuple(KeptMatches(context.identity).by_server(but=context.server))


def _dumped(entries: Iterable[EntryView]) -> list[dict[str, object]]:
    return [entry.model_dump(mode="json") for entry in entries]


async def _export(
    context: Context, arguments: argparse.Namespace, game: str | None
) -> None:
    """Print a line of JSON for every match that the viewer may know of."""
    async with visitor(context, arguments.name) as player:
        async for entry in matches_of(player, arguments.player or "", game):
            print_document(entry.model_dump(mode="json"))
