"""A match that is seen again: where somebody is in it, and how fast it runs."""

import pytest
from tests.records.test_transcripts import played

from samedeal_client.failed import Refused
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.replay.playback_words import obey
from samedeal_records.replays import Fate, Replay
from samedeal_records.transcripts import Transcript

LONG = next(
    whole
    for whole in (played("westcliff/classic", seed) for seed in range(100))
    if all(seat.plies > 12 for seat in whole.seats)
)
EMPTY = LONG._replace(seats=(), nonces=(), rated=False)


class Clock:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.s = 1000.0

    def __call__(self) -> float:
        return self.s


def begun(whole: Transcript = LONG, own: str = "") -> tuple[Playback, Clock]:
    """Return a match that is seen from its start, and the viewer's clock."""
    clock = Clock()
    return Playback(Replay(whole), own, now_s=clock), clock


def watched(playback: Playback) -> tuple[int, ...]:
    """Return the tracks that are watched."""
    return playback.replay.watched


def plies(playback: Playback) -> int:
    """Return how many moves the first of those watched has made."""
    return playback.replay.ply_of(playback.replay.watched[0])


def test_it_begins_with_ones_own_board_or_with_the_winners() -> None:
    own = LONG.seats[-1]
    playback, _ = begun(own=own.player)
    assert playback.replay.tracks[playback.replay.watched[0]].seat == own
    playback, _ = begun(own="nobody")
    assert playback.replay.watched == (playback.order[0],)


def test_it_runs_as_fast_as_it_was_played() -> None:
    playback, clock = begun()
    whole = playback.replay.tracks[playback.order[0]]
    playback.run()
    for ply in (1, 5, len(whole.steps) - 1):
        clock.s = 1000.0 + whole.steps[ply].at_ms / 1000
        playback.look()
        assert playback.replay.at_ms == whole.steps[ply].at_ms
    assert not playback.is_running
    assert playback.wait_s() is None


def test_another_speed_goes_on_from_where_it_is() -> None:
    playback, clock = begun()
    track = playback.replay.tracks[playback.order[0]]
    playback.run()
    clock.s += track.steps[3].at_ms / 1000
    playback.look()
    here = plies(playback)
    playback.change_speed(4.0)
    wait_s = playback.wait_s()
    assert wait_s == pytest.approx(
        (track.steps[here + 1].at_ms - track.steps[here].at_ms) / 4000
    )
    clock.s += wait_s or 0.0
    assert playback.go_on()
    assert plies(playback) == here + 1


def test_a_speed_is_kept_for_the_next_run() -> None:
    playback, _ = begun()
    playback.change_speed(8.0)
    assert not playback.is_running
    playback.run()
    assert playback.speed == 8.0


def test_whoever_steps_stops_it() -> None:
    playback, _ = begun()
    for step in (
        lambda: playback.step(1),
        playback.to_start,
        lambda: playback.to_ply(3),
        lambda: playback.to_time(5),
        playback.to_loss,
        playback.to_end,
    ):
        playback.run()
        assert playback.is_running
        step()
        assert not playback.is_running


def test_run_at_the_end_begins_anew() -> None:
    playback, _ = begun()
    playback.to_end()
    playback.run()
    assert plies(playback) == 0
    assert playback.is_running


def test_where_it_was_lost_is_gone_to_once_it_is_known() -> None:
    playback, _ = begun()
    assert not playback.to_loss()
    seat = playback.replay.tracks[playback.order[0]].seat.seat
    playback.replay.fates = {seat: Fate(won_at=2, lost_at=4)}
    assert playback.to_loss()
    assert plies(playback) == 4


def test_the_next_player_is_watched_at_the_same_moment() -> None:
    playback, _ = begun()
    playback.to_ply(7)
    now = playback.replay.at_ms
    seen: list[int] = []
    for _ in playback.order:
        seen += playback.replay.watched
        assert playback.replay.at_ms <= now
        playback.watch_next()
    assert seen == playback.order
    assert playback.replay.watched == (playback.order[0],)


def test_one_is_watched_beside_another_and_alone_again() -> None:
    playback, _ = begun()
    first, second, third = playback.order
    playback.watch_beside()
    assert watched(playback) == (first, second)
    playback.watch_beside(third)
    assert watched(playback) == (first, third)
    playback.watch_alone()
    assert watched(playback) == (first,)


def test_of_a_match_of_nobody_nothing_runs() -> None:
    playback, _ = begun(EMPTY)
    playback.run()
    playback.watch_next()
    playback.watch_beside()
    playback.step(1)
    assert not playback.is_running
    assert not playback.replay.watched
    with pytest.raises(Refused):
        obey(playback, "5")


@pytest.mark.parametrize(
    "text", ["play fast", "play x0", "play x9999", "fly", "seat eve", "lost", "jump x"]
)
def test_what_cannot_be_done_changes_nothing(text: str) -> None:
    playback, _ = begun()
    playback.to_ply(5)
    with pytest.raises(Refused):
        obey(playback, text)
    assert plies(playback) == 5
    assert not playback.is_running


def test_words_step_run_and_stop() -> None:
    playback, _ = begun()
    obey(playback, "next 3")
    assert plies(playback) == 3
    obey(playback, "")
    assert plies(playback) == 4
    obey(playback, "P 2")
    assert plies(playback) == 2
    obey(playback, "play x4")
    assert playback.is_running
    assert playback.speed == 4.0
    obey(playback, "start")
    assert not playback.is_running
