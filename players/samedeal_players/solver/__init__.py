"""A solver for every patience: it knows all the cards, and is never wrong."""

from samedeal_players.solver.lines import shortened
from samedeal_players.solver.problem import UnsolvableRules
from samedeal_players.solver.solving import is_compiled, solve
from samedeal_players.solver.verdicts import Limits, Outcome, Verdict

__all__ = [
    "Limits",
    "Outcome",
    "UnsolvableRules",
    "Verdict",
    "is_compiled",
    "shortened",
    "solve",
]
