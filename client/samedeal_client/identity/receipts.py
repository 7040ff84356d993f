"""The chain that a server shows, held against what it has shown before."""

import asyncio
from collections.abc import Awaitable, Callable

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.kept.heads import Heads, SeenHead, shown_now
from samedeal_client.kept.identity import IdentityError
from samedeal_client.language import later, tr
from samedeal_client.wire.addresses import OWN
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.fairness import CHAIN_START, chain_head
from samedeal_records.record import date_text

LINKS_READ = 600
"""Between two heads, at most: three questions. An audit reads any number."""
WITHIN_S = 5.0
OTHER_CHAIN = later(
    "The chain of matches is not the one that you were shown here at {when}: the server"
    " lost data, it is another one, or matches were left out. Ask its operator; "
    "samedeal audit tells more."
)
"""No longer than the notes at a table have room for."""
OWN_ANEW = later(
    "This machine's own server has another chain of matches than before: its data was "
    "removed or put back."
)
NOT_COMPARED = later(
    "The server did not show how its chain of matches goes on from what you saw of it; "
    "samedeal audit compares them."
)


def looking_back(context: Context, player: Player) -> Callable[[], Awaitable[str]]:
    """Return what compares a player's last greeting with the heads seen before.

    It answers with a sentence about what does not fit, best empty, and keeps the
    greeting's head.
    """
    heads = Heads(context.identity, context.server)

    async def look_back() -> str:
        try:
            return await _look_back(player, heads, is_own=context.server == OWN)
        except (NotDone, TimeoutError):
            return tr(NOT_COMPARED)
        except (Failed, IdentityError) as error:
            return str(error)

    return look_back


async def _look_back(player: Player, heads: Heads, *, is_own: bool) -> str:
    length, head = player.chain
    if len(head) != len(CHAIN_START):
        return ""  # a server that keeps no chain
    greeted = shown_now(length, head)
    seen = heads.seen()
    if not seen:
        heads.keep((greeted,))
        return ""
    last = seen[-1]
    async with asyncio.timeout(WITHIN_S):
        leads = await _leads(player, last, greeted)
    if leads:
        # A process of a service may greet with what was so a moment ago.
        heads.keep((*seen[:-1], max(last, greeted, key=lambda seen: seen.length)))
        return ""
    if leads is None:
        heads.keep((*seen, greeted))
        return ""
    if is_own:
        heads.keep((greeted,))
        return tr(OWN_ANEW)
    heads.keep((*seen, greeted))
    return tr(OTHER_CHAIN, when=date_text(last.at))


async def _leads(player: Player, one: SeenHead, other: SeenHead) -> bool | None:
    """Tell whether the shorter of two chains goes on as the longer; None if too long.

    Raises NotDone.
    """
    shorter, longer = sorted((one, other), key=lambda seen: seen.length)
    length, head = shorter.length, bytes.fromhex(shorter.head)
    if longer.length - length > LINKS_READ:
        part = await player.links(longer.length - 1)
        return None if part.links else False
    while length < longer.length:
        part = await player.links(length)
        links = part.links[: longer.length - length]
        if not links:
            return False
        for link in links:
            head = chain_head(head, link.kind, link.match, link.proof)
        length += len(links)
    return head.hex() == longer.head
