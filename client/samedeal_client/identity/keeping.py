"""Keepers of what stays on this machine: a player's, and a guest's who only looks."""

from samedeal_client.context import Context
from samedeal_client.identity.receipts import KeptChain
from samedeal_client.kept.called import CalledBot, CalledBots
from samedeal_client.kept.evidence.doubts import Doubts
from samedeal_client.kept.evidence.revealed import Revealed
from samedeal_client.kept.matches import KeptMatch, KeptMatches
from samedeal_client.wire.witness.following import Following, ShowsChain
from samedeal_client.wire.witness.keeping import Keeper
from samedeal_client.wire.witness.memory import Before
from samedeal_protocol.results.profiles import EntryView
from samedeal_records.proof.witness import Witness


class GuestsKeeper(Keeper):
    """Keeper of a server's chain, and of nothing about the guest who looks."""

    def __init__(self, context: Context) -> None:
        self._chain = KeptChain(context)

    def keep_head(self, following: Following) -> None:
        """Keep how far the chain was followed to the end of a match."""
        self._chain.keep_head(following)

    async def look_back(self, shown: ShowsChain) -> str:
        """Return a sentence about the chain that a server shows, empty if it fits."""
        return await self._chain.look_back(shown)


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
        """Return what another program of the player's knew when it sent their nonce."""
        return self._revealed.known(match, player)

    def keep_bot(self, room: str, name: str, kind: str, token: str) -> None:
        """Keep a bot that was called to a room."""
        self._called.keep(CalledBot(room, name, kind, token))
