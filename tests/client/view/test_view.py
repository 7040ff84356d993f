"""Views against golden screens, and the promises they make for any board."""

import pytest
from tests.golden.screens.write import FOLDER, screens

from samedeal_client.families.boards import board_lines, legal_lines
from samedeal_client.terminal.paint import painted
from samedeal_client.view.cards import ASCII, UNICODE, glyphs_for
from samedeal_client.view.names import sitter_name
from samedeal_client.view.spans import (
    fold_prose,
    line,
    padded,
    printable,
    table,
    text_of,
    width_of,
)
from samedeal_client.view.times import reached
from samedeal_games.catalogue import GAMES
from samedeal_games.deals import deal_from_seed
from samedeal_protocol.rooms.boards import SeatView

SCREENS = screens()


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_was(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert SCREENS[name] == golden, "write them anew: make golden, and read the diff"


@pytest.mark.parametrize("name", [k for k in SCREENS if not k.startswith("heard-")])
def test_a_screen_fits_on_80_by_24(name: str) -> None:
    rows = SCREENS[name].splitlines()
    assert len(rows) <= 22
    assert max(width_of(row) for row in rows) <= 79


def test_no_golden_screen_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SCREENS)


@pytest.mark.parametrize("key", GAMES)
def test_a_board_shows_every_legal_move_in_words(key: str) -> None:
    game = GAMES[key]
    board = game.view(game.setup(deal_from_seed(bytes(32), game.about.packs)))
    assert text_of(board_lines(game, board, UNICODE))
    assert text_of(legal_lines(game, board, ASCII)).isascii()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada"),
        ("Zoë 名前", "Zoë 名前"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\u202eb", "a\\u202eb"),
        ("a\nb", "a\\nb"),
        ("a\u200bb", "a\\u200bb"),
    ],
)
def test_names_of_others_cannot_trick_a_screen(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_wide_characters_count_twice() -> None:
    assert width_of("名前") == 4
    assert padded("名前", 6) == "名前  "
    assert padded("名前名前", 5) == "名前…"


def test_a_table_aligns_numbers_to_the_right() -> None:
    rows = text_of(table(("", "n"), [("a", "9"), ("b", "10")])).splitlines()
    assert rows == ["    n", "a   9", "b  10"]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "no-such-encoding", None])
def test_an_output_without_the_symbols_gets_letters(encoding: str | None) -> None:
    assert glyphs_for(encoding, ascii_only=False) is ASCII
    assert glyphs_for("utf-8", ascii_only=False) is UNICODE
    assert glyphs_for("utf-8", ascii_only=True) is ASCII


def test_a_claimed_name_is_marked_with_what_the_screen_can_show() -> None:
    seat = SeatView(seat=0, player="p-1", name="Ada", named=True, bot=True)
    lines = (line(sitter_name(seat, [seat])),)
    assert painted(lines, colour=False, glyphs=UNICODE) == "Ada ✓ [bot]"
    assert painted(lines, colour=True, glyphs=ASCII) == "Ada * [bot]"


SERVE = "samedeal host --serve."


def folded_to(width: int, text: str) -> list[str]:
    return text_of(fold_prose(line(text), width)).splitlines()


def test_a_sentence_is_broken_between_words_and_a_command_before_it() -> None:
    seat = (
        " Your server has stopped; its rooms wait for the next samedeal host --serve."
    )
    assert folded_to(60, seat) == [
        " Your server has stopped; its rooms wait for the next",
        f"   {SERVE}",
    ]
    see = " Match proven. See it: samedeal replay m-a7651f5d33f2978db410b3d449aa8677"
    assert folded_to(60, see) == [
        " Match proven. See it:",
        "   samedeal replay m-a7651f5d33f2978db410b3d449aa8677",
    ]
    assert folded_to(80, see) == [see]
    assert max(map(len, folded_to(40, see))) <= 40


def test_what_is_drawn_or_stands_in_columns_is_left_as_it_is() -> None:
    drawn = "     1   2♥  3♦      K♠  9♣      T♥  4♠"
    assert folded_to(20, drawn) == [drawn]
    invited = " Others join with:  samedeal join 7KQ4P@192.168.1.20:8765"
    assert folded_to(50, invited)[0] == " Others join with:"


def test_a_score_that_the_deal_gave_was_reached_at_no_time() -> None:
    assert [reached(0, 0), reached(1, 0), reached(1, 100)] == ["-", "-", "0:00.1"]
