"""Limits: what one player and one address may ask."""

from ipaddress import ip_network

import pytest

from samedeal_server.people.addresses import address_of
from samedeal_server.people.buckets import (
    STRIKES,
    UNDER_WAY_MOST,
    Bucket,
    Buckets,
    Rate,
    Strikes,
)
from samedeal_server.people.limits import ADDRESS_SHARE, Budgets, Doorkeeper

RATE = Rate(40, 20.0)
FEW = Budgets(
    handshakes=Rate(5, 1.0),
    connections=3,
    connections_per_address=2,
    joins=Rate(2, 1.0),
    wrong_codes=Rate(2, 1.0),
)


def spent(now_s: float = 0.0) -> Bucket:
    """Return a bucket whose burst is used up."""
    bucket = Bucket(RATE, now_s)
    for _ in range(int(RATE.burst)):
        assert bucket.spend(now_s) == 0
    return bucket


def test_after_the_burst_it_is_said_when_to_ask_again() -> None:
    assert 0 < spent().spend(0.0) <= 1000 / RATE.per_s + 1


def test_whoever_waits_as_told_is_let_through_and_never_struck() -> None:
    bucket, strikes, now_s = spent(), Strikes(0.0), 0.0
    for _ in range(500):
        wait_ms = bucket.spend(now_s)
        if wait_ms:
            strikes.told_to_wait(now_s, wait_ms)
            now_s += wait_ms / 1000
            assert bucket.spend(now_s) == 0
    assert not strikes.are_enough


def test_whoever_goes_on_all_the_same_is_struck_until_it_is_enough() -> None:
    bucket, strikes = spent(), Strikes(0.0)
    for _ in range(UNDER_WAY_MOST + STRIKES):
        assert not strikes.are_enough
        strikes.told_to_wait(0.0, bucket.spend(0.0))
    assert strikes.are_enough


def test_what_was_sent_before_it_could_be_known_is_no_strike() -> None:
    strikes = Strikes(0.0)
    for now_s in range(0, 600, 10):
        bucket = spent(now_s)
        before = [
            strikes.told_to_wait(now_s, bucket.spend(now_s))
            for _ in range(UNDER_WAY_MOST)
        ]
        assert before == list(range(UNDER_WAY_MOST))
        assert not strikes.are_enough


def test_many_at_once_again_and_again_is_no_way_around() -> None:
    bucket, strikes, now_s, refused = spent(), Strikes(0.0), 0.0, 0
    while not strikes.are_enough:
        for _ in range(UNDER_WAY_MOST):
            if wait_ms := bucket.spend(now_s):
                strikes.told_to_wait(now_s, wait_ms)
                refused += 1
        # As long as the first of them was told.
        now_s += 1 / RATE.per_s
    assert refused < 4 * UNDER_WAY_MOST


def test_who_sends_each_again_when_it_was_told_to_is_not_refused_twice() -> None:
    bucket, strikes = Bucket(RATE, 0.0), Strikes(0.0)
    again_s: list[float] = []
    for _ in range(UNDER_WAY_MOST):
        if wait_ms := bucket.spend(0.0):
            before = strikes.told_to_wait(0.0, wait_ms)
            again_s.append((wait_ms + bucket.each_ms * before) / 1000)
    assert again_s
    assert not any(bucket.spend(at_s) for at_s in again_s)


def test_strikes_are_forgiven_with_time() -> None:
    strikes = Strikes(0.0)
    for second in range(1, 10 * STRIKES):
        strikes.add(second * 1.1)
    assert not strikes.are_enough


def test_a_bucket_never_holds_more_than_the_burst() -> None:
    bucket = spent()
    assert [bucket.spend(1e6) > 0 for _ in range(41)] == [False] * 40 + [True]


def test_coming_back_does_not_begin_a_new_count() -> None:
    doorkeeper = Doorkeeper(Budgets(commands=RATE))
    for _ in range(40):
        assert doorkeeper.commands_of("p-1", 0.0).spend(0.0) == 0
    assert doorkeeper.commands_of("p-1", 0.0).spend(0.0) > 0
    assert doorkeeper.commands_of("p-2", 0.0).spend(0.0) == 0


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("samedeal_server.people.buckets.REMEMBERED", 2)
    buckets: Buckets[str] = Buckets(Rate(1, 1.0))
    assert [buckets.spend(name, 0.0) > 0 for name in "abac"] == [False] * 2 + [
        True,
        False,
    ]
    assert buckets.spend("a", 0.0) > 0, "asked last but one"
    assert buckets.spend("b", 0.0) == 0, "forgotten, so new"


def test_what_a_connection_holds_is_what_the_next_one_is_given() -> None:
    buckets: Buckets[str] = Buckets(Rate(1, 1.0))
    held = buckets.held("ann", 0.0)
    for second in range(10):
        buckets.of(f"player {second}", 10.0 * second)
    assert held.spend(100.0) == 0
    assert buckets.held("ann", 100.0).spend(100.0) > 0


def test_an_address_has_so_many_connections() -> None:
    doorkeeper = Doorkeeper(FEW)
    assert [doorkeeper.connect("a", 0.0) > 0 for _ in range(3)] == [False, False, True]
    doorkeeper.disconnect("a")
    assert doorkeeper.connect("a", 0.0) == 0


def test_all_together_have_so_many_connections() -> None:
    doorkeeper = Doorkeeper(FEW)
    waits = [doorkeeper.connect(address, 0.0) > 0 for address in "abcd"]
    assert waits == [False, False, False, True]


def test_handshakes_are_counted_whoever_makes_them() -> None:
    doorkeeper = Doorkeeper(FEW._replace(connections=100))
    waits = [doorkeeper.connect(address, 0.0) > 0 for address in "abcdef"]
    assert waits == [False] * 5 + [True]
    assert doorkeeper.connect("g", 1.1) == 0


def test_an_address_at_its_limit_costs_the_others_no_handshakes() -> None:
    doorkeeper = Doorkeeper(FEW._replace(connections=100))
    for _ in range(50):
        doorkeeper.connect("a", 0.0)
    assert doorkeeper.connect("b", 0.0) == 0


def test_sockets_that_say_nothing_are_counted_by_address() -> None:
    doorkeeper = Doorkeeper(FEW)
    assert [doorkeeper.knocking.take("a") for _ in range(3)] == [True, True, False]
    assert doorkeeper.knocking.take("b")
    for _ in range(2):
        doorkeeper.knocking.give_back("a")
    assert doorkeeper.knocking.take("a")


def test_new_players_and_long_questions_are_counted_by_address() -> None:
    doorkeeper = Doorkeeper(FEW)
    assert [doorkeeper.guest("a", 0.0) > 0 for _ in range(3)] == [False, False, True]
    assert doorkeeper.guest("b", 0.0) == 0
    waits = [doorkeeper.look_up("a", 0.0) > 0 for _ in range(1000)]
    assert not waits[0]
    assert waits[-1]
    assert doorkeeper.look_up("b", 0.0) == 0


def test_a_question_counts_as_many_as_it_takes() -> None:
    doorkeeper = Doorkeeper(FEW)
    small = sum(not doorkeeper.look_up("a", 0.0) for _ in range(1000))
    large = sum(not doorkeeper.look_up("b", 0.0, weight=4) for _ in range(1000))
    assert large == small // 4
    # More than there ever are at once are all there are, and come again.
    assert doorkeeper.look_up("c", 0.0, weight=10 * small) == 0
    wait_ms = doorkeeper.look_up("c", 0.0, weight=10 * small)
    assert 0 < wait_ms < 3_600_000
    assert doorkeeper.look_up("c", wait_ms / 1000, weight=10 * small) == 0


def test_joins_are_counted_by_player_and_by_address() -> None:
    doorkeeper = Doorkeeper(FEW)
    assert [doorkeeper.joins.spend("p", "a", 0.0) > 0 for _ in range(3)] == [
        False
    ] * 2 + [True]
    crowd = [doorkeeper.joins.spend(f"p{k}", "b", 0.0) > 0 for k in range(21)]
    assert crowd == [False] * (2 * ADDRESS_SHARE) + [True]


def test_only_wrong_codes_use_up_guesses() -> None:
    doorkeeper = Doorkeeper(FEW)
    for _ in range(10):
        assert doorkeeper.guess("p", "a", 0.0) == 0
        doorkeeper.guessed_right("p", "a", 0.0)
    for _ in range(2):
        assert doorkeeper.guess("p", "a", 0.0) == 0
    assert doorkeeper.guess("p", "a", 0.0) > 0
    assert doorkeeper.guess("p", "a", 1.1) == 0


TRUSTED = [ip_network("10.0.0.0/8")]


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.1", ["198.51.100.7"], "192.0.2.1"),
        ("10.0.0.1", ["198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["6.6.6.6, 198.51.100.7"], "198.51.100.7"),
        ("10.0.0.1", ["6.6.6.6", "198.51.100.7, 10.2.3.4"], "198.51.100.7"),
        ("10.0.0.1", ["rubbish"], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.7:5555"], "198.51.100.7"),
        ("10.0.0.1", ["[2001:db8:1:2:3::4]:5555"], "2001:db8:1:2::/64"),
        ("10.0.0.1", ["2001:db8:1:2:3::4"], "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", [], "192.0.2.1"),
        ("2001:db8:1:2:3::4", [], "2001:db8:1:2::/64"),
        ("", [], ""),
    ],
)
def test_an_address_is_that_of_the_last_untrusted_hop(
    peer: str, forwarded: list[str], expected: str
) -> None:
    assert address_of(peer, forwarded, TRUSTED) == expected
