"""Reckoning: what counts now, what later, and what never."""

from samedeal_server.core.books.ratings import MILLION, Rating, rate
from samedeal_server.core.books.reckoning import (
    OWED_DAYS,
    OWED_MOST,
    Account,
    Met,
    reckoned,
    settled,
)


def match(
    winner: Account, loser: Account, known: int, day: int = 0
) -> tuple[Account, Account]:
    """Have two play who are known so well."""
    how_well = {"won": known, "lost": known}
    met = [(Met("lost", MILLION),), (Met("won", MILLION),)]
    first, second = reckoned([winner, loser], [1, 2], met, how_well, day)
    return first, second


def test_between_people_who_are_known_a_match_counts_wholly() -> None:
    after = match(Account(), Account(), MILLION)
    assert [each.owed for each in after] == [(), ()]
    plain = rate([Rating(), Rating()], [1, 2])
    for each, whole in zip(after, plain, strict=True):
        assert abs(each.rating.mu - whole.mu) <= 10
        assert abs(each.rating.sigma - whole.sigma) <= 10


def test_what_does_not_count_yet_sways_a_little_and_ends_no_provisional_rating() -> (
    None
):
    account = Account()
    for day in range(30):
        account, _ = match(account, Account(), 0, day)
    assert account.rating.mu == Rating().mu
    assert account.rating.sigma == Rating().sigma
    assert 1520 < account.swayed.shown < 1540
    assert account.swayed.is_provisional


def test_half_known_counts_half_and_the_other_half_when_they_are_known() -> None:
    half, _ = match(Account(), Account(), MILLION // 2)
    whole, _ = match(Account(), Account(), MILLION)
    then = settled(half, {"lost": MILLION}, 3)
    assert then.owed == ()
    assert abs(then.rating.mu - whole.rating.mu) <= 10
    assert abs(then.rating.sigma - whole.rating.sigma) <= 10


def test_what_has_counted_is_not_taken_back() -> None:
    half, _ = match(Account(), Account(), MILLION // 2)
    assert settled(half, {"lost": 0}, 3) == half


def test_what_is_owed_for_too_long_is_let_go() -> None:
    account, _ = match(Account(), Account(), 0)
    assert settled(account, {"lost": MILLION}, OWED_DAYS).owed == ()
    assert settled(account, {"lost": 0}, OWED_DAYS) == account
    assert settled(account, {"lost": 0}, OWED_DAYS + 1) == Account(account.rating)


def test_no_more_is_owed_than_a_bound() -> None:
    account = Account()
    for _ in range(OWED_MOST + 9):
        account, _ = match(account, Account(), 0)
    assert len(account.owed) == OWED_MOST
    assert account.rating.matches == OWED_MOST + 9


def test_those_who_begin_together_lose_nothing() -> None:
    """What is owed of ten matches comes to what they would have come to at once."""
    first, second, plain = Account(), Account(), [Rating(), Rating()]
    for number in range(10):
        if number % 3:
            first, second = match(first, second, 0)
            plain = [*rate(plain, [1, 2])]
        else:
            second, first = match(second, first, 0)
            plain = [*rate(plain, [2, 1])]
    then = settled(first, {"won": MILLION, "lost": MILLION}, 5)
    assert abs(then.rating.mu - plain[0].mu) < 1000
    assert abs(then.rating.sigma - plain[0].sigma) < 1000
