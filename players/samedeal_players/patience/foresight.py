"""Looking ahead in worlds of chance, where it is compiled; foresight.c says how."""

import ctypes
from functools import cache

from samedeal_games.cards import PACK_SIZE, Card
from samedeal_games.patience import Move, PatienceGame, PatiencePosition
from samedeal_players.patience.seen import laid_out, unseen_cards
from samedeal_players.patience.skills import Skill
from samedeal_players.patience.worth import Traits
from samedeal_players.solver.kernel import (
    Kernel,
    WrittenProblem,
    check_size,
    kernel,
    written,
)
from samedeal_players.solver.problem import plan_for, problem_of

_MOST_ACTIONS = 1 << 12
_MEMORY = 1 << 24
_NO_LIMIT = (1 << 62) - 1
_NOT_LIMITS = ("weights", "beyond_redeals")
_LIMITS = tuple(name for name in Skill._fields if name not in _NOT_LIMITS)


class WrittenSkill(ctypes.Structure):
    """`Skill` in worth.h, field by field."""

    _fields_ = (
        ("weights", ctypes.c_int32 * len(Traits._fields)),
        *((name, ctypes.c_int32) for name in _LIMITS),
    )


class Foresight:
    """Looking ahead in one library; raises TypeError for another `Skill`."""

    def __init__(self, compiled: Kernel) -> None:
        library = compiled.library
        check_size(library.samedeal_skill_size, WrittenSkill)
        self._foresee = library.samedeal_foresee
        self._foresee.argtypes = (
            ctypes.POINTER(WrittenProblem),
            ctypes.POINTER(WrittenSkill),
            ctypes.c_uint64,
            ctypes.c_int32,
            ctypes.POINTER(ctypes.c_int8),
            ctypes.POINTER(ctypes.c_int32),
        )
        self._play = library.samedeal_play
        self._play.argtypes = self._foresee.argtypes[:3]

    def foresee(
        self, game: PatienceGame, position: PatiencePosition, skill: Skill, seed: int
    ) -> tuple[Move, ...]:
        """Choose what to do up to the next card that is turned up.

        At sight, if a skill tries in no worlds, as `sight.foresee` does; otherwise in
        worlds that follow from the seed. Raises MemoryError.
        """
        steps = (ctypes.c_int8 * (3 * _MOST_ACTIONS))()
        count = ctypes.c_int32()
        outcome = self._foresee(
            ctypes.byref(_seen(game, position)),
            ctypes.byref(_written(skill)),
            seed,
            _MOST_ACTIONS,
            steps,
            ctypes.byref(count),
        )
        if outcome == _OUT_OF_MEMORY:
            raise MemoryError("there is no memory to look ahead")
        return tuple(Move(*steps[3 * i : 3 * i + 3]) for i in range(count.value))

    def play(
        self, game: PatienceGame, position: PatiencePosition, skill: Skill, seed: int
    ) -> int:
        """Play to the end, plan by plan, and return how many cards get up.

        For games of one pack. Every card must be known; none is looked at before it
        is turned up. At sight it is what a player does move by move.
        """
        problem = problem_of(game, position, plan_for(game.ruleset))
        up: int = self._play(
            ctypes.byref(written(problem, _NO_LIMIT, _MEMORY)),
            ctypes.byref(_written(skill)),
            seed,
        )
        return up


_OUT_OF_MEMORY = 3


@cache
def foresight() -> Foresight | None:
    """Return the compiled foresight, None where nothing is compiled."""
    compiled = kernel()
    return None if compiled is None else Foresight(compiled)


def _seen(game: PatienceGame, position: PatiencePosition) -> WrittenProblem:
    """Write down what is seen, the unseen cards laid out in the order of the pack."""
    unseen = unseen_cards(game, position) if game.ruleset.packs == 1 else []
    known = laid_out(position, unseen)
    orders = (_ANY_ORDER,) * len(position.redeals)
    problem = problem_of(game, known._replace(redeals=orders), plan_for(game.ruleset))
    return written(problem, _NO_LIMIT, _MEMORY)


_ANY_ORDER = tuple(Card(card // 2) for card in range(2 * PACK_SIZE))


def _written(skill: Skill) -> WrittenSkill:
    limits = {name: getattr(skill, name) for name in _LIMITS}
    struct = WrittenSkill(**limits)
    struct.weights[:] = skill.weights
    return struct
