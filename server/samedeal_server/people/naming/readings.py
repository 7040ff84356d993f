"""Readings: what a name says to somebody who reads past strokes and digits.

A reader takes `ħost` or `h0st` for a host, whose letters do not look the same. So
names are read only to find words of ours: they are full of such letters honestly, and
two that read the same are not taken for one another.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from samedeal_server.people.naming.skeletons import skeletons, unframed

_LATIN = re.compile(
    "^LATIN (?:SMALL|CAPITAL) LETTER "
    "(?:OPEN |REVERSED |SCRIPT |DOTLESS |INSULAR )?([A-Z])(?: WITH .*)?$"
)
"""Letters with strokes and hooks, which are no marks, and in other hands."""

_SHAPES = str.maketrans(
    "βßησςωδⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨᏁᎾᏫᏆէե@$†¥°",
    "bbnsswdabehikmnopstyabehikmnopstynooiteastyo",
)
"""Letters and signs by what they are read as, where Unicode says no look-alike: Greek,
Coptic, Cherokee, Armenian."""
_DIGITS = str.maketrans("34568", "easbb")
"""Digits by the letters they stand for; 0 and 1 look like theirs."""
_STROKES = str.maketrans("i", "l")
"""Letters that digits are read as, too."""


@lru_cache(maxsize=4096)
def spelled(name: str) -> str:
    """Return a name in plain letters and digits, as far as it can be read so."""
    return "".join(map(_plainest, unframed(name))).translate(_SHAPES)


def reads_like(word: str, ours: Iterable[str]) -> bool:
    """Tell whether a word can be read as one of ours."""
    readings = _readings(word)
    return any(not readings.isdisjoint(_readings(each)) for each in ours)


def readings_of(words: Iterable[str]) -> frozenset[str]:
    """Return the words that some words can be read as."""
    return frozenset(reading for word in words for reading in _readings(word))


def is_read_as(word: str, readings: frozenset[str]) -> bool:
    """Tell whether a word can be read as one whose readings these are."""
    return not readings.isdisjoint(_readings(word))


def reads_within(word: str, ours: str) -> bool:
    """Tell whether a word can be read as one that has another in it."""
    return any(part in whole for part in _readings(ours) for whole in _readings(word))


@lru_cache(maxsize=4096)
def _readings(word: str) -> frozenset[str]:
    if word.isdecimal():
        return frozenset(skeletons(word))
    found = {*skeletons(word), *skeletons(word.translate(_DIGITS))}
    return frozenset(each.translate(_STROKES) for each in found)


def _plainest(character: str) -> str:
    if character.isascii():
        return character
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    letter = _LATIN.search(unicodedata.name(character, ""))
    return character if letter is None else letter[1].lower()
