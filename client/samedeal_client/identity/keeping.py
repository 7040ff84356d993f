"""What stays on this machine of a server's chain, and of a player's matches."""

import asyncio
from contextlib import suppress

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.kept.called import CalledBot, CalledBots
from samedeal_client.kept.evidence.doubts import Doubts
from samedeal_client.kept.evidence.heads import Heads, SeenHead, shown_now
from samedeal_client.kept.evidence.revealed import Revealed
from samedeal_client.kept.files import IdentityError
from samedeal_client.kept.matches import KeptMatch, KeptMatches
from samedeal_client.language import later, tr
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.reach.addresses import OWN
from samedeal_client.wire.witness.following import ChainSeen, Following, ShowsChain
from samedeal_client.wire.witness.keeping import Keeper
from samedeal_client.wire.witness.memory import Before
from samedeal_games.fairness import CHAIN_START, chain_head
from samedeal_protocol.results.profiles import EntryView
from samedeal_records.proof.witness import Witness
from samedeal_records.record import date_text

LINKS_READ = 600
"""Links read between two heads, at most: three questions. An audit reads any number."""
WITHIN_S = 5.0
OTHER_CHAIN = later(
    "The chain of matches is not the one that you were shown here at {when}: the server"
    " lost data, it is another one, or matches were left out. Ask its operator; "
    "samedeal audit tells more."
)
"""Short enough for the notes at a table."""
OWN_ANEW = later(
    "This machine's own server has another chain of matches than before: its data was "
    "removed or put back."
)
NOT_SHOWN = later(
    "The server did not show how its chain of matches goes on from what you saw of it: "
    "it is slow, or hides something. samedeal audit asks again."
)
GROWN = later(
    "The chain of matches has {count} links more than you saw, too many to compare in "
    "passing. That alone is no bad sign; samedeal audit compares all of them."
)
SHRUNK = later(
    "The chain of matches has {count} links less than you saw, too many to compare in "
    "passing. Ask its operator; samedeal audit compares all of them."
)
NO_CHAIN = later(
    "The server shows no chain of matches any more, as it did at {when}: it can leave "
    "matches out unseen. Ask its operator."
)


class GuestsKeeper(Keeper):
    """Keeper of a server's chain, and of nothing about the guest who looks."""

    def __init__(self, context: Context) -> None:
        self._heads = Heads(context.identity, context.server)
        self._is_own = context.server == OWN

    async def look_back(self, shown: ShowsChain) -> str:
        """Compare a player's last greeting with the heads seen before.

        Returns a sentence about what does not fit, empty if all does, and keeps the
        greeting's head.
        """
        try:
            return await _look_back(shown, self._heads, is_own=self._is_own)
        except (NotDone, TimeoutError):
            return tr(NOT_SHOWN)
        except (Failed, IdentityError) as error:
            return str(error)

    def keep_head(self, following: Following) -> None:
        """Keep how far a chain was followed to the end of an own match.

        The next greeting is held against that: links that were made up for this one
        proof do not lead there. What cannot be written is done without.
        """
        now = shown_now(*following.at, is_of_own=True)
        passed = {(one.length, one.head.hex()) for one in following.passed}
        following.passed.append(following.at)
        with suppress(Failed, IdentityError):
            seen = self._heads.seen()
            if seen and (seen[-1].length, seen[-1].head) in passed:
                seen = seen[:-1]
            self._heads.keep((*seen, now))


async def _look_back(shown: ShowsChain, heads: Heads, *, is_own: bool) -> str:
    length, head = shown.chain
    seen = heads.seen()
    if len(head) != len(CHAIN_START):
        # A server that keeps no chain; but one that did has something to hide.
        return tr(NO_CHAIN, when=date_text(seen[-1].at)) if seen else ""
    greeted = shown_now(length, head)
    if not seen:
        heads.keep((greeted,))
        return ""
    last = seen[-1]
    async with asyncio.timeout(WITHIN_S):
        leads = await _leads(shown, last, greeted)
    if leads:
        # A process of a service may greet with what was so a moment ago.
        newest = max(last, greeted, key=lambda seen: seen.length)
        newest = newest.model_copy(update={"is_of_own": last.is_of_own})
        heads.keep((*seen[:-1], newest))
        if shown.following is None:
            # An own match may have ended since, unseen.
            before = ChainSeen(last.length, bytes.fromhex(last.head))
            shown.following = Following(before, shown.chain)
        return ""
    shown.following = None
    if leads is None:
        heads.keep((*seen, greeted))
        more = length - last.length
        return tr(GROWN if more > 0 else SHRUNK, count=abs(more))
    if is_own:
        heads.keep((greeted,))
        return tr(OWN_ANEW)
    heads.keep((*seen, greeted))
    return tr(OTHER_CHAIN, when=date_text(last.at))


async def _leads(shown: ShowsChain, one: SeenHead, other: SeenHead) -> bool | None:
    """Tell whether the shorter of two chains goes on as the longer; None if too long.

    Raises NotDone.
    """
    shorter, longer = sorted((one, other), key=lambda seen: seen.length)
    length, head = shorter.length, bytes.fromhex(shorter.head)
    if longer.length - length > LINKS_READ:
        part = await shown.links(longer.length - 1)
        return None if part.links else False
    while length < longer.length:
        part = await shown.links(length)
        links = part.links[: longer.length - length]
        if not links:
            return False
        for link in links:
            head = chain_head(head, link.kind, link.match, link.proof)
        length += len(links)
    return head.hex() == longer.head


class PlayersKeeper(GuestsKeeper):
    """Keeper of everything about somebody's matches at one server."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        where = context.identity, context.server
        self._server = context.server
        self._matches = KeptMatches(context.identity)
        self._revealed, self._doubts = Revealed(*where), Doubts(*where)
        self._called = CalledBots(*where)

    def keep_match(self, entry: EntryView, sealed: bytes, player: str) -> None:
        """Keep the record of a match that is proven, and what the player made of it."""
        match = KeptMatch(server=self._server, player=player, entry=entry)
        self._matches.keep(match, sealed)

    def settle(self, match: str) -> None:
        """Stop looking for the end of a match: it was in the chain."""
        self._revealed.forget([match])

    def doubt(self, witness: Witness, doubts: tuple[str, ...]) -> None:
        """Keep a player's doubts about a match that they took part in."""
        self._doubts.keep(witness, doubts)

    def was_proven(self, match: str) -> bool:
        """Tell whether a match was proven to this player before this program came."""
        return self._matches.record(match, self._server) is not None

    def reveal(self, match: str, player: str, seen: Before) -> None:
        """Note a match that the player's own nonce is about to be sent for."""
        self._revealed.note(match, player, seen)

    def known_before(self, match: str, player: str) -> Before | None:
        """Return the state in which another program of theirs sent their nonce."""
        return self._revealed.known(match, player)

    def keep_bot(self, room: str, name: str, kind: str, token: str) -> None:
        """Keep a bot that was called to a room."""
        self._called.keep(CalledBot(room, name, kind, token))
