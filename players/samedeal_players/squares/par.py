"""Par: the best arrangement found of 25 cards, once all of them are known.

Nobody can play so well: whoever lays a card has not seen the next. Simulated
annealing over swaps of two cards finds it, or comes close; that it is the best
there is, nobody says.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import exp
from random import Random
from typing import NamedTuple

from samedeal_games.cards import Card
from samedeal_games.squares import Hand
from samedeal_games.squares.hands import LINE_SIZE, hand_of

LAID = 25
SWAPS = 1_200_000
"""Tries of one search: between one second and two."""

HOT, COLD = 0.12, 0.04
"""Temperatures at the start and the end, as shares of what fours count."""

STEPS = 200
"""The number of steps from hot to cold."""


class Par(NamedTuple):
    """An arrangement and what it counts."""

    cards: tuple[Card, ...]
    """Row by row from the top."""

    points: int


class _Scores(dict[int, int]):
    """The points of a line, by the set of bits of its cards' places in the deal."""

    def __init__(self, cards: Sequence[Card], points: Mapping[Hand, int]) -> None:
        super().__init__()
        self._cards = cards
        self._points = points

    def __missing__(self, line: int) -> int:
        held = [card for i, card in enumerate(self._cards) if line >> i & 1]
        self[line] = points = self._points[hand_of(held)]
        return points


def find_par(
    cards: Sequence[Card],
    points: Mapping[Hand, int],
    dice: Random,
    swaps: int = SWAPS,
) -> Par:
    """Search for the arrangement of 25 cards that counts most.

    The same cards, dice and number of swaps find the same.
    """
    if len(cards) != LAID:
        raise ValueError(f"par is of {LAID} cards, not {len(cards)}")
    scores = _Scores(cards, points)
    layout = _anneal(scores, points[Hand.FOUR_OF_A_KIND], dice, swaps)
    found = tuple(cards[bit.bit_length() - 1] for bit in layout)
    return Par(found, _total(layout, scores))


def _anneal(scores: _Scores, unit: int, dice: Random, swaps: int) -> list[int]:
    """Return the best layout met: a bit for each cell, row by row."""
    layout = [1 << i for i in range(LAID)]
    lines = _lines(layout)
    counts = [scores[line] for line in lines]
    pairs = [_ends(a, b) for a, b in combinations(range(LAID), 2)]
    now = best = sum(counts)
    kept = layout.copy()
    throw = dice.random
    many = len(pairs)
    # Written out, for it runs a million times: two lines or four take a new card.
    up = down = left = right = 0
    for step in range(STEPS):
        heat = unit * HOT * (COLD / HOT) ** (step / (STEPS - 1))
        for _ in range(swaps // STEPS):
            a, b, row, row_b, column, column_b = pairs[int(throw() * many)]
            swap = layout[a] ^ layout[b]
            gain = 0
            if row != row_b:
                up = scores[lines[row] ^ swap]
                down = scores[lines[row_b] ^ swap]
                gain = up + down - counts[row] - counts[row_b]
            if column != column_b:
                left = scores[lines[column] ^ swap]
                right = scores[lines[column_b] ^ swap]
                gain += left + right - counts[column] - counts[column_b]
            if gain < 0 and throw() >= exp(gain / heat):
                continue
            layout[a] ^= swap
            layout[b] ^= swap
            if row != row_b:
                lines[row] ^= swap
                lines[row_b] ^= swap
                counts[row], counts[row_b] = up, down
            if column != column_b:
                lines[column] ^= swap
                lines[column_b] ^= swap
                counts[column], counts[column_b] = left, right
            now += gain
            if now > best:
                best = now
                kept = layout.copy()
    return kept


def _ends(a: int, b: int) -> tuple[int, int, int, int, int, int]:
    """Return two cells with their rows and their columns, as `_lines` lists them."""
    (row, column), (row_b, column_b) = divmod(a, LINE_SIZE), divmod(b, LINE_SIZE)
    return a, b, row, row_b, LINE_SIZE + column, LINE_SIZE + column_b


def _lines(layout: list[int]) -> list[int]:
    """Return the sets of cards in the rows, then in the columns."""
    rows = [layout[i * LINE_SIZE : (i + 1) * LINE_SIZE] for i in range(LINE_SIZE)]
    columns = [layout[i::LINE_SIZE] for i in range(LINE_SIZE)]
    return [sum(line) for line in rows + columns]


def _total(layout: list[int], scores: _Scores) -> int:
    return sum(scores[line] for line in _lines(layout))
