"""What to play next, found without rules: for load, not for winning.

Every player of a room has the same board, so whoever gets to a ply first chooses
for all of them, and a choice costs its room a quarter of what it costs.
"""

from typing import TypeAlias

Zones: TypeAlias = dict[str, tuple[int, ...]]
"""A board as the wire has it: cards count from 1, 0 is face down."""

CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
TOUCHING = tuple(f"+{column}+{row}" for row in range(5) for column in range(5))
"""The first cells, without a grid yet; each touches the one before it or one above."""


def next_move(game: str, zones: Zones, ply: int) -> str | None:
    """Return a legal move's notation; None when there is nothing useful left."""
    if game.startswith("squares/"):
        cells = TOUCHING if game.startswith("squares/patience") else CELLS
        return cells[ply] if ply < len(cells) else None
    return _patience_move(zones)


def _patience_move(zones: Zones) -> str | None:
    """Build, else uncover a hidden card, else take from the waste, else deal.

    Each of them leaves less to do, so that a match comes to its end.
    """
    columns = {
        int(name.removeprefix("column.")): cards
        for name, cards in zones.items()
        if name.startswith("column.")
    }
    waste = zones.get("waste", ())
    tops = {str(number): cards[-1] for number, cards in columns.items() if cards}
    if waste:
        tops["W"] = waste[-1]
    return (
        _build(zones, tops)
        or _uncover(columns)
        or _take(waste, columns)
        or ("D" if zones["stock"] else None)
    )


def _build(zones: Zones, tops: dict[str, int]) -> str | None:
    for source, card in tops.items():
        suit, rank = divmod(card - 1, 13)
        if len(zones[f"foundation.{suit + 1}"]) == rank:
            return f"{source}F"
    return None


def _uncover(columns: dict[int, tuple[int, ...]]) -> str | None:
    space = next((number for number, cards in columns.items() if not cards), None)
    for source, cards in columns.items():
        hidden = cards.count(0)
        if not hidden or hidden == len(cards):
            continue
        size = len(cards) - hidden
        target = _place_for(cards[hidden], columns) or space
        if target is not None:
            return f"{source}>{target}" + (f"x{size}" if size > 1 else "")
    return None


def _take(waste: tuple[int, ...], columns: dict[int, tuple[int, ...]]) -> str | None:
    target = _place_for(waste[-1], columns) if waste else None
    return None if target is None else f"W>{target}"


def _place_for(card: int, columns: dict[int, tuple[int, ...]]) -> int | None:
    """Return a column whose top is one higher and of the other colour."""
    suit, rank = divmod(card - 1, 13)
    for number, cards in columns.items():
        if cards and cards[-1]:
            top_suit, top_rank = divmod(cards[-1] - 1, 13)
            if top_rank == rank + 1 and (top_suit in (1, 2)) != (suit in (1, 2)):
                return number
    return None
