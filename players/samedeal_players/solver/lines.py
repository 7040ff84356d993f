"""Lines of play: checked against the rules, and made shorter."""

from collections.abc import Callable, Sequence

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
