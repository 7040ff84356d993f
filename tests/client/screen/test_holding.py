"""The keys at the foot are those of the moment: each of them does something legal."""

from collections.abc import Iterator

import pytest
from tests.client.screen.test_felt import PATIENCE, SQUARES, boards

from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.felt.felt import Spot
from samedeal_client.screen.felt.hand import Hand
from samedeal_client.screen.felt.patience.holding import (
    Held,
    Target,
    held_keys,
    held_line,
)
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.terminal.keys import key_of_column, read_bindings
from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.spans import text_of
from samedeal_games.cards import Card
from samedeal_games.catalogue import find_game
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame


def hand_on(game: AnyGame, board: Board, *keys: str) -> Hand:
    """Return a hand on a board, after some keys."""
    hand = Hand()
    hand.look(game, board)
    for key in keys:
        hand.press(key)
    return hand


def sources(board: Board) -> Iterator[str]:
    """Yield the keys of the piles that can be taken in hand."""
    columns = sum(name.startswith("column.") for name in board.zones)
    yield from map(key_of_column, range(1, columns + 1))
    if board.zones.get("waste"):
        yield "w"


@pytest.mark.parametrize("key", PATIENCE)
def test_with_cards_in_hand_every_key_told_moves_them_or_puts_them_back(
    key: str,
) -> None:
    game = find_game(key)
    for board in boards(key, 3)[::15]:
        position = game.position_from(board)
        legal = {game.format(move) for move in game.legal_moves(position)}
        for source in sources(board):
            hints = hand_on(game, board, source).keys(UNICODE)
            for hint in hints:
                hand = hand_on(game, board, source)
                if not hint.key:
                    assert hint.text == "up/down run"
                elif hint.key == "escape":
                    hand.press(hint.key)
                    assert not hand.holds
                else:
                    assert hand.press(hint.key).move in legal
            assert "escape" in [hint.key for hint in hints]


@pytest.mark.parametrize("key", PATIENCE)
def test_with_an_empty_hand_what_cannot_be_dealt_or_taken_is_not_told(key: str) -> None:
    game = find_game(key)
    for board in boards(key, 3)[::15]:
        hand = hand_on(game, board)
        position = game.position_from(board)
        dealt = {game.format(move) for move in game.legal_moves(position)} & {"D", "R"}
        told = {hint.key for hint in hand.keys(UNICODE)}
        assert {key.upper() for key in told & {"d", "r"}} == dealt
        assert ("w" in told) == bool(board.zones.get("waste"))


def test_a_line_tells_what_is_in_hand_and_where_enter_puts_it() -> None:
    def told(*targets: Target, many: int = 1) -> tuple[str, tuple[KeyHint, ...]]:
        held = Held(tuple(map(Card, range(many))), targets, is_run=False)
        return text_of((held_line(held, ASCII),)), held_keys(held, ASCII)

    line, hints = told(Target("10", Card(14)), many=2)
    assert line == " In hand: AC 2C. 0 or Enter puts it on 2D; Esc puts it back."
    assert hints[0] == KeyHint("enter", "0, Enter on 2D")
    line, hints = told(Target("F", None), Target("4", None), many=5)
    assert line == " In hand: AC...5C. Where to: f, 4? Enter puts it up."
    assert hints[2] == KeyHint("4", "4 in the space")
    assert told()[0] == " In hand: AC. It goes nowhere; Esc puts it back."
    with read_by(Reader(keys=read_bindings("f=x"))):
        assert told(Target("F", None))[1][0].text == "x, Enter up"


@pytest.mark.parametrize("key", SQUARES)
def test_the_cell_that_is_told_for_an_example_is_open(key: str) -> None:
    game = find_game(key)
    assert isinstance(game, SquaresGame)
    for board in boards(key, 3)[:-1:6]:
        first, *_ = hand_on(game, board).keys(UNICODE)
        column, row, word = first.text.split()
        assert word == "lay"
        half = hand_on(game, board, column)
        assert half.holds
        assert row in half.keys(UNICODE)[0].text
        assert half.press(row).move
        moved = hand_on(game, board, "left")
        enter = moved.keys(UNICODE)[0]
        assert enter == KeyHint("enter", "Enter lay here")
        assert moved.press(enter.key).move


@pytest.mark.parametrize("key", PATIENCE)
def test_spare_rows_are_for_long_columns_and_move_nothing_else(key: str) -> None:
    board = boards(key, 5)[-1]
    for width, height in ((60, 9), (80, 16), (100, 22)):
        hand = hand_on(find_game(key), board)
        close = hand.felt(UNICODE, height, width)
        hand.spare = 2
        open_ = hand.felt(UNICODE, height, width)
        assert len(open_.rows) <= height + 2
        assert places(close.spots) == places(open_.spots)
        for pile in {spot.pile for spot in close.spots}:
            now = rows_of(close.spots, pile)
            if now[-1] < height - 1:
                assert rows_of(open_.spots, pile) == now
            else:
                assert rows_of(open_.spots, pile)[-1] >= now[-1]


def places(spots: tuple[Spot, ...]) -> list[tuple[str, int, int]]:
    """Return where piles begin."""
    return [(spot.pile, spot.x, spot.y) for spot in spots if not spot.size]


def rows_of(spots: tuple[Spot, ...], pile: str) -> list[int]:
    """Return the rows on which something of a pile ends, in order."""
    found = [spot for spot in spots if spot.pile == pile and spot.size]
    return [spot.y + spot.height - 1 for spot in found] or [0]
