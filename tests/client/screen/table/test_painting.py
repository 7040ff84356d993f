"""What is painted anew, and how often: only what has changed, once for all of it."""

import pytest
from tests.screens import opened
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from samedeal_client.screen.table.picture import Picture
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.widgets import Table, Words
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.spans import line
from samedeal_games.catalogue import find_game

SIZE = (140, 40)
SEED = bytes(range(32))


class Counted(PracticeScreen):
    """A screen that counts how often it is drawn, and by no clock."""

    pictures = 0

    def picture(self, felt: tuple[int, int], bars: tuple[int, int]) -> Picture:
        """Return what is to be seen now."""
        self.pictures += 1
        return super().picture(felt, bars)


@pytest.fixture
def timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have nothing drawn because time passes."""
    monkeypatch.setattr("samedeal_client.screen.table.base.REFRESH_S", 1e6)


def screen_of(game: str) -> Counted:
    return Counted(find_game(game), SEED, UNICODE, colour=True)


@pytest.mark.usefixtures("timeless")
async def test_only_the_part_that_has_changed_is_painted_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    painted: list[Widget] = []
    paint = Widget.render_lines

    def noted(widget: Widget, crop: Region) -> list[Strip]:
        painted.append(widget)
        return paint(widget, crop)

    screen = screen_of("westcliff/american")
    async with opened(screen, size=SIZE) as pilot:
        await pilot.pause()
        monkeypatch.setattr(Widget, "render_lines", noted)
        table = screen.query_one(Table)
        felt = table.felt
        table.lay(felt._replace(rows=(line("other cards"), *felt.rows[1:])))
        await pilot.pause()
        assert painted == [table]
        painted.clear()
        head = screen.query_one("#head", Words)
        head.say((line("other words"),))
        await pilot.pause()
        assert painted == [head]
        (strip,) = head.render_lines(Region(0, 0, SIZE[0], 1))
        assert strip.text.rstrip() == "other words"


@pytest.mark.usefixtures("timeless")
async def test_keys_that_come_at_once_are_drawn_at_once() -> None:
    screen = screen_of("squares/english")
    async with opened(screen, size=SIZE) as pilot:
        await pilot.pause()
        before = screen.pictures
        for key in "a1b2c3":
            screen.post_message(events.Key(key, key))
        await pilot.pause()
        assert screen.board.plies == 3
        assert screen.pictures == before + 1
