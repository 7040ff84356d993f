"""The moments that made or lost a match: moves that were worth most or cost most.

Each is held against what an expert would have done there. At Poker Squares that is the
points to expect. At patience it is whether the deal could still be won, how many moves
a win takes, and to how many cards an expert comes who goes on from there and sees no
more than a player.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import NamedTuple

from samedeal_games.catalogue import find_game
from samedeal_games.deals import Deal, deal_from_seed
from samedeal_games.game import AnyGame
from samedeal_games.patience import Move, PatienceGame, PatiencePosition
from samedeal_games.squares import SquaresGame
from samedeal_games.wording import Wording
from samedeal_players.detours import ways_along
from samedeal_players.patience.levels import patience_players
from samedeal_players.player import AnyPlayer, Level
from samedeal_players.solver import Limits, UnsolvableRules, solve
from samedeal_players.solver.lines import replayed
from samedeal_players.squares.levels import expert
from samedeal_players.turning import Turn, find_turn
from samedeal_records.analysis import Effort, standing_moves
from samedeal_records.families import NothingToSay, by_family
from samedeal_records.record import Record
from samedeal_records.transcripts import SeatRecord
from samedeal_records.verification import seed_of

MOST = 3
"""The most moments that are told."""

PLAYED_ON = 3
"""The times that an expert goes on from a board: their mean is told."""

LEAST_POINTS = 0.1
LEAST_MOVES = LEAST_CARDS = 2
"""Differences below these do not matter: others come as far."""

MOVES_A_CARD = 4
"""The number of moves more to a win that weigh as much as one card less."""


class Kind(Enum):
    """The kind of a move's worth, and its unit."""

    POINTS = "points"
    """`made` and `best` are points to expect."""
    DEAL = "deal"
    """It lost the deal; `best` is how many moves the win took that was there."""
    WAY = "way"
    """`made` and `best` are the moves to a win, this one included."""
    CARDS = "cards"
    """`made` and `best` are the cards up to which an expert comes."""


class Moment(NamedTuple):
    """A move, and what an expert would have done."""

    number: int
    """Among all that its player made, from 1."""
    move: str
    other: str
    """An expert's move there; empty for a stop."""
    kind: Kind
    made: float
    """The expectation after the move."""
    best: float
    """The expectation after the other."""

    @property
    def weight(self) -> float:
        """Its importance among those of one attempt."""
        by = abs(self.made - self.best)
        return by / MOVES_A_CARD if self.kind is Kind.WAY else by

    @property
    def is_gain(self) -> bool:
        """Whether it was better than what an expert would have done."""
        return self.kind in (Kind.POINTS, Kind.CARDS) and self.made > self.best


class Moments(NamedTuple):
    """The moments that mattered most in an attempt."""

    seat: int
    found: tuple[Moment, ...]
    """In the order of the moves, at most three."""
    is_whole: bool
    """Whether every move was looked at in time."""


def moments_of_record(record: Record, seat: SeatRecord, effort: Effort) -> Moments:
    """Find the moments that mattered most in a player's match; raises NothingToSay."""
    if not record.is_proven:
        raise NothingToSay(
            Wording("the record of this match does not hold; see samedeal verify")
        )
    game = find_game(record.transcript.game)
    deal = deal_from_seed(seed_of(record.transcript), game.about.packs)
    return moments_of(game, deal, seat, effort)


def moments_of(game: AnyGame, deal: Deal, seat: SeatRecord, effort: Effort) -> Moments:
    """Find the moments that mattered most in an attempt, in the seconds of an effort.

    Blocks; other threads can run meanwhile. Raises NothingToSay.
    """
    if not seat.moves:
        raise NothingToSay(Wording("no move was made"))
    effort.tell(Wording("Looking for the moments that mattered..."))
    return by_family(
        game,
        squares=lambda game: _squares_moments(game, deal, seat, effort),
        patience=lambda game: _Race(game, deal, seat, effort).moments(),
    )


def _most(seat: SeatRecord, moments: Sequence[Moment], *, is_whole: bool) -> Moments:
    """Return those that matter most; what lost the deal comes before all others."""

    def rank(moment: Moment) -> tuple[bool, float, int]:
        return moment.kind is not Kind.DEAL, -moment.weight, moment.number

    one_each: dict[int, Moment] = {}
    for moment in sorted(moments, key=rank):
        one_each.setdefault(moment.number, moment)
    most = sorted([*one_each.values()][:MOST], key=lambda moment: moment.number)
    return Moments(seat.seat, tuple(most), is_whole)


# Poker Squares


def _squares_moments(
    game: SquaresGame, deal: Deal, seat: SeatRecord, effort: Effort
) -> Moments:
    judge, until = expert(game), effort.clock() + effort.seconds
    dice = Random(0)  # noqa: S311 - nothing is hidden here
    position, found = game.setup(deal), list[Moment]()
    for number, (_, text) in enumerate(seat.moves, 1):
        if effort.clock() >= until:
            return _most(seat, found, is_whole=False)
        move, open_cells = game.parse(text), game.legal_moves(position)
        other = judge.choose(game.view(position), open_cells, dice) or move
        after = game.apply(position, move)
        made, best = judge.worth(after), judge.worth(game.apply(position, other))
        if abs(made - best) >= LEAST_POINTS:
            written = game.format(other)
            found.append(Moment(number, text, written, Kind.POINTS, made, best))
        position = after
    return _most(seat, found, is_whole=True)


# Patience


class _Race:
    """One attempt at patience, looked at in three ways, each with its share of time."""

    def __init__(
        self, game: PatienceGame, deal: Deal, seat: SeatRecord, effort: Effort
    ) -> None:
        self._game, self._seat, self._effort = game, seat, effort
        self._standing = standing_moves(seat)
        self._moves = tuple(game.parse(each.move) for each in self._standing)
        self._positions = replayed(game, game.setup(deal), self._moves)
        self._until = effort.clock() + effort.seconds
        self._is_whole = True

    def moments(self) -> Moments:
        """Look at every move that stands, as far as there is time."""
        if not self._standing:
            raise NothingToSay(Wording("no move was made"))
        is_won = self._seat.state == "out"
        found = list[Moment]()
        try:
            found += self._by_ways(is_won=is_won)
        except UnsolvableRules:
            self._is_whole = False
        # Who has won lost nothing by what an expert would have made of it.
        found += [moment for moment in self._by_cards() if moment.is_gain or not is_won]
        return _most(self._seat, found, is_whole=self._is_whole)

    def _by_ways(self, *, is_won: bool) -> Iterator[Moment]:
        """Yield the move that lost the deal, and those that made a win longer."""
        game, effort, positions = self._game, self._effort, self._positions
        third, last, lost_by = effort.seconds / 3, len(self._moves), None
        if not is_won:
            turn = self._turn(third)
            if turn.won_at is None:
                # Nothing could be lost; or nobody knows of it.
                self._is_whole = self._is_whole and turn.lost_at == 0
                return
            is_known = turn.move is not None or turn.won_at == last
            self._is_whole = self._is_whole and is_known
            last, lost_by = turn.won_at, turn.move
        on_the_way = positions[: last + 1]
        until = self._until - third
        ways = ways_along(game, on_the_way, self._moves, until, effort.clock)
        self._is_whole = self._is_whole and len(ways) == len(on_the_way)
        for at, (way, after) in enumerate(pairwise(ways)):
            made = 1 + len(after)
            if made - len(way) >= LEAST_MOVES:
                yield self._moment(at, way[0], Kind.WAY, made, len(way))
        if lost_by is not None and len(ways) == lost_by:
            way = ways[-1]
            yield self._moment(last, way[0], Kind.DEAL, 0, len(way))

    def _turn(self, seconds: float) -> Turn:
        """Find the turn at which the deal was lost."""
        game, clock, opening = self._game, self._effort.clock, self._positions[0]
        verdict = solve(game, opening, Limits(seconds=seconds / 2), clock=clock)
        return find_turn(*(game, self._positions, verdict.outcome, seconds / 2, clock))

    def _by_cards(self) -> Iterator[Moment]:
        """Yield the moves after which an expert comes further than before, or less."""
        experts = [_GoesOn(self._game, number) for number in range(PLAYED_ON)]
        comes: list[float] = []
        for position in self._positions:
            if self._effort.clock() >= self._until:
                self._is_whole = False
                break
            comes.append(fmean(each.comes_to(position) for each in experts))
        for at, (best, made) in enumerate(pairwise(comes)):
            if abs(made - best) < LEAST_CARDS:
                continue
            others = [each.choice(self._positions[at]) for each in experts]
            other = next((o for o in others if o != self._moves[at]), self._moves[at])
            if other != self._moves[at]:
                yield self._moment(at, other, Kind.CARDS, made, best)

    def _moment(
        self, at: int, other: Move | None, kind: Kind, made: float, best: float
    ) -> Moment:
        """Return the moment of a move by how many stood before it."""
        number, move = self._standing[at]
        written = "" if other is None else self._game.format(other)
        return Moment(number, move, written, kind, made, best)


class _GoesOn:
    """An expert who goes on from any board, and chooses alike on boards met before."""

    def __init__(self, game: PatienceGame, number: int) -> None:
        self._game = game
        self._player: AnyPlayer = patience_players(game)[Level.EXPERT]()
        self._number = number
        self._known: dict[PatiencePosition, tuple[int, Move | None]] = {}

    def comes_to(self, position: PatiencePosition) -> int:
        """Return the number of cards that are up once there is nothing left to gain."""
        game, dice = self._game, Random(self._number)  # noqa: S311 - no secret
        passed: list[tuple[PatiencePosition, Move]] = []
        while position not in self._known:
            moves = game.legal_moves(position)
            chosen = self._player.choose(game.view(position), moves, dice)
            if not moves or game.is_over(position) or chosen is None:
                self._known[position] = game.score(position), None
                break
            passed.append((position, chosen))
            position = game.apply(position, chosen)
        score, _ = self._known[position]
        self._known.update({before: (score, move) for before, move in passed})
        return score

    def choice(self, position: PatiencePosition) -> Move | None:
        """Return the move that they would make, None for none."""
        self.comes_to(position)
        return self._known[position][1]
