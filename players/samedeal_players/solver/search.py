"""The search in Python, for where there is no compiled one: the same, but slower.

First best first, which finds most wins at once; then depth first, which needs little
memory for each position and so can go through all of them. kernel.c does the same in
the same order, so both end with the same verdict after as many positions.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from samedeal_games.patience import Move
from samedeal_players.solver.problem import Problem, Weights
from samedeal_players.solver.rules import Rules
from samedeal_players.solver.state import State, Step
from samedeal_players.solver.verdicts import Outcome

Stop = Callable[[], bool]

BYTES_A_POSITION = 256
"""In the set of those met: a key of some 90 bytes, and its share of the set."""

_BYTES_KEPT = 2048
"""The bytes of a position that is kept to be searched from."""

_ASK_EVERY = 16


class Finding(NamedTuple):
    """The end of a search."""

    outcome: Outcome
    line: tuple[Move, ...]
    positions: int


class _OutOfLimits(Exception):
    """The search went as far as it may."""


def search(problem: Problem, most_positions: int, memory: int, stop: Stop) -> Finding:
    """Search a problem until it is decided or a limit is reached.

    `stop` is asked now and then; `memory` is in bytes.
    """
    return _Search(problem, most_positions, memory, stop).run()


class _Origin(NamedTuple):
    state: State
    parent: "_Origin | None"
    step: Step | None


class _Search:
    def __init__(
        self, problem: Problem, most_positions: int, memory: int, stop: Stop
    ) -> None:
        self._rules = Rules(problem)
        self._plan = problem.plan
        self._most_in_pass = memory // _BYTES_KEPT
        self._most_positions = most_positions
        self._most_kept = memory // BYTES_A_POSITION
        self._stop = stop
        self._known = set[bytes]()
        self._before = 0
        """Positions met in phases that are over."""

    def run(self) -> Finding:
        rules = self._rules
        for kept, weights in self._phases():
            rules.weights = weights
            start = rules.settled(rules.root())
            try:
                path = (
                    self._best_first(start, kept) if kept else self._depth_first(start)
                )
            except _OutOfLimits:
                if self._is_spent():
                    break
                self._before += len(self._known)
                self._known.clear()
            else:
                if path is None:
                    return self._finding(Outcome.UNWINNABLE)
                return self._finding(Outcome.WINNABLE, self._actions(path))
        return self._finding(Outcome.UNDECIDED)

    def _finding(self, outcome: Outcome, line: tuple[Move, ...] = ()) -> Finding:
        return Finding(outcome, line, self._before + len(self._known))

    def _actions(self, path: Iterable[Step]) -> tuple[Move, ...]:
        """Write a path down as the actions that a player takes."""
        actions: list[Move] = []
        rules = self._rules
        rules.note = actions.append
        state = rules.settled(rules.root())
        for step in path:
            state = rules.made(state, step)
        return tuple(actions)

    def _phases(self) -> Iterator[tuple[int, Weights]]:
        for weights, kept in self._plan.passes:
            yield min(kept, self._most_in_pass), weights
        yield 0, self._plan.passes[0].weights

    def _best_first(self, start: State, most: int) -> list[Step] | None:
        """Return a path that wins, None if there is none."""
        rules = self._rules
        self._meet(start)
        waiting = [(start.score, 0, _Origin(start, None, None))]
        kept = 1
        while waiting:
            _, _, origin = heapq.heappop(waiting)
            if rules.is_won(origin.state):
                return _ancestry(origin)
            if rules.is_lost(origin.state):
                continue
            for step in rules.steps(origin.state):
                child = rules.made(origin.state, step)
                if not self._meet(child):
                    continue
                if kept > most:
                    raise _OutOfLimits
                self._check_limits()
                found = _Origin(child, origin, step)
                if rules.is_won(child):
                    return _ancestry(found)
                heapq.heappush(waiting, (child.score, -kept, found))
                kept += 1
        return None

    def _depth_first(self, start: State) -> list[Step] | None:
        """Return a path that wins, None if there is none."""
        rules = self._rules
        path: list[Step] = []
        states = [start]
        pending: list[tuple[int, Step | None]] = [(0, None)]
        while pending:
            depth, step = pending.pop()
            state = rules.made(states[depth - 1], step) if step else start
            if not self._meet(state):
                continue
            if step:
                path[depth - 1 :] = [step]
            if rules.is_won(state):
                return path
            self._check_limits()
            if rules.is_lost(state):
                continue
            states[depth:] = [state]
            pending += [(depth + 1, step) for step in self._new_steps(state)]
        return None

    def _new_steps(self, state: State) -> list[Step]:
        """List the steps to positions not met yet, the best one last."""
        rules = self._rules
        found = [(rules.made(state, step), step) for step in rules.steps(state)]
        found = [each for each in found if rules.key(each[0]) not in self._known]
        found.sort(key=lambda each: each[0].score, reverse=True)
        return [step for _, step in found]

    def _meet(self, state: State) -> bool:
        """Note that a state was met; tell whether it is the first time."""
        before = len(self._known)
        self._known.add(self._rules.key(state))
        return len(self._known) > before

    def _check_limits(self) -> None:
        met = len(self._known)
        if (
            self._before + met >= self._most_positions
            or met >= self._most_kept
            or (met % _ASK_EVERY == 0 and self._stop())
        ):
            raise _OutOfLimits

    def _is_spent(self) -> bool:
        return self._before + len(self._known) >= self._most_positions or self._stop()


def _ancestry(origin: _Origin) -> list[Step]:
    steps: list[Step] = []
    at: _Origin | None = origin
    while at is not None and at.step is not None:
        steps.append(at.step)
        at = at.parent
    return steps[::-1]
