"""The panels of the first page at 80 columns, and the frames of the others."""

import pytest

from samedeal_client.language import Language, speaking
from samedeal_client.lobby.lobby import Page, sheet_of
from samedeal_client.lobby.pages.first.overview import friends_panel, rooms_panel
from samedeal_client.lobby.pages.first.panels import Panel, borders
from samedeal_client.lobby.pages.first.play import waiting
from samedeal_client.lobby.sheet import Sheet, read
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.spans import line, text_of, width_of, width_of_row
from samedeal_protocol.people.presence import Friends
from samedeal_protocol.rooms.boards import RoomSummary

NARROW = 27
"""Cells of a row in the panels on the right at 80 columns."""


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_a_narrow_panel_says_of_nobody_and_nothing_is_not_cut(
    language: Language,
) -> None:
    nobody = Friends(re=1, seen=True, friends=(), invitations=())
    with speaking(language):
        panels = [
            rooms_panel((), NARROW, UNICODE),
            friends_panel(nobody, NARROW, UNICODE),
            friends_panel(nobody.model_copy(update={"seen": False}), NARROW, UNICODE),
        ]
    for panel in panels:
        for row in panel.rows:
            text = "".join(span if isinstance(span, str) else span.text for span in row)
            assert 0 < width_of(text) <= NARROW, text


def test_a_quick_match_is_with_somebody_who_is_there() -> None:
    here = RoomSummary(
        room="7KQ4P",
        game="easthaven",
        host="Ann",
        seats_taken=1,
        seats_max=4,
        time_limit_s=300,
        best_of=1,
        phase="gathering",
    )
    more = here.model_copy(update={"room": "3MW8T", "seats_taken": 2})
    left = more.model_copy(update={"room": "3MW8U", "host_away": True})
    assert waiting((here, left, more), "easthaven") == (more, here)


@pytest.mark.parametrize("width", [40, 60, 80, 160])
@pytest.mark.parametrize("title", ["Rooms", "Ada and all her friends of old " * 8])
@pytest.mark.parametrize("note", ["", "4 open"])
@pytest.mark.parametrize("below", ["", "Kept in " + "/folder" * 30])
def test_a_frame_is_as_wide_as_its_page_whatever_stands_in_it(
    width: int, title: str, note: str, below: str
) -> None:
    top, foot = borders(Panel(title, (), note, below), width, UNICODE)
    assert width_of_row(top) == width_of_row(foot) == width
    assert text_of((top,)).startswith("╭─ ")
    assert text_of((top,)).endswith("─╮")
    assert text_of((foot,)).endswith("─╯")


class Rows(Page):
    """A page of so many rows."""

    def __init__(self, count: int, *, is_form: bool) -> None:
        self._count, self.is_form = count, is_form

    def sheet(self, width: int, height: int) -> Sheet:
        """Return them."""
        rows = read(line("x" * width) for _ in range(self._count))
        return Sheet((), rows, "", title="Rows")


@pytest.mark.parametrize("is_form", [False, True])
@pytest.mark.parametrize("count", range(1, 30))
def test_a_form_gives_up_its_frame_only_to_be_seen_whole(
    count: int, *, is_form: bool
) -> None:
    height = 20
    sheet = sheet_of(Rows(count, is_form=is_form), 80, height)
    assert len(sheet.rows) == count
    is_just_whole = count in (height - 1, height)
    assert bool(sheet.title) != (is_form and is_just_whole)
    assert all(width_of_row(row.line) == 80 - sheet.edges for row in sheet.rows)
