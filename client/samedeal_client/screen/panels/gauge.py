"""A bar that is filled in part: in colours to an eighth of a cell."""

from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Span, Style, line
from samedeal_client.view.tints import Patch, Tint

FULL, EMPTY = "█", "░"
ASCII_FULL, ASCII_EMPTY = "#", "."
EIGHTHS = " ▏▎▍▌▋▊▉"
"""Parts of a cell, from its left."""
LOW_FULL, LOW_END = "▄", "▖"
"""A whole cell and half of one in a bar that is half as high."""


def gauge(
    share: float, room: int, tint: Tint, glyphs: Glyphs, *, is_low: bool = False
) -> Line:
    """Return a bar on `room` cells that is filled to a share; a low one by half."""
    if not glyphs.halves:
        filled = round(share * room)
        is_plain = glyphs.bar == "|"
        full, empty = (ASCII_FULL, ASCII_EMPTY) if is_plain else (FULL, EMPTY)
        done = Span(full * filled, Style.GOOD)
        return line(done, Span(empty * (room - filled), Style.DIM))
    whole, part = divmod(round(share * room * len(EIGHTHS)), len(EIGHTHS))
    end = EIGHTHS[part] if part else ""
    done = Span(" " * whole, Patch(tint, tint))
    if is_low:
        end = LOW_END if part >= len(EIGHTHS) // 2 else ""
        done = Span(LOW_FULL * whole, Patch(tint, Tint.TRACK))
    return line(
        done,
        Span(end, Patch(tint, Tint.TRACK)),
        Span(" " * (room - whole - len(end)), Patch(tint, Tint.TRACK)),
    )
