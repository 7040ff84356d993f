"""Closing a room for its players, wherever it is carried.

The fact is appended to the room's log as any process would, so that those who carry
the room hear of it as of each other's, and nobody needs to carry it.
"""

import argparse
import asyncio
from collections.abc import Iterator
from typing import Any

from samedeal_server.admin import audit_log
from samedeal_server.admin.verbs import (
    Asked,
    CannotDo,
    Verb,
    add_dry_run,
    add_why,
    on_store,
)
from samedeal_server.core.commands import Now, Shut
from samedeal_server.core.facts import Fact
from samedeal_server.core.guards import guard_of
from samedeal_server.core.rooms.decide import decide
from samedeal_server.core.state import Phase, Room
from samedeal_server.process.settings import Settings
from samedeal_server.records.records import Records
from samedeal_server.rooms.room_list import Listing, note_rooms
from samedeal_server.rooms.room_logs import Logs
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.redis import Store
from samedeal_server.store.writer import Ahead, Answer

DAY_S = 24 * 3600
TRIES_MOST = 64
"""The most decisions, anew because others wrote first; a room is seldom so busy."""


class CannotClose(CannotDo):
    """There is nothing to be closed; the text is one sentence for the operator."""


async def close(
    store: Store, records: Records, code: str, why: str, *, is_dry: bool = False
) -> dict[str, Any]:
    """Close a room, or find out what that would come to, and return what it comes to.

    Raises CannotClose where there is no open room, and StoreError; after that it may
    have been closed.
    """
    code = code.upper()
    state = await _open(store, code)
    if not is_dry:
        # Once it is known that there is something to do, and before it is done.
        await audit_log.note(store, "close", code, why)
        state = await _shut(store, state, Shut(why))
        await _kept(store, records, code, state)
    return _document(state, why, is_dry=is_dry)


async def _open(store: Store, code: str) -> Room:
    state = await Logs(store).folded(code)
    if state is None:
        raise CannotClose(f"there is no room {code}")
    if state.course.phase is Phase.CLOSED:
        raise CannotClose(f"room {code} is closed already")
    return state


async def _shut(store: Store, state: Room, command: Shut) -> Room:
    """Append that a room is closed; return the room as it was then."""
    for _ in range(TRIES_MOST):
        decided = decide(state, command, Now(store.now(), b""))
        if isinstance(decided, tuple) and await _append(store, state, decided[0]):
            return state
        later = await Logs(store).folded(state.code)
        if later is not None and _is_this(later, command):
            return state  # Done, by a call whose first answer was lost.
        state = await _open(store, state.code)
    raise StoreUnavailable(f"room {state.code}: others always wrote first")


def _is_this(room: Room, command: Shut) -> bool:
    course = room.course
    return course.closed == "operator" and course.because == command.because


async def _append(store: Store, state: Room, facts: tuple[Fact, ...]) -> bool:
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    Logs(store).append(
        *(state.code, facts, guard_of(state, facts)),
        lambda got: None if answer.done() else answer.set_result(got),
    )
    got = await answer
    if isinstance(got, StoreError):
        raise got
    return (got.mark if isinstance(got, Ahead) else got) is not None


async def _kept(store: Store, records: Records, code: str, before: Room) -> None:
    """See to what follows, in case nobody carries the room.

    Whoever does sees to it, too; done again it changes nothing.
    """
    await note_rooms(store, {code: Listing(due=None, shown=None)})
    await records.keep(before)
    await records.link_voids(before)
    if before.course.next_match is not None:
        await records.link_void(before, before.course.next_match.id)


def _document(state: Room, why: str, *, is_dry: bool) -> dict[str, Any]:
    match = state.table.match
    is_on = match is not None and match.ended_at is None
    return {
        "room": state.code,
        "closed": not is_dry,
        "phase": state.course.phase.value,
        "kind": state.opened.kind,
        "seated": sum(1 for _ in state.taken()),
        "unended": match.id if match is not None and is_on else None,
        "why": why,
    }


def told(found: dict[str, Any]) -> Iterator[str]:
    """Yield sentences for what was done, or would be."""
    is_done = found["closed"]
    yield (
        f"room {found['room']} {'is' if is_done else 'would be'} closed; it "
        f"{'was' if is_done else 'is'} {found['phase']}, seats taken: "
        f"{found['seated']}."
    )
    if found["unended"] is not None:
        yield (
            f"match {found['unended']} {'has' if is_done else 'would have'} no end: it "
            "counts for nobody, and stays open in the chain of matches."
        )
        if found["kind"] != "match":
            yield "Nobody who was dealt in may play that deal again."
    yield f"{'They are' if is_done else 'They would be'} told: {found['why']}"


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="CODE")
    add_why(parser, "what its players are told")
    add_dry_run(parser)


async def _close(store: Store, settings: Settings, asked: Asked) -> dict[str, Any]:
    if asked.why is None:
        raise CannotDo("say why with --why: its players are told", status=2)
    records = Records(store, settings.transcript_days * DAY_S)
    return await close(store, records, asked.what, asked.why, is_dry=asked.dry_run)


CLOSE = Verb(
    "close a room, and tell its players why",
    "Close a room, wherever it is served, and tell its players why. A "
    "match that is on has no end then: it counts for nobody.",
    on_store(_close, told),
    add=_add,
    example='close 7KQ4P --why "We stop here."',
)
