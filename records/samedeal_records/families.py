"""The family of a game, for what studies its deals: the one place here that asks."""

from collections.abc import Callable
from typing import TypeVar

from samedeal_games.game import AnyGame
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame
from samedeal_games.wording import Wording

Laid = TypeVar("Laid")
Raced = TypeVar("Raced")


class NothingToSay(Exception):
    """The best possible cannot be told; `wording` says why."""

    def __init__(self, wording: Wording) -> None:
        super().__init__(wording)
        self.wording = wording


def by_family(
    game: AnyGame,
    *,
    squares: Callable[[SquaresGame], Laid],
    patience: Callable[[PatienceGame], Raced],
) -> Laid | Raced:
    """Hand a game to what knows its family; raises NothingToSay for any other."""
    if isinstance(game, SquaresGame):
        return squares(game)
    if isinstance(game, PatienceGame):
        return patience(game)
    raise NothingToSay(unsolvable(game))


def unsolvable(game: AnyGame) -> Wording:
    """Say that nothing here finds the best possible of a game."""
    return Wording("{game} cannot be solved here", game=Wording(game.about.title))
