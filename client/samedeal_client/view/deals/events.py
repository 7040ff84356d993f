"""An event: its deals and its table, and the findings of a check."""

from collections.abc import Sequence

from samedeal_client.language import later, tr, tr_n
from samedeal_client.view.names import name_of
from samedeal_client.view.records.heads import short
from samedeal_client.view.series import percent, place_text
from samedeal_client.view.spans import Line, Lines, Span, Style, line, printable, table
from samedeal_protocol.deals.events import EventView
from samedeal_records.proof.events import Event, Finding
from samedeal_records.record import date_text

NOBODY = later(" Nobody has played any of its deals yet.")
NO_PLACE = later(" No place: played fewer than half of the deals.")
PLAY = later(" Play it: samedeal event host {event}")
VERIFY = later(" Prove all of it: samedeal event {event} --verify")
PROVEN = later(
    "Everything checks out: every match is proven, and the table follows from them."
)


def event_lines(found: Event, now_ms: int, own: str = "") -> Lines:
    """Return an event and its table; `own` is the viewer's player id."""
    event = found.view
    return (
        (Span(tr("Event {event}", event=printable(event.event)), Style.TITLE),),
        *_when(event, now_ms),
        (),
        *_deals(event),
        (),
        *_table(found, own),
    )


def event_document(found: Event, doubts: Sequence[str] = ()) -> dict[str, object]:
    """Return the same for programs; percentages are in hundredths of a percent.

    `doubts` are about its deals.
    """
    document = found.view.model_dump()
    for deal in document["deals"]:
        deal["commitment"] = deal["commitment"].hex()
        deal["server_seed"] = deal["server_seed"].hex() or None
    document["rows"] = [row.model_dump(mode="json") for row in found.rows]
    document["doubts"] = [str(doubt) for doubt in doubts]
    return document


def proof_lines(findings: Sequence[Finding], matches: int) -> Lines:
    """Return a verdict on an event, with everything that does not fit."""
    counted = tr_n("{count} match replayed.", "{count} matches replayed.", matches)
    rows: list[Line] = [line(counted)]
    rows += [
        (Span(f"  {_place(f.where)}: {printable(tr(f.doubt))}", Style.WARNING),)
        for f in findings
    ]
    if findings:
        text = tr_n("{count} problem found.", "{count} problems found.", len(findings))
        return (*rows, (Span(text, Style.WARNING),))
    return (*rows, (Span(tr(PROVEN), Style.GOOD),))


def proof_document(findings: Sequence[Finding], matches: int) -> dict[str, object]:
    """Return the same for programs."""
    return {
        "fits": not findings,
        "matches": matches,
        "findings": [finding._asdict() for finding in findings],
    }


def _when(event: EventView, now_ms: int) -> Lines:
    event_id = printable(event.event)
    if now_ms < event.closes_at:
        until = tr(" Open until {when}.", when=date_text(event.closes_at))
        return (line(until), line(tr(PLAY, event=event_id)))
    if now_ms < event.reveal_at:
        when = date_text(event.reveal_at)
        return (line(tr(" Closed; proven from {when} on.", when=when)),)
    return (
        line(tr(" Closed on {when}.", when=date_text(event.closes_at))),
        line(tr(VERIFY, event=event_id)),
    )


def _place(where: str) -> str:
    """Return the place of a finding, in words."""
    if where == "table":
        return tr("table")
    deal, _, number = where.partition(" ")
    if deal == "deal" and number:
        return tr("deal {number}", number=number)
    return printable(where)


def _deals(event: EventView) -> Lines:
    rows = [
        (
            str(number),
            printable(deal.game),
            str(deal.players),
            short(deal.commitment),
        )
        for number, deal in enumerate(event.deals, 1)
    ]
    heads = (tr("deal"), tr("game"), tr("played"), tr("committed to"))
    return table(heads, rows)


def _table(found: Event, own: str) -> Lines:
    if not found.rows:
        return (line(tr(NOBODY)),)
    places = [row.place for row in found.rows]
    rows = [
        (
            place_text(row.place, places),
            name_of(row.name, bot=False),
            percent(row.percentage),
            tr("{part} of {whole}", part=row.deals, whole=len(found.view.deals)),
        )
        for row in found.rows
    ]
    mine = next((k for k, row in enumerate(found.rows) if row.player == own), None)
    heads = ("", tr("player"), tr("average"), tr("deals"))
    lines = table(heads, rows, own=mine)
    return lines if None not in places else (*lines, (Span(tr(NO_PLACE), Style.DIM),))
