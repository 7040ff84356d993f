"""Profiles and match histories, as servers tell them; one's own are kept here."""

from collections.abc import AsyncIterator
from typing import NamedTuple

from samedeal_client.context import Context
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.view.people.casual import CASUAL_MOST
from samedeal_client.view.people.profiles import CHART_MOST
from samedeal_client.wire.player import Player
from samedeal_protocol.results.profiles import ENTRIES_MOST, EntryView, Profile


class Told(NamedTuple):
    """A profile, and the matches that are shown with it."""

    profile: Profile
    entries: tuple[EntryView, ...]


def bests_of(profile: Profile) -> dict[str, str]:
    """Return the match of the best result by game."""
    return {one.game: one.best.match for one in profile.games if one.best is not None}


async def matches_of(
    player: Player, who: str, game: str | None = None, limit: int | None = None
) -> AsyncIterator[EntryView]:
    """Yield a player's matches, newest first, at most `limit`; raises NotDone."""
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


async def read_history(
    context: Context, player: Player, who: str, game: str | None, limit: int
) -> Told:
    """Return a profile, and at most `limit` matches; raises NotDone.

    One's own are noted on this machine, so that they are known when the server is not.
    """
    found = await player.profile(who)
    asked = matches_of(player, found.who.player, game, limit)
    entries = tuple([entry async for entry in asked])
    if found.who.player == player.id:
        KeptMatches(context.identity).note(context.server, player.id, entries)
    return Told(found, entries)
