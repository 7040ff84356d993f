"""The reference is what the code says today."""

from pathlib import Path

import pytest
from docs.reference.write import FOLDER, pages

PAGES = pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_reference_page_is_what_the_code_says(path: Path) -> None:
    assert path.read_text("utf-8") == PAGES[path], "run `make docs`"


def test_no_page_is_left_that_nothing_writes() -> None:
    kept = {path for path in FOLDER.iterdir() if path.suffix in {".md", ".json"}}
    assert kept <= set(PAGES)
