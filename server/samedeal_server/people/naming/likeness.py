"""Names that look like what is said of players, or in place of their names.

Screens say `You` of whoever looks at them and `Nobody` where there is none, `[bot]`,
`[ghost]`, `(host)` and `rating 1500?` behind a name, `~` at a row that nobody vouches
for, `guest-1a2b` of somebody who lost a name, and an id where there is none; notices
are sentences, and talk is set off by a colon. Letters in frames look like labels. A
name like these, in whichever letters, would say something about a player that nobody
but us may say; so would the name of whoever runs the place.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from samedeal_server.people.naming.notices import WHOLE, is_notice
from samedeal_server.people.naming.readings import (
    is_read_as,
    readings_of,
    reads_like,
    reads_within,
    spelled,
)
from samedeal_server.people.naming.skeletons import (
    alike,
    has_frame,
    skeletons,
    unframed,
)

DEFAULT_NAME = "guest"
"""Of guests without a name; with something behind it, of those who lost theirs."""
GUESTS = (DEFAULT_NAME, "invitado", "invitada")
"""The same, in every language that there is a client in."""

SAID_BY_US = (
    *("You", "Tú", "Usted", "Ustedes", "Nobody", "Nadie"),
    *("Everybody", "Everyone", "Todos"),
    *("somebody erased", "erased", "persona borrada"),
)
"""Words that stand where a name would, in every language that there is a client in."""
ROLES = (
    *("bot", "host", "anfitrión", "anfitriona", "server", "servidor"),
    *(
        "service",
        "servicio",
        "house",
        "la casa",
        "system",
        "sistema",
        "staff",
        "mod",
        "moderator",
    ),
    *("moderador", "moderadora", "admin", "administrator", "administrador"),
    *("administradora", "operator", "operador", "operadora"),
)
"""Words for what somebody is, and not who."""
GHOSTS = ("ghost", "fantasma")
"""Words for what is raced against; somebody may be called so, but nobody's may."""
PROGRAM = "samedeal"
RATINGS = ("rating", "nivel")
"""Words that stand before a rating."""

_WORD = re.compile(r"[^\W_]+")
_ARTICLES = ("the", "a", "an", "el", "la", "un", "una")
_OF = ("of", "de", "del")
_JOINS = ("", " ", "-", "'", "’")
"""Signs that stand between two words of one name."""
_ROW_MARKS = frozenset("~∼∽∾≁〜～˜⁓῀﹏")
"""Signs that say on boards that nobody vouches for a row, and their likes."""
_ANGLES = re.compile("[<‹«˂ᐸ≺].*[>›»˃ᐳ≻]")
"""Signs used as brackets, that Unicode does not take for any."""

_TALK = re.compile(r"[:∶∷꞉ːˑ˸։׃܃܄᛬⁚⁝⦂ꓽ፡፥፦᠄⸬︓﹕：](\s|$)")
"""A sign between a speaker and their words."""
_SENTENCE = re.compile(r"\s.*\w{4}[.。!?]+$")
"""Some words and a stop; no stop that shortens one, as in `Jr.`"""

_ASKS = frozenset("?¿⸮؟՞፧⳺⳻꘏꛷‽❓❔")
"""Question marks, of other scripts, too."""
_DIGITS = "0123456789"
_LIKE_A_RATING = 3
"""Digits."""

_ID = "p-"
_HEX = "0123456789abcdef"
_LIKE_AN_ID = 4
"""Digits; ids have 16 of them, and are shown with fewer."""


def why_not_like_ours(name: str) -> str | None:
    """Return the reason against a name that is for us to say; None for any other."""
    apart = _apart(name)
    if _ANGLES.search(apart) or any(
        unicodedata.category(each) in ("Ps", "Pe") for each in apart
    ):
        return "a name has no brackets, in which it is told what a player is"
    if _ROW_MARKS & set(name):
        return "a name has no tilde, which marks rows that nobody vouches for"
    if _TALK.search(apart):
        return (
            "a name has no colon before a blank, behind which it is told what one says"
        )
    if any(_SENTENCE.search(each) for each in (apart, *skeletons(name))):
        return "a name is not a sentence, as a notice is"
    # As it stands, and as who reads past strokes takes it.
    readings = dict.fromkeys((name, spelled(name)))
    return next((why for why in map(_why_not_read, readings) if why is not None), None)


def _why_not_read(name: str) -> str | None:
    """Return the reason against a name that lies in its words; None for none."""
    if is_notice(_WORD.findall(_unmarked(name))):
        return "a name is not a sentence, as a notice is"
    bare = "".join(each for each in _plain(name) if each.isalnum())
    if is_read_as(bare, _whole_notices()):
        return "a name is not a sentence, as a notice is"
    if _is_one_of(bare.rstrip(_DIGITS), SAID_BY_US):
        return "a name is not what screens call somebody themselves"
    if reads_within(bare, PROGRAM):
        return "a name does not pass for the program"
    if _is_a_ghost(name):
        return "a name is not what a ghost goes by"
    if _is_like_a_rating(name):
        return "a name does not end like a rating"
    if _is_a_role(name, bare) or _is_a_label(name):
        return "a name is not what somebody is here, as a host or a bot"
    if _is_like_a_guests(name):
        return "names like this one are given to guests who lost theirs"
    if _is_like_an_id(_plain(name)):
        return "a name is not like a player's id"
    return None


def _is_one_of(bare: str, ours: Iterable[str]) -> bool:
    return reads_like(bare, map(_plain, ours))


def _is_a_role(name: str, bare: str) -> bool:
    """Tell whether a name is a role, or ends with one that is set off."""
    if _is_one_of(bare.rstrip("0123456789"), ROLES):
        return True
    words = _WORD.findall(_unmarked(name))
    if _is_set_off(name, ROLES):
        return True
    told = [each for each in words if not any(alike(each, a) for a in _ARTICLES)]
    roles = [each for each in told if not _is_one_of(each, GHOSTS)]
    # A ghost by itself is a name.
    is_ghost = bool(told) and not roles
    return not is_ghost and all(_is_one_of(each, ROLES) for each in roles)


def _is_set_off(name: str, ours: Iterable[str]) -> bool:
    """Tell whether a name ends with one of our words, and not as names go on."""
    plain = _unmarked(name)
    words, joins = _WORD.findall(plain), _WORD.split(plain)
    return bool(words) and _is_one_of(words[-1], ours) and joins[-2] not in _JOINS


def _is_a_label(name: str) -> bool:
    """Tell whether letters of a name, some of them in frames, say what only we may."""
    if not any(map(has_frame, name)):
        return False
    bounds = [at for at in range(len(name) + 1) if _is_bound(name, at)]
    pieces = (name[one:other] for one, other in combinations(bounds, 2))
    return any(
        any(map(has_frame, piece)) and not _on_labels().isdisjoint(skeletons(piece))
        for piece in pieces
    )


@cache
def _whole_notices() -> frozenset[str]:
    bare = ("".join(filter(str.isalnum, _plain(each))) for each in WHOLE)
    return readings_of(bare)


@cache
def _on_labels() -> frozenset[str]:
    ours = (*SAID_BY_US, *ROLES, *GHOSTS)
    return frozenset(each for word in ours for each in skeletons(word))


def _is_bound(name: str, at: int) -> bool:
    """Tell whether a word may begin or end at a place: frames set letters off."""
    before, behind = name[max(at - 1, 0) : at], name[at : at + 2]
    is_framed = any(map(has_frame, before + behind))
    return is_framed or not (before.isalnum() and behind[:1].isalnum())


def _is_like_a_rating(name: str) -> bool:
    """Tell whether a name ends with a number that is marked like a rating."""
    plain = _plain(name)
    asks = {each for each in plain if each in _ASKS or alike(each, "?")}
    bare = plain.rstrip("!" + "".join(asks))
    number = bare[-_LIKE_A_RATING:]
    is_number = len(number) == _LIKE_A_RATING and all(
        any(alike(each, digit) for digit in _DIGITS) for each in number
    )
    if not is_number or not any(map(str.isdecimal, number)):
        return False
    words = _WORD.findall(_unmarked(name))
    is_asked = not asks.isdisjoint(plain[len(bare) :])
    return is_asked or _is_rated(words)


def _is_rated(words: Sequence[str]) -> bool:
    """Tell whether the number that ends a name has a rating's word before it."""
    last = words[-1] if words else ""
    return _is_one_of("".join(words[-2:-1]), RATINGS) or any(
        _is_one_of(last[:at], RATINGS) and last[at].isdecimal()
        for at in range(1, len(last))
    )


def _is_a_ghost(name: str) -> bool:
    """Tell whether a name says whose ghost it is."""
    words = [each for each in _WORD.findall(_unmarked(name)) if each]
    while words and _is_one_of(words[0], _ARTICLES):
        words = words[1:]
    is_of = (
        len(words) > 2 and _is_one_of(words[0], GHOSTS) and _is_one_of(words[1], _OF)
    )
    return is_of or (len(words) > 1 and _is_set_off(name, GHOSTS))


def _is_like_a_guests(name: str) -> bool:
    """Tell whether a name is `guest` and something that does not go on as a word."""
    wholes = [whole.replace(" ", "") for whole in skeletons(_plain(name))]
    guests = tuple(each for guest in GUESTS for each in skeletons(guest))
    if not any(whole.startswith(guests) for whole in wholes):
        return False
    return any(
        _ends_a_word(name[at]) and _is_one_of(_plain(name[:at]), GUESTS)
        for at in range(1, len(name))
    )


def _is_like_an_id(plain: str) -> bool:
    first, second, digits = plain[:1], plain[1:2], plain[2:]
    return (
        len(digits) >= _LIKE_AN_ID
        and _ends_a_word(second)
        and alike(first, _ID[0])
        and all(any(alike(each, digit) for digit in _HEX) for each in digits)
    )


def _ends_a_word(character: str) -> bool:
    """Tell whether a word does not go on with a character; some letters are dashes."""
    return not character.isalpha() or alike(character, "-") or character in _DASHES


_DASHES = "ー一〡ㅡᅳㄧ"
"""Letters of East Asia that look like one."""


def _plain(text: str) -> str:
    """Return a text without marks and blanks, in its plainest forms."""
    return "".join(each for each in _unmarked(text) if not each.isspace())


def _unmarked(text: str) -> str:
    if text.isascii():
        return text
    return "".join(
        each for each in _apart(text) if unicodedata.category(each)[0] != "M"
    )


def _apart(text: str) -> str:
    return unframed(text)
