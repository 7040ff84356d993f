"""The player's hand over whatever game is on: what it sees, and what it does."""

from samedeal_client.families import family_of
from samedeal_client.screen.felt.cursor import Cursor
from samedeal_client.screen.felt.felt import NO_FELT, Felt, Spot
from samedeal_client.screen.felt.grip import Done, Grip
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.view.boards.moved import Moved, moved_between
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line
from samedeal_games.game import AnyGame, Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame

__all__ = ["NO_FELT", "Hand"]


class Hand:
    """Turns keys and clicks on the board last seen into moves."""

    def __init__(self, *, tells_worth: bool = False) -> None:
        """`tells_worth` shows at Poker Squares what each cell would make."""
        self._tells_worth = tells_worth
        self._grip, self._cursor = Grip(), Cursor()
        self._over: Grip | Cursor = self._grip
        """The grip or the cursor, by the game that is on."""
        self._seen: tuple[AnyGame, Board] | None = None
        self._drawn: tuple[object, Felt] = (None, NO_FELT)
        """The last felt, and all that it was drawn from."""
        self._moved: Moved | None = None
        self.spare = 0
        """Rows below a board on which nothing else stands now: what hangs may be
        longer by that, and nothing else changes its place."""

    def look(self, game: AnyGame, board: Board) -> None:
        """See a board; what is in hand stays there if it is the one seen before."""
        if (game, board) == self._seen:
            return
        is_same = self._seen is not None and self._seen[0] is game
        before = self._seen[1] if self._seen is not None and is_same else None
        self._moved = None if before is None else moved_between(before, board)
        self._seen = game, board

        def over_cells(squares: SquaresGame) -> Grip | Cursor:
            self._cursor.look(squares, board)
            return self._cursor

        def over_piles(patience: PatienceGame) -> Grip | Cursor:
            self._grip.look(patience, board)
            return self._grip

        self._over = family_of(game).choose(squares=over_cells, patience=over_piles)

    def moved(self) -> Moved | None:
        """Return the change that the last move has made, once."""
        moved, self._moved = self._moved, None
        return moved

    def drop(self) -> None:
        """Put back what is in hand."""
        self._over.drop()

    @property
    def half(self) -> str:
        """The first half of a move or a name, which waits for the rest."""
        return self._over.half

    def press(self, key: str) -> Done:
        """Take a key."""
        return self._over.press(key)

    def point(self, spot: Spot | None) -> Done:
        """Take a click."""
        return self._over.point(spot)

    def upward(self) -> str:
        """Return a move that brings a card up, empty for none."""
        return self._over.upward()

    def ask(self) -> None:
        """Ask about the next move, and do not make it."""
        self._over.ask()

    @property
    def asks(self) -> bool:
        """Whether the next move is told about."""
        return self._over.asks

    def show(self, notation: str) -> None:
        """Highlight a legal move, or put the cursor where it lays."""
        self._over.show(notation)

    def means(self, key: str) -> bool:
        """Tell whether a key is the letter of a column of cells."""
        return self._over.means(key)

    @property
    def example(self) -> str:
        """The name of a cell that is open, empty where there are none."""
        return self._over.example

    def keys(self, glyphs: Glyphs) -> tuple[KeyHint, ...]:
        """Return the keys that matter now: of the board, or for what is in hand."""
        return self._over.keys(glyphs)

    def told(self, glyphs: Glyphs) -> Line:
        """Return a line on what is in hand, and on what the next key does."""
        return self._over.told(glyphs)

    @property
    def holds(self) -> bool:
        """Whether something is in hand, or half of a name is typed."""
        return self._over.holds

    def felt(self, glyphs: Glyphs, height: int, width: int) -> Felt:
        """Draw the board with the cards in hand, and the places where they may go.

        Nothing is drawn twice: a table asks several times a second.
        """
        asked = (self._seen, self._over.marks, glyphs, height, width, self.spare)
        if asked != self._drawn[0]:
            tells, spare = self._tells_worth, self.spare
            felt = self._over.felt(glyphs, height, width, tells=tells, spare=spare)
            self._drawn = asked, felt
        return self._drawn[1]
