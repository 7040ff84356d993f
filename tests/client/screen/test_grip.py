"""From keys and clicks to moves: every legal move can be made, and no other."""

from random import Random

import pytest
from tests.client.screen.test_felt import PATIENCE, SQUARES, boards

from samedeal_client.families.asked import TO_LAY, Place
from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.felt.cursor import Cursor
from samedeal_client.screen.felt.felt import NO_MARKS, Marks, Spot
from samedeal_client.screen.felt.grip import Done, Grip
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.felt.squares import squares_felt
from samedeal_client.terminal.keys import column_of_key, key_of_column
from samedeal_client.view.boards.squares import cell_name, example_cell
from samedeal_client.view.cards import UNICODE
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import FOUNDATION, KINGS_FOUNDATION, WASTE, Move
from samedeal_games.squares import SquaresGame


def legal(game: AnyGame, board: Board) -> list[Move]:
    return list(game.legal_moves(game.position_from(board)))


def key_of(number: int) -> str:
    return "w" if number == WASTE else key_of_column(number)


def target_of(move: Move) -> tuple[str, str]:
    """Return the key of a move's target, and its pile."""
    if move.target == FOUNDATION:
        return "f", "F"
    if move.target == KINGS_FOUNDATION:
        return "k", "K"
    return key_of_column(move.target), str(move.target)


@pytest.mark.parametrize("key", PATIENCE)
def test_every_legal_move_can_be_made_by_keys(key: str) -> None:
    game, grip = find_game(key), Grip()
    for board in boards(key, 7)[::6]:
        for move in legal(game, board):
            grip.look(game, board)
            notation = game.format(move)
            if move.source < 0:
                if notation == "R":
                    assert grip.press("r").note
                assert grip.press(notation.lower()) == Done(notation)
                continue
            assert grip.press(key_of(move.source)) == Done()
            grip.press("down")
            for _ in range(20):
                if grip.marks.size > move.size:
                    grip.press("down")
                elif grip.marks.size < move.size:
                    grip.press("up")
            assert grip.press(target_of(move)[0]) == Done(notation)
            assert grip.pile == ""


@pytest.mark.parametrize("key", PATIENCE)
def test_every_legal_move_can_be_made_with_the_mouse(key: str) -> None:
    game, grip = find_game(key), Grip()
    for board in boards(key, 8)[::6]:
        spots = {(s.pile, s.size): s for s in patience_felt(board, UNICODE, 40).spots}
        for move in legal(game, board):
            grip.look(game, board)
            notation = game.format(move)
            if move.source < 0:
                if notation == "R":
                    assert grip.point(spots["R", 1]).note
                assert grip.point(spots[notation, 1]) == Done(notation)
                continue
            source = "W" if move.source == WASTE else str(move.source)
            pile = target_of(move)[1]
            target = spots.get((pile, 1)) or spots[pile, 0]
            assert grip.point(spots[source, move.size]) == Done()
            assert grip.point(target) == Done(notation)


@pytest.mark.parametrize("key", PATIENCE)
def test_whatever_is_pressed_only_legal_moves_come_out(key: str) -> None:
    game, dice = find_game(key), Random(key)
    keys = [*"1234567890-=wfkdr", "up", "down", "escape", "x"]
    grip = Grip()
    for board in boards(key, 9)[::4]:
        grip.look(game, board)
        notations = {game.format(move) for move in legal(game, board)}
        for _ in range(200):
            done = grip.press(dice.choice(keys))
            assert done.move in notations | {""}
            assert not (done.move and done.note)


def test_a_common_move_takes_two_keys() -> None:
    game = find_game("westcliff/american")
    grip = Grip()
    for board in boards("westcliff/american", 10):
        for move in legal(game, board):
            if move.source > 0 and move.target == FOUNDATION:
                grip.look(game, board)
                key = key_of_column(move.source)
                assert grip.press(key) == Done()
                assert grip.press(key) == Done(game.format(move))


def test_where_a_column_goes_takes_no_thought_and_one_key_where_that_is_wished() -> (
    None
):
    game, grip = find_game("westcliff/american"), Grip()
    tried = 0
    for board in boards("westcliff/american", 7):
        moves = [move for move in legal(game, board) if move.source > 0]
        for source in {move.source for move in moves}:
            targets = {target_of(move)[1] for move in moves if move.source == source}
            grip.look(game, board)
            assert grip.press(key_of(source)) == Done()
            made = grip.press("enter").move
            assert made in {game.format(move) for move in moves}
            up = [move for move in moves if move.source == source and move.target < 1]
            assert not up or made in {game.format(move) for move in up}
            with read_by(Reader(quick=True)):
                grip.look(game, board)
                at_once = grip.press(key_of(source)).move
            assert at_once == (made if len(targets) == 1 else "")
            tried += 1
    assert tried > 20


def test_the_last_move_is_made_again_from_and_to_the_same_places() -> None:
    game, grip = find_game("easthaven"), Grip()
    first = next(
        (board, move)
        for board in boards("easthaven", 7)
        for move in legal(game, board)
        if move.source > 0 and move.target > 0
    )
    board, move = first
    grip.look(game, board)
    assert grip.press(".").note == "There is no move to repeat."
    keys = key_of(move.source), target_of(move)[0]
    made = [grip.press(key) for key in keys][-1].move
    assert made
    grip.look(game, board)
    assert grip.press(".").move == made


@pytest.mark.parametrize("row", ["&é\"'(-è_ç", "&é\"'(§è!ç"])
def test_columns_are_named_without_shift_on_keyboards_of_other_countries(
    row: str,
) -> None:
    game, grip = find_game("easthaven"), Grip()
    board = boards("easthaven", 1)[0]
    for number, key in enumerate(row[:7], 1):
        grip.look(game, board)
        pressed = grip.press(key)
        grip.look(game, board)
        assert pressed == grip.press(key_of(number))
        assert column_of_key(key, 7) == str(number)
    assert column_of_key("-", 12) == "11"


@pytest.mark.parametrize("key", PATIENCE)
def test_a_move_that_is_shown_is_highlighted_and_not_in_hand(key: str) -> None:
    game, grip = find_game(key), Grip()
    for board in boards(key, 13)[::6]:
        for move in legal(game, board):
            grip.look(game, board)
            grip.show(game.format(move))
            if move.source < 0:
                assert grip.pile == ""
                continue
            assert grip.pile == ""
            assert grip.marks.targets == {target_of(move)[1]}
            assert grip.marks.size == move.size


def test_what_cannot_be_is_told_in_the_rules_own_words() -> None:
    game = find_game("westcliff/american")
    board = boards("westcliff/american", 11)[0]
    moves = legal(game, board)
    source = next(m.source for m in moves if m.source > 0)
    wrong = next(
        n
        for n in range(1, 11)
        if n != source and not any((m.source, m.target) == (source, n) for m in moves)
    )
    grip = Grip()
    grip.look(game, board)
    grip.press(key_of_column(source))
    done = grip.press(key_of_column(wrong))
    assert done.move == ""
    assert done.note


@pytest.mark.parametrize("key", SQUARES)
def test_every_cell_can_be_laid_on_by_name_by_arrows_and_by_mouse(key: str) -> None:
    game = find_game(key)
    assert isinstance(game, SquaresGame)
    cursor = Cursor()
    for board in boards(key, 12)[:25:5]:
        cells = game.legal_moves(game.position_from(board))
        spots = {s.pile: s for s in squares_felt(game, board, UNICODE, 15).spots}
        for cell in cells:
            cursor.look(game, board)
            name = cell_name(game, cell)
            letter, number = name[0], name[1]
            assert cursor.press(letter) == Done()
            assert cursor.half == letter
            assert cursor.press(number) == Done(game.format(cell))
            assert cursor.point(spots[game.format(cell)]) == Done(game.format(cell))
        reached = set[str]()
        cursor.look(game, board)
        dice = Random(1)
        for _ in range(400):
            cursor.press(dice.choice(["up", "down", "left", "right"]))
            reached.add(cursor.marks.pile)
        assert reached == ({game.format(cell) for cell in cells} or {""})
        assert cursor.press("enter").move in reached | {""}


@pytest.mark.parametrize("taken_back", ["escape", "backspace"])
def test_a_letter_marks_its_column_until_it_is_taken_back(taken_back: str) -> None:
    game, board = find_game("squares/english"), boards("squares/english", 12)[5]
    assert isinstance(game, SquaresGame)
    cursor = Cursor()
    cursor.look(game, board)
    assert cursor.press("b") == Done()
    assert cursor.marks == Marks(letter="b")
    cursor.press("d")
    assert cursor.marks == Marks(letter="d")
    assert cursor.press(taken_back) == Done()
    assert cursor.marks == NO_MARKS
    assert cursor.half == ""


@pytest.mark.parametrize("key", SQUARES)
def test_a_refused_cell_is_called_what_stands_on_the_board(key: str) -> None:
    game = find_game(key)
    assert isinstance(game, SquaresGame)
    cursor = Cursor()
    for board in boards(key, 14)[1:20:6]:
        cursor.look(game, board)
        for spot in squares_felt(game, board, UNICODE, 15).spots:
            done = cursor.point(spot)
            name = cell_name(game, game.parse(spot.pile))
            assert done.move == spot.pile or done.note.startswith(f"{name}: ")
            assert "+" not in done.note


def test_enter_lays_where_one_cell_is_open_and_says_why_elsewhere_it_does_not() -> None:
    game = find_game("squares/patience")
    assert isinstance(game, SquaresGame)
    cursor = Cursor()
    first, second, *_ = boards("squares/patience", 15)
    cursor.look(game, first)
    assert cursor.press("enter") == Done("+0+0")
    cursor.look(game, second)
    assert "arrows" in cursor.press("enter").note
    cursor.press("up")
    assert cursor.press("enter").move


@pytest.mark.parametrize("key", SQUARES)
def test_the_cell_that_tells_how_they_are_named_is_open(key: str) -> None:
    game = find_game(key)
    assert isinstance(game, SquaresGame)
    for board in boards(key, 16)[:25]:
        legal = game.legal_moves(game.position_from(board))
        names = {cell_name(game, cell) for cell in legal}
        assert example_cell(game, board) in (names or {"c4"})


def test_a_refused_pack_is_called_by_its_keys() -> None:
    game, grip = find_game("capricieuse"), Grip()
    for board in boards("capricieuse", 17)[::6]:
        for source in range(1, 13):
            grip.look(game, board)
            if grip.press(key_of_column(source)).note:
                continue
            done = grip.press(key_of_column(11 if source != 11 else 12))
            pressed = f"{key_of_column(source)} {key_of_column(11 + (source == 11))}"
            assert done.move or done.note.startswith(f"{pressed}: ")


@pytest.mark.parametrize("between", ["escape", "d", "1", "f", "up", "x"])
def test_a_redeal_is_made_when_it_is_asked_for_twice_with_nothing_between(
    between: str,
) -> None:
    game, grip = find_game("russian"), Grip()
    grip.look(game, boards("russian", 18)[0])
    assert "r once more" in grip.press("r").note
    grip.press(between)
    assert "r once more" in grip.press("r").note
    assert grip.press("r") == Done("R")


def test_another_board_has_forgotten_that_a_redeal_was_asked_for() -> None:
    game, grip = find_game("russian"), Grip()
    first, second, *_ = boards("russian", 18)
    grip.look(game, first)
    grip.press("r")
    grip.look(game, second)
    assert grip.press("r").note


@pytest.mark.parametrize("key", GAMES)
def test_a_key_that_means_nothing_says_so(key: str) -> None:
    game, board = find_game(key), boards(key, 19)[0]
    hand = Hand()
    hand.look(game, board)
    for pressed in "xzq~":
        assert hand.press(pressed).note.startswith(f"{pressed} does nothing here")
    for unseen in ("home", "f5", "escape", "ctrl+l"):
        assert hand.press(unseen) == Done()


def test_a_number_without_a_letter_says_what_is_missing() -> None:
    cursor, game = Cursor(), find_game("squares/english")
    assert isinstance(game, SquaresGame)
    cursor.look(game, boards("squares/english", 19)[0])
    assert "letter" in cursor.press("4").note
    cursor.press("c")
    assert cursor.press("4") == Done("c4")


@pytest.mark.parametrize("key", PATIENCE)
def test_what_is_asked_about_is_not_moved(key: str) -> None:
    game, hand = find_game(key), Hand()
    hand.look(game, boards(key, 7)[0])
    hand.ask()
    assert hand.press("2") == Done()
    hand.press("up")
    hand.press("up")
    hand.press("down")
    assert hand.press("1") == Done(asked=(Place("2", 2), Place("1")))
    assert not hand.asks
    hand.ask()
    hand.point(Spot("3", 2, 0, 0, 1))
    assert hand.point(Spot("F", 0, 0, 0, 1)).asked == (Place("3", 2), Place("F"))
    hand.ask()
    assert hand.press("escape") == Done()
    assert not hand.asks
    hand.ask()
    assert "does nothing here" in hand.press("$").note
    assert hand.asks


@pytest.mark.parametrize("key", SQUARES)
def test_a_cell_that_is_asked_about_is_not_laid_on(key: str) -> None:
    game, hand = find_game(key), Hand()
    assert isinstance(game, SquaresGame)
    board = boards(key, 7)[3]
    hand.look(game, board)
    hand.ask()
    cell = game.parse(next(zone for zone in board.zones if "cell." in zone)[5:])
    name = cell_name(game, cell)
    assert hand.press(name[0]) == Done()
    assert hand.press(name[1]) == Done(asked=(TO_LAY, Place(game.format(cell))))
    assert not hand.asks


@pytest.mark.parametrize("key", PATIENCE)
def test_a_pair_that_cannot_be_is_refused_whole_and_leaves_nothing_in_hand(
    key: str,
) -> None:
    """Whatever the first of two is: were it dropped, the next two would be a pair."""
    game, grip, seen = find_game(key), Grip(), 0
    for board in boards(key, 11)[::6]:
        moves = legal(game, board)
        piles = [int(z[7:]) for z in board.zones if z.startswith("column.")]
        ends = {(move.source, move.target) for move in moves}
        stuck = [n for n in piles if n not in {source for source, _ in ends}]
        for first in (*stuck[:2], *piles[:2]):
            for second in piles[:4]:
                if first == second or (first, second) in ends:
                    continue
                grip.look(game, board)
                note = grip.press(key_of(first)).note
                assert note == ("Nothing there can be moved." if first in stuck else "")
                done = grip.press(key_of(second))
                assert not done.move
                assert done.note.startswith(f"{key_of(first)} {key_of(second)}: ")
                assert (grip.pile, grip.marks.targets) == ("", frozenset())
                seen += first in stuck
    assert seen


def test_what_cannot_be_moved_goes_nowhere_by_any_key() -> None:
    game, grip = find_game("westcliff/american"), Grip()
    board = boards("westcliff/american", 11)[0]
    movable = {move.source for move in legal(game, board)}
    stuck = next(n for n in range(1, 11) if n not in movable)
    for keys in ((key_of(stuck), key_of(stuck)), (key_of(stuck), "enter")):
        grip.look(game, board)
        for pressed in keys:
            assert grip.press(pressed).note == "Nothing there can be moved."
        assert grip.pile == ""
