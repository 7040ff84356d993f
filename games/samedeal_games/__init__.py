"""The rules of every game, as pure functions on plain values.

Begin at `samedeal_games.catalogue`; what a game promises is in `game`.
"""
