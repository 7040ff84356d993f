"""The golden values of commit and reveal."""

from samedeal_games.fairness import (
    candidate_seed,
    commitment_to_nonce,
    commitment_to_seed,
    match_seed,
)

MATCH = "m-000001"
SERVER_SEED = bytes(range(32))
NONCES = {"p-ada": bytes([1]) * 16, "p-bob": bytes([2]) * 16}


def test_the_commitments_are_the_published_ones() -> None:
    assert commitment_to_seed(MATCH, SERVER_SEED).hex() == (
        "c1133ebaa07aa2f2de8a2cdb4e99618e0ebc7a27691d9357872c9cd003e4ae15"
    )
    assert commitment_to_nonce(MATCH, "p-ada", NONCES["p-ada"]).hex() == (
        "baa36d56d1fe298c917c5ffb849aa1aa31ec48b2e2b3951605a9c8cd0bd48dcc"
    )


def test_the_seed_of_a_match_is_the_published_one() -> None:
    assert match_seed(MATCH, SERVER_SEED, NONCES).hex() == (
        "ba8c3588ee596b8684d06f7305a214cac41fe4a38a72de70e99f5082eb038ef0"
    )


def test_the_order_in_which_players_are_named_does_not_matter() -> None:
    backwards = dict(reversed(NONCES.items()))
    assert match_seed(MATCH, SERVER_SEED, backwards) == match_seed(
        MATCH, SERVER_SEED, NONCES
    )


def test_one_player_more_or_less_is_another_seed() -> None:
    alone = {"p-ada": NONCES["p-ada"]}
    assert match_seed(MATCH, SERVER_SEED, alone) != match_seed(
        MATCH, SERVER_SEED, NONCES
    )


def test_the_candidates_of_a_seed_are_the_published_ones() -> None:
    seed = match_seed(MATCH, SERVER_SEED, NONCES)
    assert candidate_seed(seed, 0) == seed
    assert candidate_seed(seed, 1).hex() == (
        "6c987a8b79721a4017788f202fcadb2182c3f3eac4d65333446d230839b18cd2"
    )
    assert candidate_seed(seed, 2**64 - 1).hex() == (
        "9c9152dfd38ad8545f114241644e4f7e5d83beef2c7dc60e509a8009eef69f6e"
    )
