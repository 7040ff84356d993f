"""The worth of a layout: the points to expect from it in the end.

A layout's value is that of its rows plus that of its columns. Either is a sum
of numbers looked up in tables that were learned (docs/explanation/players.md):
for each line by what it holds and what it may become with the cards that are
unseen; for each suit by the lines that wait for it; and for each rank by the
lines that hold it. All numbers are 64ths of a point.

`worth.h` counts in the same way, place for place: what changes here changes there.
What it adds with a net is not counted here.
"""

import zlib
from array import array
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import prod
from pathlib import Path
from sys import byteorder

from samedeal_games.squares import Hand
from samedeal_games.squares.hands import LINE_SIZE
from samedeal_players.squares.lines import Line
from samedeal_players.squares.unseen import Unseen

SCALE = 64
"""Values are in 64ths of a point."""

LAID = 25
WAYS = 16
MOST_WAYS = 1024

_CARDS_OF_CODE = (0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4)


def _all_kinds() -> dict[tuple[int, ...], int]:
    """Give everything that up to four cards can be a number, shorter lists first."""
    kinds = [
        codes
        for length in range(LINE_SIZE)
        for codes in combinations_with_replacement(range(1, 11), length)
        if sum(_CARDS_OF_CODE[code] for code in codes) < LINE_SIZE
    ]
    return {codes: number for number, codes in enumerate(kinds)}


def _bucket(size: int, ways: int) -> int:
    """Put numbers of ways together that are nearly the same.

    Two buckets for each doubling, but one for each number where one card is
    missing; shifted down where many are, since there are more ways then.
    """
    if ways == 0:
        return 0
    if size == LINE_SIZE - 1:
        return min(ways, 9)
    halves = (ways * ways).bit_length() - 1
    return min(max(1 + halves - (0, 6, 3, 0)[size], 1), 13)


KINDS = _all_kinds()
BUCKETS = tuple(
    tuple(_bucket(size, ways) for ways in range(MOST_WAYS + 1))
    for size in range(1, LINE_SIZE)
)

# The tables of one axis at one stage, one after the other.
PLAIN = 0
MIXED = PLAIN + len(KINDS)
SUITED = MIXED + len(KINDS) * WAYS
RUNNING = SUITED + 4 * 14 * 12
SUITS = RUNNING + len(KINDS) * WAYS
RANKS = SUITS + 14 * 36
STAGE = RANKS + 5 * 11
PLACES = 2 * LAID * STAGE
"""The number of entries: for columns and rows, after each number of cards."""


class Values:
    """Values of layouts, for one table of points."""

    def __init__(self, numbers: "array[int]", points: Mapping[Hand, int]) -> None:
        self._numbers = numbers
        self._points = {hand: points[hand] * SCALE for hand in Hand}

    def of_axis(self, axis: int, lines: list[Line], unseen: Unseen) -> int:
        """Value the columns (0) or the rows (1) after a card has been laid.

        `lines` are those that hold a card.
        """
        open_lines = [line for line in lines if line.size < LINE_SIZE]
        value = sum(self._points[line.hand] for line in lines if line.size == LINE_SIZE)
        if unseen.seen == LAID:
            return value
        start = (axis * LAID + unseen.seen) * STAGE
        numbers = self._numbers
        value += numbers[start] * (LINE_SIZE - len(lines))
        for line in open_lines:
            value += self._of_line(start, line, unseen)
        for place in _suits(open_lines, unseen):
            value += numbers[start + place]
        for place in _ranks(open_lines, unseen):
            value += numbers[start + place]
        return value

    def _of_line(self, start: int, line: Line, unseen: Unseen) -> int:
        of_rank = unseen.of_rank
        kinds = KINDS[tuple(sorted([code + of_rank[r] for r, code in line.codes]))]
        if line.is_paired:
            return self._numbers[start + PLAIN + kinds]
        ways = sum([prod([of_rank[r] for r in ranks]) for ranks in line.missing])
        bucket = BUCKETS[line.size - 1][min(ways, MOST_WAYS)]
        place = kinds * WAYS + bucket
        if line.suit is None:
            return self._numbers[start + MIXED + place]
        flushes = 0
        for cards, worth in line.missing_flushes:
            if unseen.cards & cards == cards:
                flushes += worth
        suited = ((line.size - 1) * 14 + unseen.of_suit[line.suit]) * 12 + flushes
        numbers = self._numbers
        return numbers[start + SUITED + suited] + numbers[start + RUNNING + place]


def _waits_for_suit(line: Line) -> bool:
    return line.suit is not None and line.size > 1


def _suits(open_lines: list[Line], unseen: Unseen) -> list[int]:
    """Look each suit up by how many lines of two, three and four cards wait for it."""
    waiting = [[0] * LINE_SIZE for _ in range(4)]
    for line in open_lines:
        if line.suit is not None and line.size > 1:
            waiting[line.suit][line.size] += 1
    return [
        SUITS
        + left * 36
        + min(waits[2], 3) * 9
        + min(waits[3], 2) * 3
        + min(waits[4], 2)
        for left, waits in zip(unseen.of_suit, waiting, strict=True)
    ]


def _ranks(open_lines: list[Line], unseen: Unseen) -> list[int]:
    """Look each rank up by how many lines hold one, two or three cards of it.

    Lines that wait for a suit are not asked.
    """
    holding: dict[int, list[int]] = {}
    for line in open_lines:
        if not _waits_for_suit(line):
            for rank, count in line.held:
                holding.setdefault(rank, [0] * LINE_SIZE)[count] += 1
    return [
        RANKS + unseen.of_rank[rank] * 11 + pattern
        for rank, counts in holding.items()
        if (pattern := _pattern(counts))
    ]


def _pattern(counts: list[int]) -> int:
    _, one, two, three, _ = counts
    if three:
        return 9 + one
    if two:
        return 8 if two == 2 else 5 + one
    return one


@cache
def learned_numbers(name: str) -> "array[int]":
    """Read what was learned for a table of points, such as ``american``."""
    return numbers_from(learned_bytes(name))


def learned_bytes(name: str) -> bytes:
    """Return the values learned for a table of points, unpacked, in two bytes each."""
    return zlib.decompress(Path(__file__).with_name(f"{name}.values").read_bytes())


def numbers_from(raw: bytes) -> "array[int]":
    """Read numbers of two bytes, the low one first."""
    numbers = array("h", raw)
    if byteorder == "big":
        numbers.byteswap()
    if len(numbers) != PLACES:
        raise ValueError(f"learned values have {PLACES} numbers, not {len(numbers)}")
    return numbers
