"""One game alone, on one deal after the other: in practice, and in lessons."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from samedeal_client.language import later, tr
from samedeal_client.play.opening import opened
from samedeal_client.play.studying import Study, study_of_practice
from samedeal_client.view.standings import counted
from samedeal_client.view.times import clock
from samedeal_games.deals import deal_from_seed
from samedeal_games.game import AnyGame, Board

if TYPE_CHECKING:
    from samedeal_client.lessons.steps import Step
    from samedeal_client.play.advice import Adviser, Hint
    from samedeal_client.play.course import Lesson

NO_MOVE_HINTED = later("No hint: nothing is left to gain on this board.")
NOTHING_TO_TAKE_BACK = later("Nothing is left to take back.")


def _never() -> bool:
    return False


class Begun(NamedTuple):
    """A board that somebody has reached on a deal."""

    seed: bytes
    """The seed of the deal."""
    position: object
    made: tuple[str, ...]
    """The moves that led there, none of them taken back."""


class SoloGame:
    """A player's moves on a deal, every one of which can be taken back."""

    def __init__(
        self,
        game: AnyGame,
        seed: bytes,
        now_s: Callable[[], float] = time.monotonic,
        *,
        lesson: Lesson | None = None,
        begun: Begun | None = None,
    ) -> None:
        """Deal; on the deal of a `lesson`, its moves are asked for one by one.

        Or go on from a board that was `begun` on the deal.
        """
        self.game = game
        self._now_s = now_s
        self._lesson = lesson
        self.deal(seed)
        if begun is not None:
            self._positions, self.made = [begun.position], [*begun.made]

    def deal(self, seed: bytes) -> None:
        """Begin on the deal of a seed."""
        self.seed = seed
        """The seed of the deal on the table."""
        deal = deal_from_seed(seed, self.game.about.packs)
        position, self.made = opened(self.game, deal)
        """The moves that led to the board."""
        self._positions = [position]
        self._began, self._ended = self._now_s(), 0.0
        self.hinted = ""
        """The move that was hinted at last, until something else is done."""

    # How it stands

    @property
    def position(self) -> object:
        """The position as it is now."""
        return self._positions[-1]

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return self.game.view(self.position)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return self.game.is_over(self.position)

    @property
    def is_untouched(self) -> bool:
        """Whether the player has made no move that stands."""
        return len(self._positions) == 1

    @property
    def score(self) -> str:
        """The score, counted in the game's own way."""
        return counted(self.game.score(self.position), self.game.about)

    @property
    def taken(self) -> str:
        """The time since the deal; it stands still while the game is over."""
        return clock((self._ended or self._now_s()) - self._began)

    @property
    def result(self) -> str:
        """The result, as a sentence."""
        text = tr("{score} in {time}.", score=self.score, time=self.taken)
        is_won = self.game.is_won(self.position)
        return tr("Out! {result}", result=text) if is_won else text

    @property
    def named(self) -> str:
        """The game and the deal, as they are typed after a command."""
        return f"{self.game.about.key} --seed {self.seed.hex()}"

    # What is done

    def make(self, move: str) -> bool:
        """Make a legal move in notation; False where a lesson asks for another."""
        if self.step is not None and self.step.move != move:
            return False
        self._positions.append(self.game.apply(self.position, self.game.parse(move)))
        self.made.append(move)
        self.hinted = ""
        if self.is_over:
            self._ended = self._now_s()
        return True

    def take_back(self) -> bool:
        """Take a move back, whatever it showed; False where none is left."""
        if len(self._positions) == 1:
            return False
        self._positions.pop()
        self.made.pop()
        self.hinted = ""
        self._ended = 0.0
        return True

    def study(self) -> Study:
        """Begin to find out the best possible on this deal, and where it was lost."""
        return study_of_practice(self.game, self.seed, self.made, self.position)

    # Hints

    @property
    def knows_hints(self) -> bool:
        """Whether there is a player of skill for the game."""
        return self._adviser.knows

    async def hint(self, is_dropped: Callable[[], bool] = _never) -> Hint:
        """Return a hint with its outlook; a lesson's move comes first.

        A hint that `is_dropped` meanwhile is not kept for `hinted`.
        """
        from samedeal_client.play.advice import Hint

        step = self.step
        if step is not None:
            hint = Hint(step.move)
        else:
            hint = await self._adviser.hint(self._positions, is_dropped)
        self.hinted = "" if is_dropped() else hint.move
        return hint

    def forget_hint(self) -> None:
        """Forget the last hint, so that the next call looks anew."""
        self.hinted = ""

    @cached_property
    def _adviser(self) -> Adviser:
        # Players of skill take a while to load, and few ask for them.
        from samedeal_client.play.advice import Adviser

        return Adviser(self.game, self._now_s)

    # What a lesson says

    @property
    def step(self) -> Step | None:
        """The step that a lesson asks for now; None for any move."""
        return None if self._taught is None else self._taught.step(self._plies)

    @property
    def came(self) -> tuple[str, ...]:
        """The lesson's words on the last move."""
        return () if self._taught is None else self._taught.came(self._plies)

    @property
    def said(self) -> tuple[str, ...]:
        """The lesson's words before the next move."""
        return () if self._taught is None else self._taught.said(self._plies)

    @property
    def _taught(self) -> Lesson | None:
        """The lesson, on its own deal only."""
        lesson = self._lesson
        return lesson if lesson is not None and lesson.seed == self.seed else None

    @property
    def _plies(self) -> int:
        return self.game.plies(self.position)
