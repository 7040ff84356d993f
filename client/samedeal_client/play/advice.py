"""Hints in practice: along a way to win, or as a player of skill would go on."""

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple

from samedeal_client.families import family_of
from samedeal_client.families.hinting import AnyGuiding, Hinting
from samedeal_client.language import tr, tr_n
from samedeal_client.play.searching import AFTER_ALL
from samedeal_games.game import AnyGame, Board
from samedeal_players.catalogue import players_for
from samedeal_players.player import AnyPlayer, Level
from samedeal_players.solver import Outcome


class Hint(NamedTuple):
    """The answer to a call for a hint."""

    move: str = ""
    """In notation; empty for none."""
    outcome: Outcome | None = None
    """The outcome that the deal can still have; None where that is not known."""
    left: int = 0
    """Moves of a way to win that the hint leads along, 0 for no such way."""

    @property
    def outlook(self) -> str:
        """The outcome that is still possible, as a sentence; empty if not told."""
        match self.outcome:
            case Outcome.WINNABLE:
                return tr_n(
                    "One move from a win.", "A win in {count} moves.", self.left
                )
            case Outcome.UNWINNABLE:
                return tr("No way from here wins.")
            case Outcome.UNDECIDED:
                return tr("No win was found from here.")
            case None:
                return ""


class Adviser:
    """The best player of a game, made when it is first asked."""

    def __init__(
        self, game: AnyGame, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        """Advise on a game; `now_s` is the clock of its searches, in seconds."""
        self._game = game
        self._now_s = now_s
        self._levels = players_for(game.about.key)

    @property
    def knows(self) -> bool:
        """Whether there is a player of skill for the game."""
        return Level.EXPERT in self._levels

    async def hint(
        self, positions: Sequence[object], is_dropped: Callable[[], bool]
    ) -> Hint:
        """Return a hint at the last of some positions, each of which led to the next.

        Takes about a second at most, beside everything else, and less once it
        `is_dropped`; then its answer is worth nothing.
        """
        if not self.knows or self._game.is_over(positions[-1]):
            return Hint()
        return await asyncio.to_thread(self._hint, tuple(positions), is_dropped)

    # In the thread

    def _hint(
        self, positions: tuple[object, ...], is_dropped: Callable[[], bool]
    ) -> Hint:
        def clock() -> float:
            return AFTER_ALL if is_dropped() else self._now_s()

        guiding = self._guiding
        found = None if guiding is None else guiding.look(positions, clock)
        if found is not None and found.move:
            return Hint(found.move, found.outcome, found.left)
        if is_dropped():
            return Hint()
        # The same board always gets the same hint.
        dice = Random(0)  # noqa: S311 - no secret comes of it
        move = self._hinting.hint(self._game.view(positions[-1]), dice) or ""
        return Hint(move, None if found is None else found.outcome)

    @cached_property
    def _guiding(self) -> AnyGuiding | None:
        return family_of(self._game).guiding()

    @cached_property
    def _hinting(self) -> Hinting:
        own = family_of(self._game).hinting()
        return own or _Playing(self._game, self._levels[Level.EXPERT]())


class _Playing:
    """A player who is asked for their next move."""

    def __init__(self, game: AnyGame, player: AnyPlayer) -> None:
        self._game = game
        self._player = player

    def hint(self, board: Board, dice: Random) -> str | None:
        """Return the player's choice."""
        moves = tuple(self._game.legal_moves(self._game.position_from(board)))
        move = self._player.choose(board, moves, dice) if moves else None
        return None if move is None else str(self._game.format(move))
