"""The proof of an event: every match of it played again, and its table recomputed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from samedeal_games.catalogue import GAMES
from samedeal_games.fairness import commitment_to_seed
from samedeal_games.wording import Wording
from samedeal_protocol.deals.events import (
    EventDealView,
    EventResultView,
    EventRowView,
    EventView,
)
from samedeal_protocol.rooms.boards import RoomView
from samedeal_records.duplicate import Result, result_of, score_deal, total
from samedeal_records.proof.reveals import Seen
from samedeal_records.record import Record, date_text
from samedeal_records.transcripts import SeatRecord


class Event(NamedTuple):
    """An event with all that a server says of it."""

    view: EventView
    rows: tuple[EventRowView, ...]
    results: tuple[tuple[EventResultView, ...], ...]
    """Of each deal; empty where nobody asked for them."""


class Finding(NamedTuple):
    """Something that does not fit."""

    where: str
    """``table``, ``deal 3``, or a match."""
    doubt: str


def findings_in(event: Event, records: Mapping[str, Record]) -> tuple[Finding, ...]:
    """Return the faults found in an event; `records` are its matches by id.

    A match that is named in the event and not in `records` is a finding, too.
    """
    return tuple(_findings(event, records))


def doubts_about_deals(
    view: EventView, asked: str, seen: Mapping[str, Seen]
) -> tuple[str, ...]:
    """Return the doubts about an event's deals; `seen` is what was shown first."""
    doubts: list[str] = []
    ids = [f"event/{asked}/{number}" for number in range(1, len(view.deals) + 1)]
    if view.event != asked or [deal.deal for deal in view.deals] != ids:
        doubts.append(Wording("these are not the deals of this event"))
    for number, deal in enumerate(view.deals, 1):
        first = seen.get(deal.deal)
        if first is not None and first.commitment != deal.commitment:
            doubts.append(
                Wording(
                    "deal {number}: you were shown a different commitment at {when}",
                    number=number,
                    when=date_text(first.at),
                )
            )
    return tuple(doubts)


def doubt_about_event_room(view: EventView, room: RoomView) -> str:
    """Return the doubt about the room of an event, empty if none."""
    opened = room.next_match
    if (room.kind, room.origin) != ("event", f"event/{view.event}"):
        return Wording("the room plays other deals than the event's")
    told = {(deal.deal, deal.commitment) for deal in view.deals}
    if opened is not None and (opened.deal, opened.commitment) not in told:
        return Wording("the room plays other deals than the event's")
    return ""


def _findings(event: Event, records: Mapping[str, Record]) -> Iterator[Finding]:
    for match, record in records.items():
        if not record.is_proven or record.transcript.match != match:
            yield Finding(match, Wording("its record proves no such match"))
    for number, deal in enumerate(event.view.deals, 1):
        shown = event.results[number - 1]
        where = f"deal {number}"
        for doubt in _deal_doubts(event.view, deal, shown, records):
            yield Finding(where, doubt)
    if not _table_fits(event):
        yield Finding(
            "table", Wording("it does not follow from the results of the deals")
        )


def _deal_doubts(
    event: EventView,
    deal: EventDealView,
    shown: Sequence[EventResultView],
    records: Mapping[str, Record],
) -> Iterator[str]:
    if commitment_to_seed(deal.deal, deal.server_seed) != deal.commitment:
        yield Wording("its seed is not the one that was committed to")
    for match in dict.fromkeys(row.match for row in shown):
        record = records.get(match)
        if record is None:
            yield Wording("no record of match {match} is kept", match=match)
        else:
            yield from _match_doubts(event, deal, shown, record)
    if not _percentages_fit(deal, shown):
        yield Wording("its percentages do not follow from its results")


def _match_doubts(
    event: EventView,
    deal: EventDealView,
    shown: Sequence[EventResultView],
    record: Record,
) -> Iterator[str]:
    transcript = record.transcript
    dealt = (transcript.deal, transcript.game, transcript.server_seed)
    if dealt != (deal.deal, deal.game, deal.server_seed):
        yield Wording(
            "match {match} was played on another deal", match=transcript.match
        )
    if transcript.ended_at >= event.reveal_at:
        yield Wording(
            "match {match} ended when the seeds were already known",
            match=transcript.match,
        )
    rows = {row.player: row for row in shown}
    seats = {seat.player: seat for seat in transcript.seats if not seat.bot}
    for seat in seats.values():
        row = rows.get(seat.player)
        if row is None:
            yield Wording(
                "{name} played it in match {match}, but is left out",
                name=seat.name,
                match=transcript.match,
            )
        elif row.match != transcript.match:
            yield Wording("{name} played it twice", name=seat.name)
        elif _claimed(row) != _made(seat):
            yield Wording(
                "{name} had a different result in match {match}",
                name=seat.name,
                match=transcript.match,
            )
    for row in shown:
        if row.match == transcript.match and row.player not in seats:
            yield Wording(
                "{name} was not in match {match}",
                name=row.name,
                match=transcript.match,
            )


def _claimed(row: EventResultView) -> tuple[object, ...]:
    return (row.score, row.plies, row.elapsed_ms, row.state)


def _made(seat: SeatRecord) -> tuple[object, ...]:
    return (seat.score, seat.plies, seat.elapsed_ms, seat.state)


def _percentages_fit(deal: EventDealView, shown: Sequence[EventResultView]) -> bool:
    if deal.game not in GAMES:
        return not shown
    scored = score_deal(_results(deal.game, shown))
    return [one.percentage for one in scored] == [row.percentage for row in shown]


def _table_fits(event: Event) -> bool:
    if any(deal.game not in GAMES for deal in event.view.deals):
        return False
    deals = zip(event.view.deals, event.results, strict=True)
    rows = total([_results(deal.game, shown) for deal, shown in deals])
    return [
        (r.place, r.player, r.deals, r.percentage, r.percentages) for r in rows
    ] == [(r.place, r.player, r.deals, r.percentage, r.percentages) for r in event.rows]


def _results(game: str, shown: Sequence[EventResultView]) -> list[Result]:
    contest = GAMES[game].about.contest
    return [
        result_of(
            contest,
            row.player,
            bot=False,
            state=row.state,
            score=row.score,
            elapsed_ms=row.elapsed_ms,
        )
        for row in shown
    ]
