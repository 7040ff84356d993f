"""A duplicate evening: the table between deals, and the one at the end."""

from typing import NamedTuple

from samedeal_client.language import later, tr
from samedeal_client.view.names import name_of, told_apart
from samedeal_client.view.spans import (
    Line,
    Lines,
    Span,
    Style,
    line,
    printable,
    set_in,
    table,
)
from samedeal_protocol.rooms.boards import RoomView
from samedeal_protocol.rooms.series import PlayedDealView, SeriesRowView, SeriesView

NO_PLACE = later(" No place: a bot, or played fewer than half of the deals.")
NOBODY_ELSE = later(" There is nobody in this room to compare with.")
HOW_TO_VERIFY = later(" samedeal verify MATCH proves any of them again.")


class Cells(NamedTuple):
    """A table that is not set yet."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def percent(hundredths: int | None) -> str:
    """Return a percentage, a dash for none."""
    if hundredths is None:
        return "-"
    whole, part = divmod(hundredths, 100)
    return tr("{whole}.{part:02}%", whole=whole, part=part)


def place_text(place: int | None, places: list[int | None]) -> str:
    """Return a place, marked where others share it; empty for none."""
    if place is None:
        return ""
    return f"{place}{'=' if places.count(place) > 1 else ''}"


def series_lines(room: RoomView, own: str = "") -> Lines:
    """Return the standing of an evening; `own` is the viewer's player id.

    When it is over, also its deals, with the matches that prove them.
    """
    series = room.series
    if series is None or not series.deals:
        return ()
    played = len(series.deals)
    over = room.result is not None and room.result.series_over
    head = tr("The evening, scored as duplicate")
    if not over:
        head = tr(
            "After deal {number} of {all}, scored as duplicate",
            number=played,
            all=room.best_of,
        )
    title: Line = (Span(f" {head}", Style.TITLE),)
    compared = series_cells(room)
    rows: Lines = ()
    if compared is not None:
        mine = own_row(series, own)
        rows = set_in(table(compared.header, compared.rows, own=mine))
    lines = [title, *rows, *series_notes(series)]
    if not over:
        return tuple(lines)
    deals = deals_cells(series, own)
    lines += [(), *set_in(table(deals.header, deals.rows))]
    if room.kind == "event":
        return (*lines, *event_lines(room))
    return (*lines, line(Span(tr(HOW_TO_VERIFY), Style.DIM)))


def event_id(room: RoomView) -> str:
    """Return the id of the event that a room plays, fit for a screen."""
    return printable(room.origin.removeprefix("event/"))


def event_lines(room: RoomView) -> Lines:
    """Return the commands for the table of all rooms of an event, and for its check."""
    event = event_id(room)
    return (
        line(tr(" The table of all rooms:  samedeal event {event}", event=event)),
        line(
            tr(" Once it has closed:      samedeal event {event} --verify", event=event)
        ),
    )


def series_name(row: SeriesRowView, room: RoomView) -> str:
    """Return the name in a row of an evening, as it is told apart in the room.

    A player who has left counts as behind all seats.
    """
    rows = () if room.series is None else room.series.rows
    placed = () if room.result is None else room.result.standings
    seats = {one.player: room.seats_max + k for k, one in enumerate(rows)}
    seats |= {one.player: one.seat for one in placed}
    seats |= {one.player: one.seat for one in room.seats}
    shown = {
        one.player: name_of(one.name, bot=one.bot, named=one.named) for one in rows
    }
    others = [(seats[player], name) for player, name in shown.items()]
    return told_apart(shown[row.player], seats[row.player], others)


def series_cells(room: RoomView) -> Cells | None:
    """Return the standing of an evening; None where nobody can be compared."""
    series = room.series
    if series is None or not series.deals:
        return None
    if all(row.percentage is None for row in series.rows):
        return None
    places = [row.place for row in series.rows]
    last = {r.row: r.percentage for r in series.deals[-1].results}
    rows = tuple(
        (
            place_text(row.place, places),
            series_name(row, room),
            percent(row.percentage),
            percent(last.get(number)),
            str(row.deals),
        )
        for number, row in enumerate(series.rows)
    )
    heads = (tr("player"), tr("average"), tr("last deal"), tr("deals"))
    return Cells(("", *heads), rows)


def series_notes(series: SeriesView) -> Lines:
    """Return the reason that some have no place, or all."""
    if all(row.percentage is None for row in series.rows):
        return (line(Span(tr(NOBODY_ELSE), Style.DIM)),)
    if any(row.place is None for row in series.rows):
        return (line(Span(tr(NO_PLACE), Style.DIM)),)
    return ()


def own_row(series: SeriesView, own: str) -> int | None:
    """Return the number of a player's row, by their id."""
    return next((k for k, row in enumerate(series.rows) if row.player == own), None)


def deals_cells(series: SeriesView, own: str) -> Cells:
    """Return the deals, a player's percentage for each, and the match."""
    rows = tuple(
        (str(number), printable(deal.game), share, printable(deal.match))
        for number, deal in enumerate(series.deals, 1)
        for share in (percent(_own(deal, series.rows, own)),)
    )
    if own:
        return Cells((tr("deal"), tr("game"), tr("you"), tr("match")), rows)
    return Cells(
        (tr("deal"), tr("game"), tr("match")),
        tuple((number, game, m) for number, game, _, m in rows),
    )


def _own(deal: PlayedDealView, rows: tuple[SeriesRowView, ...], own: str) -> int | None:
    return next((r.percentage for r in deal.results if rows[r.row].player == own), None)
