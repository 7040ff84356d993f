"""The foot of a screen: the keys that are written there, and pressed by a click."""

from typing import NamedTuple

from samedeal_client.terminal.keys import bound_to
from samedeal_client.view.spans import Line, Span, Style, line, width_of, width_of_row
from samedeal_client.view.tints import Patch, Tint


class KeyHint(NamedTuple):
    """A few words at the foot of the screen, and the key that they stand for."""

    key: str
    """Pressed by a click on the words; empty where there is more than one."""
    text: str


def foot_line(hints: tuple[KeyHint, ...], half: str = "") -> Line:
    """Return the foot of the screen, after the half of a name that was typed."""
    words = Span(" " + _GAP.join(map(_shown, hints)), Style.DIM)
    return line(Span(f" {half}_", Style.HELD), words) if half else line(words)


def capped_line(hints: tuple[KeyHint, ...], half: str = "") -> Line:
    """Return the same foot, cell by cell, with its keys on caps, for colours."""
    start = [Span(f" {half}_", Style.HELD)] if half else []
    caps = (span for hint in hints for span in _capped(hint))
    return line(*start, *caps)


_GAP = "   "
_CAP = Patch(Tint.CAP_TEXT, Tint.CAP, is_bold=True)
MOST_WORDS = 2
"""After a comma that stands between keys; more of them explain."""


def _capped(hint: KeyHint) -> Line:
    """Return the words of a hint and half of the gaps beside it, its keys on a cap."""
    text, gap = _shown(hint), _GAP[1:]
    first = text.partition(" ")[0]
    # Where the key is known, a word of one letter behind it is no other.
    is_known = bool(hint.key) and first == bound_to(hint.key)
    keys = len(first) if is_known else _keys_of(text)
    if keys == len(text):
        return line(Span(f" {text}", _CAP), gap)
    end = keys + (text[keys] == " ")
    return line(Span(f" {text[:end]}", _CAP), text[end:] + gap)


def _keys_of(text: str) -> int:
    """Return the number of signs of a hint that are its keys."""
    before, comma, after = text.partition(", ")
    if comma and len(after.split()) > MOST_WORDS:
        return len(before)
    words, keys = text.split(" "), 1
    while keys < len(words) - 1 and (
        words[keys - 1].endswith(",") or len(words[keys]) == 1
    ):
        keys += 1
    return len(" ".join(words[:keys]))


def _shown(hint: KeyHint) -> str:
    """Return a hint's words, with the player's own key in place of the table's."""
    own = bound_to(hint.key) if hint.key else ""
    if own == hint.key or not hint.text.startswith(hint.key):
        return hint.text
    return own + hint.text.removeprefix(hint.key)


def fitting(
    hints: tuple[KeyHint, ...], width: int, half: str = ""
) -> tuple[KeyHint, ...]:
    """Return as many of the words as a foot has room for.

    Those that only explain go first, from the end; help goes last.
    """
    left = list(hints)
    while len(left) > 1 and _width_of_foot(left, half) > width:
        explains = [index for index, hint in enumerate(left) if not hint.key]
        del left[explains[-1] if explains else -2]
    return tuple(left)


def _width_of_foot(hints: list[KeyHint], half: str) -> int:
    return width_of_row(foot_line(tuple(hints), half))


def key_at(hints: tuple[KeyHint, ...], x: int, half: str = "") -> str:
    """Return the key whose words are at a cell of the foot, empty for none."""
    start = 1 + (len(half) + 2 if half else 0)
    for hint in hints:
        end = start + width_of(_shown(hint))
        if start <= x < end:
            return hint.key
        start = end + len(_GAP)
    return ""


class Foot:
    """The keys at the foot of a screen, as they are written there now."""

    def __init__(self, *, colour: bool) -> None:
        self._written = capped_line if colour else foot_line
        self._hints: tuple[KeyHint, ...] = ()
        self._half = ""

    def row(self, hints: tuple[KeyHint, ...], width: int, half: str = "") -> Line:
        """Write as many keys as there is room for, after half of a name."""
        self._hints, self._half = fitting(hints, width, half), half
        return self._written(self._hints, half)

    def clear(self) -> None:
        """Remove the keys written there."""
        self._hints, self._half = (), ""

    def key_at(self, x: int) -> str:
        """Return the key whose words are at a cell, empty for none."""
        return key_at(self._hints, x, self._half)
