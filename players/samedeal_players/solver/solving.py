"""The solver's front door."""

from collections.abc import Callable

from samedeal_games.catalogue import find_game
from samedeal_games.deals import Deal
from samedeal_games.patience import Move, PatienceGame, PatiencePosition
from samedeal_players.solver.kernel import kernel
from samedeal_players.solver.lines import WrongLine, replayed, shortened
from samedeal_players.solver.problem import (
    Plan,
    Problem,
    UnsolvableRules,
    plan_for,
    problem_of,
)
from samedeal_players.solver.search import Finding, Stop, search
from samedeal_players.solver.verdicts import MEBIBYTE, Limits, Outcome, Verdict

Search = Callable[[Problem, int, int, Stop], Finding]

_MOST_TO_SHORTEN = 4000
"""Actions; depth first can find a way to win that goes to and fro ten times as long."""

_NO_LIMIT = (1 << 62) - 1
LIMITS = Limits()
"""Ten seconds, and as many positions as 256 MiB hold."""


def solve(
    game: str | PatienceGame,
    deal: Deal | PatiencePosition,
    limits: Limits = LIMITS,
    *,
    clock: Callable[[], float],
    plan: Plan | None = None,
    searching: Search | None = None,
) -> Verdict:
    """Tell whether a deal or a position can be won by one who knows every card.

    The game is one of the catalogue, by key, or one of somebody's own. `clock`
    returns seconds; `plan` and `searching` are for comparing ways to search, the
    compiled one being taken where it is to be had.

    Blocks until a limit is reached; other threads can run meanwhile. Raises
    UnknownGame, InvalidDeck, and UnsolvableRules for a game that is no patience or a
    position of which not every card is known.
    """
    began = clock()
    found_game = _patience(game)
    position = found_game.setup(deal) if isinstance(deal, Deal) else deal
    problem = problem_of(found_game, position, plan or plan_for(found_game.ruleset))

    def is_late() -> bool:
        return limits.seconds is not None and clock() - began >= limits.seconds

    finding = (searching or _fastest())(
        problem,
        _NO_LIMIT if limits.positions is None else limits.positions,
        limits.memory_mib * MEBIBYTE,
        is_late,
    )
    outcome, line = _checked(found_game, position, finding, is_late)
    written = tuple(map(found_game.format, line))
    return Verdict(outcome, written, finding.positions, clock() - began)


def is_compiled() -> bool:
    """Tell whether the compiled search is to be had."""
    return kernel() is not None


def _patience(game: str | PatienceGame) -> PatienceGame:
    if isinstance(game, PatienceGame):
        return game
    found: object = find_game(game)
    if not isinstance(found, PatienceGame):
        raise UnsolvableRules(f"{game} is no patience: it has no win to look for")
    return found


def _fastest() -> Search:
    compiled = kernel()
    return search if compiled is None else compiled.search


def _checked(
    game: PatienceGame, position: PatiencePosition, finding: Finding, stop: Stop
) -> tuple[Outcome, tuple[Move, ...]]:
    """Replay a line through the rules, and cut it where it is too long for them."""
    line = finding.line
    if finding.outcome is not Outcome.WINNABLE:
        return finding.outcome, ()
    left = game.about.ply_limit - position.plies
    if left < len(line) <= _MOST_TO_SHORTEN:
        line = shortened(game, position, line, stop)
    if len(line) > left:
        return Outcome.UNDECIDED, ()
    if not game.is_won(replayed(game, position, line)[-1]):
        raise WrongLine(f"a line for {game.about.key} does not win")
    return Outcome.WINNABLE, line
