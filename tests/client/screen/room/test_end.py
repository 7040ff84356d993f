"""The page of a match that is over: who won, every board, and what it came to."""

import pytest
from tests.client.screen.rooms import felt, plies_of, shown, started
from tests.conditions import eventually
from tests.golden.fullscreen.ended import ended
from tests.golden.fullscreen.still import board_after
from tests.screens import opened

from samedeal_client.language import speaking
from samedeal_client.play.room.room_play import RoomPlay
from samedeal_client.screen.end.known import Came, Change, End, Record, Rest
from samedeal_client.screen.end.page import end_page
from samedeal_client.screen.panels.letters import large
from samedeal_client.screen.room.around.ending import Ending, last_boards
from samedeal_client.screen.room.room import RoomScreen
from samedeal_client.screen.table.strokes import Pace
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.spans import line, text_of, width_of
from samedeal_client.view.tints import Tint
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.squares import SquaresGame

SIZES = ((60, 17), (80, 21), (100, 27), (140, 37), (200, 52))
"""Of a page, on terminals of 60x20, 80x24, 100x30, 140x40 and 200x55."""
BARE = UNICODE._replace(halves="")
"""Without colours cards are drawn in lines."""


def an_end(key: str, count: int, *, is_won: bool = True, first: int = 0) -> End:
    """Return all that can be known of a match of so many."""
    over = ended(key, count)
    assert over.view.result is not None
    came = tuple(
        Came(
            seat=row.seat,
            place=str(row.place),
            name=row.name,
            score=f"{row.score} points",
            points=row.score,
            time="1:33.2",
            note="done",
            is_own=row.seat == 0,
        )
        for row in over.view.result.standings
    )
    return End(
        game=find_game(key),
        headline="You win by 7." if is_won else "Bob wins by 7.",
        is_won=is_won,
        came=came,
        boards=last_boards(over.record),
        rating=Change("1500", "1526", 26),
        record=Record("61 points, 1:28.4", is_new=False, streak=5, longest=9),
        ready=(line("Bob: ready"),),
        rest=Rest(more=((), line(" Match proven."))),
        first=first,
    )


def page_text(end: End, size: tuple[int, int], glyphs: Glyphs = UNICODE) -> str:
    page = end_page(end, glyphs, *size)
    assert page is not None
    return text_of(page.felt.rows)


# Letters


def test_large_letters_are_three_rows_of_half_cells() -> None:
    rows = large("You win", 60, BARE, ground=Tint.PANEL, tint=Tint.HELD)
    assert len(rows) == 3
    assert len({width_of(row) for row in text_of(rows).splitlines() if row}) >= 1
    assert max(map(width_of, text_of(rows).splitlines())) <= 60
    assert text_of(rows).isspace() is False


def test_large_letters_are_ascii_where_nothing_else_can_be_written() -> None:
    rows = large("Bob 19", 60, ASCII, ground=Tint.PANEL, tint=Tint.HELD)
    assert len(rows) == 5
    assert set(text_of(rows)) == {"#", " ", "\n"}


def test_what_has_no_large_letter_or_no_room_has_none_at_all() -> None:
    def drawn(text: str, width: int) -> int:
        return len(large(text, width, UNICODE, ground=Tint.PANEL, tint=Tint.HELD))

    assert drawn("Zoé", 40) == 3
    assert drawn("名前", 40) == 0
    assert drawn("Begoña", 40) == 0
    assert drawn("", 40) == 0
    width = next(width for width in range(80) if drawn("Persephone", width))
    assert drawn("Persephone", width) == 3
    assert drawn("Persephone", width - 1) == 0


# The page


@pytest.mark.parametrize("glyphs", [UNICODE, BARE, ASCII])
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_the_page_of_every_game_fits_the_width_of_its_terminal(
    size: tuple[int, int], key: str, glyphs: Glyphs
) -> None:
    for count in (1, 2, 3):
        page = end_page(an_end(key, count), glyphs, *size)
        assert page is not None
        assert page.boards >= 1
        for row in page.felt.rows:
            assert sum(width_of(span.text) for span in row) <= size[0]


@pytest.mark.parametrize("size", [(100, 27), (140, 37), (200, 52)])
@pytest.mark.parametrize("key", ["squares/english", "easthaven"])
def test_two_boards_lie_beside_each_other(size: tuple[int, int], key: str) -> None:
    page = end_page(an_end(key, 2), UNICODE, *size)
    assert page is not None
    assert page.boards == 2
    heads = [row for row in text_of(page.felt.rows).splitlines() if " Ada " in row]
    assert any(" Bob " in row for row in heads)


@pytest.mark.parametrize("size", SIZES)
def test_every_hand_that_counts_is_named(size: tuple[int, int]) -> None:
    end = an_end("squares/english", 1)
    game = end.game
    assert isinstance(game, SquaresGame)
    told = " ".join(page_text(end, size).split())
    hands = game.lines(game.position_from(end.boards[0]))
    for hand in hands:
        if hand.points:
            assert hand.hand.value in told


def test_ones_own_board_is_first_and_the_others_by_keys() -> None:
    def first_name(first: int) -> str:
        text = page_text(an_end("squares/english", 3, first=first), (80, 21))
        head = next(row for row in text.splitlines() if "Result" in row)
        return head.split()[2]

    assert [first_name(0), *{first_name(1), first_name(2)}].count("Ada") == 1
    assert first_name(0) == "Ada"
    assert first_name(3) == "Ada"


@pytest.mark.parametrize("size", SIZES[1:])
def test_the_page_tells_rating_best_streak_and_proof(size: tuple[int, int]) -> None:
    text = page_text(an_end("squares/english", 2), size)
    for told in ("1526", "+26", "61 points", "5 days", "9 days", "Match proven."):
        assert told in text


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("key", ["squares/english", "capricieuse"])
def test_a_command_is_never_broken_beside_panels(
    size: tuple[int, int], key: str
) -> None:
    command = (
        " Challenge a friend: samedeal challenge m-55555555555555555555555555555555"
    )
    end = an_end(key, 3)._replace(
        rest=Rest((line(command),), (line(" Match proven."),))
    )
    assert command in page_text(end, size)


@pytest.mark.parametrize("size", [(80, 20), (100, 26), (140, 36)])
@pytest.mark.parametrize("count", [2, 8])
def test_what_there_is_to_send_is_in_sight(size: tuple[int, int], count: int) -> None:
    over = ended("squares/english", count)
    assert over.view.result is not None
    player = Player("ws://play.example:8765", name="Ada")
    ending = Ending(RoomPlay(player))
    player.session.watched |= {
        seat.seat: board_after("squares/english", 25) for seat in over.view.seats
    }
    rest = Rest((line(" To send:"), line("   a link")), (line(" Match proven."),) * 5)
    page = ending.page(over.view, over.view.result, (), Pace(), rest, UNICODE, size)
    assert page is not None
    left = size[1] - len(page[1]) - 2
    seen = text_of((*page[0].felt.rows[:left], *page[1]))
    assert " To send:\n   a link" in seen


def test_a_board_without_room_is_none() -> None:
    assert end_page(an_end("squares/english", 2), UNICODE, 30, 20) is None
    assert end_page(an_end("squares/english", 2), UNICODE, 80, 6) is None


async def test_a_match_without_a_board_has_no_page() -> None:
    over = ended("squares/english", 2)
    assert over.view.result is not None
    ending = Ending(RoomPlay(Player("ws://play.example:8765", name="Ada")))
    page = ending.page(
        over.view, over.view.result, (), Pace(), Rest(), UNICODE, (80, 21)
    )
    assert page is None
    assert not ending.press("tab")


# In a room


async def test_after_a_match_all_boards_are_seen_and_turned_to(server: str) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Bob").connected() as bob,
    ):
        await bob.join(await ada.host("squares/english", seats=2))
        app = RoomScreen(ada, UNICODE, colour=True)
        async with opened(app, size=(100, 30)) as pilot:
            await bob.ready()
            await started(pilot, app, ada)
            await pilot.press("a", "1", "b", "2")
            await eventually(lambda: plies_of(ada) == 2)
            await bob.move("a1")
            await bob.finish()
            await pilot.press(":", *"finish", "enter")
            await eventually(lambda: "Match proven" in felt(app))
            await eventually(lambda: " Bob ─" in felt(app))
            assert "moves a minute, 4 keys" in felt(app)
            assert "Tab" not in shown(app, "#foot")
            await pilot.resize_terminal(80, 24)
            await eventually(lambda: "Tab player" in shown(app, "#foot"))
            await eventually(lambda: " Ada ─" in felt(app))
            await pilot.press("tab")
            await eventually(lambda: " Bob ─" in felt(app))
            await pilot.press("1")
            await eventually(lambda: " Ada ─" in felt(app))
            # What hides the page takes its keys, and gives them back.
            await pilot.press("r")
            await eventually(lambda: "Esc back" in shown(app, "#foot"))
            await pilot.press("escape")
            await eventually(lambda: " Ada ─" in felt(app))
            await pilot.press("ctrl+x")


def test_the_page_is_told_in_the_language_of_its_reader() -> None:
    with speaking("es"):
        text = page_text(an_end("squares/english", 2), (100, 27))
    assert "─ Resultado ─" in text
    assert "puntos" in text
