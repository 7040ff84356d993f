"""Advisers: hints on a board, and guides to a win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from samedeal_games.game import Board

if TYPE_CHECKING:
    # Slow to load, and only needed once somebody asks.
    from samedeal_players.patience.guide import Guidance

Position = TypeVar("Position", contravariant=True)


class Hinting(Protocol):
    """An adviser who sees what a player sees."""

    def hint(self, board: Board, dice: Random) -> str | None:
        """Return a legal move in notation, None for none."""
        ...


class Guiding(Protocol[Position]):
    """An adviser who knows every card, and finds ways to win."""

    def look(
        self, positions: Sequence[Position], clock: Callable[[], float]
    ) -> Guidance:
        """Return the guidance at the last of some positions, which led to it."""
        ...


AnyGuiding: TypeAlias = Guiding[Any]
"""As with AnyGame: its holder passes on the positions of its own game."""
