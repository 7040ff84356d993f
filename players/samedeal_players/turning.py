"""The turn of a deal: the move after which nobody could have won it any more.

What is lost stays lost, so it is found by halving. A position that no search decides
in its time is passed over for one beside it, which leaves a stretch of moves.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from samedeal_games.patience import PatienceGame, PatiencePosition
from samedeal_players.solver import Limits, Outcome, solve

SHARE = 4
"""One search may take so small a part of the time that is left."""


class Turn(NamedTuple):
    """The turn of an attempt that was not won, as far as it is known."""

    won_at: int | None
    """After how many moves it could still be won, as far as that was found; None where
    that is known of no position."""
    lost_at: int | None
    """After how many moves it was lost, as far as that was found; None where that is
    known of no position."""

    @property
    def move(self) -> int | None:
        """The number of the move that lost it, from 1; None where that is not known."""
        won, lost = self.won_at, self.lost_at
        return (
            lost if won is not None and lost is not None and lost - won == 1 else None
        )


def find_turn(
    game: PatienceGame,
    positions: Sequence[PatiencePosition],
    opening: Outcome,
    seconds: float,
    clock: Callable[[], float],
) -> Turn:
    """Find the turn of an attempt, in about that many seconds.

    `positions` are those of the attempt, the deal first; `opening` is what is known of
    the deal.
    """
    return _Finder(game, positions, clock() + seconds, clock).run(opening)


class _Finder:
    def __init__(
        self,
        game: PatienceGame,
        positions: Sequence[PatiencePosition],
        until: float,
        clock: Callable[[], float],
    ) -> None:
        self._game = game
        self._positions = positions
        self._until = until
        self._clock = clock

    def run(self, opening: Outcome) -> Turn:
        if opening is Outcome.UNWINNABLE:
            return Turn(None, 0)
        won = 0 if opening is Outcome.WINNABLE else None
        last = len(self._positions) - 1
        at_end = self._outcome(last)
        if at_end is Outcome.WINNABLE:
            return Turn(last, None)
        lost = last if at_end is Outcome.UNWINNABLE else None
        open_ones: set[int] = set(range(1, last))
        while open_ones and self._left() > 0:
            low = 0 if won is None else won
            high = last if lost is None else lost
            number = min(open_ones, key=lambda n: (abs(2 * n - low - high), n))
            open_ones.remove(number)
            outcome = self._outcome(number)
            if outcome is Outcome.WINNABLE:
                won = number
                open_ones = {n for n in open_ones if n > number}
            elif outcome is Outcome.UNWINNABLE:
                lost = number
                open_ones = {n for n in open_ones if n < number}
        return Turn(won, lost)

    def _outcome(self, number: int) -> Outcome:
        left = self._left()
        if left <= 0:
            return Outcome.UNDECIDED
        limits = Limits(seconds=left / SHARE)
        verdict = solve(self._game, self._positions[number], limits, clock=self._clock)
        return verdict.outcome

    def _left(self) -> float:
        return self._until - self._clock()
