"""An expert's choice, compiled; sight.c says how."""

import ctypes
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from samedeal_games.cards import PACK_SIZE, Card
from samedeal_games.squares import Cell, Hand
from samedeal_games.squares.cells import GRID
from samedeal_games.squares.hands import LINE_SIZE
from samedeal_players.compiled.library import library
from samedeal_players.squares.values import learned_bytes

Net = bytes
"""Numbers of two bytes, the low one first."""


class Sight:
    """The compiled choice of one library, by what was learned for a table of points.

    Raises ValueError for a net of another size.
    """

    def __init__(
        self, compiled: ctypes.CDLL, tables: bytes, net: Net, points: Mapping[Hand, int]
    ) -> None:
        compiled.samedeal_squares_eye.restype = ctypes.c_void_p
        size: int = compiled.samedeal_squares_net_size()
        if len(net) != size:
            raise ValueError(f"a net is of {size} bytes, not {len(net)}")
        counts = [points[hand] for hand in Hand if hand is not Hand.NOTHING]
        eye = compiled.samedeal_squares_eye(
            tables, net, (ctypes.c_int32 * len(counts))(*counts)
        )
        if not eye:
            raise MemoryError("there is no memory for what was learned")
        self._eye = ctypes.c_void_p(eye)
        self._choose = compiled.samedeal_squares_choose
        self._worth = compiled.samedeal_squares_worth
        self._worth.restype = ctypes.c_double

    def choose(
        self,
        cards: Sequence[Card],
        cells: Sequence[Cell],
        replies: Sequence[int],
        *,
        touching: bool,
    ) -> Cell:
        """Choose a cell for the last card; the others lie on `cells`, in their order.

        Of so many cells that seem best, the one that leaves most to the next card, and
        so on for each number of `replies`; at sight without any. Raises ValueError for
        what cannot lie so: nothing in C looks for that.
        """
        if len(cards) != len(cells) + 1 or not _may_lie(
            cards, cells, touching=touching
        ):
            raise ValueError("no such layout can be met")
        chosen = (ctypes.c_int32 * 2)()
        self._choose(
            self._eye,
            touching,
            (ctypes.c_int32 * (len(replies) + 1))(*replies, 0),
            len(cells),
            bytes(cards),
            _numbers(cells),
            chosen,
        )
        return Cell(*chosen)

    def worth(
        self, cards: Sequence[Card], cells: Sequence[Cell], *, touching: bool
    ) -> float:
        """Return the points to expect from cards that lie on cells, in their order.

        They are fewer than all; choices compare the same. Raises ValueError for what
        cannot lie so.
        """
        if not 0 < len(cards) == len(cells) < len(GRID) or not _may_lie(
            cards, cells, touching=touching
        ):
            raise ValueError("no such layout can be met")
        worth: float = self._worth(
            *(self._eye, touching, len(cells), bytes(cards), _numbers(cells))
        )
        return worth


def _numbers(cells: Sequence[Cell]) -> "ctypes.Array[ctypes.c_int32]":
    numbers = [number for cell in cells for number in cell]
    return (ctypes.c_int32 * len(numbers))(*numbers)


def _may_lie(cards: Sequence[Card], cells: Sequence[Cell], *, touching: bool) -> bool:
    """Tell whether these are cards of a pack and cells of one grid."""
    if not len(set(cards)) == len(cards) <= len(GRID):
        return False
    if not all(0 <= card < PACK_SIZE for card in cards):
        return False
    numbers = [number for cell in cells for number in cell]
    spans = [max(axis) - min(axis) for axis in zip(*cells, strict=True)]
    least = 1 - LINE_SIZE if touching else 0
    is_near = all(least <= number < LINE_SIZE for number in numbers)
    return (
        is_near and max(spans, default=0) < LINE_SIZE and len(set(cells)) == len(cells)
    )


@cache
def learned_sight(name: str, points: tuple[tuple[Hand, int], ...]) -> Sight | None:
    """Return the choice for a table of points, such as ``american``.

    None where nothing is compiled, or where no net was learned.
    """
    compiled, path = library(), Path(__file__).with_name(f"{name}.net")
    if compiled is None or not path.is_file():
        return None
    net = zlib.decompress(path.read_bytes())
    return Sight(compiled, learned_bytes(name), net, dict(points))
