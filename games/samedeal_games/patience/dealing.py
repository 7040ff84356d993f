"""The dealing and gathering of tableaus.

A dealing takes the cards in order and the foundations as they stand, sends up
what its rules send up, and leaves no choice to anybody: the layout is a function
of the shuffle.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from typing import NamedTuple

from samedeal_games.cards import FACE_DOWN, Card
from samedeal_games.choices import for_every
from samedeal_games.patience.foundations import Places, goes_up
from samedeal_games.patience.position import Column
from samedeal_games.patience.rulesets import Dealing, Redeal, Ruleset


class Layout(NamedTuple):
    """The table when a dealing is done."""

    columns: list[Column]
    stock: tuple[Card, ...]
    heights: list[int]


def dealt(
    rules: Ruleset, places: Places, cards: tuple[Card, ...], heights: list[int]
) -> Layout:
    """Deal cards on an empty tableau beside foundations of such heights."""
    return _DEALT[rules.dealing](rules, places, cards, heights)


def gathered(
    redeal: Redeal, columns: tuple[Column, ...], order: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Return the cards of a tableau in the order in which they are dealt again.

    `order` is that of a shuffled redeal; from where it is not known, only the
    number of the cards is.
    """
    return _GATHERED[redeal](columns, order)


def _by_rows(
    rules: Ruleset, places: Places, cards: tuple[Card, ...], heights: list[int]
) -> Layout:
    width, height = rules.columns, len(rules.rows)
    laid, stock = cards[: width * height], cards[width * height :]
    hidden = rules.rows.count("d")
    columns = [Column(laid[start::width], hidden) for start in range(width)]
    return Layout(columns, stock, heights)


def _capricieuse(
    rules: Ruleset, places: Places, cards: tuple[Card, ...], heights: list[int]
) -> Layout:
    """Deal to the columns in turn, but what fits a foundation goes there.

    Then the next card takes its turn in the column. Only the card in hand is
    looked at: "no building is done ... until all cards are dealt".
    """
    heights = list(heights)
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    turn = 0
    for card in cards:
        number = goes_up(places, heights, card)
        if number is None:
            columns[turn].append(card)
            turn = (turn + 1) % rules.columns
        else:
            heights[number] += 1
    return Layout([Column(tuple(column), 0) for column in columns], (), heights)


def _russian(
    rules: Ruleset, places: Places, cards: tuple[Card, ...], heights: list[int]
) -> Layout:
    return _RussianDealing(places, rules.columns, cards, heights).run()


class _RussianDealing:
    """Heather 1876, pp. 217-219: rows of twelve, the outside cards going up.

    Of the first row every card is available until it is whole. From the next
    card on that row is blocked, and only the outside cards are available, those
    in the first column and the last, each until it is covered. What fits a
    foundation goes up, the leftmost card first, and is replaced from the stock.
    """

    def __init__(
        self, places: Places, width: int, cards: tuple[Card, ...], heights: list[int]
    ) -> None:
        self._places = places
        self._stock = iter(cards)
        self._heights = list(heights)
        self._columns: list[list[Card]] = [[] for _ in range(width)]
        self._open = set[int]()
        """The columns whose exposed card is available."""

    def run(self) -> Layout:
        """Deal all the cards."""
        self._fill_first_row()
        outside = (0, len(self._columns) - 1)
        for index, card in zip(cycle(range(len(self._columns))), self._stock):
            self._columns[index].append(card)
            if index in outside:
                self._open.add(index)
                while self._replaces_outside_card():
                    pass
        columns = [Column(tuple(column), 0) for column in self._columns]
        return Layout(columns, (), self._heights)

    def _fill_first_row(self) -> None:
        """Take out all that fits, fill the holes from the stock, and so on."""
        holes = list(range(len(self._columns)))
        while holes:
            for index, card in zip(holes, self._stock, strict=False):
                self._columns[index].append(card)
            holes = sorted(self._taken_from_row())

    def _taken_from_row(self) -> Iterator[int]:
        row = range(len(self._columns))
        while (index := next(filter(self._goes_up, row), None)) is not None:
            self._columns[index].pop()
            yield index

    def _replaces_outside_card(self) -> bool:
        """Send up the leftmost outside card that fits; tell whether there was one.

        Where the stock has no card to take its place, the column is done: what
        lies there now has been covered.
        """
        index = next(filter(self._goes_up, sorted(self._open)), None)
        if index is None:
            return False
        self._columns[index].pop()
        following = next(self._stock, None)
        if following is None:
            self._open.remove(index)
        else:
            self._columns[index].append(following)
        return True

    def _goes_up(self, index: int) -> bool:
        """Build the exposed card of a column if it fits; tell whether it did."""
        column = self._columns[index]
        number = goes_up(self._places, self._heights, column[-1]) if column else None
        if number is None:
            return False
        self._heights[number] += 1
        return True


def _in_reverse(
    columns: tuple[Column, ...], order: tuple[Card, ...]
) -> tuple[Card, ...]:
    """Pick the last column up first, lay each next one on it, and turn them over."""
    return tuple(card for column in reversed(columns) for card in column.cards)


def _shuffled(columns: tuple[Column, ...], order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Go through the order of both packs and take each card that was gathered.

    Of two like cards one of which is up already, the place that comes first
    counts: nobody can tell which of them it is.
    """
    left = Counter(card for column in columns for card in column.cards)
    if not order or FACE_DOWN in left:
        return (FACE_DOWN,) * left.total()
    cards: list[Card] = []
    for card in order:
        if left[card]:
            left[card] -= 1
            cards.append(card)
    return tuple(cards)


_DEALT: Mapping[
    Dealing, Callable[[Ruleset, Places, tuple[Card, ...], list[int]], Layout]
] = for_every(
    {
        Dealing.ROWS: _by_rows,
        Dealing.CAPRICIEUSE: _capricieuse,
        Dealing.RUSSIAN: _russian,
    }
)
_GATHERED: Mapping[
    Redeal,
    Callable[[tuple[Column, ...], tuple[Card, ...]], tuple[Card, ...]],
] = for_every(
    {Redeal.REVERSE: _in_reverse, Redeal.SHUFFLED: _shuffled}, but={Redeal.NONE}
)

HAS_ROWS = for_every(
    {Dealing.ROWS: True, Dealing.CAPRICIEUSE: False, Dealing.RUSSIAN: False}
)
"""Whether a dealing goes by the rows of a ruleset, some of them face down."""
