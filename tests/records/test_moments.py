"""The moments that mattered: each holds by the rules, and by whoever judges it."""

from random import Random

import pytest
from tests.players.tables import solved
from tests.records.test_transcripts import played

from samedeal_client.play.searching import AFTER_ALL
from samedeal_games.catalogue import GAMES, find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import TAKE_BACK_TEXT, PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_players.catalogue import players_for
from samedeal_players.player import Level
from samedeal_players.solver import Outcome, is_compiled
from samedeal_players.solver.lines import replayed
from samedeal_players.squares.levels import expert
from samedeal_records.analysis import Effort
from samedeal_records.families import NothingToSay
from samedeal_records.moments import LEAST_POINTS, MOST, Kind, Moments, moments_of
from samedeal_records.transcripts import MoveRecord, SeatRecord
from samedeal_records.verification import seed_of

SECONDS = 60.0
COMPILED = pytest.mark.skipif(not is_compiled(), reason="there is no compiled solver")


def still() -> float:
    return 0.0


def found(key: str, seat: SeatRecord, seed: bytes) -> Moments:
    game = find_game(key)
    deal = deal_from_seed(seed, game.about.packs)
    return moments_of(game, deal, seat, Effort(60.0, still))


def seat_of(key: str, seed: bytes, level: Level, most: int = 99) -> SeatRecord:
    """Return an attempt of a player of skill."""
    game, dice = find_game(key), Random(1)
    player = players_for(key)[level]()
    position = game.setup(deal_from_seed(seed, game.about.packs))
    moves: list[MoveRecord] = []
    while not game.is_over(position) and len(moves) < most:
        move = player.choose(game.view(position), game.legal_moves(position), dice)
        if move is None:
            break
        moves.append(MoveRecord(len(moves), game.format(move)))
        position = game.apply(position, move)
    state = "out" if game.is_won(position) else "finished"
    return SeatRecord(
        *(0, "p-1", "Ada", False, 1, game.score(position), len(moves), 0, state),
        tuple(moves),
    )


@pytest.mark.parametrize("key", [key for key in GAMES if key.startswith("squares")])
def test_a_moment_at_poker_squares_is_worth_what_the_expert_says(key: str) -> None:
    seed = bytes(range(32))
    seat = seat_of(key, seed, Level.CASUAL)
    told = found(key, seat, seed)
    game = find_game(key)
    assert isinstance(game, SquaresGame)
    judge = expert(game)
    moves = [game.parse(move.move) for move in seat.moves]
    positions = [game.setup(deal_from_seed(seed, 1))]
    for move in moves:
        positions.append(game.apply(positions[-1], move))
    assert told.is_whole
    assert 0 < len(told.found) <= MOST
    for moment in told.found:
        before = positions[moment.number - 1]
        other = game.apply(before, game.parse(moment.other))
        assert moment.kind is Kind.POINTS
        assert moment.made == judge.worth(positions[moment.number])
        assert moment.best == judge.worth(other)
        assert abs(moment.made - moment.best) >= LEAST_POINTS
    # In the order in which they were made.
    numbers = [moment.number for moment in told.found]
    assert numbers == sorted(set(numbers))


def test_who_plays_like_an_expert_has_no_moment() -> None:
    seed = bytes(range(32))
    seat = seat_of("squares/english", seed, Level.EXPERT)
    told = found("squares/english", seat, seed)
    assert told.found == ()
    assert told.is_whole


def test_what_a_layout_is_worth_ends_as_what_it_counts() -> None:
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    judge, position = expert(game), game.setup(deal_from_seed(bytes(32), 1))
    while not game.is_over(position):
        position = game.apply(position, game.legal_moves(position)[0])
    assert judge.worth(position) == game.score(position)


@COMPILED
def test_the_move_that_lost_the_deal_is_told_with_the_way_that_was_there() -> None:
    key, seed = "easthaven", bytes([1]) * 32
    game = find_game(key)
    assert isinstance(game, PatienceGame)
    seat = seat_of(key, seed, Level.GOOD)
    told = found(key, seat, seed)
    (lost,) = [moment for moment in told.found if moment.kind is Kind.DEAL]
    moves = [game.parse(move.move) for move in seat.moves[: lost.number]]
    opening = game.setup(deal_from_seed(seed, game.about.packs))
    *_, before, after = replayed(game, opening, moves)
    other = game.apply(before, game.parse(lost.other))
    assert solved(game, other).outcome is Outcome.WINNABLE
    assert solved(game, after).outcome is Outcome.UNWINNABLE


@COMPILED
def test_at_patience_an_expert_would_have_done_something_else() -> None:
    key = "westhaven"
    seed = bytes(range(32))
    game, seat = find_game(key), seat_of(key, seed, Level.CASUAL, 8)
    told = found(key, seat, seed)
    assert isinstance(game, PatienceGame)
    opening = game.setup(deal_from_seed(seed, game.about.packs))
    moves = [game.parse(move.move) for move in seat.moves]
    positions = replayed(game, opening, moves)
    for moment in told.found:
        assert moment.move == seat.moves[moment.number - 1].move != moment.other
        assert moment.kind is not Kind.POINTS
        if moment.other:
            game.apply(positions[moment.number - 1], game.parse(moment.other))


def test_what_was_taken_back_does_not_count_and_is_numbered() -> None:
    whole = played("capricieuse", 2, retracing=0.3)
    seat = whole.seats[0]
    seat = seat._replace(moves=seat.moves[:8])
    assert TAKE_BACK_TEXT in [move.move for move in seat.moves]
    for moment in found("capricieuse", seat, seed_of(whole)).found:
        assert seat.moves[moment.number - 1].move == moment.move


def test_it_ends_when_the_time_is_over_and_says_so() -> None:
    seed = bytes(32)
    seat = seat_of("squares/english", seed, Level.CASUAL)
    game = find_game("squares/english")
    late = Effort(1.0, iter([0.0, *[AFTER_ALL] * 99]).__next__)
    told = moments_of(game, deal_from_seed(seed, 1), seat, late)
    assert told == Moments(0, (), is_whole=False)


def test_without_a_move_there_is_nothing_to_say() -> None:
    seat = seat_of("squares/english", bytes(32), Level.CASUAL, most=0)
    with pytest.raises(NothingToSay, match="no move was made"):
        found("squares/english", seat, bytes(32))
