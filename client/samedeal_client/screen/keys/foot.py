"""The foot of a screen: the keys that are written there, and pressed by a click.

A key, a blank, and what it does; in colours the key is on a cap, and without any it is
reversed. Both take the same cells. The key for help stands at the right end.
"""

from collections.abc import Iterator
from typing import NamedTuple

from samedeal_client.play.orders import Order
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.terminal.keys import bound_to
from samedeal_client.view.spans import Line, Span, Style, line, width_of
from samedeal_client.view.tints import Patch, Tint

ENTER = "enter"
LEAVE, HELP = key_for(Order.LEAVE), key_for(Order.HELP)
BESIDE = 4
"""Blanks around a key and its words."""
CAP = Patch(Tint.RAIL, Tint.RAIL_DIM, is_bold=True)
"""The look of a key, with a blank on both sides."""
ENTER_CAP = Patch(Tint.CAP_TEXT, Tint.CAP, is_bold=True)


class KeyHint(NamedTuple):
    """A few words at the foot of the screen, and the key that they stand for."""

    key: str
    """Pressed by a click on the words; empty where there is more than one."""
    text: str
    """The key as it is written, then its words."""
    is_spare: bool = False
    """Whether it goes before all others where there is little room."""


class _Slot(NamedTuple):
    """The cells of a hint."""

    start: int
    hint: KeyHint
    cap: str
    words: str

    @property
    def end(self) -> int:
        """The first cell behind them."""
        return self.start + width_of(self.cap + self.words) + BESIDE


def foot_line(hints: tuple[KeyHint, ...], width: int, half: str = "") -> Line:
    """Return the foot of the screen, after the half of a name that was typed."""
    return _written(hints, width, half, colour=False)


def capped_line(hints: tuple[KeyHint, ...], width: int, half: str = "") -> Line:
    """Return the same foot with its keys on caps, for colours."""
    return _written(hints, width, half, colour=True)


def _written(
    hints: tuple[KeyHint, ...], width: int, half: str, *, colour: bool
) -> Line:
    spans = [Span(f" {half}_", Style.HELD)] if half else []
    at = _start(half)
    for slot in _slots(hints, width, half):
        spans.append(Span(" " * (slot.start - at)))
        spans += _drawn(slot, colour=colour)
        at = slot.end
    return line(*(span for span in spans if span.text))


def _drawn(slot: _Slot, *, colour: bool) -> Line:
    """Return a hint on exactly its cells."""
    if colour:
        cap = ENTER_CAP if slot.hint.key == ENTER else CAP
        return (Span(f" {slot.cap} ", cap), Span(f" {slot.words} ", Style.DIM))
    words = Span(f" {slot.words}  ", Style.DIM)
    return (Span(" ", Style.DIM), Span(slot.cap, Style.HELD), words)


def _start(half: str) -> int:
    return len(half) + 2 if half else 0


def _slots(hints: tuple[KeyHint, ...], width: int, half: str) -> Iterator[_Slot]:
    """Yield the cells of hints in a row, the one for help at the end of the row."""
    at = _start(half)
    for hint in hints:
        text = _shown(hint)
        keys = _keys_of(hint, text)
        slot = _Slot(at, hint, text[:keys], text[keys:].strip())
        if hint.key == HELP:
            slot = slot._replace(start=max(at, at + width - slot.end))
        yield slot
        at = slot.end


def _keys_of(hint: KeyHint, text: str) -> int:
    """Return the number of signs of a hint that are its keys."""
    words, keys = text.split(" "), 1
    # Where the key is known, a word of one letter behind it is no other.
    is_known = bool(hint.key) and words[0] == bound_to(hint.key)
    while keys < len(words) - 1 and (
        words[keys - 1].endswith(",") or (len(words[keys]) == 1 and not is_known)
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

    Spare ones go first, and then from the end; the way out goes before help, which
    goes last.
    """
    left = list(hints)
    if _least_width(left, half) > width:
        left = [hint for hint in left if not hint.is_spare] or left
    while len(left) > 1 and _least_width(left, half) > width:
        others = [n for n, hint in enumerate(left) if hint.key not in (LEAVE, HELP)]
        del left[others[-1] if others else 0]
    return tuple(left)


def _least_width(hints: list[KeyHint], half: str) -> int:
    """Return the cells that hints need, without a blank behind them."""
    *_, last = _slots(tuple(hints), 0, half)
    return last.end - 1


def key_at(hints: tuple[KeyHint, ...], x: int, width: int, half: str = "") -> str:
    """Return the key whose words are at a cell of the foot, empty for none."""
    slots = _slots(hints, width, half)
    return next((slot.hint.key for slot in slots if slot.start <= x < slot.end), "")


class Foot:
    """The keys at the foot of a screen, as they are written there now."""

    def __init__(self, *, colour: bool) -> None:
        self._written = capped_line if colour else foot_line
        self._hints: tuple[KeyHint, ...] = ()
        self._width = 0
        self._half = ""
        self._asked: tuple[tuple[KeyHint, ...], int, str] | None = None
        self._row: Line = ()
        """The last one, and all that it was written from: a screen asks often."""

    def row(self, hints: tuple[KeyHint, ...], width: int, half: str = "") -> Line:
        """Write as many keys as there is room for, after half of a name."""
        if (hints, width, half) != self._asked:
            self._asked = hints, width, half
            self._hints, self._width = fitting(hints, width, half), width
            self._half = half
            self._row = self._written(self._hints, width, half)
        return self._row

    def clear(self) -> None:
        """Remove the keys written there."""
        self._hints, self._half, self._asked = (), "", None

    def key_at(self, x: int) -> str:
        """Return the key whose words are at a cell, empty for none."""
        return key_at(self._hints, x, self._width, self._half)
