"""On the smallest terminal nothing that a page of the lobby says is cut."""

import os
import re
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from tests.client.lobby.lobbies import context_at, visiting
from tests.golden.lobby.still import StillVisit
from tests.golden.lobby.write import KEYS, SURROUNDINGS

from samedeal_client.language import LANGUAGES, Language, speaking
from samedeal_client.lobby.leaf import Leaf
from samedeal_client.screen.widgets import Words
from samedeal_client.view.spans import text_of, width_of

WIDTH, HEIGHT = 80, 24
SMALL = (60, 20)
"""Of a window among others."""
FORMS = ("host", "settings")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["welcome", "lost", *KEYS])
async def test_nothing_is_cut(page: str, language: Language, tmp_path: Path) -> None:
    with speaking(language), patch.dict(os.environ, SURROUNDINGS):
        visit = StillVisit(
            context_at("wss://play.example", tmp_path), is_there=page != "lost"
        )
        is_first = page == "welcome"
        async with visiting(visit, is_first=is_first, size=(WIDTH, HEIGHT)) as here:
            await here.press(*KEYS.get(page, ()))
            await here.settled()
            leaf = here.app.query_one(Leaf)
            lines = [*leaf.sheet.head, *(row.line for row in leaf.sheet.rows)]
            for words in here.app.screen.query(Words):
                lines += words.lines if words.display else ()
            for row in text_of(lines).splitlines():
                assert width_of(row) <= WIDTH
            if page in FORMS:
                assert leaf.seen == (0, 0, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["welcome", "lost", *KEYS])
async def test_on_a_smaller_one_nothing_is_out_of_reach(
    page: str, language: Language, tmp_path: Path
) -> None:
    width, _ = SMALL
    with speaking(language), patch.dict(os.environ, SURROUNDINGS):
        visit = StillVisit(
            context_at("wss://play.example", tmp_path), is_there=page != "lost"
        )
        is_first = page == "welcome"
        async with visiting(visit, is_first=is_first, size=SMALL) as here:
            await here.press(*KEYS.get(page, ()))
            await here.settled()
            leaf = here.app.query_one(Leaf)
            for row in leaf.sheet.rows:
                if width_of(text_of((row.line,))) > width:
                    # It stands whole below, while the cursor is there.
                    assert row.does
                    assert row.more
            for words in here.app.screen.query(Words):
                for told in text_of(words.lines).splitlines():
                    assert width_of(told) <= width
            if page == "play":
                assert leaf.seen == (0, 0, 0), "friends and rooms are seen, too"
            shown = here.shown()
            if page not in ("welcome", "replay"):
                tabs = shown.splitlines()[1]
                assert re.findall(r"(\d) \w\w", tabs) == [*"12345678"]
            if page not in ("rules", "code"):
                assert "? " in shown.splitlines()[-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", FORMS)
async def test_on_a_smaller_one_each_line_of_a_form_is_explained_in_sight(
    page: str, language: Language, tmp_path: Path
) -> None:
    with speaking(language), patch.dict(os.environ, SURROUNDINGS):
        visit = StillVisit(context_at("wss://play.example", tmp_path), is_there=True)
        async with visiting(visit, size=SMALL) as here:
            await here.press(*KEYS[page][:1])
            await here.settled()
            leaf = here.app.query_one(Leaf)
            numbers = [number for number, row in enumerate(leaf.sheet.rows) if row.does]
            await here.press("home")
            for number, following in pairwise([*numbers, None]):
                block = leaf.sheet.rows[number:following]
                shown = here.shown()
                for row in block:
                    text = text_of((row.line,)).strip()
                    assert text[:WIDTH] in shown.replace("> ", "  ")
                await here.press("down")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_on_a_smaller_one_rooms_have_hosts_and_their_time_is_told_below(
    language: Language, tmp_path: Path
) -> None:
    with speaking(language), patch.dict(os.environ, SURROUNDINGS):
        visit = StillVisit(context_at("wss://play.example", tmp_path), is_there=True)
        async with visiting(visit, size=SMALL) as here:
            await here.press(*KEYS["rooms"])
            await here.settled()
            rows = here.app.query_one(Leaf).sheet.rows
            names = ("Cleo", "Bob", "名", "Zo")
            told = [text_of((row.line,)) for row in rows if row.does]
            assert all(name in row for name, row in zip(names, told, strict=True))
            assert "5:00" in here.told()
            assert not any("5:00" in row for row in told)
