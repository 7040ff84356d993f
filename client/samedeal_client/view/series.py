"""A duplicate evening: the table between deals, and the one at the end."""

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
    lines = [title, *set_in(_table(room, series, own))]
    if all(row.percentage is None for row in series.rows):
        lines = [title, line(Span(tr(NOBODY_ELSE), Style.DIM))]
    elif any(row.place is None for row in series.rows):
        lines.append((Span(tr(NO_PLACE), Style.DIM),))
    if not over:
        return tuple(lines)
    lines += [(), *set_in(_deals(series, own))]
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


def _table(room: RoomView, series: SeriesView, own: str) -> Lines:
    places = [row.place for row in series.rows]
    last = {r.row: r.percentage for r in series.deals[-1].results}
    rows = [
        (
            place_text(row.place, places),
            series_name(row, room),
            percent(row.percentage),
            percent(last.get(number)),
            str(row.deals),
        )
        for number, row in enumerate(series.rows)
    ]
    mine = next((k for k, row in enumerate(series.rows) if row.player == own), None)
    heads = (tr("player"), tr("average"), tr("last deal"), tr("deals"))
    return table(("", *heads), rows, own=mine)


def _deals(series: SeriesView, own: str) -> Lines:
    """Return the deals, the viewer's percentage for each, and the match."""
    rows = [
        (str(number), printable(deal.game), share, printable(deal.match))
        for number, deal in enumerate(series.deals, 1)
        for share in (percent(_own(deal, series.rows, own)),)
    ]
    if own:
        return table((tr("deal"), tr("game"), tr("you"), tr("match")), rows)
    return table(
        (tr("deal"), tr("game"), tr("match")),
        [(number, game, m) for number, game, _, m in rows],
    )


def _own(deal: PlayedDealView, rows: tuple[SeriesRowView, ...], own: str) -> int | None:
    return next((r.percentage for r in deal.results if rows[r.row].player == own), None)
