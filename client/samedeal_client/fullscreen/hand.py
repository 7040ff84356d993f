"""The player's hand over whatever game is on: what it sees, and what it does."""

from samedeal_client.fullscreen.felt import Felt, Spot
from samedeal_client.fullscreen.grip import Cursor, Done, Grip
from samedeal_client.fullscreen.patience import patience_felt
from samedeal_client.fullscreen.squares import squares_felt
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.squares import example_cell
from samedeal_games.game import AnyGame, Board
from samedeal_games.squares import SquaresGame

NO_FELT = Felt((), ())


class Hand:
    """Turns keys and clicks on the board last seen into moves."""

    def __init__(self, *, tells_worth: bool = False) -> None:
        """`tells_worth` shows at Poker Squares what each cell would make."""
        self._tells_worth = tells_worth
        self._grip, self._cursor = Grip(), Cursor()
        self._game: AnyGame | None = None
        self._board: Board | None = None

    def look(self, game: AnyGame, board: Board) -> None:
        """See a board; what is in hand stays there if it is the one seen before."""
        if (game, board) == (self._game, self._board):
            return
        self._game, self._board = game, board
        if isinstance(game, SquaresGame):
            self._cursor.look(game, board)
        else:
            self._grip.look(game, board)

    def drop(self) -> None:
        """Put back what is in hand."""
        self._grip.drop()
        self._cursor.drop()

    @property
    def half(self) -> str:
        """What was pressed and waits for the rest of it."""
        return self._cursor.half if isinstance(self._game, SquaresGame) else ""

    def press(self, key: str) -> Done:
        """Take a key."""
        return self._piece.press(key)

    def point(self, spot: Spot | None) -> Done:
        """Take a click."""
        return self._piece.point(spot)

    def upward(self) -> str:
        """Return a move that brings a card up, empty for none."""
        return "" if isinstance(self._game, SquaresGame) else self._grip.upward()

    def show(self, notation: str) -> None:
        """Highlight a legal move, or put the cursor where it lays."""
        self._piece.show(notation)

    def means(self, key: str) -> bool:
        """Tell whether a key is the letter of a column of cells."""
        return isinstance(self._game, SquaresGame) and self._cursor.means(key)

    @property
    def example(self) -> str:
        """The name of a cell that is open, empty where there are none."""
        if not isinstance(self._game, SquaresGame) or self._board is None:
            return ""
        return example_cell(self._game, self._board)

    def felt(self, glyphs: Glyphs, height: int, width: int) -> Felt:
        """Draw the board with what is in hand, and where it may go."""
        game, board = self._game, self._board
        if game is None or board is None:
            return NO_FELT
        if isinstance(game, SquaresGame):
            marks, tells = self._cursor.marks, self._tells_worth
            size = (height, width)
            return squares_felt(game, board, glyphs, *size, marks, tells_worth=tells)
        return patience_felt(board, glyphs, height, width, self._grip.marks)

    @property
    def _piece(self) -> Grip | Cursor:
        return self._cursor if isinstance(self._game, SquaresGame) else self._grip
