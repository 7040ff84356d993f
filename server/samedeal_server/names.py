"""Names: which may be shown, which may be claimed, and which look like another.

Two names are the same to a reader who does not look at capitals, or who takes one
letter for another of the same shape. Both are folded away: what is left of a name
is its skeleton, after Unicode Technical Standard 39. A name has two, for the two
foldings do not commute: a capital nu looks like an N, and is the capital of a
letter that looks like a v. Names that share a skeleton are taken for one another.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import cast

from confusable_homoglyphs import (  # type: ignore[import-untyped]
    confusables as _confusables,  # pyright: ignore[reportMissingTypeStubs]
)

from samedeal_protocol.accounts import CLAIMED_NAME_MIN
from samedeal_protocol.limits import NAME_MAX

DEFAULT_NAME = "guest"

MARKS_MOST = 3
"""Marks on one letter; honest scripts have no more, and more run over the screen."""

CHECK_MARKS = frozenset("*✓✔✅☑🗸🗹√⁎∗✱✲✳＊﹡٭")
"""What says on screens that a name is claimed, and what looks like that."""

_INVISIBLE = frozenset(
    map(
        chr,
        [
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
            *(0x16FE4, 0x1D159),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ],
    )
)
"""Letters, marks and signs that show nothing; Unicode ignores them by default."""

_GUEST_DIGITS = 4


def why_not_shown(name: str) -> str | None:
    """Return why nobody may go by a name, None if they may.

    `name` is composed (NFC) and has no blanks around it.
    """
    if not 1 <= len(name) <= NAME_MAX:
        return f"a name has 1 to {NAME_MAX} characters"
    if not all(is_visible(character) for character in name):
        return "a name has only printable characters"
    if CHECK_MARKS & set(name):
        return "a name has no check mark and no asterisk, which mark claimed names"
    if most_marks(name) > MARKS_MOST or unicodedata.combining(name[0]):
        return "a name has no more marks than its letters can carry"
    return None


def why_not_claimed(name: str) -> str | None:
    """Return why nobody can claim a name, None if somebody can; `name` is composed."""
    if not CLAIMED_NAME_MIN <= len(name) <= NAME_MAX:
        return f"a claimed name has {CLAIMED_NAME_MIN} to {NAME_MAX} characters"
    if name != " ".join(name.split()):
        return "a claimed name has single blanks, and none around it"
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        return "a claimed name has a letter or a digit"
    if _is_for_guests(name) or is_player_id(name):
        return "names like this one are for guests"
    return why_not_shown(name)


def composed(name: str) -> str:
    """Return a name as it is kept: each letter and its marks as one, where that is."""
    return unicodedata.normalize("NFC", name)


def neutral_name(player: str) -> str:
    """Return the name of a guest who cannot go by their own; never a claimed one."""
    return f"{DEFAULT_NAME}-{player[-_GUEST_DIGITS:]}"


def is_player_id(text: str) -> bool:
    """Tell whether a text has the form of a player's id."""
    return len(text) == 18 and text.startswith("p-") and not set(text[2:]) - _HEX


@lru_cache(maxsize=4096)
def skeletons(name: str) -> tuple[str, ...]:
    """Return what is left of a name without capitals and look-alikes, once or twice.

    The first sees letters as they look and then forgets capitals, the second the
    other way round. Names are taken for one another if any of theirs are equal.
    """
    as_seen = _folded(_apart(name))
    as_read = _folded(_lower(_apart(name)))
    return tuple(dict.fromkeys((as_seen, as_read)))


_HEX = frozenset("0123456789abcdef")


def is_visible(character: str) -> bool:
    """Refuse controls, direction marks and other characters nobody can see."""
    category = unicodedata.category(character)
    return character == " " or (category[0] not in "CZ" and character not in _INVISIBLE)


def most_marks(name: str) -> int:
    """Return how many marks one letter has at most."""
    most = count = 0
    for character in name:
        count = count + 1 if unicodedata.category(character)[0] == "M" else 0
        most = max(most, count)
    return most


def _is_for_guests(name: str) -> bool:
    """Tell whether a name looks like one that guests are given."""
    own = set(skeletons(DEFAULT_NAME))
    return bool(own & set(skeletons(name.partition("-")[0].strip())))


def _apart(text: str) -> str:
    """Take letters and marks apart; two blanks look like one."""
    return " ".join(unicodedata.normalize("NFKD", text).split())


def _folded(text: str) -> str:
    return _drawn(_lower(_drawn(text)))


def _lower(text: str) -> str:
    return _apart(text.casefold())


def _drawn(text: str) -> str:
    """Put one letter in place of all that look the same."""
    return _apart(text.translate(_prototypes()))


@cache
def _prototypes() -> Mapping[int, str]:
    """Return what each character that looks like others is drawn as.

    The data tells of each character which others it looks like, in both
    directions; one that looks like several letters together ("m", like "rn") is
    drawn as those.
    """
    data = cast("dict[str, list[dict[str, str]]]", _confusables.confusables_data)
    alike = _Classes()
    longer: dict[str, str] = {}
    for one, others in data.items():
        for other in (_bare(other["c"]) for other in others):
            if len(_bare(one)) == 1 and len(other) == 1:
                alike.join(_bare(one), other)
            elif len(_bare(one)) == 1 and len(others) == 1:
                longer[_bare(one)] = other
    table = {one: alike.of(one) for one in alike}
    for one, other in longer.items():
        table[one] = "".join(table.get(part, part) for part in _apart(other))
    # The leader of a class may itself look like several letters.
    return {ord(one): table.get(drawn, drawn) for one, drawn in table.items()}


def _bare(text: str) -> str:
    """Return a text of the data without the direction marks around it."""
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
