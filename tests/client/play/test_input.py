"""What players type, and what it means on the board before them."""

import pytest

from samedeal_client.failed import Refused
from samedeal_client.families import family_of
from samedeal_client.language import LANGUAGES, Language, speaking
from samedeal_client.play.input import answer, read_move
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of
from samedeal_games.cards import FACE_DOWN, Card, read_cards
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import Board

CLASSIC = find_game("westcliff/classic")


def board(columns: str, *, stock: int = 0, waste: str = "") -> Board:
    """Lay out a board from columns parted by ``|``; ``??`` is face down."""
    zones: dict[str, tuple[Card, ...]] = {
        "stock": (FACE_DOWN,) * stock,
        "waste": read_cards(waste),
    }
    zones |= {f"foundation.{suit}": () for suit in range(1, 5)}
    for number, column in enumerate(columns.split("|"), start=1):
        words = column.split()
        zones[f"column.{number}"] = tuple(
            FACE_DOWN if word == "??" else read_cards(word)[0] for word in words
        )
    return Board(0, zones)


@pytest.mark.parametrize("key", GAMES)
def test_every_legal_move_can_be_typed_as_notation(key: str) -> None:
    game = GAMES[key]
    position = game.setup(deal_from_seed(bytes(32), game.about.packs))
    for move in game.legal_moves(position):
        notation = game.format(move)
        assert read_move(game, game.view(position), notation) == notation
        assert read_move(game, game.view(position), notation.lower()) == notation


def test_two_digits_move_the_part_of_a_run_that_fits() -> None:
    seen = board("?? 9S 8H 7S|9C|KS|QS|KC|TC|5C")
    assert read_move(CLASSIC, seen, "12") == "1>2x2"


AMERICAN = find_game("westcliff/american")
TEN = "AC|TS|KS|QS|KC|TC|5C|4C|8H|9S"


@pytest.mark.parametrize(
    ("text", "meant"),
    [("90", "9>10"), ("9>0", "9>10"), ("910", "9>10"), ("1f", "1F"), ("w0", "W>10")],
)
def test_nought_is_column_ten_where_there_is_one(text: str, meant: str) -> None:
    assert read_move(AMERICAN, board(TEN, stock=1, waste="8D"), text) == meant


def test_nought_is_column_ten_as_where_a_card_comes_from() -> None:
    seen = board("TS|KD|KS|QS|KC|TC|5C|4C|8H|9H", stock=1)
    assert read_move(AMERICAN, seen, "01") == "10>1"
    up = board("TS|KD|KS|QS|KC|TC|5C|4C|8H|AH", stock=1)
    assert read_move(AMERICAN, up, "0f") == "10F"
    assert "may go there" not in answer(AMERICAN, seen, ["0", "3"], ASCII)
    for text in ("10", "0f"):
        with pytest.raises(Refused):
            read_move(CLASSIC, board("AC|TS|KS|QS|KC|TC|5C"), text)


def test_help_says_how_column_ten_is_typed() -> None:
    family = family_of(AMERICAN)
    assert "30: column 3 to 10" in text_of((family.move_help(board(TEN)),))
    few = family_of(CLASSIC).move_help(board("AC|TS|KS|QS|KC|TC|5C"))
    assert "column 10" not in text_of((few,))


def test_into_a_space_goes_the_longest_part() -> None:
    seen = board("?? 9S 8H 7S||KS|QS|KC|TC|5C")
    assert read_move(CLASSIC, seen, "12") == "1>2x3"
    assert read_move(CLASSIC, seen, "12x2") == "1>2x2"


def test_a_whole_column_is_not_moved_into_a_space_where_less_could_be() -> None:
    seen = board("9S 8H 7S||KS|QS|KC|TC|5C")
    assert read_move(CLASSIC, seen, "12") == "1>2x2"


def test_a_move_with_its_sign_is_one_card() -> None:
    seen = board("?? 9S 8H 7S||KS|QS|KC|TC|5C")
    assert read_move(CLASSIC, seen, "1>2") == "1>2"
    assert read_move(CLASSIC, seen, "1-2x2") == "1>2x2"


def test_the_waste_and_the_stock_have_letters() -> None:
    seen = board("9D|KS|QS|KC|TC|5C|2C", stock=2, waste="8S")
    assert read_move(CLASSIC, seen, "d") == "D"
    assert read_move(CLASSIC, seen, "w1") == "W>1"


def test_ten_columns_have_numbers_of_two_digits() -> None:
    american = find_game("westcliff/american")
    seen = board("9D|KS|QS|KC|TC|5C|2C|KH|KD|8S")
    assert read_move(american, seen, "101") == "10>1"


def two_packs(*columns: str) -> Board:
    """Lay out twelve columns, and foundations of hearts that wait for the seven."""
    zones = {f"column.{n}": read_cards(text) for n, text in enumerate(columns, 1)}
    zones |= {f"column.{n}": () for n in range(len(columns) + 1, 13)}
    zones |= {f"foundation.{number}": () for number in range(1, 9)}
    zones["foundation.3"] = read_cards("AH 2H 3H 4H 5H 6H")
    zones["foundation.7"] = read_cards("KH QH JH TH 9H 8H")
    return Board(0, zones | {"redeals": (FACE_DOWN,)})


def test_a_card_of_two_packs_goes_up_on_the_ace_or_under_the_king() -> None:
    russian, seen = find_game("russian"), two_packs("9C 7H")
    assert read_move(russian, seen, "1f") == "1F"
    assert read_move(russian, seen, "1k") == "1K"
    assert read_move(russian, seen, "r") == "R"


def test_three_digits_that_could_be_two_moves_are_asked_about() -> None:
    russian, columns = find_game("russian"), ["KC"] * 12
    columns[0], columns[10] = "9C 5S", "JD 6S"
    with pytest.raises(Refused, match="could be 1>11 or 11>1"):
        read_move(russian, two_packs(*columns), "111")
    columns[0] = "5S 9S"
    columns[10] = "JD 6S 7S 8S"
    assert read_move(russian, two_packs(*columns[:11]), "1112") == "11>12x3"


def test_what_is_no_move_is_answered_with_those_that_the_board_has() -> None:
    with pytest.raises(Refused, match="try r, 35 or 3f;"):
        read_move(find_game("russian"), two_packs("9C"), "zz")
    with pytest.raises(Refused, match="try d, w5, wf, 35 or 3f;"):
        read_move(CLASSIC, board("9D", stock=1), "zz")


def test_an_illegal_move_says_why() -> None:
    seen = board("9D|8D|QS|KC|TC|5C|2C")
    with pytest.raises(Refused, match="red eight does not go on a red nine"):
        read_move(CLASSIC, seen, "21")


@pytest.mark.parametrize("text", ["zz", "99", "3", "x2", "12x9999", "0>1", "é", "--"])
def test_what_is_no_move_is_refused_in_words(text: str) -> None:
    with pytest.raises(Refused):
        read_move(CLASSIC, board("9D|8D|QS|KC|TC|5C|2C"), text)


@pytest.mark.parametrize("text", ["i1", "a9", "f3", "9f"])
def test_a_cell_beyond_the_grid_is_refused_in_words(text: str) -> None:
    game = find_game("squares/english")
    board = game.view(game.setup(deal_from_seed(bytes(32), 1)))
    with pytest.raises(Refused, match="cell"):
        read_move(game, board, text)


def test_a_cell_may_be_typed_either_way_round() -> None:
    squares = find_game("squares/english")
    seen = squares.view(squares.setup(deal_from_seed(bytes(32), 1)))
    assert read_move(squares, seen, "c4") == "c4"
    assert read_move(squares, seen, "4C") == "c4"


def test_a_floating_cell_is_typed_by_its_name_on_the_screen() -> None:
    squares = find_game("squares/patience")
    position = squares.setup(deal_from_seed(bytes(32), 1))
    assert read_move(squares, squares.view(position), "e5") == "+0+0"
    position = squares.apply(position, squares.parse("+0+0"))
    assert read_move(squares, squares.view(position), "f4") == "+1-1"
    with pytest.raises(Refused, match="must touch"):
        read_move(squares, squares.view(position), "g3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_names_a_floating_cell_as_the_screen_does(
    language: Language,
) -> None:
    squares = find_game("squares/patience")
    first = squares.setup(deal_from_seed(bytes(32), 1))
    second = squares.apply(first, squares.parse("+0+0"))
    cases = ((first, "c4", "c4"), (second, "+2+2", "g7"), (second, "+0+0", "e5"))
    with speaking(language):
        for position, text, cell in cases:
            with pytest.raises(Refused, match=f"^{cell}: ") as refused:
                read_move(squares, squares.view(position), text)
            assert "+" not in str(refused.value)
