"""Capricieuse and Russian Patience once more, played as a hand would.

Written from the pages on the rules alone and sharing nothing with the engine but the
numbers of the cards, so that two readings of the rules meet. Slow and plain.
"""

import copy
import hashlib
import hmac
from collections.abc import Iterable
from itertools import pairwise

Pile = list[int]


def rank(card: int) -> int:
    return card % 13 + 1


def suit(card: int) -> int:
    return card // 13


class Table:
    """Twelve columns and eight foundations, and the cards in hand."""

    def __init__(self) -> None:
        self.columns: list[Pile] = [[] for _ in range(12)]
        self.up = [0, 0, 0, 0]
        """The rank of the top card built on each ace; 0 for no ace yet."""
        self.down = [14, 14, 14, 14]
        """The rank of the top card built on each king; 14 for no king yet."""

    def fits_up(self, card: int) -> bool:
        return rank(card) == self.up[suit(card)] + 1

    def fits_down(self, card: int) -> bool:
        return rank(card) == self.down[suit(card)] - 1

    def build(self, card: int, *, under_king: bool = False) -> bool:
        """Send a card up if it fits, on the ace's foundation if it can be."""
        if self.fits_up(card) and not under_king:
            self.up[suit(card)] += 1
        elif self.fits_down(card) and (self.fits_up(card) or not under_king):
            self.down[suit(card)] -= 1
        else:
            return False
        return True

    def heights(self) -> tuple[int, ...]:
        return (*self.up, *(14 - top for top in self.down))

    def deal(self, game: str, hand: Pile) -> None:
        """Deal the cards in hand as a game does."""
        if game == "capricieuse":
            self.deal_capricieuse(hand)
        else:
            self.deal_russian(hand)

    def gather(self, game: str, seed: bytes, redeal: int) -> Pile:
        """Take the columns up for redeal 1 or 2, in the order of dealing."""
        if game == "capricieuse":
            return self.gather_capricieuse()
        return self.gather_russian(seed, redeal)

    def deal_capricieuse(self, hand: Pile) -> None:
        column = 0
        for card in hand:
            if not self.build(card):
                self.columns[column].append(card)
                column = column + 1 if column < 11 else 0

    def deal_russian(self, hand: Pile) -> None:
        hand = list(hand)
        row: list[int | None] = [None] * 12
        while True:
            for place in range(12):
                if row[place] is None and hand:
                    row[place] = hand.pop(0)
            if not self._clear_row(row):
                break
        self.columns = [[] if card is None else [card] for card in row]
        # Column 1 and column 12: is its exposed card an outside card?
        outside = {0: False, 11: False}
        place = 0
        while hand:
            self.columns[place].append(hand.pop(0))
            if place in outside:
                outside[place] = True
                self._look_outside(outside, hand)
            place = (place + 1) % 12

    def _clear_row(self, row: list[int | None]) -> bool:
        cleared = False
        place = 0
        while place < 12:
            card = row[place]
            if card is not None and self.build(card):
                row[place] = None
                cleared = True
                place = 0
            else:
                place += 1
        return cleared

    def _look_outside(self, outside: dict[int, bool], hand: Pile) -> None:
        for place in (0, 11):
            column = self.columns[place]
            if outside[place] and self.build(column[-1]):
                column.pop()
                if hand:
                    column.append(hand.pop(0))
                else:
                    outside[place] = False
                self._look_outside(outside, hand)
                return

    def gather_capricieuse(self) -> Pile:
        hand: Pile = []
        for number in range(12, 0, -1):
            hand.extend(self.columns[number - 1])
        self.columns = [[] for _ in range(12)]
        return hand

    def gather_russian(self, seed: bytes, redeal: int) -> Pile:
        left = sorted(card for column in self.columns for card in column)
        hand: Pile = []
        for card in redeal_order(seed, redeal):
            if card in left:
                left.remove(card)
                hand.append(card)
        assert not left
        self.columns = [[] for _ in range(12)]
        return hand

    def allows(self, move: str, most: int) -> bool:
        """Tell whether a move of `most` cards or fewer is within the rules."""
        try:
            copy.deepcopy(self).play(move, most)
        except AssertionError:
            return False
        return True

    def play(self, move: str, most: int = 13) -> None:
        """Make a move other than a redeal; fails where it is against the rules."""
        if move[-1] in "FK":
            column = self.columns[int(move[:-1]) - 1]
            assert column, move
            assert self.build(column[-1], under_king=move[-1] == "K"), move
            column.pop()
            return
        ends, _, count = move.partition("x")
        source, target = (self.columns[int(end) - 1] for end in ends.split(">"))
        assert source is not target, move
        assert int(count or 1) <= min(most, len(source)), move
        moved = source[-int(count or 1) :]
        steps = {rank(b) - rank(a) for a, b in pairwise(moved)}
        assert len({suit(card) for card in moved}) == 1, move
        assert steps in (set(), {1}, {-1}), move
        if target:
            assert suit(target[-1]) == suit(moved[0]), move
            assert abs(rank(target[-1]) - rank(moved[0])) == 1, move
        target.extend(moved)
        del source[-len(moved) :]


def redeal_order(seed: bytes, redeal: int) -> Pile:
    """Return the order of both packs for a shuffled redeal, 1 or 2."""
    stream = b"".join(
        hmac.new(
            seed,
            b"samedeal/redeal/1" + bytes([2, redeal]) + block.to_bytes(8, "big"),
            hashlib.sha256,
        ).digest()
        for block in range(64)
    )
    read = iter(stream)
    entries = [*range(104)]
    for k in range(103, 0, -1):
        byte = next(read)
        while byte >= 256 - 256 % (k + 1):
            byte = next(read)
        j = byte % (k + 1)
        entries[k], entries[j] = entries[j], entries[k]
    return [entry % 52 for entry in entries]


def dealt_by_hand(game: str, hand: Iterable[int]) -> Table:
    """Return a table on which these cards were dealt."""
    table = Table()
    table.deal(game, list(hand))
    return table
