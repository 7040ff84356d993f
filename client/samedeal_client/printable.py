"""Text of others on a screen: the one place where it becomes printable.

Whatever a server, a file or another player says is text of others: names, codes, ids,
talk, reasons, addresses. None of it may move the cursor, colour a line, reverse one,
or be taken for a line of ours (docs/decisions/0018-text-of-others.md).

A *field* is one such text by itself. It is made printable where it enters a sentence
(`tr`) or a table, and a field with a script from right to left is isolated there, so
that it changes places with nothing beside it. A *row* is what a view made of fields and
of words of ours; every screen has each row pass through here once more before it adds
its colours, whatever the view has done.
"""

import re
import unicodedata
from functools import lru_cache

MOST = 1000
"""Characters of one field; no honest one is longer."""
MOST_MARKS = 4
"""Accents on one letter; more would run into the lines above and below."""
FSI, PDI = "\u2068", "\u2069"
CUT = "…"
"""Stands for what was cut off a text; its stand-in in ASCII takes no more cells."""
"""Between them a text has a direction of its own, whatever stands around it."""
CARRIER = "\u25cc"
"""The sign that carries an accent without a letter of its own."""

_PLAIN = re.compile(
    "[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u25cb\u2660-\u2667]*"
)
"""Beyond ASCII: accented letters, what text and boards are set with, and suits."""
_ISOLATED = re.compile(f"({FSI}[^\u2066-\u2069]*{PDI})")
_ISOLATES = re.compile("[\u2066-\u2069]")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_LEFT_TO_RIGHT = "L"
_MARKS = frozenset({"Mn", "Me"})
_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u180b\u180c\u180d\u180f")
"""Letters, a pattern of Braille and marks that take room or none, and show nothing."""


def printable(text: str, most: int = MOST) -> str:
    """Return a field as it can be shown, isolated if it needs to be.

    Control characters, direction marks, unpaired surrogates, private and unseen
    characters come out as escapes; ordinary text in any script stays. What is longer
    than `most` is cut. A text that has come through here before stays as it is.
    """
    if _PLAIN.fullmatch(text) and len(text) <= most:
        return text
    return _printable(text, most)


def printable_row(text: str) -> str:
    """Return a row of fields and of words of ours as it can be shown, on one line."""
    return text if _PLAIN.fullmatch(text) else _printable_row(text)


def width_of(text: str) -> int:
    """Count the terminal cells that a printable text takes."""
    return len(text) if text.isascii() else _width_of(text)


@lru_cache(4096)
def _width_of(text: str) -> int:
    return sum(map(_cells, text))


def cut(text: str, width: int) -> str:
    """Return a printable text cut to `width` cells, with `CUT` for the rest."""
    if width_of(text) <= width:
        return text
    kept, room = "", width - 1
    for character in text:
        room -= _cells(character)
        if room < 0:
            break
        kept += character
    # A comma, or a blank, would stand before the mark as if a word were missing.
    kept = kept.rstrip(" ,;:") or kept
    return kept + CUT + PDI * (kept.count(FSI) - kept.count(PDI))


@lru_cache(4096)
def _printable(text: str, most: int) -> str:
    if len(text) > most:
        text = text[: most - 1] + CUT
    # Every second part was isolated before; what is left of such signs is none of ours.
    parts = [part for part in _ISOLATED.split(text) if part]
    return "".join(map(_part, parts))


def _part(text: str) -> str:
    if _ISOLATED.fullmatch(text):
        return FSI + _escaped(text[1:-1]) + PDI
    shown = _escaped(text)
    return FSI + shown + PDI if any(map(_is_right_to_left, shown)) else shown


@lru_cache(4096)
def _printable_row(text: str) -> str:
    parts = _ISOLATED.split(text)
    return "".join(
        FSI + _escaped(part[1:-1]) + PDI
        if _ISOLATED.fullmatch(part)
        else _with_runs_isolated(_escaped(_ISOLATES.sub("", part)))
        for part in parts
    )


def _with_runs_isolated(text: str) -> str:
    """Isolate each run from right to left in what no field isolated.

    A run ends with its last such letter before any from left to right, so that words
    of ours are never in it.
    """
    rows, at = "", 0
    while (start := _find(text, at)) is not None:
        last = start
        for place in range(start, len(text)):
            if unicodedata.bidirectional(text[place]) == _LEFT_TO_RIGHT:
                break
            if _is_right_to_left(text[place]):
                last = place
        while last + 1 < len(text) and not _cells(text[last + 1]):
            last += 1  # its accents
        rows += text[at:start] + FSI + text[start : last + 1] + PDI
        at = last + 1
    return rows + text[at:]


def _find(text: str, at: int) -> int | None:
    places = range(at, len(text))
    return next((place for place in places if _is_right_to_left(text[place])), None)


def _is_right_to_left(character: str) -> bool:
    return unicodedata.bidirectional(character) in _RIGHT_TO_LEFT


def _escaped(text: str) -> str:
    shown: list[str] = []
    marks = 0
    for place, character in enumerate(text):
        if _is_selector(character) or _joins(text, place):
            continue
        is_mark = unicodedata.category(character) in _MARKS
        marks = marks + 1 if is_mark else 0
        if is_mark and not shown:
            shown.append(CARRIER)
        if marks <= MOST_MARKS:
            shown.append(_seen(character))
    return "".join(shown)


def _seen(character: str) -> str:
    is_seen = character.isprintable() and character not in _UNSEEN
    if is_seen and unicodedata.category(character) != "Co":
        return character
    return character.encode("unicode_escape").decode("ascii")


def _is_selector(character: str) -> bool:
    """Tell whether a sign changes the one before: terminals differ on its width."""
    return (
        "\ufe00" <= character <= "\ufe0f"
        or "\U000e0100" <= character <= "\U000e01ef"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
    )


def _joins(text: str, place: int) -> bool:
    """Tell whether two pictures are joined to one, whose width nobody agrees upon."""
    if text[place] != "\u200d" or place + 1 == len(text):
        return False
    before = text[:place].rstrip(
        "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
    )
    return _is_picture(before[-1:]) and _is_picture(text[place + 1])


def _is_picture(character: str) -> bool:
    return bool(character) and unicodedata.category(character) == "So"


@lru_cache(4096)
def _cells(character: str) -> int:
    category = unicodedata.category(character)
    if category in _MARKS or category == "Cf" or "\u1160" <= character <= "\u11ff":
        return 0
    return 1 + (unicodedata.east_asian_width(character) in "WF")
