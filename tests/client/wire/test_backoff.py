"""Pauses: short at first, then longer, never the same for everybody."""

from random import Random

import pytest

from samedeal_client.wire.reach.backoff import FIRST_PAUSE_S, LONGEST_PAUSE_S, Backoff


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("seed", range(20))
def test_the_first_pause_is_short_and_the_pauses_grow_up_to_a_limit(seed: int) -> None:
    backoff = Backoff(dice=Random(seed))
    pauses = [backoff.pause_s() for _ in range(12)]
    assert FIRST_PAUSE_S[0] <= pauses[0] <= FIRST_PAUSE_S[1]
    assert max(pauses) == LONGEST_PAUSE_S
    assert pauses[7] > 10 * pauses[0]


def test_players_cut_at_one_moment_come_back_at_different_ones() -> None:
    assert len({Backoff(dice=Random(seed)).pause_s() for seed in range(50)}) == 50


def test_what_the_server_asks_for_is_waited_for_and_varied() -> None:
    pauses = [Backoff(dice=Random(seed)).pause_s(3.0) for seed in range(50)]
    assert min(pauses) >= 3.0
    assert len(set(pauses)) == 50


def test_only_a_connection_that_lasted_starts_the_pauses_anew() -> None:
    clock = Clock()
    backoff = Backoff((1.0, 1.0), 8.0, dice=Random(1), clock=clock)
    for _ in range(4):
        backoff.pause_s()
        backoff.connected()
        backoff.lost()
    assert backoff.pause_s() == 8.0
    backoff.connected()
    clock.now += 60
    backoff.lost()
    assert backoff.pause_s() == 1.0
