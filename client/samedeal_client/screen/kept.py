"""Parts of a screen that are painted when they change, and not with every other one."""

from typing import Self

from textual.containers import Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Kept(Widget):
    """A part of a screen whose rows are kept as they were painted until it changes.

    With every row that changes Textual asks all parts of a screen for all their rows,
    and works out the grounds and filters of each part anew.
    """

    _kept: tuple[Region, list[Strip]] | None = None

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Have it painted anew; every change of it comes through here."""
        self._kept = None
        return super().refresh(
            *regions, repaint=repaint, layout=layout, recompose=recompose
        )

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return its rows within a region of it."""
        if self._kept is None or self._kept[0] != crop:
            self._kept = crop, super().render_lines(crop)
        return self._kept[1]


class Middle(Horizontal, Kept):
    """The row of parts that stand side by side."""
