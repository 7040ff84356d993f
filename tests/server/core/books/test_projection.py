"""Booking: what matches add up to, match by match."""

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from bench.finished import HOUR_MS, NOON, Came, finished, series
from hypothesis import given
from hypothesis import strategies as st
from tests.server.core.books.shelf import DAY, GAME, Shelf

from samedeal_games.catalogue import GAMES
from samedeal_records.transcripts import SeatRecord, Transcript
from samedeal_server.core.books import books
from samedeal_server.core.books.books import (
    Row,
    Shown,
)
from samedeal_server.core.books.projection import book, needs
from samedeal_server.core.books.ratings import Rating
from samedeal_server.core.books.results import Finished
from samedeal_server.core.books.windows import ALL, windows_at
from samedeal_server.core.rooms.standings import leaderboard_value

RACE = "westcliff/american"


def test_a_rated_match_puts_its_best_results_on_the_boards_of_its_four_windows() -> (
    None
):
    shelf = Shelf(finished("m-1", Came("ann", 30), Came("bob", 40)))
    for window in (DAY, "2026-W47", "2026-11", ALL):
        assert shelf.board("best", GAME, window) == {"bob": 40, "ann": 30}
    row = shelf.row("best", GAME, "ann")
    own = Row("ann", "ANN", "m-1", NOON, 30, 20, 60_000, "finished")
    assert row == own._replace(unvouched=True)


def test_a_better_result_replaces_a_worse_one_and_an_equal_one_does_not() -> None:
    shelf = Shelf(
        finished("m-1", Came("ann", 30), "bob"),
        finished("m-2", Came("ann", 20), "bob"),
        finished("m-3", Came("ann", 30), "bob"),
    )
    assert shelf.row("best", GAME, "ann").match == "m-1"
    shelf.add(finished("m-4", Came("ann", 31), "bob"))
    assert shelf.row("best", GAME, "ann").match == "m-4"


def test_a_result_that_is_worse_for_ever_may_be_the_best_of_the_next_day() -> None:
    shelf = Shelf(
        finished("m-1", Came("ann", 30), "bob"),
        finished("m-2", Came("ann", 20), "bob", at=NOON + 12 * HOUR_MS),
    )
    assert shelf.board("best", GAME, ALL)["ann"] == 30
    assert shelf.board("best", GAME, DAY)["ann"] == 30
    assert shelf.board("best", GAME, "2026-11-22")["ann"] == 20


def test_in_a_race_who_is_out_comes_first_and_among_those_the_fastest() -> None:
    shelf = Shelf(
        finished(
            "m-1",
            Came("ann", 52, 90_000, "out"),
            Came("bob", 51, 10_000),
            Came("cid", 52, 80_000, "out"),
            game=RACE,
        )
    )
    assert list(shelf.board("best", RACE)) == ["cid", "ann", "bob"]


def test_pace_is_what_was_scored_a_minute_in_ones_fastest_match() -> None:
    shelf = Shelf(
        finished("m-1", Came("ann", 30, 90_000), Came("bob", 40, 240_000)),
        finished("m-2", Came("ann", 12, 30_000), Came("bob", 0, 0)),
        finished("m-3", Came("ann", 99, 600_000), Came("bob", 9, state="resigned")),
    )
    assert shelf.board("pace", GAME) == {"ann": 20_000, "bob": 10_000}
    row = shelf.row("pace", GAME, "ann")
    assert (row.match, row.score, row.elapsed_ms) == ("m-1", 30, 90_000)


def test_less_than_a_minute_counts_as_one_for_a_pace() -> None:
    shelf = Shelf(finished("m-1", Came("ann", 1, 12), Came("bob", 1), game=RACE))
    assert shelf.board("pace", RACE)["ann"] == 1_000


def test_what_a_deal_gave_at_its_start_is_no_pace() -> None:
    shelf = Shelf(finished("m-1", Came("ann", 3, 0), Came("bob", 1), game=RACE))
    assert shelf.board("pace", RACE)["ann"] == 0


def test_who_resigned_has_no_best_result_and_no_win() -> None:
    shelf = Shelf(finished("m-1", Came("ann", 9, state="resigned"), Came("bob", 0, 0)))
    assert set(shelf.board("best", GAME)) == {"bob"}
    assert shelf.board("every-win", GAME) == {"bob": 1}
    assert shelf.versus("bob", "ann")[:4] == ("ANN", 1, 1, 0)


def test_who_ties_for_the_first_place_has_won() -> None:
    shelf = Shelf(finished("m-1", Came("ann", 9), Came("bob", 9), Came("cid", 8)))
    assert shelf.board("every-win", GAME) == {"ann": 1, "bob": 1}
    assert shelf.versus("ann", "bob")[:4] == ("BOB", 1, 0, 0)
    assert shelf.versus("cid", "bob")[:4] == ("BOB", 1, 0, 1)


def test_nobody_wins_with_nothing() -> None:
    shelf = Shelf(finished("m-1", Came("ann", 0, 0), Came("bob", 0, 0), game=RACE))
    assert shelf.board("every-win", RACE) == {}
    before, after = shelf.history("ann")[0].before, shelf.history("ann")[0].after
    assert before == after


def test_a_match_is_not_rated_for_who_made_no_move_nor_against_them() -> None:
    idle = Came("idle", 0, plies=0)
    shelf = Shelf(finished("m-1", Came("ann", 30), Came("bob", 20), idle))
    with_two = Shelf(finished("m-1", Came("ann", 30), Came("bob", 20)))
    assert shelf.history("ann")[0].after == with_two.history("ann")[0].after
    assert shelf.versus("ann", "bob").matches == 1
    assert not [field for field in shelf.fields if "idle" in field]
    (line,) = shelf.history("idle")
    assert (line.rated, line.place, line.players) == (False, 3, 3)


def test_a_match_in_which_one_alone_moved_is_rated_for_nobody() -> None:
    shelf = Shelf(finished("m-1", Came("ann", 30), Came("idle", 0, plies=0)))
    assert not shelf.fields
    assert not shelf.scores
    assert not shelf.history("ann")[0].rated


def over_days(
    days: int, *came: Came, first: int = 0, each: int = 1
) -> Iterator[Transcript]:
    """Yield the same match, so often a day."""
    for number in range(days * each):
        day = first + number // each
        yield finished(f"m-{day}-{number}", *came, at=NOON + day * 24 * HOUR_MS)


FRIENDS = tuple(Came(name, 9 - k, named=True) for k, name in enumerate("abc"))


def test_a_win_counts_for_all_as_far_as_the_best_known_opponent_is_known() -> None:
    shelf = Shelf(*over_days(5, *FRIENDS))
    assert shelf.board("every-win", GAME) == {"a": 5}
    assert shelf.board("wins", GAME) == {}
    for match in over_days(2, *FRIENDS, first=5):
        shelf.add(match)
    assert shelf.board("wins", GAME) == {"a": 2}
    assert shelf.board("every-win", GAME) == {"a": 7}


def test_a_win_against_the_same_opponents_counts_less_each_time_of_a_day() -> None:
    shelf = Shelf(*over_days(6, *FRIENDS))
    for match in over_days(1, *FRIENDS, first=6, each=6):
        shelf.add(match)
    counts = books.counts(GAME, "2026-11-27")
    known = books.unpack_counts(shelf.fields[counts, "a"])
    assert known.wins == 6
    assert 3_000_000 < known.known_wins < 3_500_000
    assert shelf.board("wins", GAME, "2026-11-27") == {"a": 3}


def test_who_is_not_known_yet_is_made_up_for_when_they_are() -> None:
    shelf = Shelf(*over_days(5, *FRIENDS))
    first = books.unpack_rating(shelf.fields[books.ratings("squares"), "a"])
    assert len(first.owed) == 5
    assert first.mu > Rating().mu
    shelf.add(next(over_days(1, *FRIENDS, first=7)))
    then = books.unpack_rating(shelf.fields[books.ratings("squares"), "a"])
    assert then.owed == ()
    assert then.rating.shown > first.rating.shown + 100


def test_what_was_won_against_those_who_never_came_again_hardly_shows() -> None:
    shelf = Shelf()
    for number in range(40):
        guest = Came(f"guest-{number}", 1)
        shelf.add(finished(f"m-{number}", Came("ann", 9, named=True), guest))
    line = shelf.history("ann")[-1]
    assert line.after is not None
    assert 1500 < line.after.rating <= 1540
    assert line.after.is_provisional


def test_a_rate_of_wins_needs_five_matches_in_its_window() -> None:
    shelf = Shelf(
        *(
            finished(f"m-{n}", Came("ann", 9 + n % 2), Came("bob", 9 - n % 2 + n % 3))
            for n in range(4)
        )
    )
    assert shelf.board("every-winrate", GAME) == {}
    shelf.add(finished("m-4", "ann", Came("bob", 1), at=NOON + 12 * HOUR_MS))
    assert set(shelf.board("every-winrate", GAME)) == {"ann", "bob"}
    assert shelf.board("winrate", GAME) == {}
    assert shelf.board("every-winrate", GAME, DAY) == {}
    row = shelf.row("every-winrate", GAME, "ann")
    assert shelf.board("every-winrate", GAME)["ann"] == (row.wins or 0) * 1_000_000 // 5
    assert row.matches == 5


def test_bots_are_on_no_board_and_places_among_people_leave_them_out() -> None:
    shelf = Shelf(
        finished("m-1", Came("hal", 90, bot=True), Came("ann", 9), Came("bob", 8))
    )
    for kind in ("best", "every-win"):
        assert "hal" not in shelf.board(kind, GAME)
    assert shelf.board("every-win", GAME) == {"ann": 1}
    assert not [name for name in shelf.lines if "hal" in name]
    assert not [field for field in shelf.fields if "hal" in field]
    line = shelf.history("ann")[0]
    assert (line.place, line.players) == (2, 3)
    assert line.opponents[0] == books.Opponent("hal", "HAL", True, 1, 90)


def test_ratings_are_those_of_the_family_and_name_the_match() -> None:
    shelf = Shelf(
        finished("m-1", "ann", Came("bob", 1), game="westcliff/classic"),
        finished("m-2", "ann", Came("bob", 1), game="pas-seul"),
    )
    packed = shelf.fields[books.ratings("westcliff"), "ann"]
    rating = books.unpack_rating(packed)
    assert (rating.matches, rating.match) == (2, "m-2")
    assert rating.rating.shown > 1500
    first, second = shelf.history("ann")
    assert first.before == Shown(1500, True)
    assert first.after == second.before
    assert second.after == Shown(rating.rating.shown, True)


def test_a_rating_is_on_the_board_once_it_is_not_provisional() -> None:
    shelf = Shelf()
    for match in over_days(10, *FRIENDS, each=2):
        shelf.add(match)
        shown = shelf.history("a")[-1].after
        assert shown is not None
        board = shelf.board("rating", "squares")
        assert board.get("a") == (None if shown.is_provisional else shown.rating)
    assert shelf.row("rating", "squares", "a").matches == 20


@pytest.mark.parametrize(
    "match",
    [
        finished("m-1", "ann", "bob", rated=False),
        finished("m-1", "ann"),
        finished("m-1", "ann", Came("hal", bot=True)),
        finished("m-1", "ann", Came("hal", bot=True), rated=True),
    ],
)
def test_what_is_not_rated_is_in_histories_alone(match: Transcript) -> None:
    shelf = Shelf(match)
    assert not shelf.fields
    assert not shelf.scores
    (line,) = shelf.history("ann")
    assert not line.rated
    assert line.before is line.after is None


def test_a_game_that_nobody_knows_any_more_changes_nothing() -> None:
    ended = Finished(finished("m-1", "ann", "bob")._replace(game="gone"))
    assert needs(ended) == ()
    assert book({}, ended) == ()


@given(st.integers(0, 1000))
def test_booking_asks_for_all_that_it_reads(seed: int) -> None:
    Shelf(*series(Random(seed), 12))  # a field not asked for is a KeyError


@given(st.integers(0, 1000))
def test_boards_agree_with_a_count_by_hand(seed: int) -> None:
    matches = [*series(Random(seed), 30)]
    shelf = Shelf(*matches)
    rated = [match for match in matches if match.rated and len(_movers(match)) > 1]
    for match in rated:
        for window in windows_at(match.ended_at):
            within = [
                other
                for other in rated
                if other.game == match.game and window in windows_at(other.ended_at)
            ]
            assert shelf.board("best", match.game, window) == _best(within)
            assert shelf.board("every-win", match.game, window) == _wins(within)


@given(st.integers(0, 1000))
def test_everybody_but_bots_has_each_match_in_their_history(seed: int) -> None:
    matches = [*series(Random(seed), 20)]
    shelf = Shelf(*matches)
    for player in {seat.player for match in matches for seat in match.seats}:
        played = [
            match.match
            for match in matches
            if any(seat.player == player and not seat.bot for seat in match.seats)
        ]
        assert [line.match for line in shelf.history(player)] == played


@given(st.integers(0, 1000))
def test_ratings_replay_from_the_histories(seed: int) -> None:
    shelf = Shelf(*series(Random(seed), 30))
    for name, lines in shelf.lines.items():
        last: dict[str, Shown] = {}
        for line in map(books.unpack_line, lines):
            if line.before is None or line.after is None:
                continue
            family = GAMES[line.game].about.family
            assert line.before == last.get(family, _shown(Rating()))
            last[family] = line.after
        for family, shown in last.items():
            player = name.removeprefix("history/")
            packed = shelf.fields[books.ratings(family), player]
            assert _shown(books.unpack_rating(packed).rating) == shown


def _shown(rating: Rating) -> Shown:
    return Shown(rating.shown, rating.is_provisional)


def _movers(match: Transcript) -> list[SeatRecord]:
    return [seat for seat in match.seats if seat.plies and not seat.bot]


def _best(matches: Iterable[Transcript]) -> dict[str, int]:
    best: dict[str, int] = {}
    for match in matches:
        contest = GAMES[match.game].about.contest
        for seat in match.seats:
            if seat.bot or not seat.plies or seat.state == "resigned":
                continue
            value = leaderboard_value(seat.score, seat.elapsed_ms, contest)
            best[seat.player] = max(value, best.get(seat.player, value))
    return dict(sorted(best.items(), key=lambda item: (-item[1], item[0])))


def _wins(matches: Iterable[Transcript]) -> dict[str, int]:
    wins: dict[str, int] = {}
    for match in matches:
        people = _movers(match)
        places = [seat.place for seat in people]
        for seat in people:
            has_earned = seat.score > 0 and seat.elapsed_ms > 0
            if (
                seat.place == min(places)
                and seat.state != "resigned"
                and (has_earned or max(places) > seat.place)
            ):
                wins[seat.player] = wins.get(seat.player, 0) + 1
    return dict(sorted(wins.items(), key=lambda item: (-item[1], item[0])))
