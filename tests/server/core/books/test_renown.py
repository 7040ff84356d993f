"""Renown: what makes somebody known, and what does not."""

from samedeal_server.core.books.renown import (
    GUEST_DAYS,
    MILLION,
    NAMED_DAYS,
    Renown,
    after_match,
    known_on,
    share_of_pair,
)


def lived(*days: tuple[int, tuple[str, ...]], named: bool = True) -> Renown:
    """Return the renown of somebody after matches: on which day, and with whom."""
    renown = Renown()
    for day, others in days:
        renown = after_match(renown, others, day, named=named)
    return renown


def test_nobody_is_known_on_their_first_day_however_much_they_play() -> None:
    renown = lived(*((7, (f"p-{n}", f"p-{n + 1}")) for n in range(200)))
    assert known_on(renown, 7) == 0
    assert 0 < known_on(renown, 8) < MILLION // 100


def test_days_make_somebody_known_with_a_claimed_name_sooner() -> None:
    days = [(day, ("ann", "bob")) for day in range(1, 13)]
    named = [known_on(lived(*days[:n]), 99) for n in range(12)]
    guest = [known_on(lived(*days[:n], named=False), 99) for n in range(12)]
    assert named == sorted(named)
    assert guest == sorted(guest)
    assert all(own >= other for own, other in zip(named, guest, strict=True))
    assert named.index(MILLION) == NAMED_DAYS
    assert guest.index(MILLION) == GUEST_DAYS


def test_who_meets_one_person_alone_is_never_known() -> None:
    assert known_on(lived(*((day, ("ann",)) for day in range(50))), 50) == 0


def test_a_day_counts_once_two_people_have_been_met_since_the_last_that_did() -> None:
    renown = lived((1, ("ann",)), (2, ("ann",)), (3, ("bob",)), (4, ("bob",)))
    assert (renown.days, renown.last, renown.met) == (1, 3, "bob")


def test_a_day_counts_once() -> None:
    renown = lived((1, ("ann", "bob")), (1, ("cid", "dot")))
    assert renown.days == 1


def test_a_match_that_ended_the_day_before_changes_nothing() -> None:
    renown = lived((5, ("ann", "bob")))
    assert after_match(renown, ("cid", "dot"), 4, named=True) == renown


def test_the_same_two_count_less_each_time_of_a_day() -> None:
    shares = [share_of_pair(times) for times in range(40)]
    assert shares[0] == MILLION
    assert shares == sorted(shares, reverse=True)
    assert sum(shares[:6]) > 3 * MILLION
    assert sum(shares) < 7 * MILLION
