"""On the smallest terminal nothing that a page of the lobby says is cut."""

import os
from pathlib import Path
from unittest.mock import patch

import pytest
from tests.client.lobby.lobbies import again, context_at
from tests.golden.lobby.still import StillVisit
from tests.golden.lobby.write import KEYS, SURROUNDINGS

from samedeal_client.fullscreen.widgets import Words
from samedeal_client.language import LANGUAGES, Language, speaking
from samedeal_client.lobby.leaf import Leaf
from samedeal_client.lobby.lobby import Lobby
from samedeal_client.view.spans import text_of, width_of

WIDTH, HEIGHT = 80, 24
FORMS = ("host", "settings")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["welcome", "lost", *KEYS])
async def test_nothing_is_cut(page: str, language: Language, tmp_path: Path) -> None:
    with speaking(language), patch.dict(os.environ, SURROUNDINGS):
        visit = StillVisit(
            context_at("wss://play.example", tmp_path), is_there=page != "lost"
        )
        lobby = Lobby(visit, lambda: visit.context, is_first=page == "welcome")
        async with again(lobby, size=(WIDTH, HEIGHT)) as here:
            await here.press(*KEYS.get(page, ()))
            await here.settled()
            leaf = here.app.query_one(Leaf)
            lines = [*leaf.sheet.head, *(row.line for row in leaf.sheet.rows)]
            for words in here.app.query(Words):
                lines += words.lines if words.display else ()
            for row in text_of(lines).splitlines():
                assert width_of(row) <= WIDTH
            if page in FORMS:
                assert leaf.seen == (0, 0, 0)
