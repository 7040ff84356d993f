"""What a match had in it: what was possible, and how far everybody came."""

import argparse
import json
import time
from collections.abc import Sequence
from random import Random
from typing import NamedTuple, cast

from samedeal_client.commands import Context, Failed
from samedeal_client.language import tr
from samedeal_client.proving import record_of
from samedeal_client.solving import par_of
from samedeal_client.view.analysis import (
    analysis_document,
    analysis_lines,
    par_analysis_document,
    par_analysis_lines,
)
from samedeal_games.catalogue import find_game
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.patience import PatienceGame, PatiencePosition
from samedeal_games.squares import SquaresGame
from samedeal_games.transcripts import SeatRecord, Transcript
from samedeal_games.verification import positions, seed_of
from samedeal_players.catalogue import players_for
from samedeal_players.player import Level
from samedeal_players.playing import played_out
from samedeal_players.solver import Limits, Outcome, Verdict, shortened
from samedeal_players.solver import solve as search
from samedeal_players.squares.par import Par
from samedeal_players.turning import Turn, find_turn


class Attempt(NamedTuple):
    """What is known of a player's attempt at patience."""

    seat: SeatRecord
    turn: Turn | None
    """Where it was lost; None for who won."""


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


def analyse(context: Context, arguments: argparse.Namespace) -> int:
    """Tell what was possible in a match, and where it was lost."""
    record = record_of(context, arguments.match)
    if not record.is_proven:
        raise Failed(tr("the record of this match does not hold; see samedeal verify"))
    transcript = record.transcript
    game = find_game(transcript.game)
    deal = deal_from_seed(seed_of(transcript), game.about.packs)
    if isinstance(game, SquaresGame):
        played = squares_analysis(game, deal, transcript)
        if arguments.json:
            print(json.dumps(par_analysis_document(game, played)))
        else:
            context.show(par_analysis_lines(game, played, context.glyphs))
        return 0
    if not isinstance(game, PatienceGame):
        title = tr(game.about.title)
        raise Failed(tr("nobody here knows how to solve {game}", game=title))
    raced = race_analysis(game, deal, transcript, arguments.limit)
    if arguments.json:
        print(json.dumps(analysis_document(game, raced)))
    else:
        context.show(analysis_lines(game, raced))
    return 0


def race_analysis(
    game: PatienceGame, deal: Deal, transcript: Transcript, seconds: float
) -> RaceAnalysis:
    """Search a deal, and where each who did not win has lost it.

    So many seconds at most for the deal, and as many for each player.
    """
    won = [seat for seat in _by_place(transcript) if seat.state == "out"]
    verdict = _verdict(game, deal, won, seconds)
    return RaceAnalysis(
        transcript,
        verdict,
        tuple(
            Attempt(
                seat,
                None
                if seat in won
                else find_turn(
                    game,
                    cast("list[PatiencePosition]", positions(transcript, seat)),
                    verdict.outcome,
                    seconds,
                    time.monotonic,
                ),
            )
            for seat in _by_place(transcript)
        ),
    )


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


def _verdict(
    game: PatienceGame, deal: Deal, won: Sequence[SeatRecord], seconds: float
) -> Verdict:
    """Search a deal for its shortest win; those who won have found one, too."""
    until = time.monotonic() + 2 * seconds
    verdict = search(game, deal, Limits(seconds=seconds), clock=time.monotonic)
    opening = game.setup(deal)
    lines = [tuple(move for _, move in seat.moves) for seat in won]
    if verdict.outcome is Outcome.WINNABLE:
        lines.append(verdict.line)
    if not lines:
        return verdict
    best = min(
        (
            shortened(
                game,
                opening,
                tuple(map(game.parse, each)),
                lambda: time.monotonic() > until,
            )
            for each in lines
        ),
        key=len,
    )
    written = tuple(map(game.format, best))
    return Verdict(Outcome.WINNABLE, written, verdict.positions, verdict.seconds)


def _by_place(transcript: Transcript) -> tuple[SeatRecord, ...]:
    return tuple(sorted(transcript.seats, key=lambda seat: (seat.place, seat.seat)))
