"""The patience games: one engine, and a frozen ruleset per game."""

from samedeal_games.patience.engine import PatienceGame
from samedeal_games.patience.notation import (
    FOUNDATION,
    KINGS_FOUNDATION,
    REDEAL,
    STOCK,
    WASTE,
    Move,
)
from samedeal_games.patience.position import Column, PatiencePosition
from samedeal_games.patience.rulesets import RULESETS, Ruleset, Space, Stock, Unit
from samedeal_games.patience.taking_back import TAKE_BACK_TEXT, TakingBack

__all__ = [
    "FOUNDATION",
    "KINGS_FOUNDATION",
    "REDEAL",
    "RULESETS",
    "STOCK",
    "TAKE_BACK_TEXT",
    "WASTE",
    "Column",
    "Move",
    "PatienceGame",
    "PatiencePosition",
    "Ruleset",
    "Space",
    "Stock",
    "TakingBack",
    "Unit",
]
