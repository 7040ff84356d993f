"""Poker Squares: twenty-five cards laid one by one, counted as ten poker hands."""

from samedeal_games.squares.cells import Cell
from samedeal_games.squares.engine import Axis, Line, SquaresGame, SquaresPosition
from samedeal_games.squares.hands import Hand
from samedeal_games.squares.rulesets import RULESETS, Laying, Ruleset

__all__ = [
    "RULESETS",
    "Axis",
    "Cell",
    "Hand",
    "Laying",
    "Line",
    "Ruleset",
    "SquaresGame",
    "SquaresPosition",
]
