"""The page's lessons are played by its rules as by the terminal's."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.web.rules.rules_of_the_page import NODE

from samedeal_client.play.course import lesson_of
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame
from samedeal_web.files import STATIC


def came_to(game: AnyGame) -> list[object]:
    """Return how many moves a lesson has, and what they come to."""
    lesson = lesson_of(game)
    position = game.setup(deal_from_seed(lesson.seed, game.about.packs))
    for step in lesson.steps:
        position = game.apply(position, game.parse(step.move))
    plies = len(lesson.steps)
    return [game.about.key, plies, plies, game.score(position)]


@pytest.mark.skipif(NODE is None, reason="no Node to run modules")
def test_every_lesson_comes_to_the_same_in_every_language() -> None:
    script = Path(__file__).with_name("lessons.mjs")
    said = subprocess.run(
        [NODE or "node", str(script), str(STATIC)], capture_output=True, check=True
    )
    wanted = [came_to(game) for game in GAMES.values()]
    assert json.loads(said.stdout) == {"en": wanted, "es": wanted}
