"""Poker Squares as a `Game`: a position is its history, cards and cells."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.deals import Deal
from samedeal_games.errors import IllegalMove, InvalidDeck
from samedeal_games.game import About, Board, Contest
from samedeal_games.squares.cells import (
    CELLS,
    GOES_ON_FROM_LAST,
    MAY_BE_STUCK,
    WHY_NOT_LAY,
    Cell,
    format_cell,
    legal_cells,
    parse_cell,
)
from samedeal_games.squares.hands import LINE_SIZE, Hand, hand_of
from samedeal_games.squares.rulesets import Laying, Ruleset
from samedeal_games.wording import Wording
from samedeal_games.words import card_words

FAMILY = "squares"
CARDS_LAID = 25
TIME_LIMIT_S = 300

LAST = "last"
"""The zone with the card laid last, where it says on which cells the next may lie."""

_TEXT_OF = {
    laying: {cell: format_cell(laying, cell) for cell in cells}
    for laying, cells in CELLS.items()
}
"""Made once for all cells that a card can ever lie on."""
_ALONE: tuple[tuple[Card, ...], ...] = tuple((Card(n),) for n in range(52))


class SquaresPosition(NamedTuple):
    """The 25 cards of a deal, where those laid so far lie, and what they count."""

    cards: tuple[Card, ...]
    """In the order in which they are turned up."""

    cells: tuple[Cell, ...]
    """The cell of each card laid, in order; the next card is the first without."""

    points: int = 0
    """Of the complete lines."""


class Axis(Enum):
    """The direction of a line."""

    ROW = "row"
    COLUMN = "column"


class Line(NamedTuple):
    """A row or a column as it stands, and what it counts."""

    axis: Axis
    number: int
    """The row or column number of its cells."""

    cards: tuple[Card, ...]
    hand: Hand
    points: int
    """Counted in the score only once the line is complete."""

    @property
    def is_complete(self) -> bool:
        """Tell whether the line has all its five cards."""
        return len(self.cards) == LINE_SIZE


class SquaresGame:
    """One game of Poker Squares, after its ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.about = About(
            key=ruleset.key,
            family=FAMILY,
            title=ruleset.title,
            contest=Contest.SCORE,
            packs=1,
            cards_needed=CARDS_LAID,
            top_score=ruleset.top_score,
            ply_limit=CARDS_LAID,
            time_limit_s=TIME_LIMIT_S,
            summary=ruleset.summary,
            rules_hash=ruleset.rules_hash,
        )
        self._laying = ruleset.laying
        self._may_be_stuck = MAY_BE_STUCK[ruleset.laying]
        self._shows_last = GOES_ON_FROM_LAST[ruleset.laying]
        self._points = ruleset.points
        self._why_not_lay = WHY_NOT_LAY[ruleset.laying]
        self._text_of = _TEXT_OF[ruleset.laying]
        self._cell_of = {text: cell for cell, text in self._text_of.items()}
        self._zone_of = {cell: f"cell.{text}" for cell, text in self._text_of.items()}

    def setup(self, deal: Deal) -> SquaresPosition:
        """Return the empty layout; raises InvalidDeck below 25 cards."""
        if len(deal.cards) < CARDS_LAID:
            raise InvalidDeck(
                Wording(
                    "Poker Squares lays {needed} cards; this deck has {count}",
                    needed=CARDS_LAID,
                    count=len(deal.cards),
                )
            )
        return SquaresPosition(deal.cards[:CARDS_LAID], ())

    def legal_moves(self, position: SquaresPosition) -> tuple[Cell, ...]:
        """List the cells open to the next card, row by row from the top."""
        if len(position.cells) == CARDS_LAID:
            return ()
        return legal_cells(self._laying, position.cells)

    def apply(self, position: SquaresPosition, move: Cell) -> SquaresPosition:
        """Lay the next card on a cell; raises IllegalMove."""
        cards, cells, points = position
        if len(cells) == CARDS_LAID:
            raise IllegalMove(Wording("all 25 cards are laid"))
        if move in cells:
            raise IllegalMove(_taken_by(cards[cells.index(move)]))
        reason = self._why_not_lay(cells, move)
        if reason is not None:
            raise IllegalMove(reason)
        laid = (*cells, move)
        return SquaresPosition(cards, laid, points + self._gained(cards, laid))

    def plies(self, position: SquaresPosition) -> int:
        """Count the cards laid."""
        return len(position.cells)

    def score(self, position: SquaresPosition) -> int:
        """Add up the complete lines; unfinished ones count nothing."""
        return position.points

    def is_over(self, position: SquaresPosition) -> bool:
        """Tell whether all 25 cards are laid, or the next one has nowhere to lie."""
        cells = position.cells
        return len(cells) == CARDS_LAID or (
            self._may_be_stuck and not legal_cells(self._laying, cells)
        )

    def is_won(self, position: SquaresPosition) -> bool:
        """Return False: the points decide."""
        return False

    def view(self, position: SquaresPosition) -> Board:
        """Show the cards laid and the next one; the rest is a count."""
        return Board(len(position.cells), self._zones(position, 0))

    def changed(
        self, before: SquaresPosition, after: SquaresPosition
    ) -> Mapping[str, tuple[Card, ...]]:
        """Return the zones of a view that are not those of an earlier one, in order."""
        known = len(before.cells)
        if known == len(after.cells):
            return {}
        zones = self._zones(after, known)
        if known >= CARDS_LAID - 1:
            del zones["stock"]  # was empty already
        return zones

    def _zones(
        self, position: SquaresPosition, known: int
    ) -> dict[str, tuple[Card, ...]]:
        """Return a view's zones without the first `known` of the cells laid on."""
        cards, cells, _ = position
        laid = len(cells)
        zones = {
            "next": cards[laid : laid + 1],
            "stock": (FACE_DOWN,) * max(CARDS_LAID - laid - 1, 0),
        }
        if self._shows_last:
            # The order of the zones does not tell it to whoever folds news into them.
            zones[LAST] = cards[laid - 1 : laid] if laid else ()
        names = self._zone_of
        for cell, card in zip(cells[known:], cards[known:], strict=False):
            zones[names[cell]] = _ALONE[card]
        return zones

    def position_from(self, board: Board) -> SquaresPosition:
        """Rebuild a position, the cards still to come face down."""
        laid = _cards_by_cell(self._laying, board)
        cards = (*laid.values(), *board.zones["next"], *board.zones["stock"])
        position = SquaresPosition(cards, tuple(laid))
        complete = [line for line in self.lines(position) if line.is_complete]
        return position._replace(points=sum(line.points for line in complete))

    def parse(self, text: str) -> Cell:
        """Read a cell; raises InvalidMove."""
        cell = self._cell_of.get(text)
        return parse_cell(self._laying, text) if cell is None else cell

    def format(self, move: Cell) -> str:
        """Write a cell."""
        return self._text_of.get(move) or format_cell(self._laying, move)

    def lines(self, position: SquaresPosition) -> tuple[Line, ...]:
        """List the lines that have a card: rows from the top, then columns.

        A line that is not complete yet shows what it would count as it is.
        """
        rows, columns = _lines_by_index(position)
        return tuple(
            self._line(axis, index, tuple(lines[index]))
            for axis, lines in ((Axis.ROW, rows), (Axis.COLUMN, columns))
            for index in sorted(lines)
        )

    def _gained(self, cards: tuple[Card, ...], cells: tuple[Cell, ...]) -> int:
        """Count the lines that the last card laid has completed."""
        gained = 0
        if len(cells) < LINE_SIZE:
            return gained
        # All columns' numbers, then all rows'.
        for numbers in zip(*cells, strict=True):
            number = numbers[-1]
            if numbers.count(number) == LINE_SIZE:
                line = [
                    card for card, n in zip(cards, numbers, strict=False) if n == number
                ]
                gained += self._points[hand_of(line)]
        return gained

    def _line(self, axis: Axis, index: int, cards: tuple[Card, ...]) -> Line:
        hand = hand_of(cards)
        return Line(axis, index, cards, hand, self._points[hand])


def _taken_by(card: Card) -> Wording:
    return Wording("the {card} lies there already", card=card_words(card))


def _lines_by_index(
    position: SquaresPosition,
) -> tuple[dict[int, list[Card]], dict[int, list[Card]]]:
    """Return the cards of each row and of each column, as far as laid."""
    rows: dict[int, list[Card]] = {}
    columns: dict[int, list[Card]] = {}
    for card, (column, row) in zip(position.cards, position.cells, strict=False):
        rows.setdefault(row, []).append(card)
        columns.setdefault(column, []).append(card)
    return rows, columns


def _cards_by_cell(laying: Laying, board: Board) -> dict[Cell, Card]:
    """Return the cards laid, the last one last where that matters."""
    last = board.zones.get(LAST, ())
    zones = sorted(board.zones.items(), key=lambda zone: zone[1] == last)
    return {
        parse_cell(laying, zone.removeprefix("cell.")): cards[0]
        for zone, cards in zones
        if zone.startswith("cell.")
    }
