"""A table that is looked at, not played, as a value apart from any terminal."""

from typing import NamedTuple

from samedeal_client.view.spans import Lines
from samedeal_games.game import AnyGame, Board

TOLD_WIDTH = 40
"""Cells of a row of what is told beside a table."""


class Lying(NamedTuple):
    """A game's table."""

    game: AnyGame
    board: Board


class Below(NamedTuple):
    """A table, and what is told beside it; without a table, an ace of every suit."""

    table: Lying | None = None
    title: str = ""
    figure: str = ""
    rows: Lines = ()


ACES = Below()
