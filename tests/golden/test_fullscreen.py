"""The table on the full screen against golden screens, on every size."""

import pytest
from tests.conditions import PATIENCE_S
from tests.golden.fullscreen.scenes import SCENES
from tests.golden.fullscreen.write import FOLDER, SIZES, names_of, screens_of

from samedeal_client.view.spans import width_of


@pytest.mark.parametrize("name", SCENES)
async def test_a_table_is_as_it_was(name: str) -> None:
    for file, text in (await screens_of(name, within_s=PATIENCE_S)).items():
        golden = (FOLDER / f"{file}.txt").read_text("utf-8")
        assert text == golden, f"{file}: write them anew: make golden, read the diff"


@pytest.mark.parametrize("name", SCENES)
def test_nothing_on_a_table_is_wider_than_its_terminal(name: str) -> None:
    for width, height in SIZES:
        rows = (FOLDER / f"{name}-{width}x{height}.txt").read_text("utf-8").split("\n")
        assert len(rows) == height + 1
        assert max(width_of(row) for row in rows) <= width


@pytest.mark.parametrize("name", SCENES)
def test_a_table_in_ascii_is_ascii_but_for_names(name: str) -> None:
    text = (FOLDER / f"{name}-ascii.txt").read_text("utf-8").replace("名前", "")
    assert text.isascii()


def test_no_golden_table_is_left_over() -> None:
    written = {path.stem for path in FOLDER.glob("*.txt")}
    assert written == {file for name in SCENES for file in names_of(name)}
