"""Why one card does not go on another: by the rules' own words, for every game."""

from itertools import permutations

import pytest
from tests.client.screen.test_felt import PATIENCE, SQUARES, boards

from samedeal_client.failed import Refused
from samedeal_client.families import family_of
from samedeal_client.language import speaking, tr
from samedeal_client.play.input import answer, read_question
from samedeal_client.view.cards import ASCII
from samedeal_games.cards import FACE_DOWN, card_text, read_cards
from samedeal_games.catalogue import find_game
from samedeal_games.errors import IllegalMove
from samedeal_games.game import AnyGame, Board


def asked(game: AnyGame, board: Board, text: str) -> str:
    words = read_question(text)
    assert words is not None
    return answer(game, board, words, ASCII)


def ruled(game: AnyGame, position: object, notation: str) -> str:
    """Return what the rules say of a move."""
    try:
        game.apply(position, game.parse(notation))
    except IllegalMove as error:
        return tr(error.wording)
    return "that is allowed: "


@pytest.mark.parametrize("key", PATIENCE)
def test_every_pair_of_columns_is_answered_as_the_rules_do(key: str) -> None:
    game = find_game(key)
    for board in boards(key, 3)[::20]:
        position = game.position_from(board)
        columns = [zone[7:] for zone in board.zones if zone.startswith("column.")]
        for source, target in permutations(columns, 2):
            said = asked(game, board, f"why {source} {target}")
            assert ruled(game, position, f"{source}>{target}") in said


@pytest.mark.parametrize("key", PATIENCE)
def test_any_two_cards_that_are_seen_are_answered_in_a_sentence(key: str) -> None:
    game = find_game(key)
    board = boards(key, 3)[-1]
    seen = {card_text(c) for zone in board.zones.values() for c in zone if c >= 0}
    some = sorted(seen)[::5]
    for language in ("en", "es"):
        with speaking(language):
            for first, second in permutations(some, 2):
                said = asked(game, board, f"why {first} {second}")
                assert said.endswith(".")


@pytest.mark.parametrize("key", SQUARES)
def test_every_cell_is_answered_as_the_rules_do(key: str) -> None:
    game = find_game(key)
    family = family_of(game)
    for board in boards(key, 3)[::6]:
        if not board.zones["next"]:
            assert asked(game, board, "why c3") == "All cards are laid."
            continue
        legal = {game.format(m) for m in game.legal_moves(game.position_from(board))}
        for letter in "abcde":
            for row in "12345":
                said = asked(game, board, f"why {letter}{row}")
                cell = family.notation(board, letter + row)
                assert ("allowed" in said) == (cell in legal)


def test_what_lies_on_a_card_is_told_after_what_the_two_cards_are() -> None:
    game = find_game("westcliff/classic")
    board = Board(
        0,
        {
            "stock": (),
            "waste": read_cards("7C"),
            **{f"foundation.{n}": () for n in range(1, 5)},
            "column.1": (FACE_DOWN, *read_cards("8D 8C")),
            "column.2": read_cards("7H"),
            **{f"column.{n}": () for n in range(3, 8)},
        },
    )
    assert "it needs a black eight" in asked(game, board, "why 7h 8d")
    assert "that is allowed: 21" in asked(game, board, "why 7h 8c")
    assert "1 more lies on that one" in asked(game, board, "why 8d f")
    assert "1 more lies on it" in asked(game, board, "why 7c 8d")
    assert "nothing goes onto the waste" in asked(game, board, "why 7h w")
    assert "column 3 is empty" in asked(game, board, "why 3 1")
    assert "the stock is empty" in asked(game, board, "why d")


@pytest.mark.parametrize(
    ("key", "text", "said"),
    [
        ("easthaven", "why", "Ask of two cards"),
        ("easthaven", "why 99 1", "is no card and no pile"),
        ("easthaven", "why qs qh zz", "Ask of two cards"),
        ("squares/english", "why", "Ask of a cell"),
        ("squares/english", "why zz", "is no card and no pile"),
    ],
)
def test_what_cannot_be_read_is_told(key: str, text: str, said: str) -> None:
    board = boards(key, 3)[0]
    with pytest.raises(Refused, match=said):
        asked(find_game(key), board, text)


def test_other_lines_ask_nothing() -> None:
    assert read_question("35") is None
    assert read_question("") is None
    assert read_question("porqué 3 5") == ["3", "5"]


def test_what_is_up_and_what_lies_under_the_waste_is_told() -> None:
    game = find_game("westcliff/classic")
    board = boards("westcliff/classic", 3)[0]
    zones = {
        **board.zones,
        "waste": read_cards("7H 7C"),
        "foundation.1": read_cards("AC"),
    }
    board = Board(board.plies, zones)
    assert asked(game, board, "why ac 3") == "What is up stays up."
    assert "1 more lies on that one" in asked(game, board, "why 7h 3")
