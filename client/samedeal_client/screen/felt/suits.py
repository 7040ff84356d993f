"""Suits, pips and courts in the middle of cards that have room for them.

Of half cells, or of letters where there are none. All are in the middle: a picture of
an odd number of cells stands on cards of an odd number.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from samedeal_client.screen.felt.felt import overlaid
from samedeal_client.screen.felt.letters import FULL, LOWER, UPPER
from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.cards import RANKS

PIP_ROWS, SIGN_ROWS = 7, 2
"""Rows of a card's middle from which on it has pips, and one sign of its suit."""
CROWN_WIDTH = 5
LEAST_SQUAT, SQUAT_ROWS = 6, 3
"""Cells of lettered suits that are lower where they must be, and rows that are too few
for that: of an even width, they cannot give way to one sign in the middle."""
COURTS = "JQK"
CLOTH, EYE = "#", "@"
"""Points of their pictures; an eye has the colour of black cloth."""

_SUITS = {
    6: (
        ".####. .####. ###### ###### ..##.. .####.",
        "..##.. .####. ###### ###### .####. ..##..",
        "##..## ###### ###### .####. .####. ..##..",
        "..##.. .####. ###### ###### ..##.. .####.",
    ),
    7: (
        "..###.. ..###.. ##.#.## ####### ##.#.## ..###..",
        "...#... ..###.. .#####. .#####. ..###.. ...#...",
        ".##.##. ####### ####### .#####. ..###.. ...#...",
        "...#... ..###.. .#####. ####### ##.#.## ..###..",
    ),
    8: (
        "..####.. ..####.. ##.##.## ######## ######## ##.##.## ...##... ..####..",
        "...##... ..####.. .######. ######## ######## .######. ..####.. ...##...",
        ".##..##. ######## ######## ######## ######## .######. ..####.. ...##...",
        "...##... ..####.. .######. ######## ######## ##.##.## ...##... ..####..",
    ),
    9: (
        (
            "...###... ..#####.. ..#####.. .##.#.##. ######### ######### ####.####"
            " .##.#.##. ....#.... ..#####.."
        ),
        (
            "....#.... ...###... ..#####.. .#######. ######### ######### .#######."
            " ..#####.. ...###... ....#...."
        ),
        (
            "..##.##.. .#######. ######### ######### ######### ######### .#######."
            " ..#####.. ...###... ....#...."
        ),
        (
            "....#.... ...###... ..#####.. .#######. ######### ######### #########"
            " .##.#.##. ....#.... ..#####.."
        ),
    ),
}
"""By their width: clubs, diamonds, hearts, spades; two points are a cell."""
COURTS_BY_WIDTH = {
    6: {
        "J": "####*. ****** .@++@. .++++. .#**#. ######",
        "Q": "..**.. .****. %@++@% %++++% .#**#. ######",
        "K": "*.**.* ****** .@++@. .%%%%. ##%%## ######",
    },
    7: {
        "J": ".####*. ******* .%@+@%. ..+++.. .##*##. #######",
        "Q": "...*... .*****. %%@+@%% %%+++%% .##*##. #######",
        "K": "*..*..* ******* .%@+@%. .%%%%%. ###%### #######",
    },
    8: {
        "J": ".#####*. ######*. .******. .%%++%%. .%@++@%. ..++++.. .##**##. ########",
        "Q": "...**... .*.**.*. .******. %%++++%% %%@++@%% %%++++%% .##**##. ########",
        "K": "*..**..* ******** .%%%%%%. .%@++@%. .%%++%%. ..%%%%.. ###%%### ########",
    },
    11: {
        "J": "...####.**. ..#######*. .#########. .*********. ..%%%%%%%.. .%%+++++%%."
        " .%+@+++@+%. .%+++++++%. ..+++#+++.. ...+++++... .##*****##. ####***####"
        " ########### ###########",
        "Q": ".....*..... ..*.***.*.. ..*******.. ..%%%%%%%.. .%%+++++%%. .%+@+++@+%."
        " .%+++++++%. .%%++#++%%. .%%%+++%%%. .%%*+++*%%. .%##***##%. ####*#*####"
        " ########### ###########",
        "K": ".*...*...*. .**.***.**. .*********. .%%%%%%%%%. .%%+++++%%. .%+@+++@+%."
        " .%+++++++%. .%%+%#%+%%. ..%%%%%%%.. ...%%%%%... .###%%%###. ####*%*####"
        " ########### ###########",
    },
}
"""By their width: jack, queen, king; hair, skin, eyes, gold, and cloth of the suit.

Two signs of the suit are on the cloth.
"""
_CROWNS = {"J": ".###. #####", "Q": "..#.. #####", "K": "#.#.# #####"}
"""Over the sign of a court card that has no room for more."""
_LETTERED = {
    5: (
        ".###. ##.## ##### ..#..",
        "..#.. .###. .###. ..#..",
        "##.## ##### .###. ..#..",
        "..#.. .###. ##### ..#..",
    ),
    6: (
        ".####. .####. ###### ###### ..##..",
        "..##.. .####. ###### .####. ..##..",
        ".#..#. ###### ###### .####. ..##..",
        "..##.. .####. ###### ###### ..##..",
    ),
    9: (
        "...###... ..#####.. .##.#.##. ######### .##.#.##. ...###...",
        "....#.... ..#####.. ######### ######### ..#####.. ....#....",
        ".###.###. ######### ######### .#######. ...###... ....#....",
        "....#.... ...###... .#######. ######### .##.#.##. ...###...",
    ),
}
"""The same suits where a letter is a whole cell."""
_LETTERED_CROWNS = {
    3: {"J": ".-.", "Q": r"\o/", "K": r"\|/"},
    5: {"J": ".-=-.", "Q": r"\_o_/", "K": r"\/|\/"},
    6: {"J": ".-==-.", "Q": r"\_oo_/", "K": r"|\/\/|"},
    9: {"J": ".--===--.", "Q": r"\__/o\__/", "K": r"|\/\|/\/|"},
}
_LEFT, _MIDDLE, _RIGHT = 0, 1, 2
_PIPS: dict[str, tuple[tuple[int, int], ...]] = {
    "2": ((_MIDDLE, 0), (_MIDDLE, 6)),
    "3": ((_MIDDLE, 0), (_MIDDLE, 3), (_MIDDLE, 6)),
    "4": ((_LEFT, 0), (_RIGHT, 0), (_LEFT, 6), (_RIGHT, 6)),
}
_PIPS["5"] = (*_PIPS["4"], (_MIDDLE, 3))
_PIPS["6"] = (*_PIPS["4"], (_LEFT, 3), (_RIGHT, 3))
_PIPS["7"] = (*_PIPS["6"], (_MIDDLE, 1))
_PIPS["8"] = (*_PIPS["7"], (_MIDDLE, 5))
_SIDES = tuple((side, row) for side in (_LEFT, _RIGHT) for row in (0, 2, 4, 6))
_PIPS["9"] = (*_SIDES, (_MIDDLE, 3))
_PIPS["T"] = (*_SIDES, (_MIDDLE, 1), (_MIDDLE, 5))
_SIGNS = {6: (1, 4), 7: (1, 5), 8: (1, 6), 11: (2, 8)}
"""The cells of the signs on the cloth of a court, in its last row."""
_INKS = {"*": Tint.CROWN, "%": Tint.EDGE, "+": Tint.COVERED, "@": Tint.SPADES}
"""Of a court beside its cloth: gold, hair, skin, eyes."""
_ONE_INK = str.maketrans("*%+@", "##.#")
_WRITTEN = {"##": FULL, "#.": UPPER, ".#": LOWER, "..": " "}


class Face(NamedTuple):
    """The picture in the middle of a card."""

    rank: int
    """From 1."""
    suit: int
    tint: Tint
    ground: Tint

    @property
    def letter(self) -> str:
        """Its rank, as it is written."""
        return RANKS[self.rank - 1]


@lru_cache(512)
def face_rows(face: Face, sign: str, width: int, rows: int) -> Lines:
    """Return the middle of a card of half cells: its court, pips, large suit or sign.

    Cells at both sides of it stay free.
    """
    if rows >= PIP_ROWS and face.letter in _PIPS:
        return _pips(face, sign, width)
    points = _points(face, width - 2, rows)
    if not points:
        return _small(face, sign, width, rows)
    drawn = _painted(_spread(points, width, rows), face)
    if face.letter not in COURTS:
        return drawn
    return (*drawn[:-1], _signed(drawn[-1], len(points[0]), sign, face))


@lru_cache(512)
def written_rows(
    rank: int, suit: int, width: int, rows: int, glyphs: Glyphs
) -> tuple[str, ...]:
    """Return the same for a card that is drawn in lines, as texts."""
    face = Face(rank, suit, Tint.TEXT, Tint.CARD)
    sign = glyphs.suits[suit]
    if glyphs.bar == "|":
        found = _lettered(face, sign, width, rows)
    elif points := _points(face, width, rows):
        found = _halved(_spread(points, width, rows))
    else:
        crown = _halved(_CROWNS[face.letter].split()) if face.letter in COURTS else []
        found = _below(crown, sign, rows)
    above = (rows - len(found)) // 2
    texts = ([""] * above + found + [""] * rows)[:rows]
    return tuple(text.center(width) for text in texts)


def _points(face: Face, width: int, rows: int) -> list[str]:
    """Return a picture that is in the middle of some cells; none where none has room.

    A row of cells has two of its own.
    """
    is_court = face.letter in COURTS
    for wide in sorted(COURTS_BY_WIDTH if is_court else _SUITS, reverse=True):
        court = COURTS_BY_WIDTH[wide][face.letter] if is_court else ""
        points = (court or _SUITS[wide][face.suit]).split()
        if wide <= width and (width - wide) % 2 == 0 and len(points) <= 2 * rows:
            return points
    return []


def _spread(points: Sequence[str], width: int, rows: int) -> list[str]:
    """Return a picture in the middle of so many cells."""
    above = (2 * rows - len(points)) // 2
    blank = "." * width
    found = [row.center(width, ".") for row in points]
    return ([blank] * above + found + [blank] * 2 * rows)[: 2 * rows]


def _painted(points: Sequence[str], face: Face) -> Lines:
    tints = {**_INKS, "#": face.tint, ".": face.ground}
    return tuple(
        _joined(
            [
                _cell(tints[upper], tints[lower])
                for upper, lower in zip(*pair, strict=True)
            ]
        )
        for pair in zip(points[::2], points[1::2], strict=True)
    )


def _cell(upper: Tint, lower: Tint) -> Span:
    """Return a cell of two halves; a whole one is a ground, without hairlines."""
    if upper is lower:
        return Span(" ", Patch(upper, upper))
    return Span(UPPER, Patch(upper, lower))


def _joined(cells: Sequence[Span]) -> Line:
    found: list[Span] = []
    for cell in cells:
        if found and found[-1].style == cell.style:
            found[-1] = found[-1]._replace(text=found[-1].text + cell.text)
        else:
            found.append(cell)
    return tuple(found)


def _signed(row: Line, wide: int, sign: str, face: Face) -> Line:
    """Return the last row of a court with signs of the suit on its cloth."""
    left = (sum(len(span.text) for span in row) - wide) // 2
    ink = Span(sign, Patch(face.ground, face.tint))
    for x in _SIGNS[wide]:
        row = overlaid(row, left + x, ink)
    return row


def _pips(face: Face, sign: str, width: int) -> Lines:
    """Return as many pips as a card counts."""
    apart = (width - 3) // 3
    rows = [[" "] * width for _ in range(PIP_ROWS)]
    for column, row in _PIPS[face.letter]:
        rows[row][width // 2 + (column - _MIDDLE) * apart] = sign
    patch = Patch(face.tint, face.ground)
    return tuple((Span("".join(row), patch),) for row in rows)


def _small(face: Face, sign: str, width: int, rows: int) -> Lines:
    """Return a sign where there are rows for it, and the crown of a court over it."""
    patch = Patch(face.tint, face.ground, is_bold=True)
    body: list[Line] = [(Span(" " * width, patch),)] * rows
    if rows >= SIGN_ROWS:
        body[rows // 2] = (Span(sign.center(width), patch),)
        if face.letter in COURTS and width > CROWN_WIDTH:
            crown = [row.replace("#", "*") for row in _CROWNS[face.letter].split()]
            body[rows // 2 - 1 : rows // 2] = _painted(_spread(crown, width, 1), face)
    return tuple(body)


# In one ink


def _halved(points: Sequence[str]) -> list[str]:
    """Return a picture as half cells."""
    bare = [row.translate(_ONE_INK) for row in points]
    return [
        "".join(_WRITTEN[a + b] for a, b in zip(upper, lower, strict=True))
        for upper, lower in zip(bare[::2], bare[1::2], strict=True)
    ]


def _lettered(face: Face, sign: str, width: int, rows: int) -> list[str]:
    """Return a suit of its own letters, and the crown of a court over it."""
    is_court = face.letter in COURTS
    for wide in sorted(_LETTERED, reverse=True):
        shape = _LETTERED[wide][face.suit].split()
        if is_court and len(shape) >= rows:
            del shape[1]
        while wide == LEAST_SQUAT and len(shape) + is_court > rows > SQUAT_ROWS:
            del shape[1]
        if wide <= width and (width - wide) % 2 == 0 and len(shape) + is_court <= rows:
            crown = [_LETTERED_CROWNS[wide][face.letter]] if is_court else []
            return crown + [row.replace("#", sign).replace(".", " ") for row in shape]
    return _below([_LETTERED_CROWNS[3][face.letter]] if is_court else [], sign, rows)


def _below(crown: list[str], sign: str, rows: int) -> list[str]:
    """Return a sign in the middle of more rows than one, and a crown over it."""
    if rows <= SIGN_ROWS:
        return []
    return [*crown, sign, ""] if crown else [sign]
