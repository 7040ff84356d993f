"""The foot tells the keys that work at the moment, and no others."""

import pytest
from tests.client.screen.rooms import shown
from tests.conditions import eventually
from tests.golden.fullscreen.scenes import SCENES, alone
from tests.golden.fullscreen.seen import seen
from tests.screens import opened

from samedeal_client.screen.keys.foot import KeyHint, fitting, key_at
from samedeal_client.screen.keys.key_hints import keys_for
from samedeal_client.screen.table.base import TableScreen
from samedeal_client.screen.widgets import Words
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of

SIZE = (80, 24)


def foot(app: TableScreen) -> str:
    return text_of(app.query_one("#foot", Words).lines)


def words(app: TableScreen) -> list[str]:
    """Return the foot, a key and its words each."""
    return [part.strip() for part in foot(app).split("  ") if part.strip()]


def test_leaving_is_told_on_a_board_where_all_else_has_room() -> None:
    moves = tuple(KeyHint("", f"{number} more words") for number in range(3))
    hints = keys_for(moves, holds=False)
    whole = [hint.key for hint in fitting(hints, 80)]
    assert whole == ["", "", "", ":", "ctrl+x", "?"]
    assert [hint.key for hint in fitting(hints, 70)] == ["", "", "", ":", "?"]
    assert "ctrl+x" not in {hint.key for hint in keys_for(moves, holds=True)}


async def test_while_a_line_is_typed_two_keys_end_it() -> None:
    app = SCENES["westcliff"].app(ASCII)
    async with opened(app, size=SIZE) as pilot:
        await eventually(lambda: "all up" in foot(app))
        await pilot.press(":", "3")
        await eventually(lambda: words(app) == ["Enter done", "Esc cancel"])
        await pilot.click("#foot", offset=(foot(app).index("Esc"), 0))
        await eventually(lambda: "all up" in foot(app))
        await pilot.press(":", "f")
        await eventually(lambda: words(app) == ["Enter done", "Esc cancel"])
        await pilot.click("#foot", offset=(1, 0))
        await eventually(lambda: "all up" in foot(app))
        await eventually(lambda: shown(app, "#notes").strip() != "")


async def test_where_leaving_asks_the_foot_has_the_answers() -> None:
    app = SCENES["squares"].app(ASCII)
    answers = ["ctrl+x leave", "ctrl+c keep the seat", "Esc stay"]
    async with opened(app, size=SIZE) as pilot:
        await eventually(lambda: "ctrl+x leave" in words(app))
        await pilot.press("ctrl+x")
        await eventually(lambda: words(app) == answers)
        assert "Press ctrl+x again" in seen(app)
        await pilot.press("escape")
        await eventually(lambda: "arrows choose" in words(app))
        assert "Press ctrl+x again" not in seen(app)


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("easthaven", ["1-7 which card"], ["1-7 onto which", "up/down run"]),
        (
            "squares/english",
            ["c 4 which cell", "arrows choose"],
            ["Enter ask", "arrows choose"],
        ),
    ],
)
async def test_while_cards_are_asked_about_no_key_of_a_move_is_told(
    game: str, first: list[str], second: list[str]
) -> None:
    app = alone(game)(ASCII)
    rest = ["Esc back", "? help"]
    async with opened(app, size=SIZE) as pilot:
        await eventually(lambda: "i why" in words(app))
        await pilot.press("i")
        await eventually(lambda: words(app) == [*first, *rest])
        await pilot.press("2" if game == "easthaven" else "right")
        await eventually(lambda: words(app) == [*second, *rest])
        await pilot.press("escape")
        await eventually(lambda: "i why" in words(app))


def test_a_key_that_is_written_is_the_one_that_is_pressed() -> None:
    hints = keys_for((), holds=False)
    at = 80 - len("? help")
    assert key_at(fitting(hints, 80), at, 80) == "?"
