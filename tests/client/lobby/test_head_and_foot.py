"""What stands around the pages of the lobby fits; the key for help goes last."""

from pathlib import Path

import pytest
from tests.client.lobby.lobbies import NOWHERE, context_at, entered

from samedeal_client.context import Context
from samedeal_client.language import LANGUAGES, Language, speaking
from samedeal_client.lobby.head_and_foot import GAP, foot_line, headline
from samedeal_client.lobby.lobby import sheet_of
from samedeal_client.lobby.sheet import acting
from samedeal_client.lobby.visit import Visit
from samedeal_client.screen.keys.foot import CAP, ENTER_CAP
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.player import Player

TOLD = "Enter play, or see how you did   b board   m more of all that there is"


def test_no_rooms_is_said_of_those_that_are_listed(ada: Context) -> None:
    visit = Visit(ada)
    visit.player = Player(NOWHERE, name="Ada")
    assert text_of((headline(visit, "Ada", ()),)).endswith("   no public rooms")
    assert "room" not in text_of((headline(visit, "Ada", None),))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_pages_letters_and_no_others_are_told_at_its_foot(
    language: Language, tmp_path: Path
) -> None:
    async with entered(context_at(NOWHERE, tmp_path)) as here:
        with speaking(language):
            for page in here.lobby.pages.own:
                sheet = sheet_of(page, 80, 24)
                words = [sheet.rows[number].does for number in acting(sheet.rows)]
                told = {hint.split()[0] for hint in sheet.keys.split(GAP)}
                keys = page.keys(words[0] if words else "")
                # The other way round needs no telling.
                letters = {key for key in keys if len(key) == 1 and key.islower()}
                assert letters == {key for key in told if len(key) == 1}, page.title


@pytest.mark.parametrize("width", [12, 20, 40, 60, 80, 160])
@pytest.mark.parametrize("seen", [(0, 0, 0), (1, 9, 99)])
def test_the_key_for_help_is_the_last_to_go(
    width: int, seen: tuple[int, int, int]
) -> None:
    shown = text_of((foot_line((TOLD, "? keys"), seen, width, colour=False),))
    where = "1-9/99" if seen[2] else ""
    if width > len(f" ? keys {where} "):
        assert "? keys" in shown
        assert width_of(shown) <= width
    if width == 160:
        assert TOLD in shown


@pytest.mark.parametrize("width", [20, 40, 60, 80, 160])
@pytest.mark.parametrize("seen", [(0, 0, 0), (1, 9, 99)])
def test_in_colours_keys_have_caps_and_words_stand_apart_from_them(
    width: int, seen: tuple[int, int, int]
) -> None:
    foot = foot_line((TOLD, "? keys"), seen, width, colour=True)
    assert width_of(text_of((foot,))) <= width
    caps = [n for n, span in enumerate(foot) if span.style in (CAP, ENTER_CAP)]
    assert caps
    for number in caps:
        assert foot[number].text.startswith(" ")
        assert foot[number].text.endswith(" ")
        assert foot[number + 1].text.startswith(" ")
