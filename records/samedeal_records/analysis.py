"""The analysis of a match: the best possible, and how far everybody came."""

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from samedeal_games.catalogue import find_game
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.game import AnyGame
from samedeal_games.patience import TAKE_BACK_TEXT, Move, PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_games.squares.cells import GRID
from samedeal_games.wording import Wording
from samedeal_players.catalogue import players_for
from samedeal_players.player import Level
from samedeal_players.playing import played_out
from samedeal_players.solver import (
    Limits,
    Outcome,
    UnsolvableRules,
    Verdict,
    shortened,
)
from samedeal_players.solver import solve as search
from samedeal_players.solver.lines import replayed
from samedeal_players.squares.par import Par, find_par
from samedeal_players.turning import Turn, find_turn
from samedeal_records.families import NothingToSay, by_family, unsolvable
from samedeal_records.record import Record
from samedeal_records.replays import Fate
from samedeal_records.transcripts import SeatRecord
from samedeal_records.verification import seed_of


def _to_nobody(doing: Wording) -> None:
    """Tell nobody what is being done."""


class Effort(NamedTuple):
    """The effort put into an analysis, and a listener to its progress."""

    seconds: float
    """For a deal of patience, and once more for each who has not won it."""
    clock: Callable[[], float] = time.monotonic
    tell: Callable[[Wording], None] = _to_nobody
    """Called with a sentence before each part; what it raises ends everything."""


class Standing(NamedTuple):
    """A move that was not taken back."""

    number: int
    """Among all that its player made, from 1."""
    move: str


class Attempt(NamedTuple):
    """A player's attempt at patience, as far as it is known."""

    seat: SeatRecord
    moves: tuple[Standing, ...]
    turn: Turn | None
    """The turn at which it was lost, counted in `moves`; None for a winner."""

    @property
    def fate(self) -> Fate | None:
        """The place where it was lost, counted in all moves made; None for a winner."""
        turn = self.turn
        if turn is None:
            return None
        return Fate(
            self._number(turn.won_at),
            self._number(turn.lost_at),
            is_found=turn.move is not None,
        )

    @property
    def lost_by(self) -> Standing | None:
        """The move that lost it, None where that is not known."""
        turn = self.turn
        if turn is None or turn.move is None:
            return None
        return self.moves[turn.move - 1]

    def _number(self, count: int | None) -> int | None:
        """Return the number of moves made when `count` of them stood."""
        return self.moves[count - 1].number if count else count


class RaceAnalysis(NamedTuple):
    """The analysis of a race at patience."""

    game: PatienceGame
    verdict: Verdict
    """Of the deal; its line is the shortest that was found."""
    attempts: tuple[Attempt, ...]
    """By place."""

    @property
    def fates(self) -> Mapping[int, Fate]:
        """Return the fate of each attempt that did not win, by seat."""
        return {
            attempt.seat.seat: fate
            for attempt in self.attempts
            if (fate := attempt.fate) is not None
        }


class SquaresAnalysis(NamedTuple):
    """The analysis of a match at Poker Squares."""

    game: SquaresGame
    par: Par
    expert: int
    """The points of an expert on these cards."""
    seats: tuple[SeatRecord, ...]
    """By place."""

    @property
    def fates(self) -> Mapping[int, Fate]:
        """Return nothing: here nobody loses a deal."""
        return {}


Analysis: TypeAlias = RaceAnalysis | SquaresAnalysis


def analysis_of_record(record: Record, effort: Effort) -> Analysis:
    """Analyse a match by its record; raises NothingToSay."""
    if not record.is_proven:
        raise NothingToSay(
            Wording("the record of this match does not hold; see samedeal verify")
        )
    transcript = record.transcript
    game = find_game(transcript.game)
    deal = deal_from_seed(seed_of(transcript), game.about.packs)
    return analysis_of(game, deal, transcript.seats, effort)


def analysis_of(
    game: AnyGame, deal: Deal, seats: Sequence[SeatRecord], effort: Effort
) -> Analysis:
    """Analyse a deal, and the attempts of players at it.

    Blocks; other threads can run meanwhile. Raises NothingToSay.
    """
    try:
        return by_family(
            game,
            squares=lambda game: _squares_analysis(game, deal, seats, effort),
            patience=lambda game: _race_analysis(game, deal, seats, effort),
        )
    except UnsolvableRules:
        raise NothingToSay(unsolvable(game)) from None


def _race_analysis(
    game: PatienceGame, deal: Deal, seats: Sequence[SeatRecord], effort: Effort
) -> RaceAnalysis:
    """Search a deal, and where each who did not win has lost it."""
    attempts = [Attempt(seat, standing_moves(seat), None) for seat in _by_place(seats)]
    won = [
        _parsed(game, attempt.moves)
        for attempt in attempts
        if attempt.seat.state == "out"
    ]
    verdict = _verdict(game, deal, won, effort)

    def judged(attempt: Attempt) -> Attempt:
        if attempt.seat.state == "out":
            return attempt
        effort.tell(
            Wording("Looking for where it was lost ({name})...", name=attempt.seat.name)
        )
        reached = replayed(game, game.setup(deal), _parsed(game, attempt.moves))
        return attempt._replace(
            turn=find_turn(game, reached, verdict.outcome, effort.seconds, effort.clock)
        )

    return RaceAnalysis(game, verdict, tuple(map(judged, attempts)))


def standing_moves(seat: SeatRecord) -> tuple[Standing, ...]:
    """Return a player's moves without those that were taken back."""
    moves: list[Standing] = []
    for number, (_, move) in enumerate(seat.moves, 1):
        if move == TAKE_BACK_TEXT:
            moves.pop()
        else:
            moves.append(Standing(number, move))
    return tuple(moves)


def _squares_analysis(
    game: SquaresGame, deal: Deal, seats: Sequence[SeatRecord], effort: Effort
) -> SquaresAnalysis:
    """Look for the best arrangement, and have an expert play the deal."""
    effort.tell(Wording("Looking for the best arrangement of these cards..."))
    par = par_of(game, deal)
    effort.tell(Wording("Letting an expert play them..."))
    expert = players_for(game.about.key)[Level.EXPERT]()
    dice = Random(0)  # noqa: S311 - nothing is hidden here
    points = played_out(game, expert, deal, dice)
    return SquaresAnalysis(game, par, points, _by_place(seats))


def par_of(game: SquaresGame, deal: Deal) -> Par:
    """Return the best arrangement found of a deal's cards."""
    # The same deal has the same par, whoever asks.
    dice = Random(0)  # noqa: S311 - nothing is hidden here
    return find_par(deal.cards[: len(GRID)], game.ruleset.points, dice)


def _verdict(
    game: PatienceGame, deal: Deal, won: Sequence[tuple[Move, ...]], effort: Effort
) -> Verdict:
    """Search a deal for its shortest win; those who won have found one, too."""
    effort.tell(Wording("Looking for a way to win this deal..."))
    clock, until = effort.clock, effort.clock() + 2 * effort.seconds
    verdict = search(game, deal, Limits(seconds=effort.seconds), clock=clock)
    opening = game.setup(deal)
    lines = list(won)
    if verdict.outcome is Outcome.WINNABLE:
        lines.append(tuple(map(game.parse, verdict.line)))
    if not lines:
        return verdict
    effort.tell(Wording("Shortening the win that was found..."))

    def is_late() -> bool:
        return clock() > until

    best = min((shortened(game, opening, each, is_late) for each in lines), key=len)
    written = tuple(map(game.format, best))
    return Verdict(Outcome.WINNABLE, written, verdict.positions, verdict.seconds)


def _parsed(game: PatienceGame, moves: Sequence[Standing]) -> tuple[Move, ...]:
    return tuple(game.parse(each.move) for each in moves)


def _by_place(seats: Sequence[SeatRecord]) -> tuple[SeatRecord, ...]:
    return tuple(sorted(seats, key=lambda seat: (seat.place, seat.seat)))
