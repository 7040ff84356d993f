"""Players of Poker Squares, and the best that 25 cards could have made."""

from samedeal_players.squares.levels import squares_players
from samedeal_players.squares.par import Par, find_par

__all__ = ["Par", "find_par", "squares_players"]
