"""What is seen of a move: cards on their way, where they came to, and the end of it."""

import pytest
from tests.conditions import eventually
from tests.screens import opened

from samedeal_client.reader import Reader, read_by
from samedeal_client.screen.felt.felt import Felt, Marks
from samedeal_client.screen.felt.patience.patience import patience_felt
from samedeal_client.screen.felt.squares import squares_felt
from samedeal_client.screen.motion.motion import Motion
from samedeal_client.screen.motion.pictures import box_of, lit, trailed, under_way
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.screen.widgets import Table
from samedeal_client.view.boards.moved import Moved, Place, moved_between
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.spans import text_of
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame

SIZE = (24, 80)
SEED = bytes(range(32))


def boards(key: str, *moves: str) -> tuple[AnyGame, Board, Board]:
    """Return a game, and its boards before and after the last of some moves."""
    game = find_game(key)
    position = game.setup(deal_from_seed(SEED, game.about.packs))
    shown = [game.view(position)]
    for move in moves:
        position = game.apply(position, game.parse(move))
        shown.append(game.view(position))
    return game, shown[-2], shown[-1]


def packed() -> tuple[Board, Board]:
    """Return an Easthaven before and after a move that packs on another column."""
    game = find_game("easthaven")
    for number in range(50):
        position = game.setup(deal_from_seed(bytes([number] * 32), game.about.packs))
        for move in game.legal_moves(position):
            if ">" in game.format(move):
                return game.view(position), game.view(game.apply(position, move))
    raise AssertionError("nothing can be packed on these deals")


def felts() -> tuple[Moved, Felt, Felt]:
    """Return a move, and what is seen before and after it."""
    before, after = packed()
    moved = moved_between(before, after)
    assert moved is not None
    drawn = [patience_felt(board, UNICODE, *SIZE) for board in (before, after)]
    return moved, drawn[0], drawn[1]


def lit_cells(felt: Felt) -> int:
    """Return how many cells of a felt are lit."""
    return sum(
        len(span.text)
        for row in felt.rows
        for span in row
        if isinstance(span.style, Patch) and Tint.LAST in span.style
    )


def test_a_move_is_known_by_what_lies_elsewhere_and_what_was_turned_up() -> None:
    moved, _, _ = felts()
    assert moved.source is not None
    assert moved.target is not None
    assert moved.source.zone != moved.target.zone
    assert [place.zone for place in moved.turned] == [moved.source.zone]


def test_a_deal_comes_from_no_single_column_and_lands_on_all() -> None:
    _, before, after = boards("easthaven", "D")
    moved = moved_between(before, after)
    assert moved is not None
    assert moved.source is None
    assert moved.target is None
    assert len(moved.landed) == 7


def test_a_move_taken_back_or_two_at_once_are_not_seen() -> None:
    before, after = packed()
    assert moved_between(after, before) is None
    assert moved_between(before, after._replace(plies=before.plies + 2)) is None


def test_cards_are_seen_between_where_they_lay_and_where_they_will() -> None:
    moved, before, after = felts()
    assert moved.source is not None
    assert moved.target is not None
    way = box_of(before, moved.source), box_of(after, moved.target)
    assert way[0] is not None
    assert way[1] is not None
    pictures = [under_way(before, after, (way[0], way[1]), k / 3) for k in (1, 2)]
    assert len({text_of(felt.rows) for felt in (before, *pictures, after)}) == 4
    for felt in pictures:
        assert felt.spots == before.spots  # what is pointed at lies still


def test_what_has_landed_is_lit_and_nothing_else_is_changed() -> None:
    moved, _, after = felts()
    assert moved.target is not None
    box = box_of(after, moved.target)
    assert box is not None
    shown = lit(after, [box])
    assert lit_cells(after) == 0
    assert 0 < lit_cells(shown) <= box.width * box.height
    assert text_of(shown.rows) == text_of(after.rows)


def test_a_trail_lies_on_bare_felt_alone() -> None:
    moved, before, after = felts()
    assert moved.source is not None
    way = box_of(before, moved.source), box_of(after, Place("foundation.4", 1))
    assert way[0] is not None
    assert way[1] is not None
    shown = trailed(after, (way[0], way[1]), "*", 1)
    assert "*" in text_of(shown.rows)
    kept = text_of(shown.rows).replace("*", " ")
    assert [row.rstrip() for row in kept.split("\n")] == [
        row.rstrip() for row in text_of(after.rows).split("\n")
    ]


@pytest.mark.parametrize("zone", ["foundation.1", "foundation.8", "waste", "stock"])
def test_every_pile_is_somewhere_on_the_felt(zone: str) -> None:
    game = find_game("capricieuse" if zone == "foundation.8" else "westcliff/classic")
    board = game.view(game.setup(deal_from_seed(SEED, game.about.packs)))
    full = Board(0, {**board.zones, "waste": board.zones["column.1"][-1:]})
    box = box_of(patience_felt(full, UNICODE, *SIZE, Marks()), Place(zone, 1))
    assert box is not None
    assert box.x + box.width <= SIZE[1]


@pytest.mark.parametrize("motion", [True, False])
async def test_a_move_is_seen_until_it_is_over_and_not_at_all_if_so_chosen(
    *, motion: bool
) -> None:
    game = find_game("easthaven")
    with read_by(Reader(motion=motion)):
        screen = PracticeScreen(game, SEED, UNICODE, colour=True)
        async with opened(screen, size=(80, 24)) as pilot:
            await pilot.press("d")
            table = screen.query_one(Table)
            if motion:
                await eventually(lambda: lit_cells(table.felt) > 0)
            await eventually(lambda: screen.board.plies == 1)
            await eventually(lambda: lit_cells(table.felt) == 0)


@pytest.mark.parametrize("key", ["squares/english", "squares/patience"])
def test_a_card_that_is_laid_glides_from_where_it_waited(key: str) -> None:
    first = "c3" if key == "squares/english" else "+0+0"
    then = "d5" if key == "squares/english" else "+1+1"
    game, before, after = boards(key, first, then)
    assert isinstance(game, SquaresGame)
    moved = moved_between(before, after)
    assert moved is not None
    assert moved == Moved(Place("next", 1), (Place(f"cell.{then}", 1),))
    was, now = (squares_felt(game, board, UNICODE, *SIZE) for board in (before, after))
    assert moved.target is not None
    way = box_of(was, Place("next", 1)), box_of(now, moved.target)
    assert way[0] is not None
    assert way[1] is not None
    pictures = [under_way(was, now, (way[0], way[1]), k / 3) for k in (1, 2)]
    assert len({text_of(felt.rows) for felt in (was, now, *pictures)}) == 4


def test_the_last_card_of_all_glides_too() -> None:
    cells = [f"{letter}{row}" for letter in "abcde" for row in range(1, 6)]
    _, before, after = boards("squares/english", *cells)
    moved = moved_between(before, after)
    assert moved == Moved(Place("next", 1), (Place("cell.e5", 1),))


async def test_a_glide_is_ended_by_the_next_key_at_poker_squares() -> None:
    screen = PracticeScreen(find_game("squares/english"), SEED, UNICODE, colour=True)
    async with opened(screen, size=(80, 24)) as pilot:
        await pilot.press("a", "1", "b", "2", "c", "3")
        assert screen.board.plies == 3
        table = screen.query_one(Table)
        waits = table.felt.to_lay
        assert waits is not None
        await pilot.click(Table, offset=(waits.x + 1, waits.y + 1))
        assert screen.board.plies == 3, "the card to lay is no place to lay it"


async def test_the_next_key_shows_a_move_as_it_ends() -> None:
    moved, before, after = felts()
    shown: list[Felt] = []
    motion = Motion(shown.append, ".", is_seen=True)
    assert motion.seen(before) == before
    motion.look(moved, is_short=False)
    assert motion.seen(after) not in (before, after)
    assert motion.seen(after) is motion.seen(after), "no picture is made twice"
    motion.end()
    motion.end()
    assert shown == [after], "what has ended is not ended again"
