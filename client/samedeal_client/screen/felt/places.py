"""Places of boards beside each other: all alike, or one large and the others small.

Pure figures: who asks tells how large cards are in a room of so many rows and cells.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from samedeal_client.screen.felt.card import L, M, S, Size

GAP = 2
"""Cells between two boards."""
TITLE_ROWS, BLANK_ROWS = 1, 1
"""Rows above a small board, and below it where another one follows."""
LOW_ROWS = 2
"""Rows of a card of a large board, at least."""
MOST_ACROSS = 3
"""Small boards beside each other, to the right of a large one."""

Measure: TypeAlias = Callable[[int, int], Size | None]
"""The size of cards in a room of so many rows and cells; None for too little room."""


class Small(NamedTuple):
    """The needs of small boards."""

    least: tuple[int, int]
    """Rows and cells that each of them needs, without its title."""
    measure: Measure


class Tile(NamedTuple):
    """The place of a board, its title included."""

    x: int
    y: int
    width: int
    height: int


class Followed(NamedTuple):
    """The place of one board, and those of as many others as it leaves room for."""

    large: Tile
    others: tuple[Tile, ...] = ()


def alike(count: int, measure: Measure, height: int, width: int) -> tuple[Tile, ...]:
    """Return places for boards with the largest cards that all of them can have.

    None of them, where these are smaller than can be read at a glance.
    """
    found: list[tuple[int, tuple[Tile, ...]]] = []
    for across in range(count, 0, -1):
        down = -(-count // across)
        rows, cells = (height + BLANK_ROWS) // down, (width + GAP) // across - GAP
        size = measure(rows - TITLE_ROWS - BLANK_ROWS, cells)
        if size is not None and size.width >= S.width and size.rows >= S.rows:
            tiles = tuple(
                Tile(
                    n % across * (cells + GAP),
                    n // across * rows,
                    cells,
                    rows - BLANK_ROWS,
                )
                for n in range(count)
            )
            found.append((_area(size), tiles))
    return max(found, key=lambda one: one[0], default=(0, ()))[1]


def followed(
    count: int, measure: Measure, small: Small, height: int, width: int
) -> Followed:
    """Return places for one board, and for as many of `count` others as leave it large.

    Small boards have more than their least room where that costs the large one nothing.
    """
    alone = measure(height, width)
    if alone is None or not count:
        return Followed(Tile(0, 0, width, height))
    enough = max(M.width, min(L.width, alone.width))
    least = small.least
    found: list[tuple[tuple[int, int, int], Followed]] = []
    for places in (
        *_to_the_right(count, least, height, width),
        *_below(count, least, height, width),
    ):
        size = measure(places.large.height, places.large.width)
        if size is not None and size.width >= enough and size.rows >= LOW_ROWS:
            _, _, cells, rows = places.others[0]
            beside = small.measure(rows - TITLE_ROWS, cells)
            worth = (len(places.others), _area(size), _area(beside))
            found.append((worth, places))
    best = max(found, key=lambda one: one[0], default=None)
    return Followed(Tile(0, 0, width, height)) if best is None else best[1]


def _to_the_right(
    count: int, least: tuple[int, int], height: int, width: int
) -> Iterator[Followed]:
    most = (height + BLANK_ROWS) // (least[0] + TITLE_ROWS + BLANK_ROWS)
    for across in range(1, MOST_ACROSS + 1) if most else ():
        shown = min(count, most * across)
        down = -(-shown // across)
        each = (height + BLANK_ROWS) // down
        for cells in range(least[1], max(least[1], _part(width) // across) + 1):
            left = width - across * (cells + GAP)
            tiles = tuple(
                Tile(left + GAP + x * (cells + GAP), y * each, cells, each - BLANK_ROWS)
                for x, y in (divmod(n, down) for n in range(shown))
            )
            yield Followed(Tile(0, 0, left, height), tiles)


def _below(
    count: int, least: tuple[int, int], height: int, width: int
) -> Iterator[Followed]:
    shown = min(count, (width + GAP) // (least[1] + GAP))
    first = least[0] + TITLE_ROWS
    for rows in range(first, max(first, _part(height)) + 1) if shown else ():
        top, each = height - rows, (width + GAP) // shown - GAP
        tiles = tuple(Tile(n * (each + GAP), top, each, rows) for n in range(shown))
        yield Followed(Tile(0, 0, width, top - BLANK_ROWS), tiles)


def _part(whole: int) -> int:
    """Return the most of a room that boards beside a large one may have together."""
    return whole * 2 // 5


def _area(size: Size | None) -> int:
    return 0 if size is None else size.width * size.rows
