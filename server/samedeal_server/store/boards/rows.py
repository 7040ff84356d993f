"""Rows of boards, as whoever reads them has them."""

from typing import NamedTuple


class Ranked(NamedTuple):
    """A row of a board, with its rank."""

    rank: int
    """From 1; equal rows share it, and it counts the better ones."""
    player: str
    value: int
    """The value that orders the board; the higher, the better."""
    row: bytes
    """As `core.books.unpack_row` reads it."""


class BoardPart(NamedTuple):
    """Rows of a board as they stood at one moment."""

    total: int
    """The number of rows of the whole board."""
    rows: tuple[Ranked, ...]
    start: int = 0
    """The number of rows before them; 0 for rows of some players."""
    own: int | None = None
    """The rank of the player who asked; None for no row."""
