"""Large letters, made of half cells: five points high, and three rows of a terminal."""

from collections.abc import Sequence
from functools import lru_cache
from unicodedata import normalize

from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span, Style
from samedeal_client.view.tints import Patch, Tint

POINTS_HIGH = 5
GAP, BLANK_WIDTH = 1, 2
"""Between two letters; of a blank, beside the gaps around it."""
FULL, UPPER, LOWER = "█▀▄"
"""Full, upper and lower half cells, for a screen without colours."""
ACCENTS = "\u0300\u0301\u0302\u0308"
"""Accents that a capital may be written without; that of ``Ñ`` makes another letter."""

_PICTURES = {
    "A": ".#. #.# ### #.# #.#",
    "B": "##. #.# ##. #.# ##.",
    "C": ".## #.. #.. #.. .##",
    "D": "##. #.# #.# #.# ##.",
    "E": "### #.. ##. #.. ###",
    "F": "### #.. ##. #.. #..",
    "G": ".## #.. #.# #.# .##",
    "H": "#.# #.# ### #.# #.#",
    "I": "### .#. .#. .#. ###",
    "J": "..# ..# ..# #.# .#.",
    "K": "#.# #.# ##. #.# #.#",
    "L": "#.. #.. #.. #.. ###",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#..# ##.# #.## #..# #..#",
    "O": "### #.# #.# #.# ###",
    "P": "##. #.# ##. #.. #..",
    "Q": "### #.# #.# ### ..#",
    "R": "##. #.# ##. #.# #.#",
    "S": ".## #.. .#. ..# ##.",
    "T": "### .#. .#. .#. .#.",
    "U": "#.# #.# #.# #.# ###",
    "V": "#.# #.# #.# #.# .#.",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#.# #.# .#. #.# #.#",
    "Y": "#.# #.# .#. .#. .#.",
    "Z": "### ..# .#. #.. ###",
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ##. ..# ##.",
    "6": "### #.. ### #.# ###",
    "7": "### ..# .#. .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "+": "... .#. ### .#. ...",
    "-": "... ... ### ... ...",
    ".": ". . . . #",
    ",": ".. .. .. .# #.",
    ":": ". # . # .",
    "!": "# # # . #",
    "'": "# # . . .",
    "(": ".# #. #. #. .#",
    ")": "#. .# .# .# #.",
    " ": " ".join(["." * BLANK_WIDTH] * POINTS_HIGH),
}


@lru_cache(64)
def large(text: str, width: int, glyphs: Glyphs, *, ground: Tint, tint: Tint) -> Lines:
    """Return a text in large letters, as rows; none where they do not fit a width.

    None, either, for a text with a letter that has no picture.
    """
    is_ascii = glyphs.bar == "|"
    points = _points(text)
    if is_ascii and any(letter.isalpha() for letter in text):
        # Words of one cell a point run together; figures are known all the same.
        points = ["".join(2 * point for point in row) for row in points]
    if not points or len(points[0]) > width:
        return ()
    if glyphs.halves:
        patches = Patch(tint, ground), Patch(tint, tint)
        return tuple(
            tuple(_painted(upper, lower, patches)) for upper, lower in _pairs(points)
        )
    if is_ascii:
        return tuple((Span(row.replace(".", " "), Style.TITLE),) for row in points)
    return tuple((_written(upper, lower),) for upper, lower in _pairs(points))


def _points(text: str) -> list[str]:
    """Return the rows of points of a text; none if a letter has no picture."""
    bare = "".join(c for c in normalize("NFD", text.upper()) if c not in ACCENTS)
    if not bare or any(letter not in _PICTURES for letter in bare):
        return []
    pictures = [_PICTURES[letter].split() for letter in bare]
    gap = "." * GAP
    return [gap.join(rows[y] for rows in pictures) for y in range(POINTS_HIGH)]


def _pairs(points: Sequence[str]) -> list[tuple[str, str]]:
    """Return every two rows of points as the halves of one row of cells."""
    rows = [*points, "." * len(points[0])]
    return [*zip(rows[::2], rows[1::2], strict=False)]


def _painted(upper: str, lower: str, patches: tuple[Patch, Patch]) -> Line:
    """Return a row; whole cells are ground, which no font leaves hairlines in."""
    half, whole = patches
    blank = Span(" ", half)
    found = {
        "##": Span(" ", whole),
        "#.": Span(UPPER, half),
        ".#": Span(LOWER, half),
        "..": blank,
    }
    return tuple(found[a + b] for a, b in zip(upper, lower, strict=True))


def _written(upper: str, lower: str) -> Span:
    signs = {"##": FULL, "#.": UPPER, ".#": LOWER, "..": " "}
    pairs = zip(upper, lower, strict=True)
    return Span("".join(signs[a + b] for a, b in pairs), Style.TITLE)
