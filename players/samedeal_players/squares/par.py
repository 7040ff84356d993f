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
SWAPS = 600_000
"""Tries of one search: about a second."""

HOT, COLD = 0.25, 0.03
"""Temperatures at the start and the end, as shares of what fours count."""

STEPS = 200
"""From hot to cold in so many steps."""


class Par(NamedTuple):
    """An arrangement and what it counts."""

    cards: tuple[Card, ...]
    """Row by row from the top."""

    points: int


class _Scores(dict[int, int]):
    """What a line counts, by the set of bits of its cards' places in the deal."""

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
    rows, columns = _lines(layout)
    pairs = list(combinations(range(LAID), 2))
    now = best = _total(layout, scores)
    kept = layout.copy()
    throw = dice.random
    many = len(pairs)
    for step in range(STEPS):
        heat = unit * HOT * (COLD / HOT) ** (step / (STEPS - 1))
        for _ in range(swaps // STEPS):
            a, b = pairs[int(throw() * many)]
            row, column = divmod(a, LINE_SIZE)
            row_b, column_b = divmod(b, LINE_SIZE)
            swap = layout[a] ^ layout[b]
            gain = 0
            if row != row_b:
                old, old_b = rows[row], rows[row_b]
                gain += scores[old ^ swap] + scores[old_b ^ swap]
                gain -= scores[old] + scores[old_b]
            if column != column_b:
                old, old_b = columns[column], columns[column_b]
                gain += scores[old ^ swap] + scores[old_b ^ swap]
                gain -= scores[old] + scores[old_b]
            if gain < 0 and throw() >= exp(gain / heat):
                continue
            layout[a] ^= swap
            layout[b] ^= swap
            if row != row_b:
                rows[row] ^= swap
                rows[row_b] ^= swap
            if column != column_b:
                columns[column] ^= swap
                columns[column_b] ^= swap
            now += gain
            if now > best:
                best = now
                kept = layout.copy()
    return kept


def _lines(layout: list[int]) -> tuple[list[int], list[int]]:
    rows = [sum(layout[i * LINE_SIZE : (i + 1) * LINE_SIZE]) for i in range(LINE_SIZE)]
    return rows, [sum(layout[i::LINE_SIZE]) for i in range(LINE_SIZE)]


def _total(layout: list[int], scores: _Scores) -> int:
    rows, columns = _lines(layout)
    return sum(scores[line] for line in rows + columns)
