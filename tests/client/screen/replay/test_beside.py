"""The side of a replay: the time, the move just made, and what happened."""

from itertools import pairwise

import pytest
from tests.golden.fullscreen.ended import ended

from samedeal_client.screen.panels.blocks import Block
from samedeal_client.screen.replay.at_moment import racers_at
from samedeal_client.screen.replay.beside import side_of, time_line, whole_ms
from samedeal_client.screen.replay.events import LEAST_POINTS, happened_in
from samedeal_client.screen.table.race.bars import Bars
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.spans import text_of, width_of_row
from samedeal_client.view.tints import Patch
from samedeal_games.catalogue import GAMES
from samedeal_records.replays import Replay

WIDTH = 44


def replay_of(key: str, count: int = 2) -> Replay:
    return Replay(ended(key, count).record)


@pytest.mark.parametrize("key", GAMES)
def test_what_happened_is_told_in_the_order_of_time(key: str) -> None:
    replay = replay_of(key, 3)
    found = happened_in(replay)
    assert [*found] == sorted(found, key=lambda one: (one.at_ms, one.track))
    ends = [one for one in found if one.text.startswith("ends with")]
    assert {one.track for one in ends} == {0, 1, 2}


def test_hands_that_are_told_come_to_what_was_made() -> None:
    replay = replay_of("squares/english")
    told = [one for one in happened_in(replay) if one.text.split("+")[-1].isdigit()]
    assert told
    assert all(int(one.text.split("+")[-1]) >= LEAST_POINTS for one in told)
    for number, track in enumerate(replay.tracks):
        points = sum(
            int(one.text.split("+")[-1]) for one in told if one.track == number
        )
        assert points <= track.steps[-1].score


@pytest.mark.parametrize("key", ["squares/english", "capricieuse"])
def test_who_takes_the_lead_is_alone_in_front(key: str) -> None:
    replay = replay_of(key, 3)
    for one in happened_in(replay):
        if one.text != "takes the lead":
            continue
        scores = [
            next(s.score for s in reversed(track.steps) if s.at_ms <= one.at_ms)
            for track in replay.tracks
        ]
        assert scores[one.track] == max(scores)
        assert scores.count(max(scores)) == 1


@pytest.mark.parametrize("glyphs", [UNICODE, UNICODE._replace(halves=""), ASCII])
@pytest.mark.parametrize("height", [4, 12, 20, 40])
@pytest.mark.parametrize("key", GAMES)
def test_the_side_fits_at_every_moment(key: str, height: int, glyphs: Glyphs) -> None:
    replay = replay_of(key)
    happened = happened_in(replay)
    while True:
        blocks = side_of(replay, happened, 0, glyphs, (WIDTH, height))
        for block in blocks:
            assert all(width_of_row(row) <= WIDTH for row in block.rows)
        if replay.is_at_end:
            break
        replay.go(7)
    assert "What happened" not in titles(
        side_of(replay, happened, 0, glyphs, (WIDTH, 0))
    )


def titles(blocks: tuple[Block, ...]) -> list[str]:
    return [block.frame.title for block in blocks]


def test_the_line_of_the_time_is_where_the_match_is() -> None:
    replay = replay_of("squares/english")
    assert text_of([time_line(replay, ASCII, 40)]).startswith("o---")
    replay.go(1_000)
    last = text_of([time_line(replay, ASCII, 40)])
    assert last.index("o") == replay.at_ms * 39 // whole_ms(replay)
    assert set(last[: last.index("o")]) <= {"="}


@pytest.mark.parametrize("own", [None, 0, 1, 2])
def test_everybody_has_the_colour_of_their_bar(own: int | None) -> None:
    replay = replay_of("squares/english", 3)
    replay.go(1_000)
    racers = racers_at(replay, own)
    about = replay.game.about
    bars = Bars().lines(racers, about, (WIDTH, 20), UNICODE, 0.0)
    told = side_of(replay, happened_in(replay), own, UNICODE, (WIDTH, 60))[-1]
    assert told.frame.title == "What happened"
    for racer in racers:
        (name, tint) = next(
            (span.text.strip(), span.style.tint)
            for row in told.rows
            for span in row
            if racer.name in span.text and isinstance(span.style, Patch)
        )
        (whose, filled) = next(
            (head, row) for head, row in pairwise(bars) if name in text_of([head])
        )
        assert racer.name in text_of([whose])
        assert tint in {
            span.style.tint for span in filled if isinstance(span.style, Patch)
        }


def test_the_last_move_is_told_with_what_it_made() -> None:
    replay = replay_of("squares/english")
    made: list[str] = []
    while not replay.is_at_end:
        replay.go(1)
        (move,) = (
            block
            for block in side_of(replay, (), None, UNICODE, (WIDTH, 40))
            if block.frame.title == "Last move"
        )
        made.append(text_of(move.rows))
    assert len(made) == 25
    assert all(" on " in text and " s" in text for text in made)
    assert any("three of a kind in row 1, +6" in text for text in made)
