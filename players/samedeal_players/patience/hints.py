"""An expert's next move, for those who practise."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from samedeal_games.game import Board
from samedeal_games.patience import PatienceGame, PatiencePosition
from samedeal_players.patience.levels import Planner
from samedeal_players.patience.sight import Line
from samedeal_players.patience.skills import expert_skill
from samedeal_players.solver.lines import shortened, straightened
from samedeal_players.solver.problem import plan_for

MOST_LOOKED_AT = 400
"""Moves of a plan, to make it shorter; it takes 0.1 s at most."""

EAGER = 8
"""The worth of a card up in a search that brings up all it can."""


class Hints:
    """Hints for one who plays a patience; keeps to its plan while it is followed.

    Who does nothing else is led to no position twice.
    """

    def __init__(self, game: PatienceGame) -> None:
        self._game = game
        self._player = _StraightPlanner(game, expert_skill(game.ruleset))

    def hint(self, board: Board, dice: Random) -> str | None:
        """Return the next move in notation; None where nothing is left to gain.

        Sees what the board shows and no more, and takes a fraction of a second.
        """
        moves = self._game.legal_moves(self._game.position_from(board))
        move = self._player.choose(board, moves, dice) if moves else None
        return None if move is None else self._game.format(move)


class _StraightPlanner(Planner):
    """Plans as an expert does, and leaves out of a plan what it can do without.

    A bot's time is its own, and a search finds a way to win, not the short one; who
    is told such a way move by move sees a run go to and fro.
    """

    def _way_out(self, position: PatiencePosition) -> Line:
        """Return the shorter of two, as cards up count little in the first search."""
        plan = plan_for(self._game.ruleset)
        eager = [p._replace(weights=p.weights._replace(up=EAGER)) for p in plan.passes]
        plans = (plan, replace(plan, passes=tuple(eager)))
        found = [line for each in plans if (line := self._found(position, each))]
        return min(found, key=len, default=())

    def _plan(self, position: PatiencePosition, dice: Random) -> Line:
        line = super()._plan(position, dice)
        line = straightened(self._game, position, line, _after(MOST_LOOKED_AT))
        return shortened(self._game, position, line, _after(MOST_LOOKED_AT))


def _after(most: int) -> Callable[[], bool]:
    """Return a question that is answered with stop once it was asked so often."""
    asked = 0

    def is_enough() -> bool:
        nonlocal asked
        asked += 1
        return asked > most

    return is_enough
