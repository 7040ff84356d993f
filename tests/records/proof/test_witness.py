"""What a player knows of a match, held against its record; nobody is kept waiting."""

from dataclasses import dataclass, field

import pytest
from tests.records.test_transcripts import Change, of_seat, played

from samedeal_client.play.room import proof
from samedeal_client.play.room.proof import prove
from samedeal_client.play.sentences.proofs import proof_in_brief, proof_told
from samedeal_client.view.spans import text_of
from samedeal_client.wire.exchange import local_error
from samedeal_client.wire.happenings import NotDone, Proven
from samedeal_client.wire.witness.keeping import Keeper
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.game import Board
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.profiles import EntryView
from samedeal_protocol.rooms.boards import LinkView, NonceView, ResultView, StandingView
from samedeal_records.proof.witness import Witness, contradictions
from samedeal_records.record import read_record
from samedeal_records.sealing import digest_of, seal
from samedeal_records.transcripts import Transcript, to_plain
from samedeal_records.verification import positions

GAME = "westcliff/american"
HONEST = next(
    whole
    for whole in (played(GAME, seed) for seed in range(100))
    if all(seat.plies > 5 for seat in whole.seats)
)


def sealed_of(transcript: Transcript) -> bytes:
    return seal(to_plain(transcript))


def seen_by(number: int, whole: Transcript) -> Witness:
    """Return what a player knows who has missed nothing of a match."""
    game, seat = find_game(whole.game), whole.seats[number]
    boards = [game.view(position) for position in positions(whole, seat)]
    return Witness(
        player=seat.player,
        game=whole.game,
        result=ResultView(
            match=whole.match,
            standings=tuple(
                StandingView.model_validate(
                    {k: v for k, v in one._asdict().items() if k != "moves"}
                )
                for one in whole.seats
            ),
            server_seed=whole.server_seed,
            commitment=whole.commitment,
            nonces=tuple(
                NonceView.model_validate(one._asdict()) for one in whole.nonces
            ),
            series_over=True,
            series_winners=(),
        ),
        announced=whole.commitment,
        nonce=whole.nonces[number].nonce,
        opening=boards[0],
        moves={ply: move.move for ply, move in enumerate(seat.moves)},
        board=boards[-1],
        unanswered=0,
    )


def found(witness: Witness, whole: Transcript = HONEST) -> tuple[str, ...]:
    return contradictions(witness, read_record(sealed_of(whole)))


@pytest.mark.parametrize("key", GAMES)
def test_an_honest_record_contradicts_nobody(key: str) -> None:
    whole = played(key, 4)
    for number in range(len(whole.seats)):
        assert found(seen_by(number, whole), whole) == ()


def test_who_has_missed_everything_is_not_contradicted_either() -> None:
    witness = seen_by(0, HONEST)._replace(
        announced=None, nonce=None, opening=None, moves={}, board=None
    )
    assert found(witness) == ()


SEAT = HONEST.seats[0]
OTHER_SEED = HONEST._replace(server_seed=bytes(32))
OTHERWISE: dict[str, tuple[str, Change]] = {
    "another match": ("another match", lambda t: t._replace(match="m-8")),
    "another game": ("another game", lambda t: t._replace(game="squares/english")),
    "another seed": ("not those revealed", lambda t: OTHER_SEED),
    "another deal": ("begin with the board that you were dealt", lambda t: OTHER_SEED),
    "another commitment": (
        "not the one announced before",
        lambda t: t._replace(commitment=bytes(32)),
    ),
    "another nonce of theirs": (
        "does not have your own nonce",
        lambda t: t._replace(
            nonces=(t.nonces[0]._replace(nonce=bytes(16)), *t.nonces[1:])
        ),
    ),
    "another score": ("different score for bob", of_seat(1, score=30)),
    "another time": ("different time for cid", of_seat(2, elapsed_ms=1)),
    "another name": ("different name for ada", of_seat(0, name="eve")),
    "one player less": (
        "players are not those in the standings",
        lambda t: t._replace(seats=t.seats[:2]),
    ),
    "without the player": (
        "does not have you among the players",
        lambda t: t._replace(seats=t.seats[1:]),
    ),
    "a move less": (
        "but the record has nothing",
        of_seat(0, moves=SEAT.moves[:-1], plies=SEAT.plies - 1),
    ),
    "no move": ("your move 1 was", of_seat(0, moves=(), plies=0)),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_a_record_of_something_else_is_named(name: str) -> None:
    said, change = OTHERWISE[name]
    assert any(said in one for one in found(seen_by(0, HONEST), change(HONEST)))


def test_a_record_of_an_old_version_is_refused_by_who_was_there() -> None:
    """It has no place for void starts; the match was announced with them."""
    seats = tuple(seat._replace(named=None) for seat in HONEST.seats)
    old = HONEST._replace(voids=None, seats=seats)
    assert read_record(sealed_of(old)).is_proven
    assert found(seen_by(0, HONEST), old) == (
        "the record is of an old version, which leaves void starts out",
    )


def test_moves_that_were_never_made_are_named() -> None:
    game = find_game(GAME)
    boards = [game.view(position) for position in positions(HONEST, SEAT)]
    earlier = {ply: move.move for ply, move in enumerate(SEAT.moves[:-2])}
    short = seen_by(0, HONEST)._replace(moves=earlier, board=boards[-3])
    assert found(short) == (
        (f"the record has {SEAT.plies} moves of yours, but you made {SEAT.plies - 2}"),
    )
    # Those that were on their way may have been made or not.
    assert found(short._replace(unanswered=2)) == ()


def test_another_last_board_is_named() -> None:
    witness = seen_by(0, HONEST)
    assert witness.board is not None
    zones = {**witness.board.zones, "waste": (), "stock": ()}
    other = Board(witness.board.plies, zones)
    assert found(witness._replace(moves={}, board=other)) == (
        "the record does not lead to your last board",
    )


@dataclass
class Shelf(Keeper):
    """An archive that answers as it is told, refusals first."""

    sealed: bytes
    refusals: list[ErrorCode] = field(default_factory=list[ErrorCode])
    asked: int = 0
    kept: list[tuple[EntryView, bytes]] = field(
        default_factory=list[tuple[EntryView, bytes]]
    )
    closings: list[LinkView | ErrorCode | None] = field(
        default_factory=list["LinkView | ErrorCode | None"]
    )
    """What the chain has, one answer after the other; the last one stays."""
    settled: list[str] = field(default_factory=list[str])
    doubted: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])

    async def transcript(self, match: str) -> bytes:
        self.asked += 1
        if self.refusals:
            raise NotDone(local_error(self.refusals.pop(0)))
        return self.sealed

    async def entry_of(self, match: str) -> EntryView | None:
        raise NotDone(local_error(ErrorCode.UNAVAILABLE))

    async def closing_of(self, match: str) -> LinkView | None:
        if not self.closings:
            return LinkView(kind="end", match=match, proof=digest_of(self.sealed))
        found = self.closings[0] if len(self.closings) == 1 else self.closings.pop(0)
        if isinstance(found, ErrorCode):
            raise NotDone(local_error(found))
        return found

    @property
    def keeper(self) -> Keeper:
        return self

    def keep_match(self, entry: EntryView, sealed: bytes, player: str) -> None:
        self.kept.append((entry, sealed))

    def settle(self, match: str) -> None:
        self.settled.append(match)

    def doubt(self, witness: Witness, doubts: tuple[str, ...]) -> None:
        self.doubted.append(doubts)


async def proof_of(shelf: Shelf) -> Proven:
    return await prove(shelf, seen_by(0, HONEST), pause_s=0)


async def test_a_match_that_was_played_as_it_says_is_proven() -> None:
    proven = await proof_of(Shelf(sealed_of(HONEST)))
    assert proven == Proven(HONEST.match, is_recorded=True, doubts=())


async def test_what_was_not_seen_of_a_match_is_told_with_its_proof() -> None:
    late = seen_by(0, HONEST)._replace(announced=None, nonce=None, was_found=True)
    for shelf in (Shelf(sealed_of(HONEST)), Shelf(b"", [ErrorCode.UNKNOWN_MESSAGE])):
        proven = await prove(shelf, late, pause_s=0)
        assert proven.doubts == ()
        said = text_of(proof_told(proven))
        believed = "; ".join(map(str, proven.unseen))
        assert "your own nonce, which this program did not make" in believed
        why = "Not all of this match is proven: this program did not see"
        assert f"{why} {believed}." in " ".join(said.split())
        assert text_of(proof_in_brief(proven)).startswith(f" {why} {believed}.")
        assert "Match proven" not in said
        assert "Deal verified" not in said


async def test_a_match_is_looked_for_in_the_chain_when_it_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server knows what was dealt, and could let it disappear."""
    monkeypatch.setattr(proof, "CLOSED_WITHIN_S", 0.05)
    sealed = sealed_of(HONEST)
    end = LinkView(kind="end", match=HONEST.match, proof=digest_of(sealed))
    other = end.model_copy(update={"proof": bytes(32)})
    void = end.model_copy(update={"kind": "void", "proof": b""})
    for closings in ([end], [None, None, end]):
        proven = await proof_of(shelf := Shelf(sealed, closings=list(closings)))
        assert (proven.doubts, proven.unseen) == ((), ())
        assert shelf.settled == [HONEST.match]
    for closing in (other, void):
        doubts = (await proof_of(shelf := Shelf(sealed, closings=[closing]))).doubts
        assert "closed with a different record" in doubts[0]
        assert shelf.doubted == [doubts]
        assert shelf.settled == []
    for missing in (None, ErrorCode.UNKNOWN_MESSAGE):
        proven = await proof_of(shelf := Shelf(sealed, closings=[missing]))
        told = " ".join(text_of(proof_told(proven)).split())
        assert "Not all of this match is proven" in told
        assert "its end in the chain" in told
        assert shelf.kept
        assert shelf.settled == []  # so that audits look for it


async def test_a_match_that_is_proven_is_kept_with_what_it_came_to() -> None:
    shelf = Shelf(sealed_of(HONEST))
    await proof_of(shelf)
    ((entry, sealed),) = shelf.kept
    assert sealed == shelf.sealed
    own = (SEAT.place, SEAT.score, SEAT.plies, SEAT.elapsed_ms, SEAT.state)
    told = (entry.place, entry.score, entry.plies, entry.elapsed_ms, entry.state)
    assert (entry.match, entry.game, told) == (HONEST.match, HONEST.game, own)
    assert [other.place for other in entry.opponents] == sorted(
        seat.place for seat in HONEST.seats[1:]
    )


async def test_what_is_doubted_or_was_only_watched_is_not_kept() -> None:
    doubted = Shelf(sealed_of(HONEST._replace(started_at=HONEST.ended_at + 1)))
    doubts = (await proof_of(doubted)).doubts
    assert doubts
    assert doubted.doubted == [doubts]
    watched = Shelf(sealed_of(HONEST))
    watcher = seen_by(0, HONEST)._replace(player="p-watcher", moves={}, board=None)
    assert (await prove(watched, watcher._replace(nonce=None), pause_s=0)).doubts == ()
    assert doubted.kept == watched.kept == []


async def test_a_record_that_is_not_there_yet_is_awaited() -> None:
    not_yet = [ErrorCode.UNKNOWN_MATCH, ErrorCode.UNAVAILABLE]
    shelf = Shelf(sealed_of(HONEST), not_yet)
    assert (await proof_of(shelf)).is_recorded
    assert shelf.asked == 3


async def test_a_server_that_keeps_no_records_is_no_doubt() -> None:
    shelf = Shelf(b"", [ErrorCode.UNKNOWN_MESSAGE])
    assert await proof_of(shelf) == Proven(HONEST.match, is_recorded=False, doubts=())
    assert shelf.asked == 1


@pytest.mark.parametrize(
    ("sealed", "said"),
    [
        (b"rubbish", "cannot be read"),
        (sealed_of(HONEST)[:-1], "cannot be read"),
        (sealed_of(of_seat(1, score=52)(HONEST)), "bob: score is"),
        (sealed_of(played(GAME, 77)), "the record"),
    ],
    ids=["rubbish", "torn", "tampered with", "another's"],
)
async def test_a_record_in_doubt_is_told(sealed: bytes, said: str) -> None:
    doubts = (await proof_of(Shelf(sealed))).doubts
    assert any(said in doubt for doubt in doubts), doubts
