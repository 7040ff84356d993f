"""What lies where on the felt."""

from collections.abc import Iterator
from random import Random

import pytest

from samedeal_client.screen.felt.card import SIZES, index_of
from samedeal_client.screen.felt.felt import Felt, Marks
from samedeal_client.screen.felt.patience.column import Steps, pieces_of
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.felt.patience.setting import setting_for
from samedeal_client.screen.felt.small import GAP, fits, small_felt
from samedeal_client.screen.felt.squares import made_by_last, squares_felt
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.spans import Style, text_of, width_of
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import Axis, SquaresGame
from samedeal_games.squares import Line as HandLine

PATIENCE = [key for key in GAMES if not isinstance(find_game(key), SquaresGame)]
SQUARES = [key for key in GAMES if key not in PATIENCE]
HEIGHT, WIDTH = 15, 80
LINED = UNICODE._replace(halves="")
"""Cards drawn in lines, as where there are no colours."""
LEAST_HEIGHT = 11
"""Of squares of nine rows."""
GLYPHS = pytest.mark.parametrize(
    "glyphs", [UNICODE, LINED, ASCII], ids=["unicode", "lined", "ascii"]
)
ROOMS = ((60, 8), (80, 10), (80, 16), (100, 22), (90, 38), (150, 51))
"""Widths and heights of felts, from a squeezed one to the largest cards."""


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


def test_a_wide_felt_has_a_name_printed_on_it_below_all_cards() -> None:
    game = find_game("easthaven")
    board = game.view(game.setup(deal_from_seed(bytes(32), game.about.packs)))
    wide, narrow = (patience_felt(board, UNICODE, 36, width) for width in (90, 80))
    printed = [y for y, row in enumerate(wide.rows) if "S A M E" in text_of((row,))]
    assert len(printed) == 1
    assert printed[0] > max(spot.y for spot in wide.spots if spot.size)
    assert "S A M E" not in text_of(narrow.rows)
    long = Board(0, {**board.zones, "column.1": tuple(map(Card, range(40)))})
    assert "S A M E" not in text_of(patience_felt(long, UNICODE, 36, 90).rows)


@GLYPHS
@pytest.mark.parametrize("key", GAMES)
def test_every_board_fits_on_the_smallest_screen(key: str, glyphs: Glyphs) -> None:
    for board in boards(key, 1):
        felt = drawn(find_game(key), board, glyphs)
        assert len(felt.rows) <= HEIGHT
        for row in text_of(felt.rows).split("\n"):
            assert width_of(row) <= WIDTH


@GLYPHS
@pytest.mark.parametrize("key", GAMES)
def test_two_of_every_board_fit_beside_each_other(key: str, glyphs: Glyphs) -> None:
    for board in boards(key, 1):
        room = (WIDTH - GAP) // 2
        game = find_game(key)
        felt = small_felt(game, board, glyphs, HEIGHT, room, is_least=True)
        assert fits(felt, HEIGHT, room)


@GLYPHS
@pytest.mark.parametrize("key", PATIENCE)
def test_patience_fits_on_every_felt(key: str, glyphs: Glyphs) -> None:
    for board in boards(key, 1)[::12]:
        for width, height in ROOMS:
            felt = patience_felt(board, glyphs, height, width)
            assert felt.is_green
            assert len(felt.rows) <= height
            widths = {width_of(row) for row in text_of(felt.rows).split("\n")}
            assert max(widths) <= width


@GLYPHS
@pytest.mark.parametrize("key", PATIENCE)
def test_what_is_pointed_at_is_the_card_that_is_seen_there(
    key: str, glyphs: Glyphs
) -> None:
    board = boards(key, 2)[-1]
    for width, height in ROOMS[2:]:
        felt = patience_felt(board, glyphs, height, width)
        lines = text_of(felt.rows).split("\n")
        for spot in felt.spots:
            cards = board.zones.get(f"column.{spot.pile}", ())
            if not 1 <= spot.size <= len(cards):
                continue
            card = cards[-spot.size]
            if card != FACE_DOWN:
                seen = lines[spot.y][spot.x : spot.x + spot.width]
                assert index_of(card, glyphs, spot.width) in seen
            for y in (spot.y, spot.y + spot.height - 1):
                assert felt.at(spot.x + 1, y) == spot


@pytest.mark.parametrize("key", PATIENCE)
def test_every_card_of_a_column_can_be_counted(key: str) -> None:
    for board in boards(key, 7)[::20]:
        felt = patience_felt(board, UNICODE, 51, 150)
        for name, cards in board.zones.items():
            kind, _, pile = name.partition(".")
            if kind == "column":
                sizes = [s.size for s in felt.spots if s.pile == pile and s.size]
                assert sizes == [*range(len(cards), 0, -1)]


@pytest.mark.parametrize(("width", "height"), ROOMS)
def test_nothing_jumps_in_mid_match(width: int, height: int) -> None:
    shown = [
        patience_felt(board, UNICODE, height, width)
        for board in boards("westcliff/classic", 4)
    ]
    heads = {
        tuple((s.x, s.y, s.width) for s in felt.spots if not s.size) for felt in shown
    }
    assert len(heads) == 1


def test_the_larger_the_terminal_the_larger_the_cards() -> None:
    chosen = [setting_for(7, height, width).size for width, height in ROOMS]
    assert chosen == sorted(chosen)
    assert chosen[-1] == SIZES[0]


CARD = Card(3)
STEPS = Steps(face=2, back=1, last=5)


@pytest.mark.parametrize("hidden", [0, 1, 5])
@pytest.mark.parametrize("room", range(2, 40))
def test_a_column_moves_together_from_its_covered_end(hidden: int, room: int) -> None:
    cards = (*[FACE_DOWN] * hidden, *[CARD] * 12)
    pieces = pieces_of(cards, STEPS, room)
    assert sum(piece.rows for piece in pieces) <= room
    assert [place for piece in pieces for place in piece.places] == [*range(len(cards))]
    faces = [p.rows for p in pieces[:-1] if p.card != FACE_DOWN]
    assert faces == sorted(faces)
    assert all(len(p.places) == 1 for p in pieces) or pieces[-1].rows <= 3


def test_a_column_that_fits_is_spread() -> None:
    cards = (FACE_DOWN, CARD, CARD)
    assert [piece.rows for piece in pieces_of(cards, STEPS, 8)] == [1, 2, 5]


@GLYPHS
@pytest.mark.parametrize("key", SQUARES)
def test_poker_squares_fit_on_every_felt(key: str, glyphs: Glyphs) -> None:
    game = find_game(key)
    assert isinstance(game, SquaresGame)
    for board in boards(key, 3)[::4]:
        for width, height in ROOMS:
            felt = squares_felt(game, board, glyphs, height, width)
            assert felt.is_green
            assert len(felt.rows) <= max(height, LEAST_HEIGHT)
            widths = {width_of(row) for row in text_of(felt.rows).split("\n")}
            assert max(widths) <= width


@GLYPHS
@pytest.mark.parametrize(("width", "height"), ROOMS)
def test_a_cursor_shows_the_card_to_lay(
    width: int, height: int, glyphs: Glyphs
) -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    board = boards("squares/english", 3)[6]
    position = game.position_from(board)
    name = index_of(board.zones["next"][0], glyphs, 4)[-1]
    marks = Marks(game.format(game.legal_moves(position)[0]))
    felt = squares_felt(game, board, glyphs, height, width, marks)
    (spot,) = (spot for spot in felt.spots if spot.pile == marks.pile)
    rows = text_of(felt.rows).split("\n")[spot.y : spot.y + spot.height]
    seen = "".join(row[spot.x : spot.x + spot.width] for row in rows)
    assert "[" in seen
    assert f"{name}]" in seen
    last = index_of(position.cards[board.plies - 1], glyphs, 4)[-1]
    assert f"{last}{glyphs.gap}" in text_of(felt.rows)
    told = squares_felt(game, board, glyphs, height, width, marks, tells_worth=True)
    assert Tint.HELD in grounds(told)


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
    for glyphs in (UNICODE, LINED, ASCII):
        felt = patience_felt(long, glyphs, HEIGHT, WIDTH)
        assert len(felt.rows) <= HEIGHT
        sizes = {spot.size for spot in felt.spots if spot.pile == "1"}
        assert set(range(1, 10)) <= sizes
        assert glyphs.times in text_of(felt.rows)


MARKED = Marks("3", 1, frozenset({"5", "F"}))


def grounds(felt: Felt) -> set[Tint]:
    styles = (span.style for row in felt.rows for span in row)
    return {style.ground for style in styles if isinstance(style, Patch)}


@pytest.mark.parametrize(("width", "height"), ROOMS)
def test_what_is_in_hand_and_where_it_may_go_is_seen(width: int, height: int) -> None:
    board = boards("westcliff/american", 6)[0]
    felt = patience_felt(board, UNICODE, height, width, MARKED)
    assert {Tint.HELD, Tint.TARGET} <= grounds(felt)
    plain = patience_felt(board, UNICODE, height, width)
    assert not {Tint.HELD, Tint.TARGET} & grounds(plain)


@GLYPHS
@pytest.mark.parametrize(("width", "height"), ROOMS)
def test_marks_are_signs_and_not_colours_alone(
    width: int, height: int, glyphs: Glyphs
) -> None:
    board = boards("westcliff/american", 6)[0]
    text = text_of(patience_felt(board, glyphs, height, width, MARKED).rows)
    assert "[3]" in text
    assert f"5{glyphs.aim}" in text
    suits = [f"{suit}{glyphs.aim}" for suit in glyphs.suits]
    assert all(suit in text for suit in suits)
    waste = next(b for b in boards("westcliff/classic", 4) if b.zones["waste"])
    held = patience_felt(waste, glyphs, height, width, Marks("W"))
    index = index_of(waste.zones["waste"][-1], glyphs, 6)
    assert f"[{index}]" in text_of(held.rows)


def test_where_there_are_no_colours_what_is_in_hand_is_reversed() -> None:
    board = boards("westcliff/american", 6)[0]
    felt = patience_felt(board, LINED, 16, 80, MARKED)
    reversed_ = [s.text for r in felt.rows for s in r if _is_reversed(s.style)]
    assert "".join(reversed_)
    assert f"{LINED.double}{LINED.double}" in text_of(felt.rows)


def _is_reversed(style: object) -> bool:
    return isinstance(style, Patch) and style.is_reversed


@pytest.mark.parametrize(("width", "height"), ROOMS[2:])
@pytest.mark.parametrize("axis", list(Axis))
def test_a_line_that_the_last_card_has_made_is_lit_and_named(
    axis: Axis, width: int, height: int
) -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    board, made = next(lines_just_made(game, axis))
    felt = squares_felt(game, board, UNICODE, height, width)
    lit = [
        span
        for row in felt.rows
        for span in row
        if isinstance(span.style, Patch) and span.style.ground is Tint.LAST
    ]
    assert len(lit) >= 5
    chips = [span.text for row in felt.rows for span in row if span.style is Style.NEXT]
    assert any(str(made.points) in chip.split() for chip in chips)
    if height >= 22:
        assert any(made.hand.value in chip for chip in chips)


def lines_just_made(game: SquaresGame, axis: Axis) -> Iterator[tuple[Board, HandLine]]:
    """Yield boards whose last card has completed one line that counts, and that."""
    for seed in range(200):
        for board in boards("squares/english", seed):
            position = game.position_from(board)
            hands = {(hand.axis, hand.number): hand for hand in game.lines(position)}
            made = made_by_last(position, hands)
            if [line[0] for line in made] == [axis] and board.zones["next"]:
                yield board, hands[next(iter(made))]


def test_nothing_is_lit_by_a_card_that_completes_nothing() -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    for board in boards("squares/english", 1, 4):
        felt = squares_felt(game, board, UNICODE, HEIGHT)
        chips = [s.text for row in felt.rows for s in row if s.style is Style.NEXT]
        assert chips == ["to lay"]
