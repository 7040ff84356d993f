"""Suits and pips made of half cells, for cards that have room for them."""

from functools import lru_cache
from typing import NamedTuple

from samedeal_client.view.spans import Line, Lines, Span
from samedeal_client.view.tints import Patch, Tint
from samedeal_games.cards import RANKS

SUIT_WIDTH, SUIT_ROWS = 7, 4
PIP_ROWS = 7

_PICTURES = (
    "..###.. ..###.. ##.#.## ####### ####### ##.#.## ...#... ..###..",
    "...#... ..###.. .#####. ####### .#####. ..###.. ...#... .......",
    ".##.##. ####### ####### ####### .#####. ..###.. ...#... .......",
    "...#... ..###.. .#####. ####### ####### ##.#.## ...#... ..###..",
)
"""Clubs, diamonds, hearts, spades; two points of a column are a cell."""
_CROWNS = {
    "J": "....... ..###.. .####.. .#####.",
    "Q": "...#... .#.#.#. .#####. ..###..",
    "K": "#..#..# ##.#.## ####### .#####.",
}
"""Over the suit of a court card."""
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


class Face(NamedTuple):
    """The picture in the middle of a card."""

    rank: int
    """From 1."""
    suit: int
    tint: Tint
    ground: Tint


@lru_cache(512)
def suit_rows(face: Face, width: int) -> Lines:
    """Return a large suit on the ground of a card that is `width` cells wide."""
    return _drawn(_PICTURES[face.suit], face.tint, face.ground, width)


@lru_cache(512)
def pip_rows(face: Face, sign: str, width: int) -> Lines:
    """Return the face of a large card: as many pips as it counts, or its court."""
    rank = RANKS[face.rank - 1]
    blank: Line = (Span(" " * width, Patch(face.tint, face.ground)),)
    if rank in _CROWNS:
        crown = _drawn(_CROWNS[rank], Tint.CROWN, face.ground, width)
        return (*crown, *suit_rows(face, width), blank)
    if rank not in _PIPS:
        return (blank, *suit_rows(face, width), blank, blank)
    apart = (width - 3) // 3
    rows = [[" "] * width for _ in range(PIP_ROWS)]
    for column, row in _PIPS[rank]:
        rows[row][width // 2 + (column - _MIDDLE) * apart] = sign
    patch = Patch(face.tint, face.ground)
    return tuple((Span("".join(row), patch),) for row in rows)


def _drawn(picture: str, tint: Tint, ground: Tint, width: int) -> Lines:
    """Return rows of half cells, in the middle of `width` cells."""
    halves = picture.split()
    left = (width - SUIT_WIDTH + 1) // 2
    sides = (left, width - SUIT_WIDTH - left)
    return tuple(
        _row(upper, lower, tint, ground, sides)
        for upper, lower in zip(halves[::2], halves[1::2], strict=True)
    )


def _row(
    upper: str, lower: str, tint: Tint, ground: Tint, sides: tuple[int, int]
) -> Line:
    plain, full = Patch(tint, ground), Patch(ground, tint)
    spans = [Span(" " * sides[0], plain)]
    for pair in zip(upper, lower, strict=True):
        # A full cell is a ground: fonts leave hairlines around their blocks.
        whole = pair == ("#", "#")
        sign = {("#", "."): "▀", (".", "#"): "▄"}.get(pair, " ")
        patch = full if whole else plain
        if spans[-1].style == patch:
            spans[-1] = Span(spans[-1].text + sign, patch)
        else:
            spans.append(Span(sign, patch))
    return (*spans, Span(" " * sides[1], plain))
