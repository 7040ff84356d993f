"""The cursor at Poker Squares: from keys and clicks to moves.

Pure, as a grip is.
"""

from collections.abc import Iterator

from samedeal_client.failed import Refused
from samedeal_client.families.asked import TO_LAY, Place
from samedeal_client.language import tr
from samedeal_client.play.input import read_move
from samedeal_client.screen.felt.felt import NO_FELT, NO_MARKS, Felt, Marks, Spot
from samedeal_client.screen.felt.grip import NOTHING, Done, unknown
from samedeal_client.screen.felt.squares import squares_felt
from samedeal_client.screen.keys.foot import ENTER, KeyHint
from samedeal_client.terminal.keys import digit_of_key
from samedeal_client.view.boards.squares import cell_called, cell_name, example_cell
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line
from samedeal_games.game import Board
from samedeal_games.squares import Cell, SquaresGame

ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
LAYING_KEYS = ("enter", "space")


class Cursor:
    """The hand at Poker Squares: a cell under the cursor, or half of a name."""

    def __init__(self) -> None:
        self._game: SquaresGame | None = None
        self._board: Board | None = None
        self._legal: tuple[Cell, ...] = ()
        self._cell = Cell(2, 2)
        self._example = ""
        self._letter = ""
        self._is_shown = False
        self.asks = False
        """Whether the next cell is asked about, and nothing laid there."""

    def ask(self) -> None:
        """Ask about the next cell: the rule that keeps the card from it."""
        self.drop()
        self.asks = True

    def look(self, game: SquaresGame, board: Board) -> None:
        """See another board; the cursor stays where it was."""
        self._game, self._board, self._letter = game, board, ""
        self.asks = False
        self._legal = game.legal_moves(game.position_from(board))
        self._example = example_cell(game, board)
        if self._cell not in self._legal and self._legal:
            column, row = self._cell
            self._cell = min(
                self._legal, key=lambda c: abs(c.column - column) + abs(c.row - row)
            )

    def show(self, notation: str) -> None:
        """Put the cursor on the cell of a move."""
        if self._game is not None:
            self._cell, self._is_shown = self._game.parse(notation), True

    def means(self, key: str) -> bool:
        """Tell whether a key names a column of cells."""
        if self._game is None or len(key) != 1 or not key.islower():
            return False
        return cell_called(self._game, f"{key}5") is not None

    def drop(self) -> None:
        """Forget half of a name."""
        self._letter, self._is_shown, self.asks = "", False, False

    @property
    def marks(self) -> Marks:
        """The parts of the board to highlight."""
        if self._game is None or not self._legal:
            return NO_MARKS
        cell = self._game.format(self._cell) if self._is_shown else ""
        return Marks(cell, letter=self._letter)

    @property
    def example(self) -> str:
        """The name of a cell that is open."""
        return self._example

    def upward(self) -> str:
        """Return nothing: no card goes up."""
        return ""

    def keys(self, glyphs: Glyphs) -> tuple[KeyHint, ...]:
        """Return the keys that matter now, with a cell that is open for an example."""
        del glyphs
        arrows = KeyHint("", tr("arrows choose"))
        if self.asks and not self._letter:
            cell = " ".join(self.example)
            asked = KeyHint("", tr("{keys} which cell", keys=cell))
            return (
                (KeyHint(ENTER, tr("Enter ask")), arrows)
                if self._is_shown
                else (asked, arrows)
            )
        if self._letter:
            rows = ", ".join(sorted(self._rows()))
            lay = KeyHint("", tr("{keys} lay", keys=rows))
            return (lay, KeyHint("escape", tr("Esc put back"))) if rows else ()
        if self._is_shown:
            return (KeyHint(ENTER, tr("Enter lay here")), arrows)
        cell = " ".join(self.example)
        return (KeyHint("", tr("{keys} lay", keys=cell)), arrows)

    def _rows(self) -> Iterator[str]:
        """Yield the numbers of the open cells of the column that was named."""
        if self._game is not None:
            for cell in self._legal:
                name = cell_name(self._game, cell)
                if name.startswith(self._letter):
                    yield name.removeprefix(self._letter)

    def told(self, glyphs: Glyphs) -> Line:
        """Return nothing: the card to lay is seen."""
        del glyphs
        return ()

    @property
    def holds(self) -> bool:
        """Tell whether the letter of a column waits for its number."""
        return bool(self._letter)

    def felt(
        self, glyphs: Glyphs, height: int, width: int, *, tells: bool, spare: int
    ) -> Felt:
        """Draw the board; `tells` shows what each cell would make."""
        del spare
        if self._game is None or self._board is None:
            return NO_FELT
        size = (height, width)
        return squares_felt(
            self._game, self._board, glyphs, *size, self.marks, tells_worth=tells
        )

    @property
    def half(self) -> str:
        """The letter that waits for its number."""
        return self._letter

    def press(self, key: str) -> Done:
        """Take a key."""
        if self._game is None:
            return NOTHING
        key = digit_of_key(key)
        if key in ARROWS:
            return self._step(*ARROWS[key])
        if key in LAYING_KEYS and self._legal:
            if not self._is_shown and len(self._legal) > 1:
                return Done(note=tr("Choose a cell first, with the arrows."))
            return self._lay(self._cell)
        if self.means(key):
            self._letter = key
            return NOTHING
        if len(key) == 1 and key.isdecimal():
            return self._number(key)
        self.drop()
        return unknown(key)

    def _number(self, key: str) -> Done:
        """Take the number of a row, which comes after the letter of a column."""
        letter, self._letter = self._letter, ""
        if self._game is None:
            return NOTHING
        if not letter:
            return Done(note=tr("First the letter of a column, then its number."))
        cell = cell_called(self._game, letter + key)
        return unknown(key) if cell is None else self._lay(cell)

    def point(self, spot: Spot | None) -> Done:
        """Take a click."""
        if self._game is None or spot is None:
            return NOTHING
        return self._lay(self._game.parse(spot.pile))

    def _step(self, right: int, down: int) -> Done:
        """Move the cursor to the next open cell that way, if there is one."""
        self._is_shown = True
        column, row = self._cell

        def ahead(cell: Cell) -> int:
            return (cell.column - column) * right + (cell.row - row) * down

        def aside(cell: Cell) -> int:
            return abs((cell.column - column) * down) + abs((cell.row - row) * right)

        onward = [cell for cell in self._legal if ahead(cell) > 0]
        if onward:
            self._cell = min(onward, key=lambda c: (ahead(c) + 2 * aside(c), aside(c)))
        return NOTHING

    def _lay(self, cell: Cell) -> Done:
        if self._game is None or self._board is None:
            return NOTHING
        text = self._game.format(cell)
        if self.asks:
            self.asks = False
            return Done(asked=(TO_LAY, Place(text)))
        try:
            return Done(move=read_move(self._game, self._board, text))
        except Refused as error:
            return Done(note=str(error))
