"""Analyses asked for at a prompt, and told once they are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from samedeal_client.language import tr
from samedeal_client.lines.screens.screen import Screen, most_rows
from samedeal_client.play.replay.moments import LOOKING, MomentsSeen
from samedeal_client.play.searching import Found, Search, longest_text
from samedeal_client.play.studying import Study, found_lines
from samedeal_client.view.spans import Lines, Span, Style, line

if TYPE_CHECKING:
    # Slow to load, and only needed once somebody asks.
    from samedeal_records.analysis import Analysis
    from samedeal_records.moments import Moments

T = TypeVar("T")


class Analysing:
    """The search that somebody at a screen waits for, one at most."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._search: Search[Any] | None = None

    async def tell(self, study: Study) -> Found[Analysis]:
        """Announce an analysis, and tell it when it is there.

        Another one takes its place, and one that is dropped is not told.
        """
        looking = tr("Looking at what was possible...")

        def told(found: Found[Analysis]) -> Lines:
            return ((), *found_lines(found, self._screen.glyphs))

        return await self.tell_as(study, looking, told)

    async def tell_as(
        self, search: Search[T], looking: str, told: Callable[[Found[T]], Lines]
    ) -> Found[T]:
        """Do the same for any search, in words of its own."""
        if search is not self._search:
            self.drop()
        self._search = search
        found = search.found
        if found is None:
            self._announce(search, looking)
            found = await search.done()
        if search is self._search:
            self._screen.show(told(found))
        return found

    async def tell_moments(self, seen: MomentsSeen) -> None:
        """Tell all the moments of the first player watched, with their boards."""
        search, screen = seen.begin(), self._screen
        if search is None:
            return

        def told(found: Found[Moments]) -> Lines:
            return seen.every_line(found, screen.glyphs, most_rows(screen))

        await self.tell_as(search, tr(LOOKING), told)

    def drop(self) -> None:
        """Drop the search: nobody waits for it any more."""
        if self._search is not None:
            self._search.drop()
        self._search = None

    def _announce(self, search: Search[T], text: str) -> None:
        if search.longest_s:
            text = f"{text} {longest_text(search.longest_s)}"
        self._screen.show((line(Span(f" {text}", Style.DIM)),))
