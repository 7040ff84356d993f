"""The compiled search, where it is to be had."""

import ctypes
from functools import cache
from typing import Any

from samedeal_games.choices import for_every
from samedeal_games.patience import Move
from samedeal_games.patience.rulesets import Dealing
from samedeal_players.compiled.library import library
from samedeal_players.solver.problem import (
    MOST_COLUMNS,
    MOST_PASSES,
    MOST_PLACES,
    Problem,
)
from samedeal_players.solver.search import Finding, Stop
from samedeal_players.solver.verdicts import Outcome

_PACK, _MOST_CARDS, _MOST_TALON, _FOUNDATIONS = 52, 104, 64, 8
_NO_PLACE = 255
_MOST_ACTIONS = 1 << 17
_BYTES_KEPT = 256
"""More than a position takes that is kept to be searched from."""

_Card = ctypes.c_uint8
_Cards = _Card * _MOST_CARDS
_ByCard = _Card * _PACK
_Stop = ctypes.CFUNCTYPE(ctypes.c_int)

_PLAYS_OUTSIDE_CARDS = for_every(
    {Dealing.ROWS: False, Dealing.CAPRICIEUSE: False, Dealing.RUSSIAN: True}
)
"""Whether columns are dealt again as in Russian Patience."""
_OUTCOMES = (Outcome.UNWINNABLE, Outcome.WINNABLE, Outcome.UNDECIDED)


class WrittenProblem(ctypes.Structure):
    """`Problem` in state.h, field by field."""

    _fields_ = (
        ("columns", ctypes.c_int32),
        ("foundations", ctypes.c_int32),
        ("cards", ctypes.c_int32),
        ("rows", ctypes.c_int32),
        ("fills_first", ctypes.c_int32),
        ("shuffles", ctypes.c_int32),
        ("outside_cards", ctypes.c_int32),
        ("safe_ups", ctypes.c_int32),
        ("whole_runs", ctypes.c_int32),
        ("glances", ctypes.c_int32),
        ("plain", ctypes.c_int32),
        ("fits", _ByCard * _PACK),
        ("places", _Card * 2 * MOST_PLACES * _PACK),
        ("fills_space", _ByCard),
        ("by_itself", _ByCard),
        ("sizes", _Card * MOST_COLUMNS),
        ("hidden", _Card * MOST_COLUMNS),
        ("tableau", _Cards * MOST_COLUMNS),
        ("talon", _Card * _MOST_TALON),
        ("talon_size", ctypes.c_int32),
        ("turned", ctypes.c_int32),
        ("heights", _Card * _FOUNDATIONS),
        ("redeals", ctypes.c_int32),
        ("orders", _Cards * 2),
        ("passes", ctypes.c_int32),
        ("weights", ctypes.c_int32 * 6 * MOST_PASSES),
        ("kept", ctypes.c_int64 * MOST_PASSES),
        ("most_positions", ctypes.c_int64),
        ("memory", ctypes.c_int64),
    )


class Kernel:
    """The compiled search of one library; raises TypeError for another `Problem`."""

    def __init__(self, compiled: ctypes.CDLL) -> None:
        check_size(compiled.samedeal_problem_size, WrittenProblem)
        self.library = compiled
        self._solve = compiled.samedeal_solve
        self._solve.argtypes = (
            ctypes.POINTER(WrittenProblem),
            _Stop,
            ctypes.c_int32,
            ctypes.POINTER(ctypes.c_int8),
            ctypes.POINTER(ctypes.c_int32),
            ctypes.POINTER(ctypes.c_int64),
        )
        self._solve.restype = ctypes.c_int

    def search(
        self, problem: Problem, most_positions: int, memory: int, stop: Stop
    ) -> Finding:
        """Search as `search.search` does; raises MemoryError."""
        steps = (ctypes.c_int8 * (3 * _MOST_ACTIONS))()
        count, positions = ctypes.c_int32(), ctypes.c_int64()
        outcome = self._solve(
            ctypes.byref(written(problem, most_positions, memory)),
            _Stop(stop),
            _MOST_ACTIONS,
            steps,
            ctypes.byref(count),
            ctypes.byref(positions),
        )
        if outcome >= len(_OUTCOMES):
            raise MemoryError("there is no memory for a search")
        actions = min(count.value, _MOST_ACTIONS)
        line = tuple(Move(*steps[3 * i : 3 * i + 3]) for i in range(actions))
        return Finding(_OUTCOMES[outcome], line, positions.value)


@cache
def kernel() -> Kernel | None:
    """Return the compiled search, None where there is none for this source."""
    found = library()
    return None if found is None else Kernel(found)


def check_size(asked: Any, written: type[ctypes.Structure]) -> None:
    """Raise TypeError where C describes a structure otherwise than Python.

    Only a bug can cause it, and players would stay in Python without a word.
    """
    asked.restype = ctypes.c_int64
    there, here = asked(), ctypes.sizeof(written)
    if there != here:
        raise TypeError(f"{written.__name__} has {here} bytes, and {there} in C")


def written(problem: Problem, most_positions: int, memory: int) -> WrittenProblem:
    """Return a problem as the kernel reads it, with limits for its search."""
    plan = problem.plan
    struct = WrittenProblem(
        columns=problem.columns,
        foundations=len(problem.heights),
        cards=problem.cards,
        rows=problem.rows,
        fills_first=problem.fills_first,
        shuffles=problem.shuffles,
        outside_cards=_PLAYS_OUTSIDE_CARDS[problem.policies.rules.dealing],
        safe_ups=problem.safe_ups,
        whole_runs=problem.whole_runs,
        glances=problem.glances,
        plain=plan.plain,
        fills_space=_ByCard(*problem.fills_space),
        by_itself=_ByCard(*problem.by_itself),
        sizes=(_Card * MOST_COLUMNS)(*map(len, problem.tableau)),
        hidden=(_Card * MOST_COLUMNS)(*problem.hidden),
        talon=(_Card * _MOST_TALON)(*problem.talon),
        talon_size=len(problem.talon),
        turned=problem.turned,
        heights=(_Card * _FOUNDATIONS)(*problem.heights),
        redeals=problem.redeals,
        passes=len(plan.passes),
        most_positions=most_positions,
        memory=memory,
    )
    struct.fits[:] = list(map(_ByCard.from_buffer_copy, problem.fits))
    for card, places in enumerate(problem.places):
        padded = (*places, *((_NO_PLACE, _NO_PLACE),) * (MOST_PLACES - len(places)))
        for choice, place in enumerate(padded):
            struct.places[card][choice][:] = place
    for index, column in enumerate(problem.tableau):
        struct.tableau[index] = _Cards(*column)
    for index, order in enumerate(problem.orders):
        struct.orders[index] = _Cards(*order)
    for index, each in enumerate(plan.passes):
        struct.weights[index][:] = tuple(each.weights)
        struct.kept[index] = min(each.kept, memory // _BYTES_KEPT)
    return struct
