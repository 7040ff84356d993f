"""How long a process takes to come to a room, by how long the room's log is.

``python -m bench.coming [GAME ...] [--facts 20000] [--seats 8] [--runs 9]``

Rooms whose players race match after match are put into an embedded store, with a
snapshot where a server keeps one, but as late as can be: all facts that there may be
since are there. Then they are read: by the whole log, as without a snapshot, and as a
server does. The two are held to be equal. Medians, in milliseconds: of this process's
own time, which other load on the machine hardly changes, and in brackets by the clock;
the snapshot's size in bytes, and how long it takes to make.
"""

# pyright: reportUnknownMemberType=false
# redis-py leaves its keyword arguments untyped.

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import uvloop
from redis.asyncio import Redis
from tests.server.core.table import NAMES, Table, opened

from samedeal_server.core.facts import Entry, pack_fact
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.snapshots import pack_room
from samedeal_server.core.state import Phase, Room
from samedeal_server.rooms.room_logs import SNAPSHOT_EVERY, Logs
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.keys import room_keys
from samedeal_server.store.redis import Store

USUAL = ("squares/english", "westcliff/american", "russian")
MOVES_MOST = 300
"""The most moves of a player in a match; then they finish."""


class Played(NamedTuple):
    """A room, and its state when the last snapshot of it was made."""

    log: Sequence[Entry]
    then: Room
    now: Room


class Took(NamedTuple):
    """A duration, in ms: of this process's own time, and by the clock."""

    own_ms: float
    clock_ms: float


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print a line for each game."""
    parser = argparse.ArgumentParser(prog="python -m bench.coming")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--facts", type=int, default=20_000)
    parser.add_argument("--seats", type=int, default=8)
    parser.add_argument("--runs", type=int, default=9)
    asked = parser.parse_args(arguments)
    print(f"{'':22}{'facts':>7}{'whole':>17}{'now':>15}{'bytes':>8}{'to make':>9}")
    for game in asked.games or USUAL:
        played = _played(game, asked.facts, asked.seats)
        uvloop.run(_measure(game, played, asked.runs))


def _played(game: str, facts: int, seats: int) -> Played:
    names = NAMES[:seats]
    table = opened(*names, game=game, seats=seats, best_of=9)
    while table.state.marks.offset < facts:
        if table.state.course.phase is not Phase.PLAYING:
            table.ready(*names)
            table.reveal(*names)
            table.tick_at_deadline()
        _race(table, names, facts)
        table.tick_at_deadline()
    log = table.log[:facts]
    return Played(log, _folded(log[: 1 - SNAPSHOT_EVERY]), _folded(log))


def _race(table: Table, names: Sequence[str], facts: int) -> None:
    for _ in range(MOVES_MOST):
        for name in names:
            play = table.state.play_of(table.state.seat_of(name))
            if play is not None and play.state == "playing" and table.legal(name):
                table.move(name)
        if table.state.all_done() or table.state.marks.offset > facts:
            return
    for name in names:
        play = table.state.play_of(table.state.seat_of(name))
        if play is not None and play.state == "playing":
            table.finish(name)


def _folded(log: Sequence[Entry]) -> Room:
    state: Room | None = None
    for entry in log:
        state = evolve(state, entry)
    assert state is not None
    return state


async def _measure(game: str, played: Played, runs: int) -> None:
    code = played.now.code
    with tempfile.TemporaryDirectory() as folder:
        async with (
            EmbeddedStore(Path(folder)) as embedded,
            Store(embedded.url) as store,
        ):
            running = asyncio.create_task(store.run())
            await _put(embedded.url, played)
            logs = Logs(store)
            whole = await _timed(partial(logs.folded_whole, code), played.now, runs)
            await logs.keep_snapshot(played.then)
            now = await _timed(partial(logs.folded, code), played.now, runs)
            running.cancel()
    packed = pack_room(played.then)
    began_s = process_time()
    for _ in range(runs):
        pack_room(played.then)
    made_ms = 1000 * (process_time() - began_s) / runs
    print(
        f"{game:22}{len(played.log):7}{_told(whole):>17}{_told(now):>15}"
        f"{len(packed):8}{made_ms:9.2f}",
        flush=True,
    )


async def _put(url: str, played: Played) -> None:
    keys = room_keys(played.now.code)
    async with Redis.from_url(url) as client:
        pipeline = client.pipeline(transaction=False)
        for offset, at, by, n, fact in played.log:
            packed = pack_fact(fact, by, n)
            pipeline.xadd(keys.log, {"f": packed}, id=f"{at}-{offset}")
        pipeline.hset(keys.head, "last", played.now.marks.last)
        await pipeline.execute()


async def _timed(
    read: Callable[[], Awaitable[Room | None]], wanted: Room, runs: int
) -> Took:
    own_s, clock_s = list[float](), list[float]()
    for _ in range(runs):
        began = process_time(), perf_counter()
        found = await read()
        own_s.append(process_time() - began[0])
        clock_s.append(perf_counter() - began[1])
        assert found == wanted
    return Took(1000 * median(own_s), 1000 * median(clock_s))


def _told(took: Took) -> str:
    return f"{took.own_ms:.1f} ({took.clock_ms:.1f})"


if __name__ == "__main__":
    main()
