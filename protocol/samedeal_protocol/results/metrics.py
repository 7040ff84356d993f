"""What leaderboards order players by.

Apart from the messages, so that the command line can list it without loading them.
"""

from typing import Literal, TypeAlias

MetricName: TypeAlias = Literal["best", "pace", "wins", "winrate", "rating"]
"""What a leaderboard orders players by.

``best``: the best result in one match of the game.
``pace``: the most points, or cards up, a minute in one match of it; less than a minute
counts as one.
``wins``: matches won in it.
``winrate``: matches won of all, for those who played a few in the window.
``rating``: the rating in the game's family, once it is no longer provisional.

Among all players, a match counts for ``wins`` and ``winrate`` as far as the best known
opponent has a history of their own; among friends, or those who sat in a room, every
match counts.
"""
