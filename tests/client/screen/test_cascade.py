"""Cards that fall over the page of a match that was won."""

import asyncio

import pytest
from tests.conditions import eventually

from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.motion.cascade import (
    LASTS_S,
    Cascade,
    Won,
    cascaded,
    thrown,
)
from samedeal_client.screen.motion.pictures import Box
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.spans import line, width_of_row

SIZE = WIDTH, HEIGHT = 100, 30
PAGE = Felt(tuple(line("." * WIDTH) for _ in range(HEIGHT)), (), is_green=True)
WON = Won("m-1", 5)


@pytest.mark.parametrize("at_s", [0.0, 0.3, 1.0, 2.0, LASTS_S, 100.0])
def test_no_card_lies_on_the_winner_or_beyond_the_page(at_s: float) -> None:
    box = Box(0, WON.top, WIDTH, HEIGHT - WON.top)
    seen = cascaded(PAGE, thrown(WON.match), at_s, box, UNICODE)
    assert seen.rows[: WON.top] == PAGE.rows[: WON.top]
    assert len(seen.rows) == HEIGHT
    assert all(width_of_row(row) == WIDTH for row in seen.rows)
    assert (seen != PAGE) is (at_s <= LASTS_S)


class Drawing:
    """A screen that remembers what it has shown."""

    def __init__(self, *, is_seen: bool = True, glyphs: Glyphs = UNICODE) -> None:
        self.shown: list[Felt] = []
        self.cascade = Cascade(self.shown.append, glyphs, is_seen=is_seen)

    def win(self, won: Won | None = WON) -> Felt:
        self.cascade.look(won)
        return self.cascade.seen(PAGE, SIZE)


async def test_cards_fall_once_for_a_match_that_was_won() -> None:
    screen = Drawing()
    screen.win()
    await eventually(lambda: any(felt != PAGE for felt in screen.shown))
    screen.cascade.end()
    assert screen.shown[-1] == PAGE
    screen.shown.clear()
    assert screen.win() == PAGE
    screen.cascade.end()
    assert screen.shown == []


async def test_whatever_is_done_next_ends_them() -> None:
    screen = Drawing()
    screen.win()
    await eventually(lambda: bool(screen.shown))
    screen.cascade.end()
    count = len(screen.shown)
    await asyncio.sleep(0)
    assert screen.cascade.seen(PAGE, SIZE) == PAGE
    assert len(screen.shown) == count


async def test_they_end_where_another_page_comes() -> None:
    screen = Drawing()
    screen.win()
    assert screen.win(None) == PAGE


@pytest.mark.parametrize(
    ("is_seen", "glyphs", "motion"),
    [(False, UNICODE, True), (True, ASCII, True), (True, UNICODE, False)],
)
async def test_none_fall_without_colours_or_where_nothing_is_to_move(
    glyphs: Glyphs, *, is_seen: bool, motion: bool
) -> None:
    with read_by(Reader(motion=motion)):
        screen = Drawing(is_seen=is_seen, glyphs=glyphs)
        assert screen.win() == PAGE
        assert screen.shown == []
        screen.cascade.end()
        assert screen.shown == []
