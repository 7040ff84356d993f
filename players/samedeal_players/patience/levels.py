"""Players of patience, from rules of thumb to trying what comes of it.

Good players and experts see all that can be done before another card is turned up,
and judge it by its traits. An expert also tries the best of it in worlds of chance,
in which the unseen cards lie in some order. Once no card is unseen, both search.
"""

from collections.abc import Sequence
from random import Random

from samedeal_games.cards import PACK_SIZE, Card
from samedeal_games.game import Board
from samedeal_games.patience import REDEAL, Move, PatienceGame, PatiencePosition
from samedeal_players.patience.casual import Casual
from samedeal_players.patience.foresight import foresight
from samedeal_players.patience.seen import unseen_cards
from samedeal_players.patience.sight import Line, foresee
from samedeal_players.patience.skills import Skill, expert_skill, good_skill
from samedeal_players.player import Level, Players
from samedeal_players.solver.kernel import kernel
from samedeal_players.solver.problem import Plan, plan_for, problem_of
from samedeal_players.solver.search import search
from samedeal_players.solver.verdicts import Outcome

SLOW = 1_000
"""Positions of a search in Python, which takes some 0.1 s."""

SLOW_WIDE = 40
"""Positions gone on from in Python, which takes at most 0.16 s."""

OVERLOOKED = 0.4
"""The chance that a casual player does not see a move."""

_MEMORY = 1 << 26
_MOST_PLANNED = 4096


def patience_players(game: PatienceGame) -> Players:
    """Return the players of a patience, weakest first."""
    return {
        Level.CASUAL: lambda: Casual(game, OVERLOOKED),
        Level.GOOD: lambda: Planner(game, good_skill(game.ruleset)),
        Level.EXPERT: lambda: Planner(game, expert_skill(game.ruleset)),
    }


class Planner:
    """Plans up to the next card that is turned up, and then keeps to the plan.

    Throws the dice once for each plan; so dice that fall alike make the same plans.
    Without a compiler everybody plays at sight, experts too.
    """

    def __init__(self, game: PatienceGame, skill: Skill) -> None:
        self._game = game
        self._skill = skill
        self._planned: dict[PatiencePosition, Move] = {}

    def choose(self, board: Board, moves: Sequence[Move], dice: Random) -> Move | None:
        """Choose what is planned next; None where nothing is left to gain."""
        position = self._game.position_from(board)
        if position not in self._planned:
            self._remember(position, self._plan(position, dice))
        return self._planned.get(position)

    def _remember(self, position: PatiencePosition, line: Line) -> None:
        if len(self._planned) > _MOST_PLANNED:
            self._planned.clear()
        for move in line:
            self._planned[position] = move
            position = self._game.apply(position, move)

    def _plan(self, position: PatiencePosition, dice: Random) -> Line:
        seed = dice.getrandbits(63)
        line = self._search(position, dice)
        if line:
            return line
        compiled = foresight()
        if compiled is None:
            wide = min(self._skill.wide, SLOW_WIDE)
            return foresee(self._game, position, self._skill._replace(wide=wide))
        return compiled.foresee(self._game, position, self._skill, seed)

    def _search(self, position: PatiencePosition, dice: Random) -> Line:
        """Return a way to win where every card is known, or none is found.

        Experts suppose an order for a redeal that nobody can know, and play up to it.
        """
        game, rules = self._game, self._game.ruleset
        if rules.packs == 1 and unseen_cards(game, position):
            return ()
        if position.redeals and not self._skill.beyond_redeals:
            return ()
        if game.policies.shuffles:
            orders = tuple(_any_order(dice) for _ in position.redeals)
            position = position._replace(redeals=orders)
        return _until_redeal(self._way_out(position))

    def _way_out(self, position: PatiencePosition) -> Line:
        """Return a way to win from where every card is known; empty for none found."""
        return self._found(position, plan_for(self._game.ruleset))

    def _found(self, position: PatiencePosition, plan: Plan) -> Line:
        problem = problem_of(self._game, position, plan)
        compiled = kernel()
        most = self._skill.search if compiled else min(self._skill.search, SLOW)
        seek = compiled.search if compiled else search
        finding = seek(problem, most, _MEMORY, lambda: False)
        return finding.line if finding.outcome is Outcome.WINNABLE else ()


def _any_order(dice: Random) -> tuple[Card, ...]:
    cards = [Card(card % PACK_SIZE) for card in range(2 * PACK_SIZE)]
    dice.shuffle(cards)
    return tuple(cards)


def _until_redeal(line: Line) -> Line:
    sources = [move.source for move in line]
    return line[: sources.index(REDEAL) + 1] if REDEAL in sources else line
