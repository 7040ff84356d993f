"""The record of a family of games: all that is shown and said of its own."""

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
        """Return what is made for this family, by whoever stands above this record.

        A family more is one argument more: no place can forget it.
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
        """Return what has become other than it was."""
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
        """Return what may be typed for a move, as short as it can be."""
        ...

    def name(self, notation: str) -> str:
        """Return what a move is called on the screen: mostly its notation."""
        ...

    def told_move(self, board: Board, notation: str, glyphs: Glyphs) -> str:
        """Return a legal move by the cards that it moves, as part of a sentence."""
        ...

    def refusal(self, notation: str, shown: str, error: IllegalMove) -> str:
        """Return why a move is not legal; `shown` is how it was typed."""
        ...

    def asked(self, board: Board, words: Sequence[str]) -> tuple[Place, Place]:
        """Return the two places that words name; raises Refused."""
        ...

    def why_not(
        self, board: Board, source: Place, target: Place, glyphs: Glyphs
    ) -> str:
        """Return why a card does not go where it is asked for, or that it does."""
        ...

    def only_move(self, board: Board) -> str:
        """Return the move that begins a game where there is no other, else nothing."""
        ...

    # What keys mean on the full screen

    def key_hints(self, board: Board) -> tuple[tuple[str, str], ...]:
        """Return the keys that matter on a board, each with its words.

        No key stands before words that only explain.
        """
        ...

    def key_help(self, cell: str) -> Lines:
        """Return what the keys do; `cell` is one that is open, empty for none."""
        ...

    def used_keys(self) -> str:
        """Return all letters that mean something."""
        ...

    def strokes(self, notation: str) -> tuple[str, ...]:
        """Return the keys that make a move while nothing is in hand."""
        ...

    def worth(self) -> str:
        """Return what counts how much, where that has to be looked up; else nothing."""
        ...

    def in_brief(self) -> str:
        """Return the rules that one looks up in the middle of a deal."""
        ...

    # Hints, lessons, rules

    def move_help(self, board: Board) -> Line:
        """Return how moves are typed on a board."""
        ...

    def questions(self) -> Line:
        """Return which parts of a board can be asked for."""
        ...

    def hinting(self) -> Hinting | None:
        """Return who knows best what to do; None where the best player does.

        May take a while.
        """
        ...

    def guiding(self) -> AnyGuiding | None:
        """Return who finds ways to win; None where nothing is won or lost.

        May take a while.
        """
        ...

    def search_s(self, seats: int, longest_s: float) -> float:
        """Return how long it may take to find out what was possible, 0 for no limit.

        `seats` were not out; each search takes so many seconds at most.
        """
        ...

    def steps(self, deal: Deal, moves: tuple[str, ...]) -> tuple[Step, ...]:
        """Return what there is to say of a lesson's moves on a deal."""
        ...

    def chapters(self) -> tuple[Chapter, ...]:
        """Return what the rules say of this game alone."""
        ...
