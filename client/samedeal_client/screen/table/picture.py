"""The picture of a full screen at one moment, before anything paints it."""

import math
from typing import NamedTuple

from samedeal_client.language import tr
from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.screen.motion.cascade import Won
from samedeal_client.screen.panels.blocks import Block
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    cut,
    line,
    width_of,
    wrapped,
)

FUSE, ASCII_FUSE = ("━", "─"), ("=", "-")
FUSE_PART = 6
"""A fuse is as long as this part of the screen is wide."""


class Picture(NamedTuple):
    """Everything on the screen beside the notes."""

    head: Line
    bars: Lines
    foot: tuple[KeyHint, ...]
    felt: Felt
    tail: Lines = ()
    """Stays in sight below the felt where that is longer than the screen."""
    banner: Lines = ()
    """Stands before all notes for as long as it holds."""
    status: Line = ()
    """What is in hand, and what the next key does; stands among the notes."""
    half: str = ""
    """Half of a name that was typed."""
    race: str = ""
    """The title of the bars, where they stand in a frame."""
    side: tuple[Block, ...] = ()
    """Stands beside the felt with them, as far as there is room."""
    news: Lines = ()
    """To be told once, as has just been seen."""
    asides: Lines = ()
    """The same, where notes stand beside the felt."""
    won: Won | None = None
    """What the player has just won, while the result of it is seen."""
    is_apart: bool = False
    """Whether it is of something else than the table, whose notes are not for it."""


class Fuse(NamedTuple):
    """A line beside a clock that shrinks as its time runs down."""

    share: float
    """The share of the time that is left, from 0 to 1."""
    is_late: bool
    glyphs: Glyphs

    def spans(self, room: int) -> Line:
        """Return it on at most `room` cells, with a blank behind it."""
        long = room - 1
        left = min(long, math.ceil(self.share * long))
        full, rest = FUSE if self.glyphs.bar != "|" else ASCII_FUSE
        style = Style.WARNING if self.is_late else Style.TITLE
        return line(
            Span(full * left, style), Span(rest * (long - left), Style.DIM), " "
        )


def headline(
    what: str,
    note: Span,
    time: str,
    width: int,
    *,
    is_late: bool = False,
    fuse: Fuse | None = None,
) -> Line:
    """Return a line with the clock at its end, which stands out when it is late.

    A fuse before that is as long as suits the width, where there is room for it.
    """
    room = max(0, width - width_of(what) - len(time) - 2)
    note = note._replace(text=cut(note.text, room) if room else "")
    free = width - width_of(what) - width_of(note.text) - len(time) - 1
    long = width // FUSE_PART + 1
    burning: Line = ()
    if fuse is not None and free > long:
        burning, free = fuse.spans(long), free - long
    clock = Span(time, Style.NEXT if is_late else Style.TITLE)
    return line(Span(what, Style.TITLE), note, " " * max(1, free), *burning, clock)


def too_small_lines(least: tuple[int, int], now: tuple[int, int], width: int) -> Lines:
    """Return the words where no table fits, on `width` cells.

    Sizes are width and height.
    """
    text = tr(
        "The table needs a terminal of at least {needed}; this one has {now}."
        " Make it larger: nothing is lost, and until then no key is played;"
        " ctrl+x leaves, and --plain needs no more than this.",
        needed=f"{least[0]} x {least[1]}",
        now=f"{now[0]} x {now[1]}",
    )
    return wrapped(text, 0, width)
