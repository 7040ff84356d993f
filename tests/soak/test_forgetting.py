"""What is kept for people who have gone: nothing, once it says nothing."""

from samedeal_server.people.buckets import Buckets, Rate

RATE = Rate(10, 1.0)


def test_people_who_do_no_more_are_forgotten_as_others_come() -> None:
    buckets: Buckets[int] = Buckets(RATE)
    for second in range(10_000):
        buckets.spend(second, float(second))
    assert len(buckets) <= 10


def test_who_has_spent_all_stays_known_until_it_makes_no_difference() -> None:
    buckets: Buckets[str] = Buckets(RATE)
    for _ in range(10):
        assert buckets.spend("greedy", 0.0) == 0
    for number in range(100):
        buckets.spend(f"other {number}", 0.5)
    assert buckets.spend("greedy", 0.5) > 0
    assert buckets.spend("greedy", 1.5) == 0
