"""The layout before a player, read off its board."""

from collections.abc import Iterable

from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.game import Board
from samedeal_games.squares import Cell, SquaresGame, SquaresPosition
from samedeal_games.squares.cells import GOES_ON_FROM_LAST, legal_cells
from samedeal_players.squares.lines import Line, line_of
from samedeal_players.squares.serpent import ways_through
from samedeal_players.squares.unseen import Unseen, unseen_after
from samedeal_players.squares.values import Values

Lines = dict[int, tuple[Card, ...]]
"""The cards of each row, or of each column, by its number; none is empty."""


class Table:
    """Cards laid, cells taken, and the cards still to come."""

    def __init__(
        self, game: SquaresGame, cells: tuple[Cell, ...], axes: tuple[Lines, Lines]
    ) -> None:
        self._game = game
        self.cells = cells
        self.axes = axes
        """Columns, then rows."""

    @classmethod
    def from_board(
        cls, game: SquaresGame, board: Board
    ) -> tuple["Table", Card, Unseen]:
        """Return the table, the card to lay, and what is unseen beyond it."""
        position = game.position_from(board)
        seen = [card for card in position.cards if card != FACE_DOWN]
        card = seen[len(position.cells)]
        return cls.from_position(game, position), card, unseen_after(seen)

    @classmethod
    def from_position(cls, game: SquaresGame, position: SquaresPosition) -> "Table":
        """Return the table with the cards that are laid, whatever comes after them."""
        columns, rows = Lines(), Lines()
        for card, (column, row) in zip(position.cards, position.cells, strict=False):
            columns[column] = (*columns.get(column, ()), card)
            rows[row] = (*rows.get(row, ()), card)
        return cls(game, position.cells, (columns, rows))

    def open_cells(self) -> tuple[Cell, ...]:
        """List the cells to think of for the next card, row by row from the top.

        They are all that are open, but a serpent looks where it can go on from.
        """
        laying = self._game.ruleset.laying
        cells = legal_cells(laying, self.cells)
        return ways_through(self.cells, cells) if GOES_ON_FROM_LAST[laying] else cells

    def with_card(self, card: Card, cell: Cell) -> "Table":
        """Return the table once a card has been laid."""
        columns, rows = self.axes
        column, row = cell
        return Table(
            self._game,
            (*self.cells, cell),
            (
                {**columns, column: (*columns.get(column, ()), card)},
                {**rows, row: (*rows.get(row, ()), card)},
            ),
        )

    def worths(
        self, values: Values, card: Card, cells: Iterable[Cell], unseen: Unseen
    ) -> list[int]:
        """Value the table with a card on each of some cells, in 64ths of a point.

        `unseen` no longer has the card.
        """
        columns: dict[int, int] = {}
        rows: dict[int, int] = {}
        read = [[line_of(cards) for cards in axis.values()] for axis in self.axes]
        worths: list[int] = []
        for column, row in cells:
            if column not in columns:
                lines = self._lines_with(read[0], 0, column, card)
                columns[column] = values.of_axis(0, lines, unseen)
            if row not in rows:
                lines = self._lines_with(read[1], 1, row, card)
                rows[row] = values.of_axis(1, lines, unseen)
            worths.append(columns[column] + rows[row])
        return worths

    def _lines_with(
        self, read: list[Line], axis: int, number: int, card: Card
    ) -> list[Line]:
        before = self.axes[axis].get(number, ())
        lines = read.copy()
        if before:
            lines.remove(line_of(before))
        lines.append(line_of((*before, card)))
        return lines
