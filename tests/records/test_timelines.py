"""Timelines of counts, held against matches that are played again."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.game import Contest
from samedeal_records.timelines import (
    POINTS_MOST,
    Point,
    point_at,
    timeline_of,
    timelines,
)
from samedeal_records.transcripts import MoveRecord, SeatRecord, Transcript
from samedeal_records.verification import positions

from .test_transcripts import played

keys = st.sampled_from(sorted(GAMES))


def counts_at(match: Transcript, seat: SeatRecord, at_ms: int) -> tuple[int, int]:
    """Return score and plies at a moment, by playing up to it."""
    moves = tuple(move for move in seat.moves if move.at_ms <= at_ms)
    position = positions(match, seat._replace(moves=moves))[-1]
    return find_game(match.game).score(position), len(moves)


@given(key=keys, seed=st.integers(0, 2**32), data=st.data())
def test_a_timeline_says_at_every_moment_what_a_replay_says(
    key: str, seed: int, data: st.DataObject
) -> None:
    match = played(key, seed)
    is_score = find_game(key).about.contest is Contest.SCORE
    for seat, timeline in zip(match.seats, timelines(match), strict=True):
        last = seat.moves[-1].at_ms if seat.moves else 0
        at_ms = data.draw(st.integers(0, last + 1000))
        _, score, plies = point_at(timeline.points, at_ms)
        replayed = counts_at(match, seat, at_ms)
        assert score == replayed[0]
        assert plies == replayed[1] or (not is_score and plies < replayed[1])


@given(key=keys, seed=st.integers(0, 2**32))
def test_a_timeline_goes_from_the_deal_to_how_it_ended(key: str, seed: int) -> None:
    match = played(key, seed)
    for seat, timeline in zip(match.seats, timelines(match), strict=True):
        first, *_ = timeline.points
        last = timeline.points[-1]
        assert (first.at_ms, first.plies) == (0, 0)
        assert (last.score, last.plies) == (seat.score, seat.plies)
        assert (timeline.state, timeline.elapsed_ms) == (seat.state, seat.elapsed_ms)
        assert timeline.ended_ms >= last.at_ms
        assert list(timeline.points) == sorted(
            timeline.points, key=lambda point: (point.at_ms, point.plies)
        )
        reached = [p.at_ms for p in timeline.points if p.score == seat.score]
        assert seat.score == first.score or timeline.elapsed_ms in reached


@pytest.mark.parametrize("key", GAMES)
def test_no_way_has_more_points_than_a_message_takes(key: str) -> None:
    game, dice = find_game(key), Random(7)
    match = played(key, 7)
    (first, *_), moves = positions(match, match.seats[0]), list[MoveRecord]()
    position = first
    while not game.is_over(position):
        # Cards up first, so that the score changes as often as it can.
        legal = game.legal_moves(position)
        up = [move for move in legal if game.format(move).endswith("F")]
        move = dice.choice(up or legal)
        position = game.apply(position, move)
        moves.append(MoveRecord(len(moves), game.format(move)))
    seat = match.seats[0]._replace(moves=tuple(moves))
    timeline = timeline_of(match, seat)
    scores = [point.score for point in timeline.points]
    assert scores == sorted(scores)
    assert len(timeline.points) <= POINTS_MOST


def test_the_moment_before_the_first_point_is_the_deal() -> None:
    points = (Point(0, 0, 0), Point(500, 3, 2))
    assert point_at(points, -20) == points[0]
    assert point_at(points, 499) == points[0]
    assert point_at(points, 500) == points[1]


def test_who_ran_out_of_time_ended_with_the_match() -> None:
    match = played("squares/english", 4)
    assert "timed_out" in {seat.state for seat in match.seats}
    ended = {timeline.state: timeline.ended_ms for timeline in timelines(match)}
    lasted = match.ended_at - match.started_at - match.stood_ms
    assert ended["timed_out"] == lasted
