"""A duplicate evening beside the result of its last deal."""

from samedeal_client.language import tr
from samedeal_client.screen.end.known import Table
from samedeal_client.view.series import (
    HOW_TO_VERIFY,
    deals_cells,
    event_lines,
    own_row,
    series_cells,
    series_notes,
)
from samedeal_client.view.spans import Lines, Span, Style, line, set_in, table
from samedeal_games.catalogue import GAMES
from samedeal_protocol.rooms.boards import RoomView
from samedeal_protocol.rooms.series import SeriesView

LAST_DEAL, DEALS, DEAL = 3, 4, 0
"""Columns that tell least."""


def evening_tables(room: RoomView, own: str) -> tuple[Table, ...]:
    """Return the standing of an evening, and its deals once it is over.

    `own` is the viewer's player id.
    """
    series = room.series
    if series is None:
        return ()
    standing = series_cells(room)
    title = tr("The evening")
    if not is_evening_over(room):
        number = len(series.deals)
        title = tr("After deal {number} of {all}", number=number, all=room.best_of)
    told: list[Table] = []
    if standing is not None:
        least = (DEALS, LAST_DEAL)
        told.append(Table(title, *standing, own_row(series, own), least))
    if is_evening_over(room):
        told.append(_deals(series, own))
    return tuple(told)


def evening_notes(room: RoomView) -> Lines:
    """Return what is told of an evening below its tables."""
    series = room.series
    if series is None or not series.deals:
        return ()
    is_event = room.kind == "event" and is_evening_over(room)
    return (*series_notes(series), *(event_lines(room) if is_event else ()))


def evening_deals(room: RoomView, own: str) -> Lines:
    """Return the deals of an evening so far, with the matches that prove them."""
    series = room.series
    if series is None or not series.deals:
        return ()
    cells = deals_cells(series, own)
    rows = set_in(table(cells.header, cells.rows))
    return (*rows, line(Span(tr(HOW_TO_VERIFY), Style.DIM)))


def is_evening_over(room: RoomView) -> bool:
    """Tell whether the last deal of an evening was played."""
    is_over = room.result is not None and room.result.series_over
    return room.series is not None and is_over


def has_won_evening(room: RoomView, own: str) -> bool:
    """Tell whether a player, by id, has won an evening that is over."""
    rows = () if room.series is None else room.series.rows
    is_first = any(row.place == 1 and row.player == own for row in rows)
    return is_evening_over(room) and is_first


def _deals(series: SeriesView, own: str) -> Table:
    """Return the deals without the matches that prove them, which few read."""
    cells = deals_cells(series, own)
    rows = tuple((row[0], _title(row[1]), *row[2:-1]) for row in cells.rows)
    return Table(tr("Deals"), ("", *cells.header[1:-1]), rows)


def _title(game: str) -> str:
    return tr(GAMES[game].about.title) if game in GAMES else game
