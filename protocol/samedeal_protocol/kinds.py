"""The words that requests choose among.

They stand apart from the messages, so that who only has to list them waits for no more.
"""

from typing import Literal, TypeAlias

BoardKind: TypeAlias = Literal["best", "pace", "wins", "winrate", "rating"]
"""Each player's best result in a game; most points or cards up a minute in one match of
it, where less than a minute counts as one; matches won in it; won of all, for who has
played a few in the window; the rating in the game's family, once it is no longer
provisional. Among all, matches count for wins as far as the best known opponent has a
history of their own; among friends or who sat in a room, every match counts."""
