"""Players of Poker Squares, from one who counts points to one who looks ahead.

Good, strong and expert players share one eye for what a layout is worth
(`values`). The first two have an unsteady hand: to each cell's worth they add a
throw of the dice. The expert adds nothing, and looks one card further; where that is
compiled, with a better eye (`sight`).
"""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from samedeal_games.cards import FACE_DOWN, PACK_SIZE, Card
from samedeal_games.choices import for_every
from samedeal_games.game import Board
from samedeal_games.squares import (
    Cell,
    Hand,
    Laying,
    SquaresGame,
    SquaresPosition,
)
from samedeal_games.squares.cells import HAS_NO_FRAME
from samedeal_games.squares.rulesets import AMERICAN, ENGLISH
from samedeal_players.player import Level, Player, Players
from samedeal_players.squares.sight import Sight, learned_sight
from samedeal_players.squares.table import Table
from samedeal_players.squares.unseen import Unseen, unseen_after
from samedeal_players.squares.values import LAID, SCALE, Values, learned_numbers

UNSTEADINESS = {Level.GOOD: 0.12, Level.STRONG: 0.03}
"""The standard deviation of what is added, as a share of what fours count."""

REPLIES = 3
"""The number of cells that an expert looks beyond, each of another worth."""


def squares_players(game: SquaresGame) -> Players:
    """Return the players of a game of Poker Squares, weakest first."""
    return {
        Level.CASUAL: lambda: Casual(game),
        Level.GOOD: lambda: Unsteady(game, UNSTEADINESS[Level.GOOD]),
        Level.STRONG: lambda: Unsteady(game, UNSTEADINESS[Level.STRONG]),
        Level.EXPERT: lambda: expert(game),
    }


_IS_LEARNED = for_every(
    {Laying.GRID: True, Laying.TOUCHING: True, Laying.SERPENT: False}
)
"""Whether what was learned of layouts holds, wherever the last card lies."""


class Appraiser(Player[Cell], Protocol):
    """A player that can tell a layout's worth to one who plays on like it."""

    def worth(self, position: SquaresPosition) -> float:
        """Return the points to expect; sees no card before it is turned up."""
        ...


def expert(game: SquaresGame) -> Appraiser:
    """Return the best player of a game that there is on this machine."""
    points = tuple(game.ruleset.points.items())
    if _IS_LEARNED[game.ruleset.laying]:
        sight = learned_sight(learned_name(game), points)
        if sight is not None:
            return SightedExpert(game, sight)
    return Expert(game)


class Casual:
    """Lays each card where all lines, open ones too, then count most."""

    def __init__(self, game: SquaresGame) -> None:
        self._game = game

    def choose(self, board: Board, moves: Sequence[Cell], dice: Random) -> Cell:
        """Choose one of the cells that count most at once."""
        game = self._game
        position = game.position_from(board)
        points = [
            sum(line.points for line in game.lines(game.apply(position, move)))
            for move in moves
        ]
        most = max(points)
        return dice.choice([m for m, p in zip(moves, points, strict=True) if p == most])


class Unsteady:
    """Lays each card where it seems worth most, give or take a throw of the dice."""

    def __init__(self, game: SquaresGame, unsteadiness: float) -> None:
        self._game = game
        self._values = values_for(game)
        fours = game.ruleset.points[Hand.FOUR_OF_A_KIND]
        self._deviation = unsteadiness * fours * SCALE

    def choose(self, board: Board, moves: Sequence[Cell], dice: Random) -> Cell:
        """Choose the cell that seems best to an unsteady hand."""
        table, card, unseen = Table.from_board(self._game, board)
        cells = table.open_cells()
        worths = table.worths(self._values, card, cells, unseen)
        seeming = [worth + dice.gauss(0, self._deviation) for worth in worths]
        return cells[seeming.index(max(seeming))]


class Expert:
    """Lays each card where most can be expected once the next one is laid, too.

    Throws no dice; of equals it takes the first.
    """

    def __init__(self, game: SquaresGame, replies: int = REPLIES) -> None:
        self._values = values_for(game)
        self._game = game
        self._replies = replies

    def choose(self, board: Board, moves: Sequence[Cell], dice: Random) -> Cell:
        """Choose the best cell."""
        table, card, unseen = Table.from_board(self._game, board)
        cells = table.open_cells()
        worths = table.worths(self._values, card, cells, unseen)
        first: dict[int, Cell] = {}
        for cell, worth in zip(cells, worths, strict=True):
            first.setdefault(worth, cell)
        best = [first[worth] for worth in sorted(first, reverse=True)]
        if unseen.seen == LAID or len(best) == 1 or self._replies == 1:
            return best[0]
        return max(
            best[: self._replies],
            key=lambda cell: self._look_on(table.with_card(card, cell), unseen),
        )

    def worth(self, position: SquaresPosition) -> float:
        """Return the points to expect once the next card is laid."""
        if self._game.is_over(position):
            return float(position.points)
        laid = position.cards[: len(position.cells)]
        table, unseen = Table.from_position(self._game, position), unseen_after(laid)
        return self._look_on(table, unseen) / (PACK_SIZE - len(laid)) / SCALE

    def _look_on(self, table: Table, unseen: Unseen) -> int:
        """Add up the best that can be done with each card that may come next.

        A card that has nowhere to lie counts nothing.
        """
        cells = table.open_cells()
        if not cells:
            return 0
        return sum(
            self._best_worth(table, card, cells, unseen) for card in unseen.each()
        )

    def _best_worth(
        self, table: Table, card: Card, cells: tuple[Cell, ...], unseen: Unseen
    ) -> int:
        return max(table.worths(self._values, card, cells, unseen.without(card)))


class SightedExpert:
    """Does the same, compiled and with a net beside the tables.

    Throws no dice.
    """

    def __init__(self, game: SquaresGame, sight: Sight) -> None:
        self._game = game
        self._sight = sight

    def choose(self, board: Board, moves: Sequence[Cell], dice: Random) -> Cell:
        """Choose the best cell."""
        position = self._game.position_from(board)
        seen = [card for card in position.cards if card != FACE_DOWN]
        laid = len(position.cells)
        return self._sight.choose(
            seen[: laid + 1],
            position.cells,
            (REPLIES,),
            touching=HAS_NO_FRAME[self._game.ruleset.laying],
        )

    def worth(self, position: SquaresPosition) -> float:
        """Return the points to expect once the next card is laid."""
        cells = position.cells
        if not cells or self._game.is_over(position):
            return float(position.points)
        return self._sight.worth(
            position.cards[: len(cells)],
            cells,
            touching=HAS_NO_FRAME[self._game.ruleset.laying],
        )


def values_for(game: SquaresGame) -> Values:
    """Return the values of layouts by a game's table of points.

    They were learned where a card may lie anywhere; elsewhere they see too much
    freedom, but the same in every cell.
    """
    return Values(learned_numbers(learned_name(game)), dict(game.ruleset.points))


def learned_name(game: SquaresGame) -> str:
    """Name what was learned for a game's table of points."""
    return _LEARNED[tuple(game.ruleset.points.values())]


_LEARNED = {tuple(ENGLISH.values()): "english", tuple(AMERICAN.values()): "american"}
