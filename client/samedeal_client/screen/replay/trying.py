"""Practice that begins at a board of a replay, over the screen that showed it."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from textual.screen import Screen
from textual.worker import WorkType

from samedeal_client.screen.replay.rerun import Rerun
from samedeal_client.screen.table.practice import PracticeScreen
from samedeal_client.view.cards import Glyphs


class Below(Protocol):
    """A screen that practice lies over."""

    @property
    def glyphs(self) -> Glyphs:
        """The glyphs to draw with."""
        ...

    @property
    def has_colour(self) -> bool:
        """Whether colours are used."""
        ...

    async def show_over(self, screen: Screen[int]) -> int:
        """Show a screen until it is left."""
        ...


class Trying:
    """Practice from a board that was seen again, for as long as it is wished."""

    def __init__(self, at: Below, beside: Callable[[WorkType[None]], None]) -> None:
        """Practise over a screen, beside its keys: what comes there may end it."""
        self._at, self._beside = at, beside
        self._screen: PracticeScreen | None = None

    def begin(self, rerun: Rerun) -> None:
        """Begin to practise from the board that a replay is at."""
        self._beside(partial(self._practise, rerun))

    async def _practise(self, rerun: Rerun) -> None:
        here = rerun.here
        if here is None or self._screen is not None:
            return
        at = self._at
        self._screen = PracticeScreen(
            rerun.game, here.seed, at.glyphs, colour=at.has_colour, begun=here
        )
        try:
            await at.show_over(self._screen)
        finally:
            self._screen = None

    def end(self) -> None:
        """Practise no more: something comes that cannot wait."""
        if self._screen is not None:
            self._screen.leave()
