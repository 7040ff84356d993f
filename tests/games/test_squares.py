"""Poker Squares: where cards lie, what layouts count, and why not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samedeal_games.cards import FACE_DOWN, read_cards
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.errors import IllegalMove, InvalidDeck, InvalidMove
from samedeal_games.squares import Cell, Hand, Laying, SquaresGame
from samedeal_games.squares.cells import FIRST_CELL, legal_cells
from samedeal_games.squares.rulesets import RULESETS

GAMES = {ruleset.key: SquaresGame(ruleset) for ruleset in RULESETS}
ENGLISH = GAMES["squares/english"]
AMERICAN = GAMES["squares/american"]
PATIENCE = GAMES["squares/patience"]
SERPENT = GAMES["squares/serpent"]

FIVE_STRAIGHT_FLUSHES_AND_FIVE_FOURS = (
    "AH 2H 3H 4H 5H AS 2S 3S 4S 5S AD 2D 3D 4D 5D AC 2C 3C 4C 5C 6H 7H 8H 9H TH"
)
COUNTED = "cells are counted from the first card, columns right, rows down"
MIXED = "JH JS JD AC AH 9H 9S 9D 7C 7D 8H 8S 8D 8C 4H TH TS TD KC 4S 6H 6S 5D 5C QD"
# Four royal flushes and a straight flush across, five fours down.
BEST_AMERICAN = (
    "TC JC QC KC AC TD JD QD KD AD TH JH QH KH AH TS JS QS KS AS 9C 8C 7C 6C 5C"
)


def score_by_rows(game: SquaresGame, layout: str) -> int:
    position = game.setup(Deal(read_cards(layout)))
    for cell in (Cell(column, row) for row in range(5) for column in range(5)):
        position = game.apply(position, cell)
    assert game.is_over(position)
    return game.score(position)


@pytest.mark.parametrize(
    ("layout", "english", "american"),
    [
        (FIVE_STRAIGHT_FLUSHES_AND_FIVE_FOURS, 230, 625),
        (MIXED, 66, 197),
        (BEST_AMERICAN, 230, 725),
    ],
)
def test_a_layout_counts_what_the_tables_say(
    layout: str, english: int, american: int
) -> None:
    assert score_by_rows(ENGLISH, layout) == english
    assert score_by_rows(PATIENCE, layout) == english
    assert score_by_rows(AMERICAN, layout) == american


def test_the_top_scores_are_those_layouts() -> None:
    assert {game.about.top_score for game in GAMES.values()} == {230, 725}


@given(st.binary(min_size=32, max_size=32), st.permutations(range(5)), st.booleans())
def test_a_score_does_not_depend_on_the_order_of_lines(
    seed: bytes, order: list[int], flip: bool
) -> None:
    deal = deal_from_seed(seed, 1)
    plain, moved = ENGLISH.setup(deal), ENGLISH.setup(deal)
    for row in range(5):
        for column in range(5):
            plain = ENGLISH.apply(plain, Cell(column, row))
            cell = Cell(order[column], row)
            moved = ENGLISH.apply(moved, Cell(*reversed(cell)) if flip else cell)
    assert ENGLISH.score(plain) == ENGLISH.score(moved)
    assert 0 <= ENGLISH.score(plain) <= 230


@pytest.mark.parametrize(
    ("placed", "shapes", "sequences", "fewest", "most"),
    [
        (2, 4, 8, 8, 8),
        (3, 20, 88, 10, 12),
        (4, 110, 1200, 12, 16),
        (5, 638, 19280, 12, 20),
    ],
)
def test_touching_layouts_are_as_many_as_counted_by_hand(
    placed: int, shapes: int, sequences: int, fewest: int, most: int
) -> None:
    ways: dict[frozenset[Cell], int] = {frozenset({FIRST_CELL}): 1}
    choices: set[int] = set()
    for _ in range(placed - 1):
        after: dict[frozenset[Cell], int] = {}
        choices.clear()
        for shape, count in ways.items():
            cells = legal_cells(Laying.TOUCHING, tuple(shape))
            choices.add(len(cells))
            for cell in cells:
                larger = shape | {cell}
                after[larger] = after.get(larger, 0) + count
        ways = after
    assert sum(ways.values()) == sequences
    assert len({normalised(shape) for shape in ways}) == shapes
    assert (min(choices), max(choices)) == (fewest, most)


def normalised(shape: frozenset[Cell]) -> frozenset[tuple[int, int]]:
    left = min(cell.column for cell in shape)
    top = min(cell.row for cell in shape)
    return frozenset((cell.column - left, cell.row - top) for cell in shape)


def test_a_serpent_goes_on_only_beside_its_head() -> None:
    position = SERPENT.setup(deal_from_seed(bytes(32), 1))
    assert len(SERPENT.legal_moves(position)) == 25
    for text in ("c3", "c2"):
        position = SERPENT.apply(position, SERPENT.parse(text))
    assert [SERPENT.format(cell) for cell in SERPENT.legal_moves(position)] == [
        *("c1", "b2", "d2"),
    ]


def test_a_serpent_that_caught_itself_is_over_and_keeps_its_points() -> None:
    position = SERPENT.setup(Deal(read_cards(MIXED)))
    for text in [
        "a1",
        "b1",
        "c1",
        "d1",
        "e1",
        "e2",
        "d2",
        "c2",
        "b2",
        "b3",
        "a3",
        "a2",
    ]:
        assert not SERPENT.is_over(position)
        position = SERPENT.apply(position, SERPENT.parse(text))
    assert SERPENT.is_over(position)
    assert SERPENT.legal_moves(position) == ()
    # Jacks full of aces, and three nines.
    assert SERPENT.score(position) == 25 + 10
    with pytest.raises(IllegalMove, match="beside the one laid last"):
        SERPENT.apply(position, SERPENT.parse("c3"))


def test_a_serpent_that_turns_at_every_row_can_reach_the_top_score() -> None:
    path = [Cell(x if y % 2 == 0 else 4 - x, y) for y in range(5) for x in range(5)]
    layout = read_cards(BEST_AMERICAN)
    position = SERPENT.setup(Deal(tuple(layout[5 * y + x] for x, y in path)))
    for cell in path:
        position = SERPENT.apply(position, cell)
    assert SERPENT.score(position) == SERPENT.about.top_score == 725


def test_only_from_a_cell_of_the_commoner_colour_can_a_serpent_fill_the_grid() -> None:
    """As on a chessboard: 13 cells of one colour, 12 of the other, in turn."""
    longest = {start: longest_serpent((start,)) for start in (Cell(0, 0), Cell(1, 0))}
    assert longest == {Cell(0, 0): 25, Cell(1, 0): 24}


def longest_serpent(cells: tuple[Cell, ...]) -> int:
    after = legal_cells(Laying.SERPENT, cells)
    if not after:
        return len(cells)
    longest = 0
    for cell in after:
        longest = max(longest, longest_serpent((*cells, cell)))
        if longest == 25:
            break
    return longest


def test_five_in_a_straight_line_fix_the_frame_that_way() -> None:
    line = tuple(Cell(column, 0) for column in range(5))
    cells = legal_cells(Laying.TOUCHING, line)
    assert {cell.column for cell in cells} == set(range(5))
    assert {cell.row for cell in cells} == {-1, 1}


@given(st.lists(st.integers(0, 99), min_size=24, max_size=24))
def test_a_touching_layout_is_never_stuck_and_ends_as_five_by_five(
    choices: list[int],
) -> None:
    position = PATIENCE.apply(PATIENCE.setup(deal_from_seed(bytes(32), 1)), FIRST_CELL)
    for choice in choices:
        moves = PATIENCE.legal_moves(position)
        position = PATIENCE.apply(position, moves[choice % len(moves)])
    columns = {cell.column for cell in position.cells}
    rows = {cell.row for cell in position.cells}
    assert len(columns) == len(rows) == 5


@pytest.mark.parametrize(
    ("key", "played", "move", "reason"),
    [
        ("squares/english", "c4", "c4", "the seven of spades lies there already"),
        (
            "squares/serpent",
            "c3",
            "d4",
            "a card must lie beside the one laid last, not corner to corner",
        ),
        (
            "squares/patience",
            "",
            "+1+0",
            f"the first card goes to +0+0: {COUNTED}",
        ),
        ("squares/patience", "+0+0", "+2+0", "a card must touch one already laid"),
        (
            "squares/patience",
            "+0+0 +1+0 +2+0 +3+0 +4+0",
            "+5+0",
            "that would make the layout more than five columns wide",
        ),
        (
            "squares/patience",
            "+0+0 +0-1 +0-2 +0-3 +0-4",
            "+1+1",
            "that would make the layout more than five rows high",
        ),
    ],
)
def test_a_card_is_refused_with_a_reason(
    key: str, played: str, move: str, reason: str
) -> None:
    game = GAMES[key]
    position = game.setup(deal_from_seed(bytes(32), 1))
    for text in played.split():
        position = game.apply(position, game.parse(text))
    with pytest.raises(IllegalMove) as refusal:
        game.apply(position, game.parse(move))
    assert refusal.value.wording == reason


def test_a_cell_off_the_grid_is_refused() -> None:
    with pytest.raises(IllegalMove, match="columns a to e"):
        ENGLISH.apply(ENGLISH.setup(deal_from_seed(bytes(32), 1)), Cell(5, 0))


def test_a_full_layout_takes_no_more() -> None:
    position = ENGLISH.setup(Deal(read_cards(MIXED)))
    for move in ENGLISH.legal_moves(position):
        position = ENGLISH.apply(position, move)
    assert ENGLISH.legal_moves(position) == ()
    with pytest.raises(IllegalMove, match="all 25 cards are laid"):
        ENGLISH.apply(position, Cell(0, 0))


@pytest.mark.parametrize("text", ["", "f1", "a6", "a0", "4c", "+1-2", "c4 ", "c٤"])
def test_what_is_no_cell_of_the_grid_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidMove, match="as in c4"):
        ENGLISH.parse(text)


@pytest.mark.parametrize("text", ["", "c4", "1-2", "+1", "+1-2+3", "+100+0", "++1"])
def test_what_is_no_offset_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"as in \+1-2"):
        PATIENCE.parse(text)


def test_a_very_long_move_is_not_even_read() -> None:
    with pytest.raises(InvalidMove, match="at most 16 characters"):
        ENGLISH.parse("c4" * 9)


def test_cells_are_read_in_any_case_and_written_in_one() -> None:
    assert ENGLISH.format(ENGLISH.parse("C4")) == "c4"
    assert ENGLISH.parse("c4") == Cell(column=2, row=3)
    assert PATIENCE.format(PATIENCE.parse("-0+01")) == "+0+1"
    assert PATIENCE.parse("+1-2") == Cell(column=1, row=-2)


def test_a_deck_of_25_cards_is_enough_and_24_are_not() -> None:
    cards = read_cards(MIXED)
    whole = deal_from_seed(bytes(32), 1)
    assert ENGLISH.setup(whole) == ENGLISH.setup(Deal(whole.cards[:25]))
    with pytest.raises(InvalidDeck, match="24"):
        ENGLISH.setup(Deal(cards[:24]))


def test_only_the_next_card_is_shown_and_the_rest_counted() -> None:
    position = ENGLISH.setup(deal_from_seed(bytes(32), 1))
    position = ENGLISH.apply(position, ENGLISH.parse("c4"))
    zones = ENGLISH.view(position).zones
    assert list(zones) == ["next", "stock", "cell.c4"]
    assert zones["next"] == read_cards("6H")
    assert zones["stock"] == (FACE_DOWN,) * 23
    assert zones["cell.c4"] == read_cards("7S")


@pytest.mark.parametrize("key", GAMES)
def test_a_position_rebuilt_from_a_view_knows_only_the_cards_shown(key: str) -> None:
    game = GAMES[key]
    position = game.setup(Deal(read_cards(MIXED)))
    for _ in range(3):
        position = game.apply(position, game.legal_moves(position)[0])
    rebuilt = game.position_from(game.view(position))
    assert rebuilt.cells == position.cells
    assert rebuilt.cards == (*read_cards("JH JS JD AC"), *[FACE_DOWN] * 21)
    assert game.plies(rebuilt) == 3
    assert not game.is_won(rebuilt)


def test_unfinished_lines_show_what_they_hold_and_count_nothing() -> None:
    position = ENGLISH.setup(Deal(read_cards(MIXED)))
    for text in ("a1", "b1", "c1"):
        position = ENGLISH.apply(position, ENGLISH.parse(text))
    row, *columns = ENGLISH.lines(position)
    assert (row.hand, row.points, row.is_complete) == (Hand.THREE_OF_A_KIND, 6, False)
    assert [line.hand for line in columns] == [Hand.NOTHING] * 3
    assert ENGLISH.score(position) == 0
    for text in ("d1", "e1"):
        position = ENGLISH.apply(position, ENGLISH.parse(text))
    assert ENGLISH.lines(position)[0].is_complete
    assert ENGLISH.score(position) == 10
