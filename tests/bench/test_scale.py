"""The week that `bench.scale` plays: nobody is lost, and it grows as it should."""

from itertools import pairwise
from pathlib import Path

import pytest
from bench.scale import figures
from bench.scale.__main__ import ROWS, Found, lines
from bench.scale.habits import Habits
from bench.scale.lengths import LENGTHS, for_every_game
from bench.scale.needs import kept_of, limits_of, needs_at, peak_of
from bench.scale.week import Minute, Size, Trouble, Week, kinds_of

from samedeal_games.catalogue import GAMES

HABITS = Habits()
DAY = 1440
NOON = 720
ONE, CALM = Size(), Trouble()
PAGE = Path(__file__).parents[2] / "docs/explanation/scale.md"


def day(
    players: int, seed: int = 1, size: Size = ONE, trouble: Trouble = CALM
) -> list[Minute]:
    return Week(players, HABITS, seed, size, trouble).play(DAY)


def test_a_game_that_nobody_has_measured_is_taken_for_one_of_its_family() -> None:
    known = {"squares/english": 1, "westcliff/classic": 2, "westcliff/american": 3}
    taken = for_every_game(known)
    assert [*taken] == [*GAMES]
    assert taken["westcliff/american"] == 3
    assert taken["pas-seul"] == 2
    assert taken["squares/serpent"] == taken["russian"] == 1


def test_every_game_has_a_length_and_all_matches_are_of_some_kind() -> None:
    assert set(LENGTHS) == set(GAMES) == set(figures.ARCHIVED_BYTES)
    kinds = kinds_of(HABITS)
    assert sum(kind.chance for kind in kinds) == pytest.approx(1)
    for game, length in LENGTHS.items():
        moves = [(k.moves, k.chance) for k in kinds if k.game == game]
        mean = sum(m * chance for m, chance in moves) * len(LENGTHS)
        assert mean == pytest.approx(length.plies * HABITS.seats)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whoever_came_has_gone_or_is_there(seed: int) -> None:
    minutes = day(
        2_000,
        seed,
        Size(5, 3),
        Trouble({NOON: 2, NOON + 1: 5}, {NOON + 200: 1}, NOON + 60, NOON + 400),
    )
    present, running = 0, 0
    for minute in minutes:
        present += minute.came - minute.went
        running += minute.began - sum(minute.ended)
        assert minute.present == present
        assert minute.playing == running * HABITS.seats
        assert 0 <= minute.away <= present
        assert min(minute.came, minute.went, minute.in_lobby, minute.moves) >= 0
    assert running > 0


def test_moves_are_those_of_the_matches_that_ended() -> None:
    minutes = day(4_000)
    ended = [sum(column) for column in zip(*(m.ended for m in minutes), strict=True)]
    moves = sum(
        matches * length.plies * HABITS.seats
        for matches, length in zip(ended, LENGTHS.values(), strict=True)
    )
    assert sum(minute.moves for minute in minutes) == pytest.approx(moves, rel=0.02)


def test_players_of_a_process_that_dies_come_back() -> None:
    calm = day(10_000, size=Size(5))
    minutes = day(10_000, size=Size(5), trouble=Trouble({NOON: 1}))
    there = minutes[NOON].present
    assert minutes[NOON].cut_off == pytest.approx(there / 5, rel=0.1)
    assert minutes[NOON].back == minutes[NOON].cut_off
    assert minutes[NOON].away == 0
    assert minutes[NOON].present == pytest.approx(calm[NOON].present, rel=0.1)


def test_who_is_cut_off_comes_back_no_faster_than_processes_let_people_in() -> None:
    minutes = day(400_000, trouble=Trouble(cut=NOON))
    per_minute = round(60 * figures.HANDSHAKES_PER_S.value)
    cut_off = minutes[NOON].cut_off
    assert cut_off > 2 * per_minute
    back = [minute.away for minute in minutes[NOON : NOON + 6]]
    for before, after in pairwise(back):
        assert before - after <= per_minute
    assert back[-1] == 0


def test_matches_of_a_node_that_is_away_end_later_and_all_of_them() -> None:
    calm = day(5_000)
    minutes = day(5_000, trouble=Trouble(nodes={NOON: 1}))
    assert sum(minutes[NOON].ended) == 0
    # What begins meanwhile is the same, and ends later than this.
    both = [
        sum(sum(m.ended) for m in some[NOON : NOON + 2]) for some in (calm, minutes)
    ]
    assert both[1] == both[0] > 0


def test_a_release_cuts_everybody_off_once_about() -> None:
    size = Size(20)
    minutes = day(20_000, size=size, trouble=Trouble(restart=NOON))
    cut_off = sum(minute.cut_off for minute in minutes)
    assert cut_off == pytest.approx(minutes[NOON].present, rel=0.15)


def test_the_evening_is_the_peak_and_numbers_grow_with_players() -> None:
    ten, hundred = day(10_000), day(100_000)
    busiest = max(range(DAY), key=lambda minute: hundred[minute].present)
    assert 20 * 60 <= busiest <= 22 * 60
    few, many = peak_of(ten), peak_of(hundred)
    assert many.present == pytest.approx(85_000, rel=0.05)  # a working day
    for before, after in zip(few, many, strict=True):
        assert after == pytest.approx(10 * before, rel=0.1)
    less, more = kept_of(ten, HABITS), kept_of(hundred, HABITS)
    for before, after in zip(less, more, strict=True):
        assert after == pytest.approx(10 * before, rel=0.05)
    # What cannot be shared out breaks at the same number of players in both.
    memory = 64 * 2**30
    first, second = [
        limits_of(peak, needs_at(peak, HABITS), kept, memory)
        for peak, kept in ((few, less), (many, more))
    ]
    assert [limit.what for limit in first] == [limit.what for limit in second]
    for one, other in zip(first, second, strict=True):
        assert (one.players is None) == (other.players is None)
        for here, there in ((one.players, other.players), (one.apart, other.apart)):
            if here is not None:
                assert here == pytest.approx(there, rel=0.1)
    by_name = {limit.what: limit for limit in first}
    for what in ("the chain and the books", "memory of that node, after a year"):
        at, apart = by_name[what].players, by_name[what].apart
        assert at is not None
        assert apart is not None
        assert apart > 1.5 * at


def test_the_page_shows_the_rows_that_are_printed() -> None:
    week = day(1_000)
    peak, kept, memory = peak_of(week), kept_of(week, HABITS), 64 * 2**30
    needs = needs_at(peak, HABITS)
    limits = limits_of(peak, needs, kept, memory)
    found = Found(week, CALM, peak, needs, kept, limits, memory)
    printed = lines([found])
    assert len(printed) == len(ROWS) + len(limits) + 5
    page = PAGE.read_text("utf-8")
    for line in filter(None, printed):
        name = line.split(" | ")[0]
        assert f"{name} | " in page
