"""Lines of play: checked against the rules, and made shorter."""

from collections.abc import Callable, Sequence

from samedeal_games.errors import IllegalMove
from samedeal_games.patience import Move, PatienceGame, PatiencePosition


class WrongLine(AssertionError):
    """A line that a search found does not win by the rules; a fault of the search."""


def replayed(
    game: PatienceGame, position: PatiencePosition, line: Sequence[Move]
) -> list[PatiencePosition]:
    """Return the positions along a line, the first one included.

    Raises IllegalMove where the rules do not allow it.
    """
    positions = [position]
    for move in line:
        positions.append(game.apply(positions[-1], move))
    return positions


def _never() -> bool:
    return False


def shortened(
    game: PatienceGame,
    position: PatiencePosition,
    line: Sequence[Move],
    stop: Callable[[], bool] = _never,
) -> tuple[Move, ...]:
    """Return a line to the same end that skips what it did not need to do.

    From every position of the line it takes the one move that leads farthest along
    it, again and again until that makes it no shorter, or until `stop` says so.
    """
    position = position._replace(plies=0)
    shorter, before = tuple(line), len(line) + 1
    while len(shorter) < before:
        before = len(shorter)
        shorter = _with_leaps(game, position, shorter, stop)
    return shorter


def straightened(
    game: PatienceGame,
    position: PatiencePosition,
    line: Sequence[Move],
    stop: Callable[[], bool] = _never,
) -> tuple[Move, ...]:
    """Return a line to the same end in which a run goes at once where it goes twice.

    What `shortened` does not see: that something else is done in between.
    """
    position = position._replace(plies=0)
    end, straight, at = ends_at(game, position, line), tuple(line), 0
    while at < len(straight):
        for shorter in () if stop() else _with_run_once(straight, at):
            if ends_at(game, position, (*straight[:at], *shorter)) == end:
                straight = (*straight[:at], *shorter)
                break
        else:
            at += 1
    return straight


def _with_run_once(line: tuple[Move, ...], at: int) -> list[tuple[Move, ...]]:
    """Return the lines from a move on that may move its run once less."""
    first = line[at]
    if first.source <= 0 or first.target <= 0:
        return []
    then = (n for n in range(at + 1, len(line)) if line[n].source == first.target)
    again = next(then, None)
    if again is None or line[again].size != first.size:
        return []
    between, rest = line[at + 1 : again], line[again + 1 :]
    if line[again].target == first.source:
        return [(*between, *rest)]
    once = first._replace(target=line[again].target)
    return [(once, *between, *rest), (*between, once, *rest)]


def ends_at(
    game: PatienceGame, position: PatiencePosition, line: Sequence[Move]
) -> PatiencePosition | None:
    """Return the position after a line, without counting actions; None if illegal."""
    for move in line:
        try:
            position = game.apply(position, move)._replace(plies=0)
        except IllegalMove:
            return None
    return position


def _with_leaps(
    game: PatienceGame,
    position: PatiencePosition,
    line: tuple[Move, ...],
    stop: Callable[[], bool],
) -> tuple[Move, ...]:
    stands = [position]
    for move in line:
        # Counting no actions, so that a line may be too long for now.
        stands.append(game.apply(stands[-1], move)._replace(plies=0))
    latest = {stand: number for number, stand in enumerate(stands)}
    taken: list[Move] = []
    at = latest[position]
    while at < len(line):
        if stop():
            return (*taken, *line[at:])
        farthest, best = at, line[at]
        for move in game.legal_moves(stands[at]):
            after = game.apply(stands[at], move)._replace(plies=0)
            if latest.get(after, -1) > farthest:
                farthest, best = latest[after], move
        taken.append(best)
        at = farthest
    return tuple(taken)
