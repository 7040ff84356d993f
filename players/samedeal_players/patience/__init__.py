"""Players of patience: they see what lies face up, and think about the rest."""

from samedeal_players.patience.casual import Casual
from samedeal_players.patience.hints import Hints
from samedeal_players.patience.levels import patience_players

__all__ = ["Casual", "Hints", "patience_players"]
