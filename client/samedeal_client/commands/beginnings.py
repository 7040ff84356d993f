"""Matches named by the beginning of their id.

Only matches that the player may know of anyway are looked through: those of their own
history, and those that were played or listed on this machine. No server is asked about
a part of an id, as the whole id is the key to a private match's record.
"""

from collections.abc import Sequence

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.connecting import visitor
from samedeal_client.identity.histories import matches_of
from samedeal_client.kept.matches import KeptMatches
from samedeal_client.kept.shown import Shown
from samedeal_client.language import listed, tr
from samedeal_client.view.spans import printable
from samedeal_client.wire.player import Player
from samedeal_records.record import DIGITS, Unreadable, beginning_of, check_length

NAMED_MOST = 3
MARK = "m-"
"""Before the digits of a match's id."""


async def transcript(context: Context, text: str) -> tuple[str, bytes]:
    """Return the id of the match that a text means, and its record; raises Failed."""
    async with visitor(context) as player:
        match = await whole_id(context, player, text)
        return match, await player.transcript(match)


async def whole_id(context: Context, player: Player, text: str) -> str:
    """Return the id of the match that a text means; other texts unchanged.

    Raises Failed for a beginning that is too short, of no match, or of several; and
    NotDone.
    """
    refuse_too_short(text)
    beginning = beginning_of(text)
    if beginning is None:
        return text
    own = [entry.match async for entry in matches_of(player, "")]
    kept = KeptMatches(context.identity).beginning_with(beginning)
    known = (*own, *kept, *Shown(context.identity, context.server).matches())
    meant = sorted({match for match in known if match.startswith(beginning)})
    if len(meant) == 1:
        return meant[0]
    raise Failed(_several(beginning, meant) if meant else _none(beginning))


def refuse_too_short(text: str) -> None:
    """Raise Failed for a beginning of an id that is too short to mean one match."""
    try:
        check_length(text)
    except Unreadable as error:
        raise Failed(tr(error.wording)) from None


def _none(beginning: str) -> str:
    return tr(
        "no match of yours, and none listed here, begins with {text}; for any other "
        "match, type the whole id, all {digits} digits",
        text=printable(beginning),
        digits=DIGITS,
    )


def _several(beginning: str, meant: Sequence[str]) -> str:
    length = len(beginning) + 1
    while len({match[:length] for match in meant}) < len(meant):
        length += 1
    return tr(
        "{count} matches begin with {text}: {matches}; type {digits} digits or more",
        count=len(meant),
        text=printable(beginning),
        digits=length - len(MARK),
        matches=listed([printable(m)[:length] for m in meant[:NAMED_MOST]]),
    )
