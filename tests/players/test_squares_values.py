"""What was learned: its form, its range, and that two programs read it alike."""

import zlib
from pathlib import Path

import pytest
from bench.learning.program import compiler, scores
from bench.learning.squares import FOLDER, POINTS
from tests.players.decks import decks, score, squares

from samedeal_games.squares.hands import LINE_SIZE
from samedeal_players.squares.levels import REPLIES, Expert
from samedeal_players.squares.lines import STRAIGHTS, line_of
from samedeal_players.squares.unseen import A_WHOLE_PACK, unseen_after
from samedeal_players.squares.values import (
    BUCKETS,
    KINDS,
    PLACES,
    WAYS,
    Values,
    learned_numbers,
    numbers_from,
)

MOST_BYTES = 200_000


@pytest.mark.parametrize("name", POINTS)
def test_what_was_learned_is_small_and_whole(name: str) -> None:
    packed = (FOLDER / f"{name}.values").read_bytes()
    assert len(packed) <= MOST_BYTES
    assert len(zlib.decompress(packed)) == 2 * PLACES
    assert len(learned_numbers(name)) == PLACES


def test_values_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="numbers, not 1"):
        numbers_from(b"\1\0")


def test_numbers_are_read_low_byte_first() -> None:
    assert numbers_from(b"\1\2" * PLACES)[0] == 0x201


def test_every_kind_has_its_number_and_every_bucket_its_place() -> None:
    assert list(KINDS.values()) == list(range(132))
    assert max(map(max, BUCKETS)) < WAYS
    assert len(BUCKETS) == LINE_SIZE - 1


def test_a_straight_has_its_ace_at_either_end() -> None:
    assert STRAIGHTS[0] == (0, 1, 2, 3, 4)
    assert STRAIGHTS[-1] == (9, 10, 11, 12, 0)


def test_complete_lines_are_worth_their_points() -> None:
    points = POINTS["american"]
    deck = decks(1, 1)[0][:25]
    rows = [deck[start : start + 5] for start in range(0, 25, 5)]
    values = Values(learned_numbers("american"), points)
    lines = [line_of(row) for row in rows]
    counted = sum(points[line.hand] for line in lines)
    assert values.of_axis(1, lines, unseen_after(deck)) == 64 * counted


def test_a_card_turned_up_is_no_longer_unseen() -> None:
    unseen = A_WHOLE_PACK.without(decks(1, 1)[0][0])
    assert unseen.seen == 1
    assert len(list(unseen.each())) == sum(unseen.of_rank) == sum(unseen.of_suit) == 51


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("replies", [1, REPLIES])
@pytest.mark.parametrize("key", ["squares/english", "squares/patience-american"])
def test_the_program_that_learned_plays_like_the_expert(
    tmp_path: Path, key: str, replies: int
) -> None:
    game, dealt = squares(key), decks(2, 20 if replies == 1 else 2)
    name = "american" if "american" in key else "english"
    raw = tmp_path / name
    raw.write_bytes(zlib.decompress((FOLDER / f"{name}.values").read_bytes()))
    twin = scores(
        raw,
        dealt,
        game.ruleset.points,
        replies=(replies,) if replies > 1 else (),
        touching="patience" in key,
    )
    assert twin == [score(game, Expert(game, replies), deck) for deck in dealt]
