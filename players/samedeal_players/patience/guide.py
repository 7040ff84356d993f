"""A way to win from where somebody is, held to for as long as it is followed.

For practice: it knows every card, face down or not, as no player may.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from samedeal_games.patience import Move, PatienceGame, PatiencePosition
from samedeal_players.solver import Limits, Outcome, solve
from samedeal_players.solver.lines import shortened, straightened

SECONDS = 1.0
"""The seconds in which a way is looked for."""

_SHORTENING_S = 0.2
"""The seconds in which it is made shorter; most are as short as that makes them
sooner."""


_MOST_KEPT = 4096
"""Positions of ways; ten deals have no more."""


class Guidance(NamedTuple):
    """The knowledge of a position, every card of it known."""

    outcome: Outcome
    move: str = ""
    """The next one of a way to win, in notation; empty unless it is winnable."""
    left: int = 0
    """The number of moves of that way, this one included."""


class _Place(NamedTuple):
    line: tuple[Move, ...]
    at: int


class Guide:
    """A guide: keeps to the way that it has found; off it, looks for another."""

    def __init__(self, game: PatienceGame) -> None:
        self._game = game
        self._ways: dict[PatiencePosition, _Place] = {}
        self._lost = set[PatiencePosition]()

    def known(self, positions: Sequence[PatiencePosition]) -> Guidance | None:
        """Return the guidance known for the last of some positions; None for none.

        The others are those that led to it: what was lost by then stays lost.
        """
        last = positions[-1]
        place = self._ways.get(_uncounted(last))
        left = self._game.about.ply_limit - last.plies
        if place is not None and len(place.line) - place.at <= left:
            move = self._game.format(place.line[place.at])
            return Guidance(Outcome.WINNABLE, move, len(place.line) - place.at)
        if any(_uncounted(position) in self._lost for position in positions):
            return Guidance(Outcome.UNWINNABLE)
        return None

    def look(
        self, positions: Sequence[PatiencePosition], clock: Callable[[], float]
    ) -> Guidance:
        """Return the guidance that is known, else look for a way.

        Blocks for about a second at most; other threads can run meanwhile.
        """
        known = self.known(positions)
        if known is not None:
            return known
        position = positions[-1]
        verdict = solve(self._game, position, Limits(seconds=SECONDS), clock=clock)
        if verdict.outcome is Outcome.WINNABLE:
            line = tuple(map(self._game.parse, verdict.line))
            self._keep(position, self._shorter(position, line, clock))
        elif verdict.outcome is Outcome.UNWINNABLE:
            self._lost.add(_uncounted(position))
        return self.known(positions) or Guidance(Outcome.UNDECIDED)

    def _shorter(
        self,
        position: PatiencePosition,
        line: tuple[Move, ...],
        clock: Callable[[], float],
    ) -> tuple[Move, ...]:
        until = clock() + _SHORTENING_S

        def is_late() -> bool:
            return clock() >= until

        line = shortened(self._game, position, line, is_late)
        line = straightened(self._game, position, line, is_late)
        return shortened(self._game, position, line, is_late)

    def _keep(self, position: PatiencePosition, line: tuple[Move, ...]) -> None:
        """Remember a way, before others that come to the same positions."""
        if len(self._ways) > _MOST_KEPT:
            self._ways.clear()
        for at, move in enumerate(line):
            self._ways[_uncounted(position)] = _Place(line, at)
            position = self._game.apply(position, move)


def _uncounted(position: PatiencePosition) -> PatiencePosition:
    """Return a position whatever number of actions led to it."""
    return position._replace(plies=0)
