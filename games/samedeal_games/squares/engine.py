"""Poker Squares as a `Game`: a position is its history, cards and cells."""

from enum import Enum
from typing import NamedTuple

from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.deals import Deal
from samedeal_games.errors import IllegalMove, InvalidDeck
from samedeal_games.game import About, Board, Contest
from samedeal_games.squares.cells import (
    Cell,
    format_cell,
    legal_cells,
    parse_cell,
    why_not_lay,
)
from samedeal_games.squares.hands import LINE_SIZE, Hand, hand_of
from samedeal_games.squares.rulesets import Laying, Ruleset
from samedeal_games.words import card_words

CARDS_LAID = 25
TIME_LIMIT_S = 300


class SquaresPosition(NamedTuple):
    """The 25 cards of a deal, and where those laid so far lie."""

    cards: tuple[Card, ...]
    """In the order in which they are turned up."""

    cells: tuple[Cell, ...]
    """The cell of each card laid, in order; the next card is the first without."""


class Axis(Enum):
    """Which way a line runs."""

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
        self._points = ruleset.points

    def setup(self, deal: Deal) -> SquaresPosition:
        """Return the empty layout; raises InvalidDeck below 25 cards."""
        if len(deal.cards) < CARDS_LAID:
            raise InvalidDeck(
                f"Poker Squares lays {CARDS_LAID} cards; "
                f"this deck has {len(deal.cards)}"
            )
        return SquaresPosition(deal.cards[:CARDS_LAID], ())

    def legal_moves(self, position: SquaresPosition) -> tuple[Cell, ...]:
        """List the cells open to the next card, row by row from the top."""
        if len(position.cells) == CARDS_LAID:
            return ()
        return legal_cells(self._laying, position.cells)

    def apply(self, position: SquaresPosition, move: Cell) -> SquaresPosition:
        """Lay the next card on a cell; raises IllegalMove."""
        cards, cells = position
        if len(cells) == CARDS_LAID:
            raise IllegalMove("all 25 cards are laid")
        if move in cells:
            raise IllegalMove(_taken_by(cards[cells.index(move)]))
        reason = why_not_lay(self._laying, cells, move)
        if reason is not None:
            raise IllegalMove(reason)
        return SquaresPosition(cards, (*cells, move))

    def plies(self, position: SquaresPosition) -> int:
        """Count the cards laid."""
        return len(position.cells)

    def score(self, position: SquaresPosition) -> int:
        """Add up the complete lines; unfinished ones count nothing."""
        points = self._points
        return sum(
            points[hand_of(cards)]
            for lines in _lines_by_index(position)
            for cards in lines.values()
            if len(cards) == LINE_SIZE
        )

    def is_over(self, position: SquaresPosition) -> bool:
        """Tell whether all 25 cards are laid."""
        return len(position.cells) == CARDS_LAID

    def is_won(self, position: SquaresPosition) -> bool:
        """Return False: the points decide."""
        return False

    def view(self, position: SquaresPosition) -> Board:
        """Show the cards laid and the next one; the rest is a count."""
        cards, cells = position
        laid = len(cells)
        laying = self._laying
        zones = {
            "next": cards[laid : laid + 1],
            "stock": (FACE_DOWN,) * max(CARDS_LAID - laid - 1, 0),
        }
        for card, cell in zip(cards, cells, strict=False):
            zones["cell." + format_cell(laying, cell)] = (card,)
        return Board(laid, zones)

    def position_from(self, board: Board) -> SquaresPosition:
        """Rebuild a position, the cards still to come face down."""
        laid = _cards_by_cell(self._laying, board)
        cards = (*laid.values(), *board.zones["next"], *board.zones["stock"])
        return SquaresPosition(cards, tuple(laid))

    def parse(self, text: str) -> Cell:
        """Read a cell; raises InvalidMove."""
        return parse_cell(self._laying, text)

    def format(self, move: Cell) -> str:
        """Write a cell."""
        return format_cell(self._laying, move)

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

    def _line(self, axis: Axis, index: int, cards: tuple[Card, ...]) -> Line:
        hand = hand_of(cards)
        return Line(axis, index, cards, hand, self._points[hand])


def _taken_by(card: Card) -> str:
    return f"the {card_words(card)} lies there already"


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
    return {
        parse_cell(laying, zone.removeprefix("cell.")): cards[0]
        for zone, cards in board.zones.items()
        if zone.startswith("cell.")
    }
