"""What lies where on the felt."""

from random import Random

import pytest

from samedeal_client.screen.felt.felt import Felt, Marks
from samedeal_client.screen.felt.patience import CARD_WIDTH, FIRST_ROW, patience_felt
from samedeal_client.screen.felt.small import GAP, fits, small_felt
from samedeal_client.screen.felt.squares import squares_felt
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs, card_name
from samedeal_client.view.spans import Style, text_of, width_of
from samedeal_games.cards import FACE_DOWN
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame

PATIENCE = [key for key in GAMES if not isinstance(find_game(key), SquaresGame)]
SQUARES = [key for key in GAMES if key not in PATIENCE]
HEIGHT, WIDTH = 15, 80


def boards(key: str, seed: int, most: int = 60) -> list[Board]:
    """Return the boards of a game that is played at random."""
    game, dice = find_game(key), Random(seed)
    position = game.setup(deal_from_seed(dice.randbytes(32), game.about.packs))
    shown = [game.view(position)]
    for _ in range(most):
        legal = game.legal_moves(position)
        if not legal:
            break
        position = game.apply(position, dice.choice(legal))
        shown.append(game.view(position))
    return shown


def drawn(game: AnyGame, board: Board, glyphs: Glyphs = UNICODE) -> Felt:
    if isinstance(game, SquaresGame):
        return squares_felt(game, board, glyphs, HEIGHT)
    return patience_felt(board, glyphs, HEIGHT, WIDTH)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("key", GAMES)
def test_every_board_fits_on_the_smallest_screen(key: str, glyphs: Glyphs) -> None:
    for board in boards(key, 1):
        felt = drawn(find_game(key), board, glyphs)
        assert len(felt.rows) <= HEIGHT
        for row in text_of(felt.rows).split("\n"):
            assert width_of(row) <= WIDTH


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("key", GAMES)
def test_two_of_every_board_fit_beside_each_other(key: str, glyphs: Glyphs) -> None:
    for board in boards(key, 1):
        room = (WIDTH - GAP) // 2
        game = find_game(key)
        felt = small_felt(game, board, glyphs, HEIGHT, room, is_least=True)
        assert fits(felt, HEIGHT, room)


@pytest.mark.parametrize("key", PATIENCE)
def test_what_is_pointed_at_is_the_card_that_is_seen_there(key: str) -> None:
    board = boards(key, 2)[-1]
    felt = patience_felt(board, UNICODE, 40, WIDTH)
    lines = text_of(felt.rows).split("\n")
    for spot in felt.spots:
        cards = board.zones.get(f"column.{spot.pile}", ())
        if not 1 <= spot.size <= len(cards) or spot.y < FIRST_ROW:
            continue
        card = cards[-spot.size]
        if card != FACE_DOWN:
            seen = lines[spot.y][spot.x : spot.x + CARD_WIDTH]
            assert seen.strip() == card_name(card, UNICODE)
        assert felt.at(spot.x + 1, spot.y) == spot


@pytest.mark.parametrize("key", SQUARES)
def test_every_open_cell_can_be_pointed_at(key: str) -> None:
    game = find_game(key)
    assert isinstance(game, SquaresGame)
    for board in boards(key, 3):
        felt = squares_felt(game, board, UNICODE, HEIGHT)
        legal = game.legal_moves(game.position_from(board))
        assert {game.format(cell) for cell in legal} <= {s.pile for s in felt.spots}


def test_nothing_lies_beside_the_cards() -> None:
    felt = drawn(find_game("westcliff/classic"), boards("westcliff/classic", 4)[0])
    assert felt.at(79, HEIGHT - 1) is None


def test_a_column_that_is_too_long_loses_no_card_that_can_be_moved() -> None:
    board = boards("westcliff/american", 5)[0]
    cards = (*[FACE_DOWN] * 12, *board.zones["column.1"][-1:] * 13)
    long = Board(0, {**board.zones, "column.1": cards})
    felt = patience_felt(long, UNICODE, HEIGHT, WIDTH)
    assert len(felt.rows) <= HEIGHT
    sizes = {spot.size for spot in felt.spots if spot.pile == "1"}
    assert set(range(1, 10)) <= sizes
    assert f"12{UNICODE.times}" in text_of(felt.rows) or "×" in text_of(felt.rows)


def test_what_is_in_hand_and_where_it_may_go_is_seen() -> None:
    board = boards("westcliff/american", 6)[0]
    marks = Marks("3", 1, frozenset({"5", "F"}))
    felt = patience_felt(board, UNICODE, HEIGHT, WIDTH, marks)
    styles = {span.style for row in felt.rows for span in row}
    assert {Style.HELD, Style.TARGET} <= styles
    plain = patience_felt(board, UNICODE, HEIGHT, WIDTH)
    assert not {Style.HELD, Style.TARGET} & {s.style for r in plain.rows for s in r}
