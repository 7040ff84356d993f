"""An event: its deals and its table, and what a check of it has found."""

from collections.abc import Sequence

from samedeal_client.event_proof import Event, Finding
from samedeal_client.records import date_text
from samedeal_client.view.series import percent, place_text
from samedeal_client.view.spans import Line, Lines, Span, Style, line, printable, table
from samedeal_client.view.standings import name_of
from samedeal_protocol.events import EventView

NOBODY = " Nobody has played a deal of it yet."
NO_PLACE = " No place: fewer than half of the deals."
PLAY = " Play it: samedeal event host "
VERIFY = " Prove all of it: samedeal event {} --verify"
PROVEN = "Everything fits: every match is proven, and the table follows from them."
SHORT = 16
"""Hex digits of a commitment that people compare at a glance."""


def event_lines(found: Event, now_ms: int, own: str = "") -> Lines:
    """Return an event and its table; `own` is the viewer's player id."""
    event = found.view
    return (
        (Span(f"Event {printable(event.event)}", Style.TITLE),),
        *_when(event, now_ms),
        (),
        *_deals(event),
        (),
        *_table(found, own),
    )


def event_document(found: Event) -> dict[str, object]:
    """Return the same for programs; percentages are in hundredths of a percent."""
    document = found.view.model_dump()
    for deal in document["deals"]:
        deal["commitment"] = deal["commitment"].hex()
        deal["server_seed"] = deal["server_seed"].hex() or None
    document["rows"] = [row.model_dump(mode="json") for row in found.rows]
    return document


def proof_lines(findings: Sequence[Finding], matches: int) -> Lines:
    """Return a verdict on an event, with everything that does not fit."""
    counted = "1 match" if matches == 1 else f"{matches} matches"
    rows: list[Line] = [line(f"{counted} played again.")]
    rows += [
        (Span(f"  {printable(f.where)}: {printable(f.doubt)}", Style.WARNING),)
        for f in findings
    ]
    if findings:
        noun = "thing does" if len(findings) == 1 else "things do"
        return (*rows, (Span(f"{len(findings)} {noun} not fit.", Style.WARNING),))
    return (*rows, (Span(PROVEN, Style.GOOD),))


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
        until = f" Open until {date_text(event.closes_at)}."
        return (line(until), line(f"{PLAY}{event_id}"))
    if now_ms < event.reveal_at:
        return (line(f" Closed; proven from {date_text(event.reveal_at)} on."),)
    return (
        line(f" Closed on {date_text(event.closes_at)}."),
        line(VERIFY.format(event_id)),
    )


def _deals(event: EventView) -> Lines:
    rows = [
        (
            str(number),
            printable(deal.game),
            str(deal.players),
            deal.commitment.hex()[:SHORT],
        )
        for number, deal in enumerate(event.deals, 1)
    ]
    return table(("deal", "game", "played", "committed to"), rows)


def _table(found: Event, own: str) -> Lines:
    if not found.rows:
        return (line(NOBODY),)
    places = [row.place for row in found.rows]
    rows = [
        (
            place_text(row.place, places),
            name_of(row.name, bot=False),
            percent(row.percentage),
            f"{row.deals} of {len(found.view.deals)}",
        )
        for row in found.rows
    ]
    mine = next((k for k, row in enumerate(found.rows) if row.player == own), None)
    lines = table(("", "player", "average", "deals"), rows, own=mine)
    return lines if None not in places else (*lines, (Span(NO_PLACE, Style.DIM),))
