"""A player's own check of the deal finds every way in which it can be wrong."""

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
from samedeal_protocol.boards import NonceView, ResultView

MATCH = "m-000001"
SEED = bytes(range(32))
NONCES = {"p-ada": b"\x01" * 16, "p-bob": b"\x02" * 16}
GAME = find_game("westcliff/american")


def result() -> ResultView:
    """Return the honest reveal of a match, one player being a no-show."""
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
        nonces=(*views, NonceView(player="p-eve", commitment=b"e" * 32, nonce=None)),
        series_over=False,
        series_winners=(),
    )


def opening() -> Board:
    """Return the board that everybody must have been dealt."""
    seed = match_seed(MATCH, SEED, NONCES)
    return GAME.view(GAME.setup(deal_from_seed(seed, GAME.about.packs)))


def doubts(
    revealed: ResultView,
    announced: bytes | None = None,
    nonce: bytes = NONCES["p-ada"],
    board: Board | None = None,
) -> tuple[str, ...]:
    """Check a reveal as Ada."""
    return doubts_about(
        revealed,
        GAME,
        announced=announced,
        own_nonce=("p-ada", nonce),
        opening=opening() if board is None else board,
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
