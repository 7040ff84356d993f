"""What lies where on the felt."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from samedeal_client.language import LANGUAGES, Language, speaking, tr
from samedeal_client.screen.felt.card import (
    LINES_WIDTH,
    LL,
    SIZES,
    XL,
    XXL,
    M,
    S,
    Shown,
    Size,
    State,
    card_rows,
    index_of,
)
from samedeal_client.screen.felt.counts import NAMES_CELLS, SHORT, hand_name
from samedeal_client.screen.felt.felt import Felt, Marks, Spot
from samedeal_client.screen.felt.letters import large
from samedeal_client.screen.felt.patience.column import Steps, pieces_of
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.felt.patience.setting import setting_for
from samedeal_client.screen.felt.places import GAP
from samedeal_client.screen.felt.small import fits, small_felt
from samedeal_client.screen.felt.squares import (
    ASCII_TIE,
    TIE,
    XM,
    made_by_last,
    squares_felt,
)
from samedeal_client.screen.felt.suits import CLOTH, COURTS, COURTS_BY_WIDTH, EYE
from samedeal_client.view.boards.squares import cell_name
from samedeal_client.view.cards import ASCII, UNICODE, Glyphs
from samedeal_client.view.spans import Line, Span, Style, text_of, width_of
from samedeal_client.view.tints import SUIT_TINTS, Patch, Tint
from samedeal_games.cards import FACE_DOWN, PACK_SIZE, Card
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import Axis, SquaresGame
from samedeal_games.squares import Line as HandLine
from samedeal_games.squares.hands import Hand

PATIENCE = [key for key in GAMES if not isinstance(find_game(key), SquaresGame)]
SQUARES = [key for key in GAMES if key not in PATIENCE]
HEIGHT, WIDTH = 15, 80
LINED = UNICODE._replace(halves="")
"""Cards drawn in lines, as where there are no colours."""
LEAST_HEIGHT = 10
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
    for width, height in ROOMS:
        felt = patience_felt(board, glyphs, height, width)
        lines = text_of(felt.rows).split("\n")
        for spot in felt.spots:
            cards = board.zones.get(f"column.{spot.pile}", ())
            if not 1 <= spot.size <= len(cards):
                continue
            card = cards[-spot.size]
            if card != FACE_DOWN:
                seen = lines[spot.y][spot.x : spot.x + spot.width]
                short = index_of(card, glyphs, LINES_WIDTH)
                assert index_of(card, glyphs, spot.width) in seen or short in seen
            for y in (spot.y, spot.y + spot.height - 1):
                assert felt.at(spot.x + 1, y) == spot


@GLYPHS
@pytest.mark.parametrize("length", [12, 22])
@pytest.mark.parametrize("key", ["easthaven", "westcliff/american", "russian"])
def test_a_row_that_cards_share_has_the_whole_name_of_one_and_their_number(
    key: str, length: int, glyphs: Glyphs
) -> None:
    game = find_game(key)
    dealt = game.view(game.setup(deal_from_seed(bytes(32), game.about.packs))).zones
    for suit in range(4):
        ten = Card(13 * suit + 9)
        board = Board(0, {**dealt, "column.1": (ten,) * length})
        for height in (7, 8, 9, 10):
            felt = patience_felt(board, glyphs, height, 60)
            first = next(s for s in felt.spots if s.pile == "1" and s.size)
            many = length + 1 - first.size
            assert many > 1
            row = text_of(felt.rows).split("\n")[first.y]
            seen = row[first.x : first.x + first.width]
            name = re.search(f"(10|T){glyphs.suits[suit]}", seen)
            assert name, seen
            assert str(many) in seen[name.end() :]


@GLYPHS
@pytest.mark.parametrize("size", [*SIZES[:-1], XM])
def test_the_picture_of_a_card_is_in_its_middle(size: Size, glyphs: Glyphs) -> None:
    for card in map(Card, range(PACK_SIZE)):
        rows = card_rows(Shown(card, *size), glyphs)
        assert len(rows) == size.rows
        _, *middle, _ = rows[:-1] if glyphs.halves else rows
        cells = [_inked(row, glyphs) for row in middle]
        columns = [x for row in cells for x, is_inked in enumerate(row) if is_inked]
        lines = [y for y, row in enumerate(cells) if any(row)]
        if size.width >= XM.width:
            assert lines
        if lines:
            assert min(columns) == size.width - 1 - max(columns)
            assert min(lines) + 1 >= len(cells) - 1 - max(lines)


def _inked(row: Line, glyphs: Glyphs) -> list[bool]:
    """Tell of each cell whether there is more in it than the card itself."""
    inner = row if glyphs.halves else row[1:-1]
    cells = [
        (span.text[x] != " " or _ground(span) is not Tint.CARD)
        for span in inner
        for x in range(len(span.text))
    ]
    if glyphs.halves:
        return cells
    written = [sign != " " for span in inner for sign in span.text]
    return [False, *written, False]


def _ground(span: Span) -> Tint:
    assert isinstance(span.style, Patch)
    return span.style.ground


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


@pytest.mark.parametrize(
    ("columns", "felt", "size"),
    [
        (7, (92, 38), XL),
        (7, (120, 43), XXL),
        (10, (92, 38), LL),
        (10, (120, 43), XL),
        (12, (92, 38), M),
        (12, (120, 43), LL),
    ],
)
def test_cards_are_as_large_as_a_board_beside_panels_allows(
    columns: int, felt: tuple[int, int], size: Size
) -> None:
    width, height = felt
    setting = setting_for(columns, height, width)
    assert (setting.size, setting.piles) == (size, size)
    assert setting.steps == Steps(3, 3, size.rows)


@pytest.mark.parametrize("suit", range(4))
def test_a_card_of_eight_cells_has_a_suit_made_of_half_cells(suit: int) -> None:
    shown = Shown(Card(13 * suit), *LL)
    first, *middle, last, _ = card_rows(shown, UNICODE)
    full = Patch(SUIT_TINTS[suit], SUIT_TINTS[suit])
    inked = [any(span.style == full for span in row) for row in middle]
    assert any(inked)
    assert len(middle) == LL.rows - S.rows
    assert all(index_of(shown.card, UNICODE, 8) in text_of([r]) for r in (first, last))


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


@pytest.mark.parametrize("room", range(8, 60))
def test_covered_cards_of_a_column_differ_by_one_row_at_most(room: int) -> None:
    cards = (*[FACE_DOWN] * 3, *[CARD] * 12)
    pieces = pieces_of(cards, Steps(face=3, back=3, last=7), room)
    rows = [piece.rows for piece in pieces[:-1]]
    assert rows == sorted(rows)
    assert max(rows) - min(rows) <= 1
    assert max(rows) == 3 or room < 7 + 14 * 3


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


@pytest.mark.parametrize("height", [0, 4, 8, 40])
def test_the_card_to_lay_is_called_that_however_little_room_there_is(
    height: int,
) -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    felt = squares_felt(game, boards("squares/english", 3)[0], LINED, height)
    assert "to lay" in text_of(felt.rows)


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


@GLYPHS
@pytest.mark.parametrize(("width", "height"), ROOMS)
def test_a_typed_letter_marks_its_column_and_tells_the_numbers_there(
    width: int, height: int, glyphs: Glyphs
) -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    board = boards("squares/english", 3)[6]
    legal = game.legal_moves(game.position_from(board))
    plain = squares_felt(game, board, glyphs, height, width)
    felt = squares_felt(game, board, glyphs, height, width, Marks(letter="c"))
    assert felt.spots == plain.spots
    assert "[c]" in text_of(felt.rows)
    assert "[c]" not in text_of(plain.rows)
    for cell in legal:
        spot = next(s for s in felt.spots if s.pile == game.format(cell))
        text, was = cells_of(felt, spot), cells_of(plain, spot)
        name = cell_name(game, cell)
        assert (name[1] in text) == (name[0] == "c")
        assert glyphs.gap in was
        assert (text == was) == (name[0] != "c")
    assert Tint.OPEN in grounds(felt)
    assert Tint.OPEN not in grounds(plain)


def cells_of(felt: Felt, spot: Spot) -> str:
    """Return the text of a spot, which has no wide character before it."""
    rows = text_of(felt.rows).split("\n")[spot.y : spot.y + spot.height]
    return "".join(row[spot.x : spot.x + spot.width] for row in rows)


@GLYPHS
@pytest.mark.parametrize(
    ("width", "height", "rows"),
    [(80, 16, 3), (80, 18, 3), (60, 13, 2), (100, 11, 2), (120, 32, 6)],
)
def test_cells_are_as_high_as_fit(
    width: int, height: int, rows: int, glyphs: Glyphs
) -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    felt = squares_felt(game, boards("squares/english", 3)[6], glyphs, height, width)
    assert {spot.height for spot in felt.spots} == {rows}
    assert len(felt.rows) <= height
    assert "7/25" in text_of(felt.rows)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("width", "height"), [(80, 17), (80, 18), (100, 23), (120, 32)]
)
def test_each_hand_that_counts_is_named_at_its_line(
    width: int, height: int, language: Language
) -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    for board in boards("squares/english", 5)[15:]:
        hands = game.lines(game.position_from(board))
        with speaking(language):
            rows = text_of(squares_felt(game, board, LINED, height, width).rows)
            names = {hand: tr(hand.hand.value) for hand in hands if hand.points}
            short = {tr(SHORT.get(hand.hand, hand.hand.value)) for hand in names}
        below = re.split("  +", rows.split("\n")[-1].strip())
        for hand, name in names.items():
            if hand.axis is Axis.ROW:
                assert name in rows
            else:
                assert {name, *short} & set(below)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hand_has_a_name_that_fits_below_a_column(language: Language) -> None:
    with speaking(language):
        assert all(hand_name(hand, 8) for hand in Hand)
        # What counts nothing is not named there.
        counted = [hand for hand in Hand if hand is not Hand.NOTHING]
        assert all(hand_name(hand, NAMES_CELLS) for hand in counted)


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
    names = {made.hand.value}
    if axis is Axis.COLUMN:
        names.add(SHORT.get(made.hand, made.hand.value))
    assert any(name in chip for chip in chips for name in names)


@GLYPHS
@pytest.mark.parametrize("axis", list(Axis))
def test_the_cards_of_a_row_just_made_are_tied_to_each_other(
    axis: Axis, glyphs: Glyphs
) -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    board, _ = next(lines_just_made(game, axis))
    tie = ASCII_TIE if glyphs is ASCII else TIE
    for width, height in ROOMS:
        felt = squares_felt(game, board, glyphs, height, width)
        ties = [s.text for row in felt.rows for s in row if set(s.text) == {tie}]
        assert len(ties) == (4 if axis is Axis.ROW else 0)


@pytest.mark.parametrize(
    ("width", "height", "is_large"), [(80, 17, True), (60, 13, True), (80, 9, False)]
)
def test_all_points_made_are_told_in_large_figures_where_they_have_room(
    width: int, height: int, is_large: bool
) -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    board = next(b for b in boards("squares/english", 5) if scored(game, b) >= 3)
    felt = squares_felt(game, board, LINED, height, width)
    spans = [span for row in felt.rows for span in row]
    told, brass = str(scored(game, board)), Tint.FELT_BRASS
    figures = large(told, 8, LINED, ground=Tint.FELT, tint=brass)
    assert len(figures) == 3
    assert all((row[0] in spans) == is_large for row in figures)


def scored(game: SquaresGame, board: Board) -> int:
    return game.score(game.position_from(board))


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


def up_to(count: int) -> Board:
    """Return a board of Easthaven with so many clubs up, and nothing else."""
    game = find_game("easthaven")
    empty = game.view(game.setup(deal_from_seed(bytes(32), game.about.packs)))
    zones: dict[str, tuple[Card, ...]] = dict.fromkeys(empty.zones, ())
    zones["foundation.1"] = tuple(map(Card, range(count)))
    return empty._replace(zones=zones)


@GLYPHS
@pytest.mark.parametrize("room", ROOMS)
def test_a_whole_suit_is_seen_to_be_whole(
    glyphs: Glyphs, room: tuple[int, int]
) -> None:
    width, height = room

    def clubs(count: int) -> str:
        return text_of(patience_felt(up_to(count), glyphs, height, width).rows)

    king = index_of(Card(12), glyphs, 5)
    assert f"{king}{glyphs.named}" in clubs(13)
    assert glyphs.named not in clubs(12)


@pytest.mark.parametrize("size", SIZES)
def test_backs_below_each_other_have_a_pattern_and_an_edge_each(size: Size) -> None:
    shown = Shown(FACE_DOWN, size.width, 1, State.COVERED, is_covered=True)
    (row,) = card_rows(shown, UNICODE)
    assert sum(width_of(span.text) for span in row) == size.width
    edge, pattern = UNICODE.halves[2], UNICODE.halves[5]
    text = "".join(span.text for span in row)
    assert text.startswith(edge)
    assert text.endswith(edge)
    assert (pattern in text) == (size.width > LINES_WIDTH)


@pytest.mark.parametrize("rows", [1, 2])
def test_every_row_of_a_back_below_others_has_its_pattern(rows: int) -> None:
    back = Shown(FACE_DOWN, 13, rows, State.OPEN, is_covered=True)
    assert all(UNICODE.halves[5] in text_of([row]) for row in card_rows(back, UNICODE))


@pytest.mark.parametrize("width", COURTS_BY_WIDTH)
@pytest.mark.parametrize("letter", COURTS)
def test_the_eyes_of_a_court_touch_nothing_of_the_colour_that_they_have(
    letter: str, width: int
) -> None:
    points = COURTS_BY_WIDTH[width][letter].split()
    eyes = [
        (x, y)
        for y, row in enumerate(points)
        for x, sign in enumerate(row)
        if sign == EYE
    ]
    assert len(eyes) == 2
    for x, y in eyes:
        around = (
            points[y - 1][x],
            points[y + 1][x],
            points[y][x - 1],
            points[y][x + 1],
        )
        assert CLOTH not in around
