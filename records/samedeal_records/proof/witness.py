"""A player's own view of a match, held against the record that is kept of it.

A record can be sound and still not be of the match that was played: whoever runs
the server could have made one up. What the player knows first hand tells.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from samedeal_games.errors import GameError
from samedeal_games.fairness import VoidRecord
from samedeal_games.game import Board
from samedeal_games.wording import Wording
from samedeal_protocol.rooms.boards import (
    MatchKind,
    ResultView,
    StandingView,
    VoidView,
)
from samedeal_records.record import Record
from samedeal_records.transcripts import SeatRecord, Transcript
from samedeal_records.verification import game_of, positions

FIELDS = {
    "player": Wording("player"),
    "name": Wording("name"),
    "bot": Wording("kind"),
    "named": Wording("claim to the name"),
    "place": Wording("place"),
    "score": Wording("score"),
    "plies": Wording("number of moves"),
    "elapsed_ms": Wording("time"),
    "state": Wording("state"),
}
"""The facts in a standing, in words."""


class Plays(NamedTuple):
    """The plan of a room, as it was first heard."""

    kind: MatchKind
    origin: str

    def fits(self, result: ResultView) -> bool:
        """Tell whether a match is of that kind, and its deal of that origin."""
        if self.kind == "match":
            fits = not result.deal
        elif self.kind == "event":
            fits = result.deal.startswith(f"{self.origin}/")
        else:
            fits = result.deal == self.origin != ""
        return fits and result.kind == self.kind


OWN_DEALS = Plays("match", "")
"""The plan of a room whose deals are made of its players' nonces."""


class Witness(NamedTuple):
    """One player's knowledge of one match; None and nothing for what they missed."""

    player: str
    game: str
    result: ResultView
    announced: bytes | None
    """The server's commitment, as heard before the match."""
    nonce: bytes | None
    opening: Board | None
    """The first board they were sent."""
    moves: Mapping[int, str]
    """Their moves that were acknowledged, by ply from 0, in notation."""
    board: Board | None
    """Their last board."""
    unanswered: int
    """The number of moves on their way when the match ended."""
    committed: Mapping[str, bytes] | None = None
    """Everybody's commitments, by player, before they revealed their nonce."""
    voids: tuple[VoidView, ...] = ()
    """The starts that they heard were void."""
    sent: frozenset[str] = frozenset()
    """Those since the match before that they sent their nonce for: the server knew
    what it would have dealt."""
    taken: frozenset[str] = frozenset()
    """Matches for which the server said that it had their nonce."""
    adrift: frozenset[str] = frozenset()
    """Starts they sent it for that may have been played while they heard nothing."""
    plays: Plays | None = None
    was_found: bool = False
    """Whether their seat was ready for it, or in it, before this program came."""
    deal: str | None = None
    """The deal that the server had said before the match to have committed to a seed
    for; empty for the match itself."""

    promised: bytes | None = None
    """The server's commitment, as heard outside of the room, for a deal that many
    play."""
    original: Transcript | None = None
    """The record of the match that was challenged, as it was known before."""

    @property
    def was_dealt_in(self) -> bool:
        """Tell whether they were, by the standings."""
        return self.player in {row.player for row in self.result.standings}


def contradictions(witness: Witness, record: Record) -> tuple[str, ...]:
    """Differences between the record and what the player saw; empty if they agree."""
    transcript = record.transcript
    if transcript.match != witness.result.match:
        return (Wording("the record is of another match"),)
    if transcript.game != witness.game:
        return (Wording("the record is of another game"),)
    if transcript.deal != (witness.result.deal or witness.result.match):
        return (Wording("the record is of another deal"),)
    return (
        *_about_deal(witness, transcript),
        *_about_standings(witness.result, transcript),
        *_about_own_seat(witness, transcript),
    )


def _about_deal(witness: Witness, transcript: Transcript) -> Iterator[str]:
    result = witness.result
    if transcript.voids is None:
        yield Wording("the record is of an old version, which leaves void starts out")
    if witness.announced not in (None, transcript.commitment):
        yield Wording(
            "the record's commitment is not the one announced before the match"
        )
    nonces = {nonce.player: nonce.nonce for nonce in transcript.nonces}
    own = None if result.deal else witness.nonce
    if own is not None and nonces.get(witness.player) != own:
        yield Wording("the record does not have your own nonce")
    told_choice = (result.certifier, result.counter)
    if told_choice != (transcript.certifier, transcript.counter):
        yield Wording("the record has a different choice of deal than you were told")
    erased = {
        (void.match, who.player)
        for void in transcript.voids or ()
        for who in void.withheld
        if not who.name
    }
    told_voids = _voids(result.voids, erased)
    if told_voids != _voids(transcript.voids or (), erased):
        yield Wording("the record has other void starts than you were told of")
    told = (
        result.server_seed,
        result.commitment,
        {nonce.player: (nonce.commitment, nonce.nonce) for nonce in result.nonces},
    )
    kept = (
        transcript.server_seed,
        transcript.commitment,
        {nonce.player: (nonce.commitment, nonce.nonce) for nonce in transcript.nonces},
    )
    if told != kept:
        yield Wording("the record's seed or nonces are not those revealed")


def _voids(
    voids: Sequence[VoidView | VoidRecord], erased: Collection[tuple[str, str]]
) -> list[object]:
    """Return void starts as they are compared, those erased without their names."""
    return [
        (
            void.match,
            void.commitment,
            void.why,
            [
                (
                    who.player,
                    "" if (void.match, who.player) in erased else who.name,
                    who.commitment,
                )
                for who in void.withheld
            ],
        )
        for void in voids
    ]


def _about_standings(result: ResultView, transcript: Transcript) -> Iterator[str]:
    kept = {seat.seat: seat for seat in transcript.seats}
    told = {row.seat: row for row in result.standings}
    if set(kept) != set(told):
        yield Wording("the record's players are not those in the standings")
    for number in sorted(set(kept) & set(told)):
        differing = _difference(kept[number], told[number])
        if differing:
            yield Wording(
                "the record has a different {what} for {name}",
                what=differing,
                name=told[number].name,
            )


def _difference(kept: SeatRecord, told: StandingView) -> str:
    """Return the first field in which a record differs from the standings."""
    for name, word in FIELDS.items():
        if getattr(kept, name) not in (None, getattr(told, name)):
            return word
    return ""


def _about_own_seat(witness: Witness, transcript: Transcript) -> Iterator[str]:
    own = [seat for seat in transcript.seats if seat.player == witness.player]
    if not own:
        if witness.moves or witness.board is not None:
            yield Wording("the record does not have you among the players")
        return
    (seat,) = own
    game = game_of(transcript)
    (dealt,) = positions(transcript, seat._replace(moves=()))
    if witness.opening is not None and not _same(game.view(dealt), witness.opening):
        yield Wording("the record does not begin with the board that you were dealt")
    try:
        reached = positions(transcript, seat)
    except GameError:
        return  # which the checks on the record have found by themselves
    boards = [game.view(position) for position in reached]
    for ply, move in sorted(witness.moves.items()):
        kept = seat.moves[ply].move if ply < len(seat.moves) else Wording("nothing")
        if game.format(game.parse(move)) != kept:
            yield Wording(
                "your move {number} was {move}, but the record has {kept}",
                number=ply + 1,
                move=move,
                kept=kept,
            )
            return
    if witness.board is not None:
        yield from _about_last_board(witness, witness.board, boards)


def _about_last_board(
    witness: Witness, last: Board, boards: list[Board]
) -> Iterator[str]:
    kept = len(boards) - 1
    if not last.plies <= kept <= last.plies + witness.unanswered:
        yield Wording(
            "the record has {kept} moves of yours, but you made {made}",
            kept=kept,
            made=last.plies,
        )
    elif not _same(boards[last.plies], last):
        yield Wording("the record does not lead to your last board")


def _same(one: Board, other: Board) -> bool:
    """Compare boards, whether or not they name places where nothing lies."""
    laid, also = (
        {zone: tuple(cards) for zone, cards in board.zones.items() if cards}
        for board in (one, other)
    )
    return one.plies == other.plies and laid == also
