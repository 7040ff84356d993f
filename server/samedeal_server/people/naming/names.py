"""Names: which may be shown, and which may be claimed."""

import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_network

from samedeal_protocol.limits import NAME_MAX
from samedeal_protocol.people.accounts import CLAIMED_NAME_MIN
from samedeal_server.people.naming.likeness import (
    DEFAULT_NAME,
    GUESTS,
    why_not_like_ours,
)
from samedeal_server.people.naming.skeletons import alike

MARKS_MOST = 3
"""Marks on one letter; honest scripts have no more, and more run over the screen."""

CHECK_MARKS = frozenset("*✓✔✅☑🗸🗹√⁎∗✱✲✳＊﹡٭⍻⩗⌄˅𝥷⁕꙳⋆⚹⛥𖬼❇❉❊❋✻✼✽")
"""Signs that say on screens that a name is claimed, and their likes."""

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
    """Return the reason why nobody may go by a name; None if they may.

    `name` is composed (NFC) and has no blanks around it.
    """
    if not 1 <= len(name) <= NAME_MAX:
        return f"a name has 1 to {NAME_MAX} characters"
    if not all(is_visible(character) for character in name):
        return "a name has only printable characters"
    if is_address(name) or name.startswith("--"):
        return "a name is not an address or an option of a command"
    if CHECK_MARKS & set(name):
        return "a name has no check mark and no asterisk, which mark claimed names"
    if most_marks(name) > MARKS_MOST or unicodedata.combining(name[0]):
        return "a name has no more marks than its letters can carry"
    return why_not_like_ours(name)


def why_not_claimed(name: str) -> str | None:
    """Return the reason why nobody can claim a composed name; None if somebody can."""
    if not CLAIMED_NAME_MIN <= len(name) <= NAME_MAX:
        return f"a claimed name has {CLAIMED_NAME_MIN} to {NAME_MAX} characters"
    if name != " ".join(name.split()):
        return "a claimed name has single blanks, and none around it"
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        return "a claimed name has a letter or a digit"
    if _is_for_guests(name) or is_player_id(name):
        return "names like this one are for guests"
    return why_not_shown(name)


def why_not_said(text: str) -> str | None:
    """Return the reason why a line cannot be passed on; None if it can.

    What is passed on stays on its line and shows what it is, on any screen.
    """
    if not text or text != composed(text):
        return "a line is composed text (NFC)"
    if text != " ".join(text.split()):
        return "a line has single blanks, and none around it"
    if not all(map(is_visible, text)):
        return "a line has only printable characters"
    if most_marks(text) > MARKS_MOST:
        return "a line has no more marks than its letters can carry"
    return None


def name_beside(name: str, others: Iterable[str]) -> str:
    """Return the name to go by at a table: another's there that looks the same.

    Screens number the later of two names of the same letters. Capitals are seen.
    """
    return next(
        (
            other
            for other in others
            if alike(name, other) and name.casefold() != other.casefold()
        ),
        name,
    )


def composed(name: str) -> str:
    """Return a name as it is kept: each letter and its marks as one, where that is."""
    return unicodedata.normalize("NFC", name)


def neutral_name(player: str) -> str:
    """Return the name of a guest who cannot go by their own; never a claimed one."""
    return f"{DEFAULT_NAME}-{player[-_GUEST_DIGITS:]}"


def is_player_id(text: str) -> bool:
    """Tell whether a text has the form of a player's id."""
    return len(text) == 18 and text.startswith("p-") and not set(text[2:]) - _HEX


_HEX = frozenset("0123456789abcdef")


def is_address(text: str) -> bool:
    """Tell whether a text is an address, or a network, as operators write them."""
    with suppress(ValueError):
        ip_network(text, strict=False)
        return not text.isdecimal()
    return False


def is_visible(character: str) -> bool:
    """Refuse controls, direction marks and other characters nobody can see."""
    category = unicodedata.category(character)
    return character == " " or (category[0] not in "CZ" and character not in _INVISIBLE)


def most_marks(name: str) -> int:
    """Return the greatest number of marks on one letter."""
    most = count = 0
    for character in name:
        count = count + 1 if unicodedata.category(character)[0] == "M" else 0
        most = max(most, count)
    return most


def _is_for_guests(name: str) -> bool:
    """Tell whether a name looks like one that guests are given."""
    first = name.partition("-")[0].strip()
    return any(alike(guest, first) for guest in GUESTS)
