"""An operator's looks: at rooms, their people, processes, players.

Read from the store, so that it does not matter which process carries what, and nothing
is changed by looking. What is found is a document, as `--json` prints it; words are
made of that.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from samedeal_server.admin import audit_log
from samedeal_server.admin.verbs import Document, counted, when
from samedeal_server.core.connections import process_of
from samedeal_server.core.state import Room, Sitter
from samedeal_server.people.accounts import find_player
from samedeal_server.rooms.room_logs import Logs
from samedeal_server.store.redis import Store

ROOMS_MOST = 1_000
EVER = 2**53
"""Later than anything is due, in ms."""


async def rooms(store: Store) -> Document:
    """Return the open rooms in short, those to be looked at soonest first."""
    codes = await store.due(EVER, ROOMS_MOST)
    logs = Logs(store)
    found = [state for code in codes if (state := await logs.folded(code))]
    return {"rooms": [_in_short(state) for state in found]}


async def room(store: Store, code: str) -> Document | None:
    """Return a room with all that an operator may want to know; None for none.

    Of a closed one the log is gone after a day.
    """
    state = await Logs(store).folded(code.upper())
    if state is None:
        return None
    taken = {seat: _seat(sitter) for seat, sitter in state.taken()}
    match = state.table.match
    return {
        **_in_short(state),
        "until": state.course.until,
        "host": state.table.host,
        "match": None if match is None else match.id,
        "log_entries": state.marks.offset,
        "seated": [{"seat": seat, **taken[seat]} for seat in sorted(taken)],
    }


async def processes(store: Store) -> Document:
    """Return the processes that were heard of lately, with the rooms they carry."""
    heard = await store.processes()
    found = [
        {
            "process": process,
            "heard_s_ago": round(max(0, store.now() - at) / 1000, 1),
            "rooms": len(await store.rooms_of(process)),
        }
        for process, at in heard.items()
    ]
    return {"processes": found}


async def player(store: Store, who: str) -> Document | None:
    """Return the player of an id or a claimed name, and the rooms where they sit.

    None for nobody.
    """
    person = await find_player(store, who)
    if person is None:
        return None
    return {**person._asdict(), "sits": await sits(store, person.player)}


async def sits(store: Store, player: str) -> list[Document]:
    """Return the rooms where somebody sits, by id, and their seats there."""
    logs, seats = Logs(store), list[Document]()
    for code in await store.due(EVER, ROOMS_MOST):
        state = await logs.folded(code)
        seat = None if state is None else state.seat_of(player)
        if seat is not None:
            seats.append({"room": code, "seat": seat})
    return seats


async def log(store: Store) -> Document:
    """Return the changes that operators made, the oldest first."""
    deeds = await audit_log.read(store)
    return {"log": [{"at": at, **deed._asdict()} for at, deed in deeds]}


def _in_short(state: Room) -> Document:
    opened, course = state.opened, state.course
    return {
        "room": state.code,
        "phase": course.phase.value,
        "since": course.phase_since,
        "kind": opened.kind,
        "game": state.table.game.about.key,
        "public": opened.public,
        "seats": opened.seats_max,
        "taken": sum(1 for _ in state.taken()),
    }


def _seat(sitter: Sitter) -> Document:
    who = sitter.player
    return {
        "player": who.id,
        "name": who.name,
        "named": who.named,
        "bot": who.bot,
        "process": process_of(sitter.connection),
        "away_since": sitter.away_since,
        "ready": sitter.commitment is not None,
    }


# In words


def rooms_told(found: Document) -> Iterator[str]:
    """Yield a line for each room."""
    for each in found["rooms"]:
        yield _room_line(each)
    yield f"{counted(len(found['rooms']), 'room is', 'rooms are')} open."


def room_told(found: Document) -> Iterator[str]:
    """Yield lines about a room and those who sit there."""
    yield _room_line(found)
    yield f"match {found['match'] or 'none yet'}; {found['log_entries']} entries of log"
    for each in found["seated"]:
        marks = [word for word in ("bot", "named", "ready") if each[word]]
        where = f"at process {each['process']}"
        if each["away_since"] is not None:
            where = f"away, was {where}"
        if each["seat"] == found["host"]:
            marks.insert(0, "host")
        told = f" ({', '.join(marks)})" if marks else ""
        yield f"seat {each['seat']}: {each['name']} {each['player']}{told}, {where}"


def processes_told(found: Document) -> Iterator[str]:
    """Yield a line for each process."""
    for each in found["processes"]:
        yield (
            f"{each['process']}: heard {each['heard_s_ago']} s ago, "
            f"{counted(each['rooms'], 'room', 'rooms')}"
        )
    yield f"{counted(len(found['processes']), 'process', 'processes')}."


def player_told(found: Document) -> Iterator[str]:
    """Yield lines about a player."""
    kind = "bot" if found["bot"] else "person"
    named = "claimed the name" if found["named"] else "a guest"
    yield f"{found['player']}: {found['name']}, {kind}, {named}"
    for each in found["sits"]:
        yield f"sits in room {each['room']}, seat {each['seat']}"


def log_told(found: Document) -> Iterator[str]:
    """Yield a line for each thing that was changed."""
    for each in found["log"]:
        did = " ".join(filter(None, (each["verb"], each["what"])))
        why = f": {each['why']}" if each["why"] else ""
        yield f"{when(each['at'])} {each['user']}@{each['host']} {did}{why}"
    yield f"{counted(len(found['log']), 'change', 'changes')} by operators."


def _room_line(each: Mapping[str, Any]) -> str:
    listed = "listed" if each["public"] else "private"
    return (
        f"{each['room']}: {each['phase']}, {each['game']}, {each['kind']}, {listed}, "
        f"{each['taken']} of {each['seats']} seats"
    )
