"""A line that is typed: its changes by keys, and the part of it that is seen.

No terminal is needed for it, so it can be tried key by key.
"""

import re
from enum import Enum
from typing import NamedTuple

from samedeal_client.view.spans import width_of

MOST_CHARACTERS = 4096
MOST_KEPT = 200
"""Lines that are kept to be had again."""

_KEY = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1bO.|\x1b[^\[O]?|[^\x1b]", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b[\[O][0-9;?]*\Z")
_LEFT = ("\x1b[D", "\x1bOD", "\x02")
_RIGHT = ("\x1b[C", "\x1bOC", "\x06")
_HOME = ("\x1b[H", "\x1bOH", "\x1b[1~", "\x01")
_END = ("\x1b[F", "\x1bOF", "\x1b[4~", "\x05")
_OLDER = ("\x1b[A", "\x1bOA", "\x10")
_NEWER = ("\x1b[B", "\x1bOB", "\x0e")
_BACKSPACE = ("\x7f", "\x08")
_DELETE = ("\x1b[3~", "\x04")
_ENTER = ("\r", "\n")
_INTERRUPT = "\x03"
_NO_MORE = "\x04"
_WORD, _TO_START, _TO_END = "\x17", "\x15", "\x0b"


class Typed(Enum):
    """The effect of a key beside changing the line."""

    NOTHING = "nothing"
    LINE = "line"
    """The line is finished."""
    END = "end"
    """Nothing more will be typed."""
    INTERRUPT = "interrupt"


class Seen(NamedTuple):
    """The part of a line that fits, with the cursor on it."""

    text: str
    after: int
    """Columns of it that are right of the cursor."""


def keys_in(typed: str) -> tuple[tuple[str, ...], str]:
    """Return the whole keys that a terminal has sent, and the beginning of another."""
    unfinished = _UNFINISHED.search(typed)
    rest = unfinished[0] if unfinished else ""
    whole = typed[: len(typed) - len(rest)]
    return tuple(_KEY.findall(whole)), rest


class LineEditor:
    """An editor of one line after the other, each of which can be had again."""

    def __init__(self) -> None:
        self.text = ""
        self._cursor = 0
        self._kept: list[str] = []
        self._at = 0
        """Index of the line shown among those kept; the one after the last is new."""
        self._new = ""

    def press(self, key: str) -> Typed:
        """Take a key."""
        if key in _ENTER:
            return Typed.LINE
        if key == _INTERRUPT:
            return Typed.INTERRUPT
        if key == _NO_MORE and not self.text:
            return Typed.END
        if key in _OLDER:
            self._have_again(self._at - 1)
        elif key in _NEWER:
            self._have_again(self._at + 1)
        else:
            self._edit(key)
        return Typed.NOTHING

    def finish(self) -> str:
        """Return the line, and begin another."""
        line = self.text
        if line.strip() and self._kept[-1:] != [line]:
            self._kept = [*self._kept, line][-MOST_KEPT:]
        self.text, self._new = "", ""
        self._cursor, self._at = 0, len(self._kept)
        return line

    def seen(self, width: int) -> Seen:
        """Return the part of the line shown on `width` columns, the cursor among it."""
        start = self._cursor
        while start and width_of(self.text[start - 1 : self._cursor]) < width:
            start -= 1
        end = self._cursor
        while end < len(self.text) and width_of(self.text[start : end + 1]) < width:
            end += 1
        return Seen(self.text[start:end], width_of(self.text[self._cursor : end]))

    def _edit(self, key: str) -> None:
        before, after = self.text[: self._cursor], self.text[self._cursor :]
        if key in _LEFT:
            before, after = before[:-1], before[-1:] + after
        elif key in _RIGHT:
            before, after = before + after[:1], after[1:]
        elif key in _HOME:
            before, after = "", before + after
        elif key in _END:
            before, after = before + after, ""
        elif key in _BACKSPACE:
            before = before[:-1]
        elif key in _DELETE:
            after = after[1:]
        elif key == _WORD:
            before = re.sub(r"\S*\s*\Z", "", before)
        elif key == _TO_START:
            before = ""
        elif key == _TO_END:
            after = ""
        elif key.isprintable() and len(self.text) < MOST_CHARACTERS:
            before += key
        self.text, self._cursor = before + after, len(before)

    def _have_again(self, at: int) -> None:
        if not 0 <= at <= len(self._kept):
            return
        if self._at == len(self._kept):
            self._new = self.text
        self._at = at
        self.text = self._new if at == len(self._kept) else self._kept[at]
        self._cursor = len(self.text)
