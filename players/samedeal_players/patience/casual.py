"""A casual player of patience: rules of thumb, and no look ahead."""

from collections.abc import Sequence
from random import Random

from samedeal_games.game import Board
from samedeal_games.patience import (
    FOUNDATION,
    WASTE,
    Move,
    PatienceGame,
    PatiencePosition,
)
from samedeal_games.patience.foundations import goes_up


class Casual:
    """Takes the best kind of progress there is, and stops where there is none.

    Every kind plays a card up, turns one up, lays it where it fits, empties a column
    or the waste, or deals, so it cannot go round in circles. It may overlook moves,
    each with a chance of its own.
    """

    def __init__(self, game: PatienceGame, overlooked: float) -> None:
        self._game = game
        self._overlooked = overlooked

    def choose(self, board: Board, moves: Sequence[Move], dice: Random) -> Move | None:
        """Choose one of the moves of the best kind."""
        position = self._game.position_from(board)
        useful = self._useful(position, moves)
        seen = {move for move in useful if dice.random() >= self._overlooked}
        best = min((useful[move] for move in seen or useful), default=None)
        if best is not None:
            choice = [m for m in useful if useful[m] == best and m in (seen or useful)]
            return dice.choice(choice)
        # Where spaces must be filled before dealing, a king has to move to one.
        kings = [m for m in moves if position.stock and _fills_space(position, m)]
        return kings[0] if kings else None

    def _useful(
        self, position: PatiencePosition, moves: Sequence[Move]
    ) -> dict[Move, int]:
        kinds = {move: _kind(self._game, position, move) for move in moves}
        return {move: kind for move, kind in kinds.items() if kind is not None}


def _kind(game: PatienceGame, position: PatiencePosition, move: Move) -> int | None:
    """Return the kind of a move by its use, 0 being the best; None for no use."""
    source, target, size = move
    if source < WASTE:
        return 6
    if target <= FOUNDATION:
        return 0
    to_space = not position.columns[target - 1].cards
    if source == WASTE:
        return 5 if to_space else 2
    column = position.columns[source - 1]
    cards, hidden = column
    if size != game.policies.run_length(column):
        return None
    if size == len(cards):
        return None if to_space else 3
    if size == len(cards) - hidden:
        return 4 if to_space else 1
    return _kind_of_parting(game, position, move)


def _kind_of_parting(
    game: PatienceGame, position: PatiencePosition, move: Move
) -> int | None:
    """Return the kind of a move that takes a run off a card that it does not fit."""
    source, target, size = move
    cards = position.columns[source - 1].cards
    under, hosts = cards[-size - 1], game.policies.hosts
    if goes_up(game.policies.places, position.foundations, under) is not None:
        return 2
    if under in hosts[cards[-size]]:
        return None
    if position.columns[target - 1].cards:
        return 3
    # The next move is to lay what was below where it fits.
    exposed = {other.cards[-1] for other in position.columns if other.cards}
    lies_well = len(cards) > size + 1 and cards[-size - 2] in hosts[under]
    return None if lies_well or exposed.isdisjoint(hosts[under]) else 5


def _fills_space(position: PatiencePosition, move: Move) -> bool:
    """Tell whether a move takes part of a column to a space."""
    source, target, size = move
    if source <= WASTE or target <= FOUNDATION:
        return False
    columns = position.columns
    return not columns[target - 1].cards and size < len(columns[source - 1].cards)
