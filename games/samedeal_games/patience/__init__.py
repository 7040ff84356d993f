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

__all__ = [
    "FOUNDATION",
    "KINGS_FOUNDATION",
    "REDEAL",
    "RULESETS",
    "STOCK",
    "WASTE",
    "Column",
    "Move",
    "PatienceGame",
    "PatiencePosition",
    "Ruleset",
    "Space",
    "Stock",
    "Unit",
]
