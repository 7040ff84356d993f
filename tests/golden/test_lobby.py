"""Every page of the lobby at every size, against golden screens."""

import pytest
from tests.conditions import PATIENCE_S
from tests.golden.lobby.write import FOLDER, LOOKS, PAGES, looks

from samedeal_client.view.spans import width_of

NAMES = "Zoë 名前"
"""What players are called, which is theirs to write as they like."""


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_is_as_it_was(page: str) -> None:
    written = (FOLDER / f"{page}.txt").read_text("utf-8")
    assert await looks(page, within_s=PATIENCE_S) == written


def test_there_is_no_page_that_is_not_looked_at() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_fits_its_screen_and_shows_where_one_is(page: str) -> None:
    parts = (FOLDER / f"{page}.txt").read_text("utf-8").split("== ")[1:]
    for look, part in zip(LOOKS, parts, strict=True):
        name, *rows = part.rstrip("\n").split("\n")
        assert name == look.name
        where = " ada  move 9 of" if page == "replay" else " samedeal"
        assert rows[0].replace("jugada 9 de", "move 9 of").startswith(where)
        assert len(rows) <= look.height
        assert all(width_of(row) <= look.width for row in rows)
        if look.name.endswith("ascii"):
            assert all(c.isascii() or c in NAMES for c in part)


@pytest.mark.parametrize("page", sorted({*PAGES} - {"rules", "code", "replay"}))
def test_the_foot_of_a_page_says_how_to_learn_of_all_keys(page: str) -> None:
    parts = (FOLDER / f"{page}.txt").read_text("utf-8").split("== ")[1:]
    for look, part in zip(LOOKS, parts, strict=True):
        told = "?  teclas" if look.language == "es" else "?  keys"
        assert told in part.rstrip("\n").split("\n")[-1]
