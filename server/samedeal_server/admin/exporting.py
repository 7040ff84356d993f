"""All that is kept of one person, in a form that they can read: `admin export`."""

import argparse
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

from samedeal_games.catalogue import FAMILIES
from samedeal_server.admin import audit_log, looking
from samedeal_server.admin.verbs import (
    Asked,
    CannotDo,
    Document,
    Verb,
    add_why,
    counted,
    nobody,
    on_store,
    when,
)
from samedeal_server.core.books import books
from samedeal_server.core.books.books import Line
from samedeal_server.core.books.tournaments import unpack_tournament
from samedeal_server.core.facts import Said, SeatTaken, unpack_entry
from samedeal_server.hub.reporting import unpack_complaint
from samedeal_server.people.accounts import Person, find_player
from samedeal_server.people.bans import Bans
from samedeal_server.process.settings import Settings
from samedeal_server.store.keys import PREFIX, room_of
from samedeal_server.store.redis import Store

LINES_AT_ONCE = 500


async def export(store: Store, who: str) -> Document:
    """Return everything that is kept of a person; raises CannotDo, StoreError."""
    person = await find_player(store, who)
    if person is None:
        raise CannotDo(nobody(who))
    player = person.player
    found = await looking.player(store, player) or {}
    bans = Bans((await store.orders.read("")).bans).all
    was_in, said = await _in_rooms(store, player)
    reports = [report async for report in _reports(store, player)]
    # What was said in a room may be in reports, too, and there for longer.
    said += [line for report in reports for line in report.pop("said")]
    heard = {(line["room"], line["at"], line["text"]): line for line in said}
    return {
        **found,
        "lists": await store.people.relations(player),
        "asked_by": sorted(await store.presence.invitations(player)),
        "kept_out": [ban._asdict() for ban in bans if ban.what == player],
        "was_in": was_in,
        "said": [heard[line] for line in sorted(heard, key=lambda line: line[1])],
        "reports": [each for each in reports if each["is_by"] or each["is_about"]],
        "events": [event async for event in _events(store, player)],
        "attempts": [attempt async for attempt in _attempts(store, player)],
        "operators": await _deeds(store, person),
        "ratings": await _ratings(store, player),
        "streaks": await _book(store, books.streak(player), books.unpack_streak),
        "met": await _book(store, books.versus(player), books.unpack_versus),
        "matches": [_match(line) async for line in _history(store, player)],
    }


async def _in_rooms(store: Store, player: str) -> tuple[list[str], list[Document]]:
    """Return the rooms that somebody sat in, and what they said.

    Rooms are kept for a while when they are over, or when somebody has left them.
    """
    was_in, said = list[str](), list[Document]()
    for key in await store.whole.keys("{room:*}:log"):
        room = room_of(key)
        log = await store.read_log(room)
        for kept in log.entries:
            entry = unpack_entry(kept.offset, kept.at, kept.packed)
            fact = entry.fact
            if isinstance(fact, Said) and entry.by == player:
                text = fact.text or fact.phrase
                said.append({"room": room, "at": entry.at, "text": text})
            elif isinstance(fact, SeatTaken) and fact.player == player:
                was_in.append(room)
    return list(dict.fromkeys(was_in)), said


async def _reports(store: Store, player: str) -> AsyncIterator[Document]:
    """Yield the reports that somebody is in, without what others said in them.

    Of one about them it is not told whose it is: the export may be handed to them.
    """
    for kept in await store.reports.read():
        told = unpack_complaint(kept.packed)
        is_by, is_about = told.by == player, told.about == player
        said = [
            {"room": told.room, "at": line.at, "text": line.text}
            for line in told.lines
            if line.player == player
        ]
        yield {
            "report": kept.number,
            "at": kept.at,
            "room": told.room,
            "match": told.match,
            "is_by": is_by,
            "is_about": is_about,
            "about": told.about,
            "why": told.why,
            "said": said,
        }


async def _events(store: Store, player: str) -> AsyncIterator[Document]:
    """Yield the events that somebody made."""
    for key in await store.whole.keys("{event:*}:event"):
        event = key.removeprefix(f"{PREFIX}:{{event:").partition("}")[0]
        packed = await store.tournaments.get(event)
        made = None if packed is None else unpack_tournament(packed)
        if made is not None and made.creator == player:
            yield {"event": event, "at": made.created_at, "closes_at": made.closes_at}


async def _attempts(store: Store, player: str) -> AsyncIterator[Document]:
    """Yield the deals that are played once and that somebody began, with the rooms."""
    for key in await store.whole.keys("{deal:*}:attempts"):
        deal = key.removeprefix(f"{PREFIX}:{{deal:").partition("}")[0]
        room = await store.attempts.reserved(deal, player)
        if room is not None:
            yield {"deal": deal, "room": room}


async def _deeds(store: Store, person: Person) -> list[Document]:
    """Return the deeds of operators on somebody, whose id or name the log has."""
    return [
        {"at": at, "verb": deed.verb, "why": deed.why}
        for at, deed in await audit_log.read(store)
        if deed.what in (person.player, person.name)
    ]


async def _ratings(store: Store, player: str) -> Document:
    fields = [(books.ratings(family), player) for family in FAMILIES]
    found = await store.books.read(fields)
    last = {
        family: books.unpack_rating(packed)
        for family in FAMILIES
        if (packed := found[books.ratings(family), player]) is not None
    }
    return {
        family: {"rating": each.rating.shown, "matches": each.matches}
        for family, each in last.items()
    }


async def _book(store: Store, book: str, unpack: Any) -> Document:
    entries: Mapping[str, bytes] = await store.books.entries(book)
    return {field: unpack(packed)._asdict() for field, packed in entries.items()}


async def _history(store: Store, player: str) -> AsyncIterator[Line]:
    """Yield every match that somebody took part in, the newest first."""
    before: int | None = None
    while before != 0:
        book = books.history(player)
        before, packed = await store.books.part(book, before, LINES_AT_ONCE)
        for line in reversed(packed):
            yield books.unpack_line(line)


def _match(line: Line) -> Document:
    opponents = [each._asdict() for each in line.opponents]
    shown = {
        what: None if rating is None else rating.rating
        for what, rating in (("before", line.before), ("after", line.after))
    }
    return {**line._asdict(), **shown, "opponents": opponents}


# In words


def _told(found: Document) -> Iterator[str]:
    yield from looking.player_told(found)
    for other, what in sorted(found["lists"].items()):
        yield f"lists {other} as {what}"
    for other in found["asked_by"]:
        yield f"was invited by {other}"
    for each in found["kept_out"]:
        yield f"is kept out: {each['why']}"
    for each in found["said"]:
        yield f"said in room {each['room']} at {when(each['at'])}: {each['text']}"
    for room in found["was_in"]:
        yield f"sat in room {room}"
    for each in found["reports"]:
        yield _report_line(each)
    for each in found["events"]:
        yield f"made event {each['event']} at {when(each['at'])}"
    for each in found["attempts"]:
        yield f"began deal {each['deal']} in room {each['room']}"
    for each in found["operators"]:
        why = f": {each['why']}" if each["why"] else ""
        yield f"operators, at {when(each['at'])}: {each['verb']}{why}"
    for family, each in found["ratings"].items():
        yield f"rating in {family}: {each['rating']}, after {each['matches']} matches"
    for game, each in found["streaks"].items():
        yield f"dailies of {game}: {each['longest']} days on end, last {each['last']}"
    for other, each in found["met"].items():
        yield (
            f"against {each['name']} {other}: {each['matches']} matches, "
            f"{each['won']} won, {each['lost']} lost"
        )
    for each in found["matches"]:
        yield _match_line(each)
    yield f"{len(found['matches'])} matches; the record of each is had by its id."


def _report_line(each: Document) -> str:
    did = f"reported {each['about']}" if each["is_by"] else "was reported"
    return f"{did} at {when(each['at'])} in room {each['room']}: {each['why']}"


def _match_line(each: Document) -> str:
    others = ", ".join(f"{one['name']} {one['player']}" for one in each["opponents"])
    against = f", against {others}" if others else ""
    return (
        f"{when(each['at'])} match {each['match']}, {each['game']}: place "
        f"{each['place']} of {each['players']}, "
        f"{counted(each['score'], 'point', 'points')}{against}"
    )


async def _export(store: Store, settings: Settings, asked: Asked) -> Document:
    found = await export(store, asked.who)
    # Somebody read what is not everybody's.
    await audit_log.note(store, "export", found["player"], asked.why or "")
    return found


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("who", metavar="ID|NAME")
    add_why(parser, "a reason, for the audit log")


EXPORT = Verb(
    "tell all that is kept of a player",
    "Tell all that the store keeps of a player, in words or as JSON: who they are, "
    "whom they list, where they sit or sat and what they said there, reports by them "
    "and about them, events that they made, deals that they began, what operators did "
    "to them, ratings, streaks, whom they met, and every match. Tokens are kept as "
    "hashes and not told, and neither is who reported them or lists them: it may be "
    "handed to them. Addresses are in the log of the server alone.",
    on_store(_export, _told),
    add=_add,
    example="export Ada --json > ada.json",
)
