"""Every game is taught on one deal, by moves that can be made there."""

import json
import subprocess
import sys
from importlib.resources import files

import pytest
from tests.screens import opened

from samedeal_client.cli import main
from samedeal_client.families import family_of
from samedeal_client.language import LANGUAGES, Language, speaking
from samedeal_client.lessons.patience import ideas_of
from samedeal_client.lessons.squares import COMPLETE
from samedeal_client.play.course import Lesson, lesson_of
from samedeal_client.play.input import read_move, typed
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.table.pressing import how_to, keys_of
from samedeal_client.screen.widgets import Words
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.spans import sentence, text_of
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame

MOST_MOVES = 20


def boards(lesson: Lesson) -> list[Board]:
    """Return the board before each step, and the one after the last."""
    game = lesson.game
    position = game.setup(deal_from_seed(lesson.seed, game.about.packs))
    found = [game.view(position)]
    for step in lesson.steps:
        position = game.apply(position, game.parse(step.move))
        found.append(game.view(position))
    return found


def begun(lesson: Lesson) -> int:
    """Return how many moves make themselves."""
    return int(bool(family_of(lesson.game).only_move(boards(lesson)[0])))


@pytest.mark.parametrize("key", GAMES)
def test_a_lesson_is_short_and_shows_all_there_is(key: str) -> None:
    lesson = lesson_of(find_game(key))
    assert 0 < len(lesson.steps) <= MOST_MOVES
    shown = frozenset[str]().union(*(step.ideas for step in lesson.steps))
    if isinstance(lesson.game, PatienceGame):
        assert ideas_of(lesson.game) <= shown
    else:
        assert COMPLETE in shown


def test_no_game_is_without_a_lesson_and_no_lesson_without_a_game() -> None:
    text = files("samedeal_client.lessons").joinpath("deals.json").read_text("ascii")
    assert list(json.loads(text)) == list(GAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_step_says_something_in_few_words(
    game: AnyGame, language: Language
) -> None:
    with speaking(language):
        lesson = lesson_of(game)
        for plies in range(begun(lesson), len(lesson.steps) + 1):
            said = " ".join((*lesson.came(plies), *lesson.said(plies)))
            assert 0 < len(said) < 4 * 76
            assert "{" not in said
        assert not lesson.said(len(lesson.steps) + 1)


@pytest.mark.parametrize("key", GAMES)
def test_what_is_to_be_typed_is_the_move(key: str) -> None:
    lesson = lesson_of(find_game(key))
    for step, board in zip(lesson.steps, boards(lesson), strict=False):
        said = typed(lesson.game, board, step.move)
        assert read_move(lesson.game, board, said) == step.move


def learn(key: str, given: str) -> str:
    """Learn a game through a pipe; return what was said."""
    done = subprocess.run(
        [sys.executable, "-m", "samedeal_client", "learn", key],
        input=given,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout


@pytest.mark.parametrize("key", ["squares/patience", "russian"])
def test_a_lesson_is_gone_through_in_lines(key: str) -> None:
    lesson = lesson_of(find_game(key))
    steps = zip(lesson.steps, boards(lesson), strict=False)
    lines = [typed(lesson.game, board, step.move) for step, board in steps]
    del lines[: begun(lesson)]
    told = learn(key, "\n".join(lines) + "\n")
    assert "That is how it goes." in told
    assert "in this lesson" not in told


def test_another_move_is_not_made_in_line_mode() -> None:
    told = learn("westcliff/classic", "d\nzz\n")
    assert "You could; but in this lesson, type 56" in told
    assert "is not a move here" in told
    assert "1 move" not in told


@pytest.mark.parametrize("key", GAMES)
async def test_a_lesson_is_gone_through_by_its_keys(key: str) -> None:
    lesson = lesson_of(find_game(key))
    app = PracticeScreen.of_lesson(lesson, UNICODE, colour=True)
    async with opened(app, size=(80, 24)) as pilot:
        for step in lesson.steps[begun(lesson) :]:
            how = how_to(lesson.game, app.board, step.move)
            bars = text_of(app.query_one("#bars", Words).lines)
            assert sentence(how) in bars
            await pilot.press(*keys_of(lesson.game, app.board, step.move))
            await pilot.pause()
        assert app.board == boards(lesson)[-1]
        assert "That is how it goes." in text_of(app.query_one("#bars", Words).lines)


async def test_another_move_is_not_made_on_the_full_screen() -> None:
    lesson = lesson_of(find_game("westcliff/classic"))
    app = PracticeScreen.of_lesson(lesson, UNICODE, colour=True)
    async with opened(app, size=(80, 24)) as pilot:
        await pilot.press("d", "a")
        assert app.board.plies == 0
        assert "in this lesson" in text_of(app.query_one("#notes", Words).lines)
        await pilot.press("5", "6", "u")
        assert app.board.plies == 0
        await pilot.press("d", "a")
        await pilot.pause()
        assert "in this lesson" in text_of(app.query_one("#notes", Words).lines)
        await pilot.press("5", "6")
        await pilot.pause()
        assert app.board.plies == 1
        assert "in this lesson" not in text_of(app.query_one("#notes", Words).lines)


async def test_a_hint_in_a_lesson_is_what_the_lesson_asks_for() -> None:
    lesson = lesson_of(find_game("squares/english"))
    app = PracticeScreen.of_lesson(lesson, UNICODE, colour=True)
    async with opened(app, size=(80, 24)) as pilot:
        for step in lesson.steps[:3]:
            plies, board = app.board.plies, app.board
            how = how_to(lesson.game, board, step.move)
            await pilot.press("h")
            await pilot.pause()
            assert f"Hint: {how}" in text_of(app.query_one("#notes", Words).lines)
            await pilot.press(*keys_of(lesson.game, board, step.move))
            await pilot.pause()
            assert app.board.plies == plies + 1


def test_without_a_game_it_is_told_which_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["learn"]) == 0
    rows = capsys.readouterr().out.splitlines()[1:]
    assert [row.split()[2] for row in rows] == list(GAMES)
    assert all(row.startswith(" samedeal learn ") and len(row) < 80 for row in rows)
