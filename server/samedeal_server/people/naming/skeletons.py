"""Skeletons: what is left of a name without what readers do not look at.

Two names are the same to a reader who does not look at capitals, or who takes one
letter for another of the same shape. Both are folded away: what is left of a name
is its skeleton, after Unicode Technical Standard 39. A name has two, for the two
foldings do not commute: a capital nu looks like an N, and is the capital of a
letter that looks like a v. Names that share a skeleton are taken for one another.
A letter in a frame, as in a circle or a square, is that letter.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import cast

from confusable_homoglyphs import (  # type: ignore[import-untyped]
    confusables as _confusables,  # pyright: ignore[reportMissingTypeStubs]
)


@lru_cache(maxsize=4096)
def skeletons(name: str) -> tuple[str, ...]:
    """Return a name without capitals and look-alikes, in one spelling or in two.

    The first sees letters as they look and then forgets capitals, the second the
    other way round. Names are taken for one another if any of theirs are equal.
    """
    as_seen = _folded(_apart(name))
    as_read = _folded(_lower(_apart(name)))
    return tuple(dict.fromkeys((as_seen, as_read)))


def alike(one: str, other: str) -> bool:
    """Tell whether two names are taken for one another."""
    return not set(skeletons(one)).isdisjoint(skeletons(other))


def unframed(text: str) -> str:
    """Take letters and marks apart, in compatible forms, and letters out of frames."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.translate(_FRAMED))
    return "".join(each for each in parts if not _is_frame(each))


def has_frame(character: str) -> bool:
    """Tell whether a character is one in a frame, or the frame of what is before it."""
    is_framed = unicodedata.decomposition(character).startswith(
        ("<circle>", "<square>")
    )
    return is_framed or ord(character) in _FRAMED or _is_frame(character)


def _is_frame(character: str) -> bool:
    return unicodedata.category(character) == "Me"


def _framed() -> Iterator[tuple[int, str]]:
    """Yield each character that is framed by its name alone, and its text inside."""
    for each in map(chr, [*range(0x24EB, 0x2500), *range(0x2776, 0x2794), *_ENCLOSED]):
        number = unicodedata.numeric(each, None)
        letters = _LETTERS.search(unicodedata.name(each, ""))
        if unicodedata.decomposition(each):
            continue
        if number is not None:
            yield ord(each), f"{number:.0f}"
        elif letters is not None:
            yield ord(each), letters[1]


_ENCLOSED = range(0x1F100, 0x1F200)
_LETTERS = re.compile("(?:LETTER |^(?:NEGATIVE )?SQUARED )([A-Z]{1,4})$")
_FRAMED = dict(_framed())


def _apart(text: str) -> str:
    """Take letters and marks apart; two blanks look like one."""
    return " ".join(unframed(text).split())


def _folded(text: str) -> str:
    return _drawn(_lower(_drawn(text)))


def _lower(text: str) -> str:
    return _apart(text.casefold())


def _drawn(text: str) -> str:
    """Put one letter in place of all that look the same."""
    return _apart(text.translate(_prototypes()))


@cache
def _prototypes() -> Mapping[int, str]:
    """Return, by character that looks like others, the text as which it is drawn.

    The data tells of each character which others it looks like, in both
    directions; one that looks like several letters together ("m", like "rn") is
    drawn as those.
    """
    data = cast("dict[str, list[dict[str, str]]]", _confusables.confusables_data)
    alike = _Classes()
    longer: dict[str, str] = {}
    for one, others in data.items():
        bare = _bare(one)
        if len(bare) != 1:
            continue
        for other in (_bare(other["c"]) for other in others):
            if len(other) == 1:
                alike.join(bare, other)
            elif len(others) == 1:
                longer[bare] = other
    for small, letter in _small_capitals():
        alike.join(small, letter)
    table = {one: alike.of(one) for one in alike}
    for one, other in longer.items():
        table[one] = "".join(table.get(part, part) for part in _apart(other))
    # The leader of a class may itself look like several letters.
    return {ord(one): table.get(drawn, drawn) for one, drawn in table.items()}


def _small_capitals() -> Iterator[tuple[str, str]]:
    """Yield capitals of the size of small letters, which the data leaves out."""
    for each in map(chr, [*range(0x250, 0x2B0), *range(0x1D00, 0x1D80), *_EXTENDED]):
        if found := _SMALL_CAPITAL.search(unicodedata.name(each, "")):
            yield each, found[1].lower()


_EXTENDED = range(0xA720, 0xA800)
_SMALL_CAPITAL = re.compile("^LATIN LETTER SMALL CAPITAL ([A-Z])$")


def _bare(text: str) -> str:
    """Return a text of the data without the direction marks around it."""
    if text.isascii():
        return text
    return "".join(c for c in text if unicodedata.category(c) != "Cf")


class _Classes:
    """Characters that look the same, directly or by way of others."""

    def __init__(self) -> None:
        self._leader: dict[str, str] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._leader)

    def of(self, character: str) -> str:
        """Return the one that stands for all of a class."""
        leader = self._leader.get(character, character)
        return leader if leader == character else self.of(leader)

    def join(self, one: str, other: str) -> None:
        """Make two classes one; a plain letter leads."""
        first, last = sorted((self.of(one), self.of(other)), key=_plainness)
        self._leader[first] = first
        self._leader[last] = first


def _plainness(character: str) -> tuple[bool, bool, int]:
    is_letter = character.isascii() and character.isalpha()
    return (not is_letter, not character.islower(), ord(character))
