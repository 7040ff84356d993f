"""Rows that no note needs are the table's; what is told moves nothing else."""

from tests.conditions import eventually
from tests.golden.fullscreen.scenes import SCENES
from tests.screens import opened
from textual.geometry import Region
from textual.widget import Widget

from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.widgets import Table, Words
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import Lines, line, text_of

SIZE = (79, 24)
"""Of a screen with the race below the board."""


def region(app: TableScreen, part: str) -> Region:
    return app.query_one(part, Widget).region


def notes(app: TableScreen) -> str:
    return text_of(app.query_one("#notes", Words).lines)


def columns(app: TableScreen) -> list[tuple[str, int, int]]:
    """Return where columns begin."""
    spots = app.query_one(Table).felt.spots
    return [(spot.pile, spot.x, spot.y) for spot in spots if not spot.size]


def last_row(app: TableScreen) -> int:
    return len(app.query_one(Table).felt.rows)


async def test_a_long_column_has_the_rows_of_notes_until_there_are_some() -> None:
    app = SCENES["easthaven"].app(ASCII)
    async with opened(app, size=SIZE) as pilot:
        await eventually(lambda: region(app, "#notes").height == 1)
        await pilot.pause()
        bars, began, long = region(app, "#bars"), columns(app), last_row(app)
        told: Lines = (line(" one"), line(" two"), line(" three"))
        app.say(told)
        app.draw()
        await eventually(lambda: region(app, "#notes").height == len(told))
        await eventually(lambda: last_row(app) < long)
        assert last_row(app) <= region(app, "#table").height
        assert region(app, "#bars") == bars
        assert columns(app) == began


async def test_taking_a_card_up_is_told_and_moves_nothing() -> None:
    app = SCENES["westcliff"].app(ASCII)
    async with opened(app, size=SIZE) as pilot:
        app.say((line(" one"), line(" two")))
        app.draw()
        await eventually(lambda: region(app, "#notes").height == 2)
        table = region(app, "#table")
        await pilot.press("3")
        await eventually(lambda: "In hand:" in notes(app))
        assert " two" in notes(app)
        assert region(app, "#table") == table
        await pilot.press("escape")
        await eventually(lambda: notes(app) == " one\n two")
