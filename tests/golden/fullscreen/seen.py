"""The picture of a full screen, as the text of a terminal."""

from typing import TypeVar

from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from samedeal_client.view.spans import width_of

T = TypeVar("T")


def seen(screen: Screen[T]) -> str:
    """Return the rows of the terminal, without blanks at their ends."""
    size = screen.size
    rows = [[" "] * size.width for _ in range(size.height)]
    for widget in screen.walk_children(Widget):
        region = widget.region
        if widget.children or not widget.display or not region:
            continue
        strips = widget.render_lines(Region(0, 0, region.width, region.height))
        for row, strip in zip(rows[max(0, region.y) :], strips, strict=False):
            cells = _cells(strip.text)
            row[region.x : region.x + region.width] = cells[: region.width]
    return "\n".join("".join(row).rstrip() for row in rows) + "\n"


def _cells(text: str) -> list[str]:
    """Split a text into cells; a wide character leaves the next one empty."""
    if text.isascii():
        return list(text)
    cells: list[str] = []
    for letter in text:
        cells += (letter, "") if width_of(letter) == 2 else (letter,)
    return cells
