"""Boards of deals that are given to many, and streaks of days."""

from datetime import date, timedelta
from random import Random

from bench.finished import HOUR_MS, NOON, Came, finished
from hypothesis import given
from hypothesis import strategies as st
from tests.server.core.books.shelf import DAY, GAME, Shelf

from samedeal_server.core.books import books
from samedeal_server.core.books.books import (
    Streak,
)
from samedeal_server.core.books.first_attempts import NO_RESULT, original_of, prolonged

DAILY = f"daily/{GAME}/{DAY}"


def test_the_first_attempt_at_a_deal_stays() -> None:
    shelf = Shelf(
        finished("m-1", Came("ann", 5), deal=DAILY),
        finished("m-2", Came("ann", 50), deal=DAILY),
        finished("m-3", Came("bob", 40, state="resigned"), deal=DAILY),
        finished("m-4", Came("cid", 0, plies=0), deal=DAILY),
        finished("m-5", Came("dot", 0), deal=DAILY),
    )
    values = {"ann": 5, "dot": 0, "bob": NO_RESULT, "cid": NO_RESULT}
    assert shelf.board("deal", DAILY) == values
    assert shelf.row("deal", DAILY, "bob").state == "resigned"
    assert [line.deal for line in shelf.history("ann")] == [DAILY, DAILY]
    assert shelf.board("best", GAME) == {}


def test_a_daily_that_ends_after_its_reveal_does_not_count() -> None:
    shelf = Shelf(
        finished("m-1", "ann", deal=DAILY, at=NOON + 13 * HOUR_MS - 1),
        finished("m-2", "bob", deal=DAILY, at=NOON + 13 * HOUR_MS),
        finished("m-3", "cid", deal="daily/russian/2026-11-21"),
        finished("m-4", "cid", deal="daily/2026-11-21"),
    )
    assert set(shelf.board("deal", DAILY)) == {"ann"}
    assert shelf.board("deal", "daily/russian/2026-11-21") == {}
    assert len(shelf.history("bob")) == 1
    assert (books.streak("bob"), GAME) not in shelf.fields


def test_the_board_of_a_challenge_has_those_who_played_the_match() -> None:
    shelf = Shelf(
        finished("m-1", Came("ann", 9), Came("bob", 8), Came("hal", 99, bot=True)),
        finished("m-2", Came("cid", 10), deal="m-1"),
        finished("m-3", Came("ann", 50), deal="m-1"),
    )
    assert shelf.board("deal", "m-1") == {"cid": 10, "ann": 9, "bob": 8}
    assert shelf.row("deal", "m-1", "ann").match == "m-1"
    assert shelf.row("deal", "m-1", "cid").match == "m-2"


def test_a_challenge_on_a_match_that_is_not_kept_has_a_board_all_the_same() -> None:
    challenge = finished("m-2", "cid", deal="m-1")
    assert original_of(challenge) == "m-1"
    assert set(Shelf(challenge).board("deal", "m-1")) == {"cid"}


def test_days_on_end_make_a_streak_and_a_day_left_out_ends_it() -> None:
    shelf = Shelf()
    day = date(2028, 2, 27)
    for number in (0, 1, 2, 4, 5):
        played = day + timedelta(days=number)
        at = NOON + (played - date(2026, 11, 21)).days * 24 * HOUR_MS
        shelf.add(finished(f"m-{number}", "ann", deal=f"daily/{GAME}/{played}", at=at))
    packed = shelf.fields[books.streak("ann"), GAME]
    assert books.unpack_streak(packed)[:3] == (2, 3, "2028-03-03")


def test_a_daily_that_ends_after_the_next_days_keeps_the_streak() -> None:
    streak = None
    for day in (1, 2, 4, 3, 5):
        streak = prolonged(streak, date(2026, 11, day))
    assert streak == Streak(5, 5, "2026-11-05")


@given(st.sets(st.integers(0, 30), min_size=1), st.randoms(use_true_random=False))
def test_a_streak_does_not_depend_on_which_of_two_days_ended_first(
    days: set[int], dice: Random
) -> None:
    order, i = sorted(days), 0
    while i + 1 < len(order):
        if order[i + 1] == order[i] + 1 and dice.random() < 0.3:
            order[i : i + 2] = reversed(order[i : i + 2])
            i += 1
        i += 1
    streak = None
    for day in order:
        streak = prolonged(streak, date(2026, 1, 1) + timedelta(days=day))
    assert streak is not None
    assert streak[:3] == _counted(days)


def _counted(days: set[int]) -> tuple[int, int, str]:
    runs: list[int] = []
    for day in sorted(days):
        runs.append(runs[-1] + 1 if day - 1 in days and runs else 1)
    last = date(2026, 1, 1) + timedelta(days=max(days))
    return runs[-1], max(runs), last.isoformat()
