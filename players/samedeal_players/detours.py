"""The distance of a win, board after board, which tells a detour from the way.

A way is the shortest found, never the shortest there is: so whatever is cheap to try is
tried before a move is said to have made it longer.
"""

from collections.abc import Callable, Iterator, Sequence

from samedeal_games.patience import Move, PatienceGame, PatiencePosition
from samedeal_players.solver import Limits, Outcome, shortened, solve
from samedeal_players.solver.lines import ends_at, straightened

Way = tuple[Move, ...]

SEARCH_S = 0.5
"""The seconds of one search."""

SHORTENING_S = 0.05
"""The seconds in which a way that was found is made shorter."""


def ways_along(
    game: PatienceGame,
    positions: Sequence[PatiencePosition],
    moves: Sequence[Move],
    until: float,
    clock: Callable[[], float],
) -> list[Way]:
    """Return the shortest way to win that was found from each of some positions.

    `moves` lead from one to the next. Ends before the first position from which none
    is found, or that is not come to until a time. Blocks; other threads can run.
    """
    finder = _Finder(game, clock)
    ways: list[Way] = []
    for at, position in enumerate(positions):
        if clock() >= until:
            break
        way = finder.next(position, ways[-1], moves[at - 1]) if at else None
        way = way or finder.first(position)
        if not way and not game.is_won(position):
            break
        ways.append(way)
    for at in reversed(range(len(ways) - 1)):
        if 1 + len(ways[at + 1]) < len(ways[at]):
            ways[at] = (moves[at], *ways[at + 1])
    return ways


class _Finder:
    def __init__(self, game: PatienceGame, clock: Callable[[], float]) -> None:
        self._game = game
        self._clock = clock

    def first(self, position: PatiencePosition) -> Way:
        """Search for a way; return nothing where none is found."""
        game = self._game
        verdict = solve(game, position, Limits(seconds=SEARCH_S), clock=self._clock)
        if verdict.outcome is not Outcome.WINNABLE:
            return ()
        until = self._clock() + SHORTENING_S

        def is_late() -> bool:
            return self._clock() >= until

        way = shortened(game, position, tuple(map(game.parse, verdict.line)), is_late)
        return straightened(game, position, way, is_late)

    def next(self, position: PatiencePosition, before: Way, move: Move) -> Way:
        """Return a way from where a move has led that was on a way or not."""
        if before[:1] == (move,):
            return before[1:]
        tried = [way for way in _without(before, move) if self._wins(position, way)]
        if tried:
            return tried[0]
        found = [
            way
            for way in (_back(before, move), self.first(position))
            if self._wins(position, way)
        ]
        return min(found, key=len, default=())

    def _wins(self, position: PatiencePosition, way: Way) -> bool:
        end = ends_at(self._game, position, way)
        return bool(way) and end is not None and self._game.is_won(end)


def _without(way: Way, move: Move) -> Iterator[Way]:
    """Yield a way without a move that was made before its time."""
    if move in way:
        at = way.index(move)
        yield (*way[:at], *way[at + 1 :])


def _back(way: Way, move: Move) -> Way:
    """Return a way once a move is undone, as runs can be moved back."""
    if move.source <= 0 or move.target <= 0:
        return ()
    return (move._replace(source=move.target, target=move.source), *way)
