"""What is told of boards to who reads line after line: each thing, and once."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from tests.client.commands.test_replaying import recorded
from tests.records.test_transcripts import played

from samedeal_client.families.boards import (
    board_lines,
    legal_lines,
    told_board,
    told_changes,
    told_part,
)
from samedeal_client.language import LANGUAGES, Language, speaking, tr
from samedeal_client.lines.practice import Practice
from samedeal_client.lines.viewing import Viewing
from samedeal_client.play.course import lesson_of
from samedeal_client.play.replay.playback import Playback
from samedeal_client.play.solo_game import SoloGame
from samedeal_client.reader import is_linear, linear
from samedeal_client.view.cards import ASCII, Glyphs
from samedeal_client.view.lists import games_lines
from samedeal_client.view.spans import Lines, table, text_of
from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board
from samedeal_games.words import card_words
from samedeal_records.replays import Replay

SEED = bytes(range(32))
MOVES = 60
LONGEST = 500
"""Characters of a line: a column of two packs, each of its cards in words."""


def boards(key: str, moves: int = MOVES) -> list[Board]:
    """Return the boards of a game that is played at random, from the deal on."""
    game, dice = find_game(key), Random(key)
    position = game.setup(deal_from_seed(SEED, game.about.packs))
    reached = [game.view(position)]
    for _ in range(moves):
        legal = game.legal_moves(position)
        if not legal:
            break
        position = game.apply(position, dice.choice(legal))
        reached.append(game.view(position))
    return reached


def in_columns(board: Board) -> Counter[Card]:
    """Count the cards that lie face up in columns or on foundations."""
    zones = (z for z in board.zones if z.startswith(("column.", "foundation.")))
    cards = Counter(card for zone in zones for card in board.zones[zone])
    del cards[FACE_DOWN]
    return cards


@pytest.mark.parametrize("key", list(GAMES))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_that_comes_to_light_is_told_once(
    key: str, language: Language
) -> None:
    game, reached = find_game(key), boards(key)
    with speaking(language):
        for before, after in pairwise(reached):
            told = text_of(told_changes(game, before, after))
            if told == text_of(told_board(game, after)):
                continue  # dealt again: everything is new
            for card in in_columns(after) - in_columns(before):
                assert told.count(tr(card_words(card))) == 1, told
            rows = told.splitlines()
            assert len(rows) == len(set(rows)) > 0


@pytest.mark.parametrize("key", list(GAMES))
def test_a_whole_board_names_every_card_in_short_plain_lines(key: str) -> None:
    game = find_game(key)
    for board in boards(key)[::10]:
        told = text_of(told_board(game, board))
        assert told.isascii()
        assert max(map(len, told.splitlines())) < LONGEST
        columns = {
            card
            for zone, cards in board.zones.items()
            if zone.startswith("column.")
            for card in cards
        }
        for card in columns - {FACE_DOWN}:
            assert card_words(card) in told


def test_nothing_is_told_where_nothing_has_changed() -> None:
    game = find_game("westcliff/classic")
    board = boards("westcliff/classic")[5]
    assert told_changes(game, board, board) == ()


def part(game: AnyGame, board: Board, asked: str) -> str | None:
    lines = told_part(game, board, asked)
    return None if lines is None else text_of(lines).strip()


def test_piles_are_asked_for_by_a_word_a_number_or_a_letter() -> None:
    game, board = find_game("westcliff/classic"), boards("westcliff/classic", 0)[0]
    column = "Column 3: 1 face down, eight of spades."
    for asked in ("column 3", "3", "c 3", "Columna 3"):
        assert part(game, board, asked) == column
    assert part(game, board, "stock") == part(game, board, "s") == "Stock: 31 cards."
    assert part(game, board, "waste") == "The waste has no cards."
    assert part(game, board, "bases") == part(game, board, "foundations")
    for move in ("35", "d", "wf", "column 9", "redeals", "row 2", ""):
        assert part(game, board, move) is None, move


def test_lines_and_the_next_card_are_asked_for_by_name() -> None:
    game = find_game("squares/english")
    position = game.setup(deal_from_seed(SEED, 1))
    for cell in ("c3", "d3"):
        position = game.apply(position, game.parse(cell))
    board = game.view(position)
    row = "Row 3: c3 king of diamonds, d3 ten of spades."
    assert part(game, board, "row 3") == part(game, board, "3") == row
    assert part(game, board, "column c") == "Column c: c3 king of diamonds."
    assert part(game, board, "c") == part(game, board, "column c")
    assert part(game, board, "a") == "Column a: empty."
    assert part(game, board, "next") == "Next: eight of diamonds."
    assert part(game, board, "c4") is None
    assert part(game, board, "column f") is None


def test_a_floating_layout_keeps_the_names_of_its_lines() -> None:
    game = find_game("squares/patience")
    position = game.setup(deal_from_seed(SEED, 1))
    position = game.apply(position, game.legal_moves(position)[0])
    assert part(game, game.view(position), "row 5") == "Row 5: e5 king of diamonds."


def test_tables_and_lists_are_told_row_by_row() -> None:
    with linear():
        rows = table(("", "player", "points"), [("1=", "Ada", "12"), ("", "Bob", "-")])
        games = text_of(games_lines(game.about for game in GAMES.values()))
        moves = text_of(
            legal_lines(find_game("easthaven"), boards("easthaven")[0], ASCII)
        )
    assert text_of(rows).splitlines() == [
        "1=, player Ada, points 12",
        "player Bob, points -",
    ]
    assert "squares/english: Poker Squares, 5 min." in games
    assert "D: deal from the stock" in moves
    assert not is_linear()


def test_a_board_is_told_wherever_it_would_be_drawn() -> None:
    game, board = find_game("easthaven"), boards("easthaven")[0]
    with linear():
        assert board_lines(game, board, ASCII) == told_board(game, board)
    assert board_lines(game, board, ASCII) != told_board(game, board)


class Heard:
    """A live screen of lines that are heard, with what is typed at it."""

    glyphs: Glyphs = ASCII
    is_live = True
    height = 24

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.lines: list[str] = []

    def show(self, lines: Lines) -> None:
        self.lines += text_of(lines).splitlines()

    async def read(self, prompt: object) -> str | None:
        del prompt
        return self.typed.pop(0) if self.typed else None


async def test_a_board_is_told_whole_once_and_then_only_on_request() -> None:
    heard = Heard("d", "column 3", "w", "board")
    with linear():
        solo = SoloGame(find_game("westcliff/classic"), SEED)
        await Practice(solo, heard).run()
    starts = [n for n, text in enumerate(heard.lines) if text.startswith(" Column 1:")]
    assert len(starts) == 2
    between = heard.lines[starts[0] + 8 : starts[1] - 5]
    assert between == [
        " Waste: king of clubs.",
        " Stock: 30 cards.",
        " Column 3: 1 face down, eight of spades.",
        " Waste: king of clubs.",
    ]


async def test_a_lesson_tells_its_steps_after_the_first_board_too() -> None:
    lesson = lesson_of(find_game("westcliff/classic"))
    first, second = lesson.steps[:2]
    heard = Heard(first.move)
    with linear():
        solo = SoloGame(lesson.game, lesson.seed, lesson=lesson)
        await Practice(solo, heard).run()
    told = " ".join(text.strip() for text in heard.lines)
    assert " ".join(first.before) in told
    assert " ".join(first.after) in told
    assert " ".join(second.before) in told
    assert told.count("Foundations:") == 1


async def test_a_replay_tells_each_move_after_the_first_board() -> None:
    whole = played("westcliff/classic", 1)
    heard = Heard("next", "next", "board", "quit")
    with linear():
        await Viewing(
            recorded(whole), Playback(Replay(whole)), heard, width=lambda: 200
        ).run()
    told = "\n".join(heard.lines)
    assert told.count("Foundations:") == 2, "at first, and when it was asked for"
    heads = [text for text in heard.lines if " of " in text and "move " in text]
    assert len(heads) == 4
