"""The family of Poker Squares: cells that have names, and lines that count as hands."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from samedeal_client.failed import Refused
from samedeal_client.families import squares_why
from samedeal_client.families.asked import TO_LAY, Place
from samedeal_client.families.hinting import AnyGuiding, Hinting
from samedeal_client.families.squares_why import refusal_reason, squares_place
from samedeal_client.language import later, tr
from samedeal_client.lessons.steps import Step
from samedeal_client.manual.chapters import Chapter
from samedeal_client.view.boards.squares import (
    EXAMPLE,
    cell_called,
    cell_name,
    example_cell,
    squares_lines,
)
from samedeal_client.view.cards import Glyphs, card_name
from samedeal_client.view.spans import Line, Lines, Style, line, wrapped
from samedeal_games.deals import Deal
from samedeal_games.errors import IllegalMove, InvalidMove
from samedeal_games.game import Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import Hand, SquaresGame

T = TypeVar("T")

TEXT_WIDTH = 76
CELLS = later("  letter and number, as in {cell}: lay the card there")
ARROWS = later("  arrows    choose a cell; Enter or space lays the card there")
POINT_CELLS = later("  mouse     press the cell where the card goes")
HANDS = later("each row and column counts as a poker hand: {hands}")
SQUARES_HELP = later(" Type the cell for the next card, as in {cell}.")
ASK_OF_CELLS = later("Ask of a cell or a card that lies: why c4, why 7h.")
LINES_ASKED = later(" row 2, column c, next   a line, or the card to lay")


class SquaresFamily:
    """Poker Squares, under one set of rules."""

    def __init__(self, game: SquaresGame) -> None:
        self.game = game

    def lines(self, board: Board, glyphs: Glyphs, most_rows: int) -> Lines:
        """Return a board."""
        del most_rows  # it is never higher
        return squares_lines(self.game, board, glyphs)

    def moves(self, board: Board, moves: Sequence[str], glyphs: Glyphs) -> Lines:
        """Return the cells that are open."""
        del board, glyphs
        cells = " ".join(map(self.name, moves))
        return (
            line(tr(" Lay the card on one of:")),
            *wrapped(cells, 2, TEXT_WIDTH + 1, Style.NEXT),
        )

    def told(self, board: Board) -> list[str]:
        """Return a whole board, a line for each line of cells."""
        from samedeal_client.view.boards.spoken_squares import squares_told

        return squares_told(self.game, board)

    def part(self, board: Board, words: list[str]) -> list[str] | None:
        """Return a part of a board that words ask for; None for anything else."""
        from samedeal_client.view.boards.spoken_squares import squares_part

        return squares_part(self.game, board, words)

    def changes(self, before: Board, after: Board) -> list[str]:
        """Return the changes between two boards, in words."""
        from samedeal_client.view.boards.spoken_squares import squares_changes

        return squares_changes(self.game, before, after)

    def parsed(self, text: str) -> object:
        """Return the cell of notation, or of a name on the screen."""
        try:
            return self.game.parse(text)
        except InvalidMove:
            cell = cell_called(self.game, text)
            if cell is None:
                raise
            return cell

    def notation(self, board: Board, text: str) -> str:
        """Return the notation of a cell's name; raises Refused."""
        del board
        cell = cell_called(self.game, text)
        try:
            return self.game.format(self.game.parse(text) if cell is None else cell)
        except InvalidMove:
            raise Refused(
                tr(
                    "{text!r} is not a cell here: write its letter and its number,"
                    " as in e5",
                    text=text,
                )
            ) from None

    def short(self, notation: str) -> str:
        """Return the name of a cell."""
        return self.name(notation)

    def name(self, notation: str) -> str:
        """Return the name of a cell on the screen."""
        return cell_name(self.game, self.game.parse(notation))

    def told_move(self, board: Board, notation: str, glyphs: Glyphs) -> str:
        """Return the card to lay, and the cell."""
        cell = self.name(notation)
        following = board.zones.get("next", ())
        if not following:
            return cell
        return tr("{card} on {cell}", card=card_name(following[0], glyphs), cell=cell)

    def refusal(self, notation: str, shown: str, error: IllegalMove) -> str:
        """Return the reason that no card can be laid on a cell."""
        del shown
        return f"{self.name(notation)}: {refusal_reason(self.game, error)}"

    def asked(self, board: Board, words: Sequence[str]) -> tuple[Place, Place]:
        """Return the card to lay and the cell that words name; raises Refused."""
        match words:
            case [cell]:
                return TO_LAY, squares_place(self.game, board, cell)
            case [card, cell]:
                first = squares_place(self.game, board, card)
                return first, squares_place(self.game, board, cell)
            case _:
                raise Refused(tr(ASK_OF_CELLS))

    def why_not(
        self, board: Board, source: Place, target: Place, glyphs: Glyphs
    ) -> str:
        """Return the rule that keeps the card to lay from a cell, or that it may go."""
        return squares_why.why_not(self.game, board, source, target, glyphs)

    def only_move(self, board: Board) -> str:
        """Return the first card's cell where it can go to one place only."""
        if board.plies:
            return ""
        cells = self.game.legal_moves(self.game.position_from(board))
        return self.game.format(cells[0]) if len(cells) == 1 else ""

    def choose(
        self,
        *,
        squares: Callable[[SquaresGame], T],
        patience: Callable[[PatienceGame], T],
    ) -> T:
        """Return the value made for this family."""
        del patience
        return squares(self.game)

    def key_help(self, cell: str) -> Lines:
        """Return help on the keys; `cell` is an open one for an example, or empty."""
        cells = tr(CELLS, cell=" ".join(cell or EXAMPLE))
        return (line(cells), line(tr(ARROWS)), line(tr(POINT_CELLS)))

    def used_keys(self) -> str:
        """Return no letters: those of columns are for cells alone."""
        return ""

    def strokes(self, notation: str) -> tuple[str, ...]:
        """Return the keys that lay a card."""
        return tuple(self.name(notation))

    def worth(self) -> str:
        """Return the points of each poker hand."""
        points = self.game.ruleset.points
        worth = (f"{tr(hand.value)} {points[hand]}" for hand in Hand if points[hand])
        return tr(HANDS, hands=", ".join(worth))

    def in_brief(self) -> str:
        """Return the points of each poker hand: there is nothing else to look up."""
        return self.worth()

    def move_help(self, board: Board) -> Line:
        """Return help on typing cells."""
        return line(tr(SQUARES_HELP, cell=example_cell(self.game, board)))

    def questions(self) -> Line:
        """Return the lines that can be asked for."""
        return line(tr(LINES_ASKED))

    def hinting(self) -> Hinting | None:
        """Return nobody: the best player knows."""
        return None

    def guiding(self) -> AnyGuiding | None:
        """Return nobody: a layout is never lost."""
        return None

    def search_s(self, seats: int, longest_s: float) -> float:
        """Return 0: the best possible layout is found in a time of its own."""
        del seats, longest_s
        return 0.0

    def steps(self, deal: Deal, moves: tuple[str, ...]) -> tuple[Step, ...]:
        """Return the steps of a lesson: moves on a deal, with what is said of them."""
        # Few learn, and then once.
        from samedeal_client.lessons.squares import squares_steps

        return squares_steps(self.game, self.game.setup(deal), moves)

    def chapters(self) -> tuple[Chapter, ...]:
        """Return the chapters of the rules that are about this game alone."""
        from samedeal_client.manual.squares import squares_chapters

        return squares_chapters(self.game)
