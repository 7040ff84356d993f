"""The budget of one connection."""

from samedeal_server.budget import BURST, PER_SECOND, STRIKES, Budget


def spent(now_s: float = 0.0) -> Budget:
    """Return a budget whose burst is used up."""
    budget = Budget(now_s)
    for _ in range(BURST):
        assert budget.spend(now_s) == 0
    return budget


def test_after_a_burst_it_is_said_how_long_to_wait() -> None:
    assert 0 < spent().spend(0.0) <= 1000 / PER_SECOND + 1


def test_whoever_waits_as_long_as_told_is_never_cut_off() -> None:
    budget, now_s = spent(), 0.0
    for _ in range(10 * STRIKES):
        now_s += budget.spend(now_s) / 1000
        assert not budget.is_spent


def test_whoever_goes_on_all_the_same_is_cut_off() -> None:
    budget = spent()
    for _ in range(STRIKES + 1):
        budget.spend(0.0)
    assert budget.is_spent


def test_time_forgives() -> None:
    budget = spent()
    for _ in range(STRIKES + 1):
        budget.spend(0.0)
    budget.spend(STRIKES * 1.0)
    assert not budget.is_spent


def test_a_steady_pace_is_never_refused() -> None:
    budget = Budget(0.0)
    assert all(budget.spend(k / PER_SECOND) == 0 for k in range(1000))


def test_a_clock_that_goes_back_gives_nothing_away() -> None:
    budget = spent(100.0)
    assert budget.spend(0.0) > 0
