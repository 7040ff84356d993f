"""The record of a family of games: everything that is shown and said of its own."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from samedeal_client.families.asked import Place
from samedeal_client.families.hinting import AnyGuiding, Hinting
from samedeal_client.lessons.steps import Step
from samedeal_client.manual.chapters import Chapter
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines
from samedeal_games.deals import Deal
from samedeal_games.errors import IllegalMove
from samedeal_games.game import Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame

T = TypeVar("T")


class Family(Protocol):
    """One game with the faces of its family."""

    def choose(
        self,
        *,
        squares: Callable[[SquaresGame], T],
        patience: Callable[[PatienceGame], T],
    ) -> T:
        """Return the value made for this family, by callers above this record.

        Each family is an argument, so that no caller can forget one.
        """
        ...

    # How a board is drawn, line by line

    def lines(self, board: Board, glyphs: Glyphs, most_rows: int) -> Lines:
        """Return a board."""
        ...

    def moves(self, board: Board, moves: Sequence[str], glyphs: Glyphs) -> Lines:
        """Return moves, in words where that says more."""
        ...

    # How it is told in words

    def told(self, board: Board) -> list[str]:
        """Return a whole board, a line for each pile or each line of cells."""
        ...

    def part(self, board: Board, words: list[str]) -> list[str] | None:
        """Return a part of a board that words ask for; None for anything else."""
        ...

    def changes(self, before: Board, after: Board) -> list[str]:
        """Return the changes between two boards, in words."""
        ...

    # How moves are typed

    def parsed(self, text: str) -> object:
        """Return the move of notation, or of a name on the screen.

        Raises InvalidMove.
        """
        ...

    def notation(self, board: Board, text: str) -> str:
        """Return the notation of what was typed; raises Refused and GameError."""
        ...

    def short(self, notation: str) -> str:
        """Return the shortest text that may be typed for a move."""
        ...

    def name(self, notation: str) -> str:
        """Return the name of a move on the screen: mostly its notation."""
        ...

    def told_move(self, board: Board, notation: str, glyphs: Glyphs) -> str:
        """Return a legal move by the cards that it moves, as part of a sentence."""
        ...

    def refusal(self, notation: str, shown: str, error: IllegalMove) -> str:
        """Return the reason that a move is not legal; `shown` is how it was typed."""
        ...

    def asked(self, board: Board, words: Sequence[str]) -> tuple[Place, Place]:
        """Return the two places that words name; raises Refused."""
        ...

    def why_not(
        self, board: Board, source: Place, target: Place, glyphs: Glyphs
    ) -> str:
        """Return the rule that keeps a card from a place, or that it may go there."""
        ...

    def only_move(self, board: Board) -> str:
        """Return the move that begins a game, if there is only one; else nothing."""
        ...

    # What keys mean on the full screen

    def key_help(self, cell: str) -> Lines:
        """Return help on the keys; `cell` is an open one for an example, or empty."""
        ...

    def used_keys(self) -> str:
        """Return all letters that mean something."""
        ...

    def strokes(self, notation: str) -> tuple[str, ...]:
        """Return the keys that make a move while nothing is in hand."""
        ...

    def worth(self) -> str:
        """Return the points of hands, where players look these up; else nothing."""
        ...

    def in_brief(self) -> str:
        """Return the rules that players look up in the middle of a deal."""
        ...

    # Hints, lessons, rules

    def move_help(self, board: Board) -> Line:
        """Return help on typing moves on a board."""
        ...

    def questions(self) -> Line:
        """Return the parts of a board that can be asked for."""
        ...

    def hinting(self) -> Hinting | None:
        """Return the best adviser of this game; None where the best player is that.

        May take a while.
        """
        ...

    def guiding(self) -> AnyGuiding | None:
        """Return the guide to ways to win; None where nothing is won or lost.

        May take a while.
        """
        ...

    def search_s(self, seats: int, longest_s: float) -> float:
        """Return the seconds that an analysis may take, 0 for no limit.

        `seats` is the number of players who did not win; one search takes at most
        `longest_s`.
        """
        ...

    def steps(self, deal: Deal, moves: tuple[str, ...]) -> tuple[Step, ...]:
        """Return the steps of a lesson: moves on a deal, with what is said of them."""
        ...

    def chapters(self) -> tuple[Chapter, ...]:
        """Return the chapters of the rules that are about this game alone."""
        ...
