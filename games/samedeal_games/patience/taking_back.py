"""A patience game in which moves may be taken back, as long as they showed nothing.

It is the same game with one action more, ``U``. That costs a ply like any other, so
plies only go up and an attempt still ends; and it never goes back before an action
that showed its player something: a card turned up, a card dealt, a redeal.
Whoever plays without it, bots and solvers among them, never hears of it: no list of
legal moves has it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from samedeal_games.cards import Card
from samedeal_games.deals import Deal
from samedeal_games.errors import IllegalMove
from samedeal_games.game import About, Board
from samedeal_games.patience.engine import PatienceGame
from samedeal_games.patience.notation import Move
from samedeal_games.patience.position import PatiencePosition
from samedeal_games.wording import Wording

TAKE_BACK_TEXT = "U"
"""The notation, in every game that takes back."""

TAKE_BACK = Move(-3, -3, 0)
"""The position is again as it was before the last action that still stands."""

KEPT_MOST = 100
"""The most actions that can be taken back in a row: as many positions of each player
are kept, and cards can be shuttled about for far longer."""


class Retraceable(NamedTuple):
    """A position, and the way back from it."""

    now: PatiencePosition
    past: tuple[PatiencePosition, ...] = ()
    """Positions to go back to, oldest first: nothing was shown since any of them."""


class TakingBack:
    """A patience game with `TAKE_BACK`; everything else is the game's own."""

    def __init__(self, game: PatienceGame) -> None:
        self._game = game

    @property
    def about(self) -> About:
        """The game's entry in the catalogue."""
        return self._game.about

    def setup(self, deal: Deal) -> Retraceable:
        """Deal; raises InvalidDeck."""
        return Retraceable(self._game.setup(deal))

    def legal_moves(self, position: Retraceable) -> tuple[Move, ...]:
        """List every legal move but the taking back."""
        return self._game.legal_moves(position.now)

    def apply(self, position: Retraceable, move: Move) -> Retraceable:
        """Take an action, or the last one back; raises IllegalMove with a reason."""
        now, past = position
        if move == TAKE_BACK:
            return self._taken_back(position)
        after = self._game.apply(now, move)
        if _unknown(after) != _unknown(now):
            return Retraceable(after)
        return Retraceable(after, (*past, now)[-KEPT_MOST:])

    def plies(self, position: Retraceable) -> int:
        """Count the actions taken, those that were taken back and the taking back."""
        return position.now.plies

    def score(self, position: Retraceable) -> int:
        """Count the cards on the foundations; fewer when a build is taken back."""
        return self._game.score(position.now)

    def is_over(self, position: Retraceable) -> bool:
        """Tell whether the game has ended; what ended it is not taken back."""
        return self._game.is_over(position.now)

    def is_won(self, position: Retraceable) -> bool:
        """Tell whether every card is on its foundation."""
        return self._game.is_won(position.now)

    def view(self, position: Retraceable) -> Board:
        """Show the cards that lie face up."""
        return self._game.view(position.now)

    def changed(
        self, before: Retraceable, after: Retraceable
    ) -> Mapping[str, tuple[Card, ...]]:
        """Return the zones of a view that are not those of an earlier one, in order."""
        return self._game.changed(before.now, after.now)

    def position_from(self, board: Board) -> Retraceable:
        """Rebuild a position; no view tells what can be taken back."""
        return Retraceable(self._game.position_from(board))

    def parse(self, text: str) -> Move:
        """Read a move; raises InvalidMove."""
        if text.upper() == TAKE_BACK_TEXT:
            return TAKE_BACK
        return self._game.parse(text)

    def format(self, move: Move) -> str:
        """Write a move."""
        return TAKE_BACK_TEXT if move == TAKE_BACK else self._game.format(move)

    def _taken_back(self, position: Retraceable) -> Retraceable:
        now, past = position
        if self._game.is_over(now):
            raise IllegalMove(
                Wording("the game is over: moves can no longer be taken back")
            )
        if not past:
            raise IllegalMove(
                Wording(
                    "nothing can be taken back: a card that has been shown stays shown"
                )
            )
        return Retraceable(past[-1]._replace(plies=now.plies + 1), past[:-1])


def _unknown(position: PatiencePosition) -> int:
    """Count the cards that its player has not been shown yet; every look lowers it."""
    hidden = sum(column.hidden for column in position.columns)
    return hidden + len(position.stock) + len(position.redeals)
