"""Names of players as they are shown: marked, cut, and told apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from samedeal_client.language import tr
from samedeal_client.view.cards import NAMED
from samedeal_client.view.spans import cut, printable, width_of

if TYPE_CHECKING:
    # No more than annotations, so what needs no server does not wait for messages.
    from samedeal_protocol.rooms.boards import SeatView, StandingView

MOST_NAME = 40
"""Terminal cells of a name: twenty characters may be wide ones."""


def name_of(name: str, *, bot: bool = False, named: bool = False) -> str:
    """Return a player's name fit for a screen; claimed names and bots are marked."""
    return cut(called(name), MOST_NAME) + (f" {NAMED}" * named) + (" [bot]" * bot)


def called(name: str) -> str:
    """Return a name that can be shown, also for a player who was erased."""
    return printable(name) or tr("somebody erased")


def sitter_name(seat: SeatView, seats: Iterable[SeatView]) -> str:
    """Return the name of the player in a seat, told apart among those there."""
    others = [(other.seat, _name_in(other)) for other in seats]
    return told_apart(_name_in(seat), seat.seat, others)


def placed_name(row: StandingView, rows: Iterable[StandingView]) -> str:
    """Return the name in a row of standings, told apart among all of them."""
    others = [(other.seat, _name_in(other)) for other in rows]
    return told_apart(_name_in(row), row.seat, others)


def told_apart(name: str, seat: int, others: Iterable[tuple[int, str]]) -> str:
    """Return a name, with its seat's number where one before it looks the same.

    No name has brackets of its own.
    """
    is_later = any(number < seat and other == name for number, other in others)
    return f"{name} ({seat + 1})" if is_later else name


def cut_name(name: str, width: int) -> str:
    """Return as much of a name as fits, and the number that tells it apart."""
    bare, bracket, number = name.rpartition(" (")
    if not bracket or not number.removesuffix(")").isdecimal():
        return cut(name, width)
    mark = bracket + number
    return cut(bare, width - width_of(mark)) + mark


def _name_in(row: SeatView | StandingView) -> str:
    return name_of(row.name, bot=row.bot, named=row.named)
