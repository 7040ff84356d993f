"""A link as a QR code (ISO/IEC 18004), for a phone's camera before this screen.

Written here, as links need the least of it: bytes; the least correction, for a screen
has no scratches; and the first five sizes, each of which is one block.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from typing import TypeAlias

from samedeal_client.view.cards import Glyphs
from samedeal_client.view.spans import Line, Lines, Span
from samedeal_client.view.tints import Patch, Tint

HELD = (19, 34, 55, 80, 108)
"""The bytes of each size, two of which tell how many of a text follow."""
CORRECTION = (7, 10, 15, 20, 26)
"""The bytes of correction behind them."""
FILLING = bytes((0xEC, 0x11)) * 54
QUIET = 2
"""Light modules around a code; on paper it is four."""
_MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda x, y: (x + y) % 2,
    lambda _, y: y % 2,
    lambda x, _: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
"""Where each mask turns a module over: where it is nothing."""
_RUN, _LIKE_A_CORNER = re.compile("0{5,}|1{5,}"), "(?=10111010000|00001011101)"

Cells: TypeAlias = dict[tuple[int, int], int]
"""Modules by column and row, 1 the dark ones."""


@cache
def qr_rows(text: str, glyphs: Glyphs) -> Lines:
    """Return a code and the light around it, two modules in a cell.

    Nothing for a text that is too long, and where there are no halves of cells.
    """
    rows = modules(text)
    if not rows or not glyphs.halves:
        return ()
    light = "0" * QUIET
    wide = [f"{light}{row}{light}" for row in rows]
    edge = ["0" * len(wide[0])] * QUIET
    # One row more, as codes have an odd number.
    whole = [*edge, *wide, *edge, edge[0]]
    pairs = zip(whole[::2], whole[1::2], strict=True)
    return tuple(_drawn(*pair, glyphs) for pair in pairs)


def _drawn(upper: str, lower: str, glyphs: Glyphs) -> Line:
    """Return two rows of modules as one of cells; a whole cell is a ground."""
    light, dark = Patch(Tint.SPADES, Tint.CARD), Patch(Tint.CARD, Tint.SPADES)
    looks = {
        "00": Span(" ", light),
        "11": Span(" ", dark),
        "10": Span(glyphs.halves[0], light),
        "01": Span(glyphs.halves[1], light),
    }
    return tuple(
        looks[above + below] for above, below in zip(upper, lower, strict=True)
    )


def modules(text: str) -> tuple[str, ...]:
    """Return the rows of a text's code, 1 for a dark module; nothing if it is long."""
    said = text.encode()
    size = next((n for n, held in enumerate(HELD) if len(said) + 2 <= held), None)
    if size is None:
        return ()
    side = 21 + 4 * size
    fixed = _fixed(side)
    data = _data(said, HELD[size])
    bits = "".join(f"{byte:08b}" for byte in data + _correction(data, CORRECTION[size]))
    free = [place for place in _in_order(side) if place not in fixed]
    laid = dict(zip(free, map(int, bits.ljust(len(free), "0")), strict=True))
    drawn = (_rows({**fixed, **_masked(laid, mask, side)}, side) for mask in range(8))
    return min(drawn, key=_penalty)


def _data(said: bytes, held: int) -> bytes:
    """Return a text as it is kept: what it is, its length, itself, and filling."""
    bits = (0b0100 << 8 | len(said)) << 8 * len(said) | int.from_bytes(said, "big")
    kept = (bits << 4).to_bytes(len(said) + 2, "big")
    return kept + FILLING[: held - len(kept)]


def _correction(data: bytes, count: int) -> bytes:
    """Return the remainder of some bytes, by the code of Reed and Solomon."""
    divisor = [1]
    root = 1
    for _ in range(count):
        shifted = [_times(each, root) for each in divisor]
        divisor = [a ^ b for a, b in zip([*divisor, 0], [0, *shifted], strict=True)]
        root = _times(root, 2)
    left = [0] * count
    for byte in data:
        factor = byte ^ left[0]
        left = [
            a ^ _times(b, factor)
            for a, b in zip([*left[1:], 0], divisor[1:], strict=True)
        ]
    return bytes(left)


def _times(one: int, other: int) -> int:
    """Multiply in the field of 256 of this code."""
    found = 0
    while other:
        found ^= one if other & 1 else 0
        one = one << 1 ^ (0x11D if one & 0x80 else 0)
        other >>= 1
    return found


def _fixed(side: int) -> Cells:
    """Return the modules that every code of a size has, and where its format is."""
    cells: Cells = {}
    for at in range(side):
        cells[at, 6] = cells[6, at] = 1 - at % 2
    last = side - 4
    for x, y in ((3, 3), (last, 3), (3, last)):
        cells |= _rings(x, y, 4, (0, 1, 3))
    if side > 21:
        cells |= _rings(side - 7, side - 7, 2, (0, 2))
    cells |= _format(0, side)
    return {(x, y): dark for (x, y), dark in cells.items() if _is_on(x, y, side)}


def _is_on(x: int, y: int, side: int) -> bool:
    return 0 <= x < side and 0 <= y < side


def _rings(x: int, y: int, most: int, dark: Sequence[int]) -> Cells:
    """Return squares within each other, of which some are dark."""
    around = range(-most, most + 1)
    return {
        (x + dx, y + dy): int(max(abs(dx), abs(dy)) in dark)
        for dx, dy in product(around, around)
    }


def _format(mask: int, side: int) -> Cells:
    """Return twice what says how much correction there is, and which mask."""
    said = 0b01 << 3 | mask
    left = said << 10
    for at in reversed(range(5)):
        left ^= (0x537 << at) if left >> at + 10 & 1 else 0
    bits = (said << 10 | left) ^ 0x5412
    one = [*((8, y) for y in (0, 1, 2, 3, 4, 5, 7, 8)), (7, 8)]
    one += [(x, 8) for x in range(5, -1, -1)]
    other = [(side - 1 - at, 8) for at in range(8)]
    other += [(8, side - 7 + at) for at in range(7)]
    cells = {
        place: bits >> at & 1
        for places in (one, other)
        for at, place in enumerate(places)
    }
    return {**cells, (8, side - 8): 1}


def _in_order(side: int) -> Iterable[tuple[int, int]]:
    """Return all places in the order of their bits: up and down, two columns wide."""
    columns = [x for x in range(side - 1, 0, -2) if x > 6]
    columns += [5, 3, 1]
    for number, right in enumerate(columns):
        down = range(side)
        for y in down if number % 2 else reversed(down):
            yield right, y
            yield right - 1, y


def _masked(laid: Mapping[tuple[int, int], int], mask: int, side: int) -> Cells:
    """Return modules with a mask over them, and what says which it is."""
    turns = _MASKS[mask]
    turned = {(x, y): dark ^ (not turns(x, y)) for (x, y), dark in laid.items()}
    return {**turned, **_format(mask, side)}


def _rows(cells: Cells, side: int) -> tuple[str, ...]:
    return tuple(
        "".join(str(int(cells[x, y])) for x in range(side)) for y in range(side)
    )


def _penalty(rows: Sequence[str]) -> int:
    """Count what may mislead a camera: runs, blocks, false corners, one colour."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    points = 0
    for row in (*rows, *columns):
        points += sum(len(run[0]) - 2 for run in _RUN.finditer(row))
        points += 40 * len(re.findall(_LIKE_A_CORNER, row))
    for one, other in pairwise(rows):
        pairs = pairwise(zip(one, other, strict=True))
        points += 3 * sum(len({*a, *b}) == 1 for a, b in pairs)
    dark, side = "".join(rows).count("1"), len(rows)
    return points + 10 * (abs(20 * dark - 10 * side * side) // (side * side))
