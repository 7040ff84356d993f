"""What a match had in it: what was possible, and how far everybody came."""

import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from samedeal_games.deals import Deal
from samedeal_games.patience import TAKE_BACK_TEXT, Move, PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_games.squares.cells import GRID
from samedeal_games.transcripts import SeatRecord, Transcript
from samedeal_players.catalogue import players_for
from samedeal_players.player import Level
from samedeal_players.playing import played_out
from samedeal_players.solver import Limits, Outcome, Verdict, shortened
from samedeal_players.solver import solve as search
from samedeal_players.solver.lines import replayed
from samedeal_players.squares.par import Par, find_par
from samedeal_players.turning import Turn, find_turn


class Standing(NamedTuple):
    """A move that was not taken back."""

    number: int
    """Among all that its player made, from 1."""
    move: str


class Attempt(NamedTuple):
    """What is known of a player's attempt at patience."""

    seat: SeatRecord
    moves: tuple[Standing, ...]
    turn: Turn | None
    """Where it was lost, counted in `moves`; None for who won."""


class RaceAnalysis(NamedTuple):
    """What a race at patience had in it."""

    transcript: Transcript
    verdict: Verdict
    """Of the deal; its line is the shortest that was found."""
    attempts: tuple[Attempt, ...]
    """By place."""


class SquaresAnalysis(NamedTuple):
    """What a match at Poker Squares had in it."""

    transcript: Transcript
    par: Par
    expert: int
    """What an expert scores on these cards."""
    seats: tuple[SeatRecord, ...]
    """By place."""


def race_analysis(
    game: PatienceGame, deal: Deal, transcript: Transcript, seconds: float
) -> RaceAnalysis:
    """Search a deal, and where each who did not win has lost it.

    So many seconds at most for the deal, and as many for each player.
    """
    attempts = [
        Attempt(seat, standing_moves(seat), None) for seat in _by_place(transcript)
    ]
    won = [
        _parsed(game, attempt.moves)
        for attempt in attempts
        if attempt.seat.state == "out"
    ]
    verdict = _verdict(game, deal, won, seconds)

    def judged(attempt: Attempt) -> Attempt:
        if attempt.seat.state == "out":
            return attempt
        reached = replayed(game, game.setup(deal), _parsed(game, attempt.moves))
        return attempt._replace(
            turn=find_turn(game, reached, verdict.outcome, seconds, time.monotonic)
        )

    return RaceAnalysis(transcript, verdict, tuple(map(judged, attempts)))


def standing_moves(seat: SeatRecord) -> tuple[Standing, ...]:
    """Return a player's moves without those that were taken back."""
    moves: list[Standing] = []
    for number, (_, move) in enumerate(seat.moves, 1):
        if move == TAKE_BACK_TEXT:
            moves.pop()
        else:
            moves.append(Standing(number, move))
    return tuple(moves)


def squares_analysis(
    game: SquaresGame, deal: Deal, transcript: Transcript
) -> SquaresAnalysis:
    """Look for the best arrangement, and have an expert play the deal."""
    expert = players_for(game.about.key)[Level.EXPERT]()
    dice = Random(0)  # noqa: S311 - nothing is hidden here
    return SquaresAnalysis(
        transcript,
        par_of(game, deal),
        played_out(game, expert, deal, dice),
        _by_place(transcript),
    )


def par_of(game: SquaresGame, deal: Deal) -> Par:
    """Return the best arrangement found of a deal's cards."""
    # The same deal has the same par, whoever asks.
    dice = Random(0)  # noqa: S311 - nothing is hidden here
    return find_par(deal.cards[: len(GRID)], game.ruleset.points, dice)


def _verdict(
    game: PatienceGame, deal: Deal, won: Sequence[tuple[Move, ...]], seconds: float
) -> Verdict:
    """Search a deal for its shortest win; those who won have found one, too."""
    until = time.monotonic() + 2 * seconds
    verdict = search(game, deal, Limits(seconds=seconds), clock=time.monotonic)
    opening = game.setup(deal)
    lines = list(won)
    if verdict.outcome is Outcome.WINNABLE:
        lines.append(tuple(map(game.parse, verdict.line)))
    if not lines:
        return verdict

    def is_late() -> bool:
        return time.monotonic() > until

    best = min((shortened(game, opening, each, is_late) for each in lines), key=len)
    written = tuple(map(game.format, best))
    return Verdict(Outcome.WINNABLE, written, verdict.positions, verdict.seconds)


def _parsed(game: PatienceGame, moves: Sequence[Standing]) -> tuple[Move, ...]:
    return tuple(game.parse(each.move) for each in moves)


def _by_place(transcript: Transcript) -> tuple[SeatRecord, ...]:
    return tuple(sorted(transcript.seats, key=lambda seat: (seat.place, seat.seat)))
