"""The choice of a certified deal, made again by whoever holds the record."""

import pytest
from tests.records.test_transcripts import certified, played

from samedeal_client.view.records.certified import choice_text
from samedeal_client.view.records.proof import proof_document, proof_lines
from samedeal_client.view.spans import text_of
from samedeal_games.catalogue import find_game
from samedeal_games.game import Board
from samedeal_players.certifying import THOUGHTFUL, first_certified
from samedeal_protocol.rooms.boards import NonceView, ResultView
from samedeal_records.certificates import doubt_about_choice, is_known_winnable
from samedeal_records.proof.verify import doubts_about
from samedeal_records.proof.witness import Witness
from samedeal_records.record import names_of_checks, read_record
from samedeal_records.sealing import seal
from samedeal_records.transcripts import Transcript, to_plain
from samedeal_records.verification import committed_seed, positions

GAME = "westcliff/american"


def first(whole: Transcript) -> int:
    return first_certified(THOUGHTFUL, whole.game, committed_seed(whole))


def test_the_first_candidate_that_is_certified_is_not_doubted() -> None:
    whole = played(GAME, 1)
    assert doubt_about_choice(certified(whole, first(whole))) == ""


def test_a_server_that_takes_a_deal_it_likes_is_caught() -> None:
    whole = certified(played(GAME, 1), 7)
    assert doubt_about_choice(whole) == (
        f"candidate 7 was dealt, and {first(whole)} is the first certified"
    )
    record = read_record(seal(to_plain(whole)))
    assert not record.is_proven
    assert "choice" in {check.what for check in record.checks if check.doubt}


def test_a_certifier_that_is_unknown_here_leaves_a_doubt() -> None:
    whole = played(GAME, 1)._replace(certifier="thoughtful/9\x1b")
    assert "thoughtful/9" in doubt_about_choice(whole)
    assert "\x1b" not in doubt_about_choice(whole)
    assert is_known_winnable("thoughtful/9", 0) is None


def test_poker_squares_are_never_certified() -> None:
    assert doubt_about_choice(certified(played("squares/english", 1), 0))


def test_the_proof_of_a_certified_match_has_a_line_for_the_choice() -> None:
    whole = certified(played(GAME, 1), 0)
    record = read_record(seal(to_plain(whole)))
    assert record.is_proven
    assert "choice" in names_of_checks(whole)
    assert "choice" not in names_of_checks(played(GAME, 1))
    assert "Certified: a win is known." in text_of(proof_lines(record))
    checks = proof_document(record)["checks"]
    assert isinstance(checks, list)
    assert {"check": "choice", "holds": True, "doubt": None} in checks


def test_a_deal_that_was_not_certified_is_called_so() -> None:
    assert choice_text(THOUGHTFUL, 32).startswith("Not certified")
    assert choice_text("thoughtful/9", 3).startswith("Candidate 3")


def result_of(whole: Transcript) -> ResultView:
    return ResultView(
        match=whole.match,
        standings=(),
        server_seed=whole.server_seed,
        commitment=whole.commitment,
        nonces=tuple(NonceView(**nonce._asdict()) for nonce in whole.nonces),
        series_over=True,
        series_winners=(),
        certifier=whole.certifier,
        counter=whole.counter,
    )


def seen_of(whole: Transcript, opening: Board | None = None) -> Witness:
    """Return what somebody has seen who only watched."""
    return Witness(
        player="p-eve",
        game=whole.game,
        result=result_of(whole),
        announced=whole.commitment,
        nonce=None,
        opening=opening,
        moves={},
        board=None,
        unanswered=0,
    )


def doubts(whole: Transcript, room_certifier: str) -> tuple[str, ...]:
    game = find_game(whole.game)
    return doubts_about(seen_of(whole), game, certifier=room_certifier)


def test_a_deal_is_chosen_where_the_room_says_so_and_nowhere_else() -> None:
    whole = played(GAME, 1)
    assert doubts(whole, "") == ()
    assert doubts(certified(whole, 0), THOUGHTFUL) == ()
    assert doubts(whole, THOUGHTFUL)
    assert doubts(certified(whole, 0), "")
    assert doubts(whole._replace(counter=1), "")


@pytest.mark.parametrize("counter", [-1, -(2**63)])
def test_a_candidate_that_cannot_be_is_doubted(counter: int) -> None:
    whole = played(GAME, 1)
    game = find_game(GAME)
    dealt = game.view(positions(whole, whole.seats[0])[0])
    seen = seen_of(certified(whole, counter), dealt)
    found = doubts_about(seen, game, certifier=THOUGHTFUL)
    assert found == ("the deal was not chosen as the room had said",)
