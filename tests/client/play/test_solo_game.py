"""One game alone, whatever it is played on."""

from collections.abc import Callable

import pytest

from samedeal_client.play.course import Lesson, lesson_of
from samedeal_client.play.solo_game import SoloGame
from samedeal_games.catalogue import find_game
from samedeal_players.solver import Outcome, is_compiled

compiled = pytest.mark.skipif(not is_compiled(), reason="there is no compiled search")
SEED = bytes(range(1, 33))
OTHER = bytes(range(2, 34))


def clock_at(times: list[float]) -> Callable[[], float]:
    """Return a clock that shows the last of some times."""
    return lambda: times[-1]


def any_move(solo: SoloGame) -> str:
    """Return the first legal move in notation."""
    moves = tuple(solo.game.legal_moves(solo.position))
    return solo.game.format(moves[0])


def played_out(key: str, now_s: Callable[[], float]) -> SoloGame:
    """Return a game whose every move was made."""
    solo = SoloGame(find_game(key), SEED, now_s)
    while not solo.is_over:
        assert solo.make(any_move(solo))
    return solo


def at_free_play(lesson: Lesson) -> SoloGame:
    """Return the game of a lesson that has been gone through."""
    solo = SoloGame(lesson.game, lesson.seed, lesson=lesson)
    while solo.step is not None:
        assert solo.make(solo.step.move)
    return solo


def test_what_was_made_is_taken_back_down_to_the_deal() -> None:
    solo = SoloGame(find_game("easthaven"), SEED)
    dealt = solo.board
    assert solo.make(any_move(solo))
    assert solo.make(any_move(solo))
    assert len(solo.made) == solo.board.plies == 2
    assert solo.take_back()
    assert solo.take_back()
    assert not solo.take_back()
    assert (solo.board, solo.made) == (dealt, [])


def test_a_card_with_one_place_lies_and_is_not_taken_back() -> None:
    solo = SoloGame(find_game("squares/patience"), SEED)
    assert len(solo.made) == 1
    assert not solo.take_back()
    assert solo.board.plies == 1


def test_the_clock_stands_still_at_the_end_until_that_is_taken_back() -> None:
    times = [100.0]
    solo = played_out("squares/english", clock_at(times))
    times.append(161.0)
    assert solo.taken == "0:00"
    assert solo.take_back()
    assert solo.taken == "1:01"
    assert solo.make(any_move(solo))
    times.append(500.0)
    assert solo.result == f"{solo.score} in 1:01."


def test_another_deal_begins_anew() -> None:
    times = [0.0]
    solo = played_out("squares/english", clock_at(times))
    times.append(30.0)
    solo.deal(OTHER)
    assert (solo.board.plies, solo.made, solo.taken) == (0, [], "0:00")
    assert solo.named == f"squares/english --seed {OTHER.hex()}"


async def test_a_hint_holds_until_something_is_done() -> None:
    solo = SoloGame(find_game("squares/english"), SEED)
    move = (await solo.hint()).move
    assert solo.hinted == move
    assert solo.make(move)
    assert not solo.hinted
    await solo.hint()
    assert solo.take_back()
    assert not solo.hinted
    await solo.hint()
    solo.forget_hint()
    assert not solo.hinted
    await solo.hint()
    solo.deal(OTHER)
    assert not solo.hinted


@compiled
async def test_hints_count_down_a_way_to_win_while_it_is_followed() -> None:
    # Nothing is late on a clock that stands still, however busy the machine is.
    solo = SoloGame(find_game("westcliff/classic"), SEED, clock_at([0.0]))
    hint = await solo.hint()
    assert (hint.outcome, hint.outlook) == (
        Outcome.WINNABLE,
        f"A win in {hint.left} moves.",
    )
    for left in range(hint.left - 1, 0, -1):
        assert solo.make(hint.move)
        hint = await solo.hint()
        assert hint.left == left
    assert hint.outlook == "One move from a win."
    assert solo.make(hint.move)
    assert solo.game.is_won(solo.position)


async def test_what_nobody_waits_for_any_more_is_no_hint() -> None:
    solo = SoloGame(find_game("westcliff/classic"), SEED)
    await solo.hint(lambda: True)
    assert not solo.hinted
    assert (await solo.hint()).move


async def test_nothing_is_hinted_at_when_all_is_done() -> None:
    solo = played_out("squares/english", clock_at([0.0]))
    assert not (await solo.hint()).move
    assert not solo.hinted


async def test_a_lesson_asks_for_its_moves_and_hints_at_them() -> None:
    lesson = lesson_of(find_game("westcliff/classic"))
    solo = SoloGame(lesson.game, lesson.seed, lesson=lesson)
    asked = lesson.steps[0].move
    others = map(solo.game.format, solo.game.legal_moves(solo.position))
    other = next(move for move in others if move != asked)
    assert not solo.make(other)
    assert solo.board.plies == 0
    assert (await solo.hint()).move == asked
    assert solo.said == lesson.steps[0].before
    assert solo.make(asked)
    assert solo.came == lesson.steps[0].after


def test_after_a_lesson_anything_may_be_played() -> None:
    solo = at_free_play(lesson_of(find_game("squares/english")))
    assert solo.make(any_move(solo))
    assert not solo.said


def test_on_another_deal_nothing_is_taught() -> None:
    lesson = lesson_of(find_game("squares/english"))
    solo = SoloGame(lesson.game, lesson.seed, lesson=lesson)
    solo.deal(SEED)
    assert (solo.step, solo.came, solo.said) == (None, (), ())
    assert solo.make(any_move(solo))


async def test_what_was_possible_is_found_for_the_moves_that_stand() -> None:
    solo = SoloGame(find_game("easthaven/open"), SEED)
    assert solo.make(any_move(solo))
    study = solo.study()
    found = await study.done()
    assert found.result is not None
