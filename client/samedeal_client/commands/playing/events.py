"""The command for events: make one, play it, see its table, prove it."""

import argparse
import asyncio
import time

from samedeal_client.commands.playing.sitting import sit_at_table
from samedeal_client.context import Context
from samedeal_client.failed import USAGE, Failed
from samedeal_client.identity.connecting import playing, visitor
from samedeal_client.identity.names import name_for
from samedeal_client.kept.evidence.commitments import Commitments
from samedeal_client.language import later, tr, tr_n
from samedeal_client.play.sentences.inviting import event_page
from samedeal_client.view.deals.events import (
    event_document,
    event_lines,
    proof_document,
    proof_lines,
)
from samedeal_client.view.records.proof import unfair_line
from samedeal_client.view.spans import Span, Style, line, printable
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import find_game
from samedeal_protocol.deals.events import (
    EVENT_PLAYERS_MOST,
    EventResultView,
    EventRowView,
    EventView,
)
from samedeal_records.proof.events import (
    Event,
    Finding,
    doubt_about_event_room,
    doubts_about_deals,
    findings_in,
)
from samedeal_records.record import Record, Unreadable, read_record

ID_MOST = 16
FORMS = later("say event create GAME[,GAME...], event host ID, or event ID")


async def event(context: Context, arguments: argparse.Namespace) -> int:
    """Carry out an action on events."""
    match arguments.what, arguments.which:
        case "create", str(games):
            return await _create(context, arguments, tuple(games.split(",")))
        case "host", str() if arguments.json:
            raise Failed(tr("event host plays at a table: it has no --json"), USAGE)
        case "host", str(event):
            return await _host(context, arguments, _id(event))
        case (("create" | "host"), None):
            raise Failed(tr(FORMS), USAGE)
        case str(event), None if arguments.verify:
            return await _verify(context, arguments, _id(event))
        case str(event), None:
            return await _show(context, arguments, _id(event))
        case _:
            raise Failed(tr(FORMS), USAGE)


async def _create(
    context: Context, arguments: argparse.Namespace, games: tuple[str, ...]
) -> int:
    for key in games:
        find_game(key)
    name = name_for(context, arguments.name)
    async with playing(context, name) as player:
        made = await player.create_event(games, arguments.deals, arguments.hours)
        _hold(context, made.event, made.event.event)
        event = Event(made.event, (), ())
        told = event_lines(event, player.now_ms())
        page = event_page(player, made.event.event)
    return context.answer(event_document(event), told, (page,), indent=2)


async def _host(context: Context, arguments: argparse.Namespace, code: str) -> int:
    name = name_for(context, arguments.name)
    async with playing(context, name) as player:
        view = (await player.event(code)).event
        _tell(context, _hold(context, view, code))
        await player.host_event(code, public=arguments.public, seats=arguments.seats)
        room = player.session.room
        if room is not None and (doubt := doubt_about_event_room(view, room)):
            _tell(context, (doubt,))
        return await sit_at_table(context, player)


async def _show(context: Context, arguments: argparse.Namespace, code: str) -> int:
    async with visitor(context) as player:
        event = await read_event(player, code)
        doubts = _hold(context, event.view, code)
        told = event_lines(event, player.now_ms(), player.id)
    unfair = ((unfair_line(doubt),) for doubt in doubts)
    context.answer(event_document(event, doubts), told, *unfair, indent=2)
    return 1 if doubts else 0


def _hold(context: Context, view: EventView, asked: str) -> tuple[str, ...]:
    """Hold an event's deals against what was shown of them first, and keep that."""
    kept = Commitments(context.identity, context.server)
    doubts = doubts_about_deals(view, asked, kept.known())
    kept.note(view.deals, int(time.time() * 1000))
    return doubts


def _tell(context: Context, doubts: tuple[str, ...]) -> None:
    for doubt in doubts:
        context.show((unfair_line(doubt),))


async def _verify(context: Context, arguments: argparse.Namespace, code: str) -> int:
    async with visitor(context) as player:
        event = await read_event(player, code, whole=True)
        if player.now_ms() < event.view.reveal_at:
            raise Failed(
                tr("the seeds of this event are not revealed yet; see its table")
            )
        records = await read_records(player, event)
    doubts = _hold(context, event.view, code)
    findings = (
        *(Finding("table", doubt) for doubt in doubts),
        *await asyncio.to_thread(findings_in, event, records),
    )
    head = tr_n(
        "Event {event}, {count} player",
        "Event {event}, {count} players",
        len(event.rows),
        event=printable(event.view.event),
    )
    context.answer(
        proof_document(findings, len(records)),
        (line(Span(head, Style.TITLE)),),
        proof_lines(findings, len(records)),
        indent=2,
    )
    return 1 if findings else 0


async def read_event(player: Player, event: str, *, whole: bool = False) -> Event:
    """Return an event with its table; `whole` with the results of its deals, too.

    Raises NotDone.
    """
    rows: list[EventRowView] = []
    while True:
        part = await player.event(event, len(rows))
        rows += part.rows
        if not part.rows or len(rows) >= min(part.total, EVENT_PLAYERS_MOST):
            break
    deals = range(1, len(part.event.deals) + 1) if whole else ()
    results = [await _read_deal(player, event, deal) for deal in deals]
    return Event(part.event, tuple(rows), tuple(results))


async def _read_deal(
    player: Player, event: str, deal: int
) -> tuple[EventResultView, ...]:
    rows: list[EventResultView] = []
    while True:
        part = await player.event_deal(event, deal, len(rows))
        rows += part.rows
        if not part.rows or len(rows) >= min(part.total, EVENT_PLAYERS_MOST):
            return tuple(rows)


async def read_records(player: Player, event: Event) -> dict[str, Record]:
    """Return the kept records of all matches of an event, checked."""
    records: dict[str, Record] = {}
    for match in dict.fromkeys(row.match for deal in event.results for row in deal):
        try:
            sealed = await player.transcript(match)
            # Playing thousands of moves again takes its time.
            records[match] = await asyncio.to_thread(read_record, sealed)
        except (NotDone, Unreadable):
            continue
    return records


def _id(text: str) -> str:
    event = text.strip().upper()
    if not 1 <= len(event) <= ID_MOST or not event.isprintable():
        shown = printable(text[:20])
        raise Failed(tr("{text!r} is not an event's id", text=shown), USAGE)
    return event
