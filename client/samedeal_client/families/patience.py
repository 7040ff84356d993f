"""The family of patience: piles, runs, and moves written by their columns."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from samedeal_client.failed import Refused
from samedeal_client.families import patience_keys, patience_why
from samedeal_client.families.asked import Place
from samedeal_client.families.hinting import AnyGuiding, Hinting
from samedeal_client.families.patience_moves import move_words, read_patience
from samedeal_client.language import later, tr
from samedeal_client.lessons.steps import Step
from samedeal_client.manual.chapters import Chapter
from samedeal_client.reader import is_linear
from samedeal_client.view.boards.patience import patience_lines
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style, line
from samedeal_games.deals import Deal
from samedeal_games.errors import IllegalMove
from samedeal_games.game import Board
from samedeal_games.patience import PatienceGame
from samedeal_games.squares import SquaresGame

T = TypeVar("T")

TEXT_WIDTH = 76
DEAL_HELP = later("   d: deal")
REDEAL_HELP = later("   r: gather and deal again")
PACK_HELP = later("   35: column 3 to 5")
RUN_HELP = later("   35x2: two cards of it")
TEN_HELP = later("   30: column 3 to 10")
UP_HELP = later("   3f: up")
WASTE_HELP = later("   w5, wf: waste")
ASK_OF_CARDS = later(
    "Ask of two cards, or of columns: why 7h 8s, why 3 5, why 3x2 5, why w f."
)
PILES_ASKED = later(" column 3, waste, stock, foundations   what lies there")


class PatienceFamily:
    """Patience, under one set of rules."""

    def __init__(self, game: PatienceGame) -> None:
        self.game = game

    def lines(self, board: Board, glyphs: Glyphs, most_rows: int) -> Lines:
        """Return a board."""
        return patience_lines(self.game.about, board, glyphs, most_rows)

    def moves(self, board: Board, moves: Sequence[str], glyphs: Glyphs) -> Lines:
        """Return moves, described by the cards that they move."""
        return _in_columns([(move, move_words(board, move, glyphs)) for move in moves])

    def told(self, board: Board) -> list[str]:
        """Return a whole board, a line for each pile."""
        from samedeal_client.view.boards.spoken_patience import patience_told

        return patience_told(self.game.about, board)

    def part(self, board: Board, words: list[str]) -> list[str] | None:
        """Return a part of a board that words ask for; None for anything else."""
        from samedeal_client.view.boards.spoken_patience import patience_part

        return patience_part(self.game.about, board, words)

    def changes(self, before: Board, after: Board) -> list[str]:
        """Return the changes between two boards; all of it where columns are new."""
        from samedeal_client.view.boards.spoken_patience import patience_changes

        changes = patience_changes(before, after)
        return self.told(after) if changes is None else changes

    def parsed(self, text: str) -> object:
        """Return the move of notation."""
        return self.game.parse(text)

    def notation(self, board: Board, text: str) -> str:
        """Return the notation of what was typed; raises Refused and GameError."""
        return read_patience(self.game, board, text.upper())

    def short(self, notation: str) -> str:
        """Return the shortest text that may be typed for a move."""
        return notation.lower().replace(">", "")

    def name(self, notation: str) -> str:
        """Return the name of a move: its notation."""
        return notation

    def told_move(self, board: Board, notation: str, glyphs: Glyphs) -> str:
        """Return a move by the cards that it moves."""
        return move_words(board, notation, glyphs)

    def refusal(self, notation: str, shown: str, error: IllegalMove) -> str:
        """Return the reason that a move is not legal."""
        del notation
        return f"{shown}: {tr(error.wording)}"

    def asked(self, board: Board, words: Sequence[str]) -> tuple[Place, Place]:
        """Return the two cards that words name; raises Refused."""
        match words:
            case [deal] if deal.upper() in ("D", "R"):
                place = patience_why.patience_place(board, deal)
                return place, place
            case [source, target]:
                first = patience_why.patience_place(board, source)
                return first, patience_why.patience_place(board, target)
            case _:
                raise Refused(tr(ASK_OF_CARDS))

    def why_not(
        self, board: Board, source: Place, target: Place, glyphs: Glyphs
    ) -> str:
        """Return the rule that keeps a card from a place, or that it may go there."""
        return patience_why.why_not(self.game, board, source, target, glyphs)

    def only_move(self, board: Board) -> str:
        """Return nothing: there is always something to choose."""
        del board
        return ""

    def choose(
        self,
        *,
        squares: Callable[[SquaresGame], T],
        patience: Callable[[PatienceGame], T],
    ) -> T:
        """Return the value made for this family."""
        del squares
        return patience(self.game)

    def key_help(self, cell: str) -> Lines:
        """Return help on the keys."""
        del cell
        return patience_keys.key_help(self.game)

    def used_keys(self) -> str:
        """Return all letters that mean something."""
        return patience_keys.used_keys(self.game)

    def strokes(self, notation: str) -> tuple[str, ...]:
        """Return the keys that make a move while nothing is in hand."""
        return patience_keys.strokes(self.game, notation)

    def worth(self) -> str:
        """Return nothing: cards that are up count one each."""
        return ""

    def in_brief(self) -> str:
        """Return the rules of packing and of spaces."""
        # Only for whoever asks, which is seldom: the rules take a while to load.
        from samedeal_client.manual.patience import packing_in_brief

        return packing_in_brief(self.game)

    def move_help(self, board: Board) -> Line:
        """Return help on typing moves on a board."""
        zones = board.zones
        parts = (
            (DEAL_HELP, "stock" in zones),
            (REDEAL_HELP, "redeals" in zones),
            (TEN_HELP if "column.10" in zones else PACK_HELP, True),
            (RUN_HELP, bool(self.game.policies.runs)),
            (UP_HELP, True),
            (WASTE_HELP, "waste" in zones),
        )
        return line("".join(tr(part) for part, is_so in parts if is_so)[2:])

    def questions(self) -> Line:
        """Return the piles that can be asked for."""
        return line(tr(PILES_ASKED))

    def hinting(self) -> Hinting | None:
        """Return the adviser that looks further than any player does."""
        # Slow to load, and only needed once somebody asks.
        from samedeal_players.patience.hints import Hints

        return Hints(self.game)

    def guiding(self) -> AnyGuiding | None:
        """Return the guide that knows the cards face down, too."""
        # Slow to load, and only needed once somebody asks.
        from samedeal_players.patience.guide import Guide

        return Guide(self.game)

    def search_s(self, seats: int, longest_s: float) -> float:
        """Return the time for the deal, for a shorter way, and for each who lost it."""
        return longest_s * (2 + seats)

    def steps(self, deal: Deal, moves: tuple[str, ...]) -> tuple[Step, ...]:
        """Return the steps of a lesson: moves on a deal, with what is said of them."""
        # Few learn, and then once.
        from samedeal_client.lessons.patience import patience_steps

        return patience_steps(self.game, self.game.setup(deal), moves)

    def chapters(self) -> tuple[Chapter, ...]:
        """Return the chapters of the rules that are about this game alone."""
        from samedeal_client.manual.patience import patience_chapters

        return patience_chapters(self.game)


def _in_columns(moves: list[tuple[str, str]]) -> Lines:
    """Set moves and words in as many columns as the width takes."""
    if is_linear():
        return tuple(line(f" {move}: {words}") for move, words in moves)
    label = max(len(move) for move, _ in moves)
    cell = label + 2 + max(len(words) for _, words in moves) + 3
    across = max(1, TEXT_WIDTH // cell)
    rows: list[tuple[Span, ...]] = []
    for first in range(0, len(moves), across):
        spans = [Span(" ")]
        for move, words in moves[first : first + across]:
            spans.append(Span(f"{move:<{label}}  ", Style.NEXT))
            spans.append(Span(words.ljust(cell - label - 2)))
        rows.append(tuple(spans))
    return tuple(rows)
