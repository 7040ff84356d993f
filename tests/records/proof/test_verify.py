"""A player's own check of the deal finds every way in which it can be wrong."""

from typing import Any

import pytest

from samedeal_games.cards import Card
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.fairness import (
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)
from samedeal_games.game import Board
from samedeal_protocol.rooms.boards import NonceView, ResultView, VoidView, WithheldView
from samedeal_records.proof.verify import doubts_about, unseen_by
from samedeal_records.proof.witness import OWN_DEALS, Plays, Witness

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


def seen(
    given: ResultView,
    announced: bytes | None = None,
    nonce: bytes | None = NONCES["p-ada"],
    board: Board | None = None,
    **more: Any,
) -> Witness:
    """Return what Ada has seen of a match."""
    witness = Witness(
        player="p-ada",
        game=GAME.about.key,
        result=given,
        announced=announced,
        nonce=nonce,
        opening=opening() if board is None else board,
        moves={},
        board=None,
        unanswered=0,
    )
    return witness._replace(**more)


def doubts(given: ResultView, *args: Any, **more: Any) -> tuple[str, ...]:
    """Check a reveal as Ada."""
    return doubts_about(seen(given, *args, **more), GAME)


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
        found = doubts(said, voids=heard, announced=result().commitment)
        assert [d for d in found if "other void starts" in d]


def test_to_be_blamed_although_one_has_revealed_is_found() -> None:
    voids = (void("p-ada"),)
    told = result().model_copy(update={"voids": voids})
    assert doubts(told, voids=voids) == ()
    found = doubts(told, voids=voids, taken=frozenset({"m-000000"}))
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


DAY = "daily/squares/english/2026-11-22"


@pytest.mark.parametrize(
    ("plays", "fits"),
    [
        (OWN_DEALS, [("match", "")]),
        (Plays("daily", DAY), [("daily", DAY)]),
        (Plays("event", "event/A"), [("event", "event/A/1"), ("event", "event/A/2")]),
        (Plays("challenge", "m-1"), [("challenge", "m-1")]),
        (Plays("challenge", DAY), [("challenge", DAY)]),
        (Plays("challenge", ""), []),
    ],
)
def test_a_deal_is_of_the_kind_that_its_room_plays(
    plays: Plays, fits: list[tuple[str, str]]
) -> None:
    """No nonce enters a deal that many play, so that one is not put for the other."""
    kinds = ["match", "daily", "challenge", "event"]
    deals = ["", "m-1", "m-2", DAY, f"{DAY}x", "event/A/1", "event/A/2", "event/B/1"]
    assert fits == [
        (kind, deal)
        for kind in kinds
        for deal in deals
        if plays.fits(result().model_copy(update={"kind": kind, "deal": deal}))
    ]


@pytest.mark.parametrize("kind", ["match", "challenge"])
def test_a_seed_is_kept_back_only_where_others_play_the_deal_later(kind: str) -> None:
    late = {"server_seed": b"", "reveal_at": 2**41, "kind": kind}
    assert doubts(result().model_copy(update=late)) == (
        "the server keeps the seed back, though nobody plays it later",
    )
    day = result().model_copy(update={**late, "kind": "daily", "deal": DAY})
    assert doubts(day, announced=day.commitment) == ()
    assert "has changed" in doubts(day, announced=bytes(32))[0]


def test_a_deal_is_held_against_what_was_told_of_it_outside_of_its_room() -> None:
    """A room can announce whatever it wants, and be of a day all the same."""
    told = commitment_to_seed(DAY, SEED)
    seed = match_seed(DAY, SEED, {})
    board = GAME.view(GAME.setup(deal_from_seed(seed, GAME.about.packs)))
    day = {"deal": DAY, "kind": "daily", "commitment": told, "nonces": ()}
    late = {**day, "server_seed": b"", "reveal_at": 2**41}
    for changes in (day, late):
        played = result().model_copy(update=changes)
        assert doubts(played, board=board, promised=told) == ()
        assert doubts(played, board=board, promised=bytes(32)) == (
            "the server was committed to another seed for this deal",
        )


def test_a_deal_of_a_day_or_event_is_held_against_what_was_told_before() -> None:
    before = "what the server had committed to for this deal before"
    for kind, deal in (("daily", DAY), ("event", "event/7KQ4PXM/1")):
        played = result().model_copy(update={"deal": deal, "kind": kind})
        assert unseen_by(seen(played)) == (before,)
        assert unseen_by(seen(played, promised=played.commitment)) == ()
    challenge = result().model_copy(update={"deal": "m-1", "kind": "challenge"})
    assert unseen_by(seen(challenge)) == ()


def test_who_has_seen_a_match_from_its_announcement_has_nothing_to_believe() -> None:
    assert unseen_by(seen(result(), announced=result().commitment)) == ()
    assert unseen_by(seen(result())) == (
        "what the server had committed to before the match",
    )
