"""A player's own check of the deal finds every way in which it can be wrong."""

from typing import Any

import pytest

from samedeal_client.proof.verify import doubts_about
from samedeal_games.cards import Card
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)
from samedeal_games.game import Board
from samedeal_protocol.boards import NonceView, ResultView, VoidView, WithheldView

MATCH = "m-000001"
SEED = bytes(range(32))
NONCES = {"p-ada": b"\x01" * 16, "p-bob": b"\x02" * 16}
GAME = find_game("westcliff/american")


def result() -> ResultView:
    """Return the honest reveal of a match."""
    views = [
        NonceView(
            player=player,
            commitment=commitment_to_nonce(MATCH, player, nonce),
            nonce=nonce,
        )
        for player, nonce in NONCES.items()
    ]
    return ResultView(
        match=MATCH,
        standings=(),
        server_seed=SEED,
        commitment=commitment_to_seed(MATCH, SEED),
        nonces=tuple(views),
        series_over=False,
        series_winners=(),
    )


def opening() -> Board:
    """Return the board that everybody must have been dealt."""
    seed = match_seed(MATCH, SEED, NONCES)
    return GAME.view(GAME.setup(deal_from_seed(seed, GAME.about.packs)))


def doubts(
    given: ResultView,
    announced: bytes | None = None,
    nonce: bytes = NONCES["p-ada"],
    board: Board | None = None,
    **seen: Any,
) -> tuple[str, ...]:
    """Check a reveal as Ada."""
    return doubts_about(
        given,
        GAME,
        announced=announced,
        own_nonce=("p-ada", nonce),
        opening=opening() if board is None else board,
        **seen,
    )


def test_an_honest_deal_leaves_no_doubt() -> None:
    assert doubts(result(), announced=commitment_to_seed(MATCH, SEED)) == ()


def test_another_seed_than_committed_to_is_found() -> None:
    other = result().model_copy(update={"server_seed": bytes(32)})
    assert "server's seed" in doubts(other)[0]
    assert "server's seed" in doubts(result(), announced=b"x" * 32)[0]


def test_a_nonce_that_was_not_committed_to_is_found() -> None:
    nonces = list(result().nonces)
    nonces[1] = nonces[1].model_copy(update={"nonce": b"\x03" * 16})
    found = doubts(result().model_copy(update={"nonces": tuple(nonces)}))
    assert any("p-bob" in doubt for doubt in found)


def test_leaving_the_own_nonce_out_is_found() -> None:
    assert "your own nonce was not used" in doubts(result(), nonce=b"\x09" * 16)


@pytest.mark.parametrize("zone", ["column.1", "column.10"])
def test_other_cards_than_dealt_are_found(zone: str) -> None:
    board = opening()
    cards = board.zones[zone]
    swapped = (*cards[:-1], Card((cards[-1] + 1) % 52))
    changed = Board(board.plies, {**board.zones, zone: swapped})
    assert doubts(result(), board=changed) == (
        "the cards were not dealt from that seed",
    )


COMMITTED = {
    player: commitment_to_nonce(MATCH, player, nonce)
    for player, nonce in NONCES.items()
}


def test_a_nonce_made_up_after_the_own_one_was_known_is_found() -> None:
    """Whoever runs the server could try nonces of a puppet until the deck suits."""
    assert doubts(result(), committed=COMMITTED) == ()
    found = doubts(result(), committed={**COMMITTED, "p-bob": bytes(32)})
    assert [doubt for doubt in found if "when you revealed yours" in doubt]
    found = doubts(result(), committed={"p-ada": COMMITTED["p-ada"]})
    assert [doubt for doubt in found if "when you revealed yours" in doubt]


def test_a_nonce_that_is_left_out_is_found() -> None:
    found = doubts(result(), committed={**COMMITTED, "p-eve": b"e" * 32})
    assert [doubt for doubt in found if "made without a nonce" in doubt]
    views = NonceView(player="p-eve", commitment=b"e" * 32, nonce=None)
    silent = result().model_copy(update={"nonces": (*result().nonces, views)})
    assert [doubt for doubt in doubts(silent) if "made without a nonce" in doubt]


def void(*players: str) -> VoidView:
    return VoidView(
        match="m-000000",
        commitment=bytes(32),
        why="withheld" if players else "service",
        withheld=tuple(
            WithheldView(player=player, name=player, commitment=b"")
            for player in players
        ),
    )


def test_a_void_start_that_is_hidden_or_made_up_is_found() -> None:
    told = result().model_copy(update={"voids": (void("p-bob"),)})
    assert doubts(told, voids=(void("p-bob"),)) == ()
    for heard, said in [((void("p-bob"),), result()), ((), told), ((void(),), told)]:
        assert [d for d in doubts(said, voids=heard) if "other void starts" in d]


def test_to_be_blamed_although_one_has_revealed_is_found() -> None:
    voids = (void("p-ada"),)
    told = result().model_copy(update={"voids": voids})
    assert doubts(told, voids=voids) == ()
    found = doubts(told, voids=voids, revealed=frozenset({"m-000000"}))
    assert [doubt for doubt in found if "you had revealed" in doubt]


def test_a_deal_prepared_beforehand_is_not_taken_for_the_match_s_own() -> None:
    """No nonce enters a deal that many play, so the server could have chosen it."""
    made_for = "event/AAAAAAA/0"
    prepared = result().model_copy(
        update={
            "deal": made_for,
            "commitment": commitment_to_seed(made_for, SEED),
            "nonces": (),
        }
    )
    seed = match_seed(made_for, SEED, {})
    board = GAME.view(GAME.setup(deal_from_seed(seed, GAME.about.packs)))
    assert doubts(prepared, board=board, deal=made_for) == ()
    assert doubts(prepared, board=board, deal="") == (
        "another deal was played than the one announced",
    )
    assert doubts(result(), deal="") == ()
