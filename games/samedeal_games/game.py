"""The promises of every game, whatever its family.

A game is a value with pure functions. A position is one player's full state,
hidden cards included; only `view` may be shown to its player. A move is a
value; `parse` and `format` turn it into notation and back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from samedeal_games.cards import Card
from samedeal_games.deals import Deal


class Contest(Enum):
    """The way to compare players of one deal; the value is what they are told."""

    SCORE = "the highest score wins"
    RACE = "the first to play every card to the foundations wins"


class Board(NamedTuple):
    """All that a player may know of a position."""

    plies: int
    """Actions taken so far, from 0."""

    zones: Mapping[str, tuple[Card, ...]]
    """Cards by place, hidden ones as `FACE_DOWN`.

    Patience: ``stock``, ``waste`` and ``redeals`` where the game has them,
    ``foundation.1`` and ``column.1`` onward; cards run bottom to top, the last one
    exposed; every zone is present, empty ones as ``()``. In ``redeals`` a card
    face down stands for each that is left. Poker Squares: ``next`` (the card to
    lay), ``stock`` (as many face down as come after it) and one zone of one card per
    laid card, ``cell.c4`` or ``cell.+1-2``, in the order of laying; where that
    decides what may be done, also ``last``, with the card laid last, once more.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """A game's entry in the catalogue."""

    key: str
    """Its name on the wire and the command line, such as ``westcliff/classic``."""

    family: str
    """The family of its ratings: games of one family ask for the same skill, so a
    player has one rating for all of them."""

    title: str
    contest: Contest
    packs: int
    cards_needed: int
    """The number of cards of the deal that can come into play; a deck may end there."""

    top_score: int
    """The highest score there is."""

    ply_limit: int
    """Actions after which an attempt is over, so that every attempt ends."""

    time_limit_s: int
    """The time limit of a match for which the host names none, in seconds."""

    summary: str
    """One sentence for somebody who has never played it."""

    rules_hash: str
    """16 hex digits over the ruleset; a record names it beside the key."""


P = TypeVar("P")
M = TypeVar("M")


class Game(Protocol[P, M]):
    """One playable game, with positions of type P and moves of type M."""

    @property
    def about(self) -> About:
        """The game's entry in the catalogue."""
        ...

    def setup(self, deal: Deal) -> P:
        """Return the opening position; raises InvalidDeck for too few cards."""
        ...

    def legal_moves(self, position: P) -> tuple[M, ...]:
        """List every legal move, in a fixed order; none when it is over.

        Depends on nothing that `view` hides.
        """
        ...

    def apply(self, position: P, move: M) -> P:
        """Return the position after a move; raises IllegalMove with a reason."""
        ...

    def plies(self, position: P) -> int:
        """Count the actions taken so far."""
        ...

    def score(self, position: P) -> int:
        """Return the points, or the cards on the foundations."""
        ...

    def is_over(self, position: P) -> bool:
        """Tell whether nothing is left to do."""
        ...

    def is_won(self, position: P) -> bool:
        """Tell whether the game is out; Poker Squares is never out."""
        ...

    def view(self, position: P) -> Board:
        """Return the view of a position: all that its player may know of it."""
        ...

    def changed(self, before: P, after: P) -> Mapping[str, tuple[Card, ...]]:
        """Return the zones of a view that are not those of an earlier one, in order.

        `after` is what moves have made of `before`; nothing that was laid is gone.
        """
        ...

    def position_from(self, board: Board) -> P:
        """Rebuild a position from a view, hidden cards still `FACE_DOWN`.

        The view and the legal moves of the result are those of the original.
        """
        ...

    def parse(self, text: str) -> M:
        """Read a move in notation; raises InvalidMove."""
        ...

    def format(self, move: M) -> str:
        """Write a move in notation."""
        ...


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose position type the caller does not care about.

Python has no existential types; whoever holds an AnyGame passes its positions
back to it and looks at nothing inside.
"""
