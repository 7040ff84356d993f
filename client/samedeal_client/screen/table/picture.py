"""What a full screen shows at one moment, before anything paints it."""

from typing import NamedTuple

from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.table.key_hints import KeyHint
from samedeal_client.view.spans import Line, Lines, Span, Style, line, width_of


class Picture(NamedTuple):
    """What is on the screen beside the notes."""

    head: Line
    bars: Lines
    foot: tuple[KeyHint, ...]
    felt: Felt
    tail: Lines = ()
    """Stays in sight below the felt where that is longer than the screen."""
    banner: Lines = ()
    """Stands before all notes for as long as it holds."""
    half: str = ""
    """Half of a name that was typed."""


def headline(
    what: str, note: Span, time: str, width: int, *, is_late: bool = False
) -> Line:
    """Return a line with the clock at its end, which stands out when it is late."""
    room = max(0, width - width_of(what) - len(time) - 2)
    note = Span(note.text[:room], note.style)
    blank = " " * max(1, width - width_of(what) - width_of(note.text) - len(time) - 1)
    clock = Span(time, Style.NEXT if is_late else Style.TITLE)
    return line(Span(what, Style.TITLE), note, blank, clock)
