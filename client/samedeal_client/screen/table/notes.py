"""The notes beside the board, and the banner before all of them."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from samedeal_client.printable import CUT
from samedeal_client.view.spans import Line, Lines, Span, Style, line, width_of, wrapped

NOTES_KEPT = 200
NOTES_SHOWN = 3
NOTES_SHOWN_BESIDE = 12
WARNED_S = 8.0
LEAST_PIECE = 3
"""Cells of a blank and a character, of which some take two."""


class Note(NamedTuple):
    """A line that is told."""

    row: Line
    until_s: float = math.inf
    """The time from which it is past, by the clock of the screen."""
    is_aside: bool = False
    """Whether it is shown beside the board alone."""


class Notes:
    """The notes at a table, the newest last; no clock of its own."""

    def __init__(self) -> None:
        self._notes: list[Note] = []

    def say(self, lines: Lines) -> None:
        """Add notes that stay until others push them away."""
        self._add(Note(row) for row in lines if row)

    def say_aside(self, lines: Lines) -> None:
        """Add notes that are shown where there is a side of the board for them."""
        self._add(Note(row, is_aside=True) for row in lines if row)

    def _add(self, notes: Iterable[Note]) -> None:
        self._notes += notes
        del self._notes[:-NOTES_KEPT]

    def warn(self, text: str, now_s: float) -> None:
        """Add a note on what was just done, which is soon past.

        Said again, it stands once, and last.
        """
        row = line(Span(f" {text}", Style.WARNING))
        self.unsay(row)
        self._notes.append(Note(row, now_s + WARNED_S))

    def unsay(self, row: Line) -> None:
        """Take back a note."""
        self._notes = [note for note in self._notes if note.row != row]

    def unwarn(self) -> None:
        """Take back what was noted on what was just done: it was put right."""
        self._notes = [note for note in self._notes if note.until_s == math.inf]

    def clear(self) -> None:
        """Forget all."""
        self._notes.clear()

    def warned(self, width: int, now_s: float) -> Lines:
        """Return the last note on what was just done, unless it is past."""
        fresh = (n.row for n in self._notes if now_s < n.until_s < math.inf)
        return _folded([*fresh][-1:], width)

    def last(
        self,
        banner: Lines,
        most: int,
        width: int,
        now_s: float,
        *,
        spare: int = 0,
        is_beside: bool = False,
        is_apart: bool = False,
    ) -> Lines:
        """Return the banner and the last notes, as many lines as there is room for.

        Notes are told whole, and of a last one that is too long its beginning. A
        banner, or what was just done, may take `spare` lines more: it is soon past.
        Apart from the table only what was just done there is noted.
        """
        fresh = [
            note
            for note in self._notes
            if note.until_s > now_s
            and (is_beside or not note.is_aside)
            and not (is_apart and note.until_s == math.inf)
        ]
        above = _begun(_folded(banner, width), most + spare)
        room = most - len(above)
        if room < 1:
            return above
        return (*above, *_newest(fresh[-NOTES_SHOWN_BESIDE:], room, spare, width))


def _newest(notes: Sequence[Note], most: int, spare: int, width: int) -> Lines:
    """Return the notes that are whole on the last lines, or how the last begins."""
    told: Lines = ()
    for note in reversed(notes):
        rows = _broken(note.row, width)
        if len(rows) + len(told) <= most:
            told = (*rows, *told)
            continue
        more = spare if note.until_s < math.inf else 0
        return told or _begun(rows, most + more)
    return told


def _begun(rows: Lines, most: int) -> Lines:
    """Return as many lines at most, the last of them marked where there are more."""
    if len(rows) <= most or most < 1:
        return rows[:most]
    last = rows[most - 1]
    # Behind a sentence that is whole the mark stands for those to come.
    mark = f" {CUT}" if last[-1].text.endswith(".") else CUT
    return (*rows[: most - 1], (*last, Span(mark, last[-1].style)))


def _folded(rows: Iterable[Line], width: int) -> Lines:
    """Return lines with those that are too long broken at blanks."""
    return tuple(part for row in rows for part in _broken(row, width))


def _broken(row: Line, width: int) -> Lines:
    text = "".join(span.text for span in row)
    if width_of(text) <= width:
        return (row,)
    style = next((span.style for span in row if span.text.strip()), Style.PLAIN)
    parts = wrapped(text.strip(), 1, width - 1)
    return tuple(
        (Span(piece, style),)
        for (part,) in parts
        for piece in _pieces(part.text, width)
    )


def _pieces(text: str, width: int) -> Iterator[str]:
    """Yield what is too long for a row, and has no blank to break at, in its parts."""
    while width_of(text) > (room := width - 1) >= LEAST_PIECE:
        end = next(n for n in range(len(text), 0, -1) if width_of(text[:n]) <= room)
        yield text[:end]
        text = f" {text[end:]}"
    yield text
