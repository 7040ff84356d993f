"""A felt of words that is longer than the screen: the part of it that is seen."""

from samedeal_client.language import tr, tr_n
from samedeal_client.screen.felt.felt import Felt
from samedeal_client.view.spans import Lines, Span, Style, line

STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}


class Scroll:
    """Remembers how far down the reader is."""

    def __init__(self) -> None:
        self._top = 0
        self._most = 0

    def turn(self, key: str) -> bool:
        """Take a key that moves through what is too long; tell whether it was one."""
        if not self._most or key not in STEPS:
            return False
        self._top = min(self._most, max(0, self._top + STEPS[key]))
        return True

    def cut(self, felt: Felt, tail: Lines, height: int) -> Felt:
        """Return the part that fits; the tail is always seen, a board is never cut."""
        if felt.spots or height <= 0:
            self._top = self._most = 0
            return felt
        room = max(2, height - len(tail) - (1 if tail else 0))
        if len(felt.rows) <= room:
            self._top = self._most = 0
            gap: Lines = ((),) if tail else ()
            return felt._replace(rows=(*felt.rows, *gap, *tail))
        shown = room - 1
        self._most = len(felt.rows) - shown
        self._top = min(self._top, self._most)
        below = self._most - self._top
        seen = felt.rows[self._top : self._top + shown]
        more = line(" ", Span(_more(below), Style.NEXT))
        return felt._replace(rows=(*seen, more, *tail))


def _more(below: int) -> str:
    if not below:
        return tr("up: back to the top")
    return tr_n("down: {count} more line", "down: {count} more lines", below)
