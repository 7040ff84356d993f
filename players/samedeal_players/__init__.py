"""Players of skill: they know the rules and see what a player sees."""

from samedeal_players.catalogue import players_for
from samedeal_players.player import AnyPlayer, Level, Player, Players

__all__ = ["AnyPlayer", "Level", "Player", "Players", "players_for"]
