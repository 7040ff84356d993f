"""Analyses of two matches, as if somebody had searched."""

from samedeal_games.catalogue import find_game
from samedeal_games.deals import deal_from_seed
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_players.solver import Outcome, Verdict
from samedeal_players.squares.par import Par
from samedeal_players.turning import Turn
from samedeal_records.analysis import (
    Attempt,
    RaceAnalysis,
    SquaresAnalysis,
    Standing,
)
from samedeal_records.transcripts import SeatRecord

SEED = bytes(range(32))
LINE = ("D", "10>5", "9>5x2", "W>8", "8F", "WF", "7>6x3") * 14


def race_analysis() -> RaceAnalysis:
    """Return the analysis of a race in which one won, and three lost it."""
    game = find_game("westcliff/american")
    assert isinstance(game, PatienceGame)
    moves = tuple(Standing(number, "10>5x2") for number in range(1, 121))
    turns = (None, Turn(41, 42), Turn(17, 90), Turn(120, None))
    return RaceAnalysis(
        game,
        Verdict(Outcome.WINNABLE, LINE, 12_345, 0.25),
        tuple(
            Attempt(_seat(number, score, is_won=turn is None), moves, turn)
            for number, (score, turn) in enumerate(
                zip((52, 31, 12, 4), turns, strict=True)
            )
        ),
    )


def squares_analysis() -> SquaresAnalysis:
    """Return the analysis of a match at Poker Squares."""
    game = find_game("squares/english")
    assert isinstance(game, SquaresGame)
    cards = deal_from_seed(SEED, 1).cards[:25]
    seats = tuple(_seat(number, 40 - 7 * number) for number in range(3))
    return SquaresAnalysis(game, Par(cards, 89), 33, seats)


def _seat(number: int, score: int, *, is_won: bool = False) -> SeatRecord:
    return SeatRecord(
        seat=number,
        player=f"p-{number}",
        name=("Ada", "Bob", "名前", "Persephone of Henna")[number],
        bot=number == 1,
        place=number + 1,
        score=score,
        plies=120,
        elapsed_ms=93_250,
        state="out" if is_won else "finished",
        moves=(),
    )
