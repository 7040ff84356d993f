"""Sitting down to the deal of a day, held against what was shown of it before."""

import time
from contextlib import suppress
from typing import NamedTuple

from samedeal_client.context import Context
from samedeal_client.kept.evidence.commitments import Commitments
from samedeal_client.language import later
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_protocol.deals.dailies import CommitmentView, Daily
from samedeal_protocol.errors import ErrorCode
from samedeal_records.proof.reveals import (
    day_before,
    deal_of,
    doubt_about_room,
    doubts_about_day,
)
from samedeal_records.proof.witness import Plays

UNHELD = later(
    " This machine was shown no commitment to this deal before the attempt began."
)


class Sitting(NamedTuple):
    """An attempt at the deal of a day: about to be made, or made before."""

    known: Daily
    doubts: tuple[str, ...]
    """Reasons to doubt that the deal is the one committed to; empty if there are none.
    """
    is_played: bool
    is_unheld: bool = False
    """Whether it was begun before this machine was shown a commitment to its deal."""


async def sit_down(context: Context, player: Player, game: str) -> Sitting:
    """Begin the attempt at today's deal of a game, or come back to it; raises NotDone.

    The server's commitment is held against the ones it showed before.
    """
    before = Commitments(context.identity, context.server).known()
    known = await player.daily(game)
    doubts = _doubts(context, player, known)
    try:
        await player.play_daily(game)
    except NotDone as refusal:
        if refusal.error.code is not ErrorCode.ALREADY_PLAYED:
            raise
        return Sitting(known, doubts, is_played=True)
    room = player.session.room
    if room is None:
        return Sitting(known, doubts, is_played=False)
    days = [known]
    if room.origin != deal_of(known):
        with suppress(NotDone):  # the service is younger
            days.append(await player.daily(game, day_before(known.day)))
            doubts += _doubts(context, player, days[-1])
    if doubt := doubt_about_room(days, room):
        doubts += (doubt,)
        # Whatever comes of it is not the day's.
        player.session.memory.plays = Plays("daily", deal_of(known))
    is_unheld = room.phase == "playing" and room.origin not in before
    return Sitting(known, doubts, is_played=False, is_unheld=is_unheld)


def _doubts(context: Context, player: Player, found: Daily) -> tuple[str, ...]:
    """Hold a day against what was shown of it before, and keep what is new."""
    seen = Commitments(context.identity, context.server).find(deal_of(found))
    remember(context, shown_with(found))
    return doubts_about_day(found, seen, player.now_ms())


def shown_with(found: Daily) -> list[CommitmentView]:
    """Return the commitments shown with a day: its own, and the next day's if known."""
    following = () if found.tomorrow is None else (found.tomorrow,)
    return [found.commitment, *following]


def remember(context: Context, shown: list[CommitmentView]) -> None:
    """Keep the server's commitments, to hold them against what it shows later."""
    now_ms = int(time.time() * 1000)
    Commitments(context.identity, context.server).note(shown, now_ms)
