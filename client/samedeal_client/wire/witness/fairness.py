"""The player's part in a fair deal: nonces are committed to, sent, and checked.

A nonce is sent when the countdown begins. Once a match has ended, its result is held
against everything seen.
"""

import secrets

from samedeal_client.wire.exchange import Exchange
from samedeal_client.wire.happenings import Checked
from samedeal_client.wire.session import Session, board_of
from samedeal_client.wire.witness.keeping import Keeper
from samedeal_games.catalogue import find_game
from samedeal_games.fairness import NONCE_BYTES, commitment_to_nonce
from samedeal_protocol.rooms.boards import ResultView
from samedeal_protocol.rooms.playing import Move, Ready, Reveal, RoomCommand
from samedeal_records.proof.verify import doubts_about
from samedeal_records.proof.witness import Witness


class Fairness:
    """One player's nonces in one room, and the verdicts on the deals made with them."""

    def __init__(self, session: Session, exchange: Exchange, keeper: Keeper) -> None:
        self.proven: dict[str, bool] = {}
        """Whether nothing speaks against the deal, by match that has ended."""
        self._session = session
        self._exchange = exchange
        self._keeper = keeper
        self._ready_again: RoomCommand | None = None
        """The command to be ready again; sent alone, so that nobody waits for its
        answer."""

    def commit_to(self, match: str, player: str) -> bytes:
        """Return the commitment to the own nonce for a match, fresh the first time."""
        nonce = self._nonces.setdefault(match, secrets.token_bytes(NONCE_BYTES))
        return commitment_to_nonce(match, player, nonce)

    def reveal(self, player: str) -> None:
        """Send the own nonce for the open match, unless it is on its way."""
        room = self._session.room
        opened = None if room is None else room.next_match
        nonce = None if opened is None else self._nonces.get(opened.id)
        if room is None or nonce is None or self._session.seat is None:
            return
        if any(isinstance(c, Reveal) for c in self._session.unanswered.values()):
            return
        memory = self._session.memory
        if opened is not None and memory.reveal(room):
            seen = memory.seen_before(opened.id)
            self._keeper.reveal(opened.id, player, seen)
        self._exchange.send(
            self._session.number(
                lambda n: Reveal(id=self._exchange.next_id(), n=n, nonce=nonce)
            )
        )

    def be_ready_again(self, player: str) -> None:
        """Commit anew where the last start was void and the viewer was ready for it."""
        room, own = self._session.room, self._session.own
        opened = None if room is None else room.next_match
        if room is None or own is None or opened is None or not room.voids:
            return
        unanswered = self._session.unanswered.values()
        is_asked = own.ready or any(isinstance(c, Ready) for c in unanswered)
        was_ready = room.voids[-1].match in self._nonces
        if is_asked or not was_ready or room.phase not in ("gathering", "result"):
            return
        commitment = self.commit_to(opened.id, player)
        self._ready_again = self._session.number(
            lambda n: Ready(
                id=self._exchange.next_id(),
                n=n,
                match=opened.id,
                commitment=commitment,
            )
        )
        self._exchange.send(self._ready_again)

    def is_own_again(self, command: RoomCommand) -> bool:
        """Tell whether it is the command that made the player ready anew."""
        return command is self._ready_again

    def is_open(self, result: ResultView, player: str) -> bool:
        """Tell whether a match that was over when they came is still to be checked.

        They have seen nothing of others' matches; their own are proven once.
        """
        players = {row.player for row in result.standings}
        return player in players and not self._keeper.was_proven(result.match)

    def check(self, result: ResultView, player: str) -> Checked | None:
        """Check an ended match; return the result to tell, None outside of rooms."""
        room = self._session.room
        if room is None:
            return None
        witness = self._witness_of(room.game, result, player)
        doubts = doubts_about(witness, find_game(room.game), certifier=room.certifier)
        self.proven[result.match] = not doubts
        if doubts:
            self._keeper.doubt(witness, doubts)
        return Checked(result.match, doubts, witness)

    def _witness_of(self, game: str, result: ResultView, player: str) -> Witness:
        """Return everything seen of a match that has ended."""
        session, memory, match = self._session, self._session.memory, result.match
        opening, board = session.opening_of(match), session.board
        before = memory.known_before(match, self._keeper.known_before(match, player))
        moves = [c for c in session.unanswered.values() if isinstance(c, Move)]
        return Witness(
            player=player,
            game=game,
            result=result,
            announced=before.announced,
            deal=before.deal,
            nonce=before.nonce,
            opening=None if opening is None else board_of(opening),
            moves=session.moves_in(match),
            board=None if board is None else board_of(board),
            unanswered=len(moves),
            committed=before.committed,
            voids=memory.heard_void(match),
            sent=memory.owed_by(match),
            taken=frozenset(memory.taken),
            adrift=memory.adrift_by(match),
            plays=memory.plays,
            promised=memory.promised.get(result.deal),
            original=memory.original,
            was_found=memory.was_found(match),
        )

    @property
    def _nonces(self) -> dict[str, bytes]:
        return self._session.memory.nonces
