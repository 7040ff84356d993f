"""Whoever is handed from server to server is not made to wait longer each time."""

import random

from samedeal_client.wire.reach.backoff import FIRST_PAUSE_S, Backoff


def test_pauses_do_not_grow_while_servers_are_replaced_one_by_one() -> None:
    backoff = Backoff(dice=random.Random(1), clock=lambda: 0.0)
    for _ in range(10):
        backoff.connected()
        backoff.lost(is_handed_over=True)
        assert backoff.pause_s() <= max(FIRST_PAUSE_S)


def test_pauses_grow_where_connections_fail_again_and_again() -> None:
    backoff = Backoff(dice=random.Random(1), clock=lambda: 0.0)
    pauses: list[float] = []
    for _ in range(10):
        backoff.connected()
        backoff.lost()
        pauses.append(backoff.pause_s())
    assert pauses[-1] > max(FIRST_PAUSE_S)
