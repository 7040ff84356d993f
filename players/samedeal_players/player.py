"""The promises of every player of skill, whatever the game."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from samedeal_games.game import Board

M = TypeVar("M")


class Level(Enum):
    """The quality of a player's play; the value is what people are told."""

    CASUAL = "casual"
    GOOD = "good"
    STRONG = "strong"
    EXPERT = "expert"


class Player(Protocol[M]):
    """Somebody who chooses moves of type M.

    A player knows its game, and of a position no more than its board shows. It
    has no clock, and no dice but those it is handed: the same board, moves and
    dice make the same choice, where it has not made a plan on the way there.
    """

    def choose(self, board: Board, moves: Sequence[M], dice: Random) -> M | None:
        """Choose one of the legal moves, of which there is at least one.

        None where nothing is left to gain: patience can be shuffled about for ever.
        The moves stand in the order of the game's `legal_moves`.
        """
        ...


AnyPlayer: TypeAlias = Player[Any]
"""A player whose type of move the caller does not care about."""

Players: TypeAlias = Mapping[Level, Callable[[], AnyPlayer]]
"""The players of a game, weakest first; a player is made when it is first needed."""
