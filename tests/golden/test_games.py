"""The golden files of the games are what the rules say today."""

from pathlib import Path

import pytest
from tests.golden.games import FOLDER, golden_files

FILES = golden_files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_file_is_what_the_rules_say(path: Path) -> None:
    assert path.read_text("utf-8") == FILES[path](), "run `make golden`, read the diff"


def test_no_golden_file_is_left_of_a_game_that_is_gone() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {path.name for path in FILES}
