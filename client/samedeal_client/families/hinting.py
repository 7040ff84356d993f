"""Who may be asked for a hint."""

from random import Random
from typing import Protocol

from samedeal_games.game import Board


class Hinting(Protocol):
    """Whoever knows what to do on a board."""

    def hint(self, board: Board, dice: Random) -> str | None:
        """Return a legal move in notation, None for none."""
        ...
