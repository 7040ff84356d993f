"""Taking back: where nothing was shown since, and nowhere else."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.records.test_transcripts import TAMPERED, can_retrace, of_seat, played

from samedeal_games.cards import FACE_DOWN
from samedeal_games.catalogue import GAMES, can_take_back, find_game, find_retraceable
from samedeal_games.deals import deal_from_seed
from samedeal_games.errors import IllegalMove, InvalidMove
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import TAKE_BACK_TEXT
from samedeal_games.patience.taking_back import KEPT_MOST
from samedeal_games.squares import SquaresGame
from samedeal_records.timelines import POINTS_MOST, timelines
from samedeal_records.transcripts import MoveRecord, Transcript
from samedeal_records.verification import is_proven, positions, took_back, verify

PATIENCES = [key for key in GAMES if can_take_back(key)]
NOTHING_LEFT = "nothing can be taken back: a card that has been shown stays shown"
every_patience = pytest.mark.parametrize("key", PATIENCES)
MOVES = 80


def dealt(game: AnyGame, seed: int) -> object:
    return game.setup(deal_from_seed(seed.to_bytes(32), game.about.packs))


def taken_back(game: AnyGame, position: object) -> object:
    return game.apply(position, game.parse(TAKE_BACK_TEXT))


def refusal(game: AnyGame, position: object) -> str:
    with pytest.raises(IllegalMove) as refused:
        taken_back(game, position)
    return refused.value.wording


def face_down(board: Board) -> int:
    return sum(cards.count(FACE_DOWN) for cards in board.zones.values())


def random_play(game: AnyGame, dice: Random) -> Iterator[tuple[object, str, object]]:
    """Yield each step of a random attempt in which much is taken back."""
    position = dealt(game, dice.randrange(1000))
    for _ in range(MOVES):
        legal = game.legal_moves(position)
        if not legal:
            return
        shy = [move for move in legal if game.format(move) not in ("D", "R")]
        move = dice.choice(shy if shy and dice.random() < 0.8 else legal)
        if dice.random() < 0.4 and can_retrace(game, position):
            move = game.parse(TAKE_BACK_TEXT)
        after = game.apply(position, move)
        yield position, game.format(move), after
        position = after


@every_patience
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_it_leads_back_to_all_that_was_but_the_plies(key: str, seed: int) -> None:
    """Whatever is played: a stack of views, emptied by each look, tells it all."""
    game = find_retraceable(key)
    past: list[Board] = []
    for before, move, after in random_play(game, Random(seed)):
        seen, now = game.view(before), game.view(after)
        assert now.plies == seen.plies + 1 == game.plies(after)
        if move == TAKE_BACK_TEXT:
            assert now.zones == past.pop().zones
        elif face_down(now) == face_down(seen):
            past.append(seen)
        else:
            past.clear()
        if not game.is_over(after):
            assert can_retrace(game, after) == bool(past)


@every_patience
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_a_position_gone_back_to_is_as_good_as_it_was(key: str, seed: int) -> None:
    game, plain = find_retraceable(key), find_game(key)
    for before, move, after in random_play(game, Random(seed)):
        if move != TAKE_BACK_TEXT and can_retrace(game, after):
            again = taken_back(game, after)
            assert game.legal_moves(again) == game.legal_moves(before)
            assert game.score(again) == game.score(before)
            replayed = game.apply(again, game.parse(move))
            assert game.view(replayed).zones == game.view(after).zones
        same = plain.position_from(game.view(after))
        assert plain.legal_moves(same) == game.legal_moves(after)


@every_patience
def test_nothing_is_taken_back_before_the_first_move(key: str) -> None:
    game = find_retraceable(key)
    assert refusal(game, dealt(game, 1)) == NOTHING_LEFT


@every_patience
def test_what_showed_a_card_is_never_taken_back(key: str) -> None:
    game, position = find_retraceable(key), dealt(find_retraceable(key), 2)
    deal = game.parse("D" if "stock" in game.view(position).zones else "R")
    shown = game.apply(position, deal)
    assert refusal(game, shown) == NOTHING_LEFT


def test_a_move_that_turns_a_card_up_stays() -> None:
    game = find_retraceable("westcliff/american")
    for seed in range(50):
        position = dealt(game, seed)
        move = game.legal_moves(position)[0]
        if game.format(move) != "D":
            assert refusal(game, game.apply(position, move)) == NOTHING_LEFT
            return
    raise AssertionError("none of these deals begins with a move of a card")


def test_no_more_is_kept_than_can_be_taken_back_in_a_row() -> None:
    game = find_retraceable("capricieuse")
    position = next(
        dealt(game, seed)
        for seed in range(100)
        if any(there_and_back(game, dealt(game, seed)))
    )
    to_and_fro = there_and_back(game, position)
    for turn in range(KEPT_MOST + 20):
        position = game.apply(position, game.parse(to_and_fro[turn % 2]))
    for _ in range(KEPT_MOST):
        position = taken_back(game, position)
    assert refusal(game, position) == NOTHING_LEFT


def there_and_back(game: AnyGame, position: object) -> tuple[str, ...]:
    """Return a move that can be made and unmade for ever, and how it is unmade."""
    for move in game.legal_moves(position):
        text = game.format(move)
        if ">" in text:
            back = ">".join(reversed(text.split(">")))
            after = game.apply(position, move)
            if back in map(game.format, game.legal_moves(after)):
                return text, back
    return ()


@every_patience
def test_an_attempt_ends_however_much_is_taken_back(key: str) -> None:
    game = find_retraceable(key)
    position, dice = dealt(game, 5), Random(5)
    while not game.is_over(position):
        move = dice.choice(game.legal_moves(position))
        if can_retrace(game, position):
            move = game.parse(TAKE_BACK_TEXT)
        position = game.apply(position, move)
    assert game.plies(position) <= game.about.ply_limit
    assert "over" in refusal(game, position)


@every_patience
def test_it_is_written_one_way_and_listed_nowhere(key: str) -> None:
    game = find_retraceable(key)
    move = game.parse("u")
    assert game.format(move) == game.format(game.parse("U")) == TAKE_BACK_TEXT
    for _, _, after in random_play(game, Random(1)):
        assert move not in game.legal_moves(after)


@pytest.mark.parametrize("key", GAMES)
def test_where_moves_stand_nobody_has_heard_of_it(key: str) -> None:
    with pytest.raises(InvalidMove):
        find_game(key).parse(TAKE_BACK_TEXT)


@pytest.mark.parametrize(
    "key", [key for key in GAMES if isinstance(GAMES[key], SquaresGame)]
)
def test_poker_squares_takes_nothing_back(key: str) -> None:
    assert not can_take_back(key)
    assert find_retraceable(key) is find_game(key)


@every_patience
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_what_lies_face_down_does_not_decide_it(key: str, seed: int) -> None:
    """Deals that differ where nobody has looked allow and refuse it alike."""
    game, dice = find_retraceable(key), Random(seed)
    deal = deal_from_seed(dice.randbytes(32), game.about.packs)
    position, line, seen = game.setup(deal), list[str](), set[int]()
    allowed: list[bool] = []
    for _ in range(30):
        for cards in game.view(position).zones.values():
            seen |= set(cards)
        allowed.append(can_retrace(game, position))
        legal = [game.format(move) for move in game.legal_moves(position)]
        if not legal:
            break
        line.append(
            TAKE_BACK_TEXT
            if allowed[-1] and dice.random() < 0.4
            else dice.choice(legal)
        )
        position = game.apply(position, game.parse(line[-1]))
    for cards in game.view(position).zones.values():
        seen |= set(cards)
    unseen = [card for card in deal.cards if card not in seen]
    dice.shuffle(unseen)
    others = iter(unseen)
    cards = tuple(card if card in seen else next(others) for card in deal.cards)
    twin = game.setup(deal._replace(cards=cards))
    for text, could in zip(line, allowed, strict=False):
        assert can_retrace(game, twin) == could
        twin = game.apply(twin, game.parse(text))


# Transcripts


def retraced(key: str, seeds: range = range(50)) -> Transcript:
    """Return a match in which somebody took a move back."""
    return next(
        match
        for match in (played(key, seed, retracing=0.5) for seed in seeds)
        if took_back(match.seats[0])
    )


@every_patience
def test_a_match_with_moves_taken_back_is_proven(key: str) -> None:
    match = retraced(key)
    assert is_proven(verify(match)), verify(match)
    for seat in match.seats:
        assert len(positions(match, seat)) == seat.plies + 1


@every_patience
def test_nothing_is_proven_in_which_moves_could_not_be_taken_back(key: str) -> None:
    match = retraced(key)
    daily = match._replace(deal=f"daily/{key}/2026-11-21")
    challenge = match._replace(deal="m-other")
    event = match._replace(deal="event/e-1/1")
    for other in (match._replace(rated=True), daily, challenge, event):
        doubted = {check.what for check in verify(other) if check.doubt}
        assert doubted >= {"kind", "seat 0"}


@every_patience
def test_what_was_tampered_with_is_found_where_moves_were_taken_back(key: str) -> None:
    match = retraced(key)
    moves = match.seats[0].moves
    at = [move.move for move in moves].index(TAKE_BACK_TEXT)
    without = (*moves[:at], *moves[at + 1 :])
    (_, early) = TAMPERED["an end before the start"]
    assert not is_proven(verify(early(match)))
    assert not is_proven(verify(of_seat(0, moves=without)(match)))
    first = MoveRecord(0, TAKE_BACK_TEXT)
    assert not is_proven(verify(of_seat(0, moves=(first, *moves))(match)))
    small = moves[at]._replace(move="u")
    written = (*moves[:at], small, *moves[at + 1 :])
    assert not is_proven(verify(of_seat(0, moves=written)(match)))


@every_patience
def test_a_ghost_never_falls_back_and_is_never_too_long(key: str) -> None:
    for seed in range(20):
        match = played(key, seed, retracing=0.5)
        for timeline, seat in zip(timelines(match), match.seats, strict=True):
            scores = [point.score for point in timeline.points]
            times = [point.at_ms for point in timeline.points]
            assert scores == sorted(scores)
            assert times == sorted(times)
            assert scores[-1] == seat.score
            assert timeline.points[-1].plies == seat.plies
            assert len(scores) <= POINTS_MOST
