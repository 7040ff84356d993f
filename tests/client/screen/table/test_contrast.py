"""What Textual paints by itself can be read, too: a line that is typed."""

import pytest
from rich.color import Color
from tests.client.contrasts import LEAST_OF_EDGES, LEAST_OF_TEXT, contrast
from tests.screens import opened
from textual.geometry import Region

from samedeal_client.reader import Reader, Theme, read_by
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.widgets import TypedLine
from samedeal_client.view.cards import UNICODE
from samedeal_games.catalogue import find_game


def apart(one: Color | None, other: Color | None) -> float:
    assert one is not None
    assert other is not None
    return contrast(one.get_truecolor().hex, other.get_truecolor().hex)


@pytest.mark.parametrize("theme", ["safe", "light"])
async def test_a_line_its_cursor_and_what_is_marked_in_it_can_be_read(
    theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    with read_by(Reader(theme=theme, motion=False)):
        app = PracticeScreen(find_game("easthaven"), bytes(32), UNICODE, colour=True)
        async with opened(app, size=(80, 24)) as pilot:
            await pilot.press(*":hello", "home")
            (_, cursor), (_, row), *_ = painted(app)
            assert apart(cursor, row) >= LEAST_OF_EDGES
            await pilot.press("shift+end")
            for ink, ground in painted(app):
                assert apart(ink, ground) >= LEAST_OF_TEXT


def painted(app: PracticeScreen) -> list[tuple[Color | None, Color | None]]:
    """Return the colours of the letters of a line, and of what is below each."""
    typed = app.query_one(TypedLine)
    (strip,) = typed.render_lines(Region(0, 0, typed.size.width + 2, 1))
    styles = [part.style for part in strip if part.text.strip() and part.style]
    return [
        (style.bgcolor, style.color) if style.reverse else (style.color, style.bgcolor)
        for style in styles
    ]
