"""The hub: the rooms that have someone connected to this process.

A command is decided on the room's state, appended to its log, folded, answered
and told, in that order: nothing is acknowledged before it is in the log. When
the log has moved on meanwhile, because another process wrote to it, the facts
in between are read and folded first and the decision is made anew.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import ParamSpec

from samedeal_games.catalogue import find_game
from samedeal_games.errors import UnknownGame
from samedeal_protocol.commands import AskLeaderboard, HostRoom, Leave, Move
from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.updates import (
    Done,
    Heartbeat,
    Joined,
    Leaderboard,
    Moved,
    Rooms,
)
from samedeal_server.boards import read_leaderboard, submit_result
from samedeal_server.core.facts import (
    SEAT_FACTS,
    CameBack,
    Entry,
    Fact,
    Limits,
    MatchEnded,
    RoomClosed,
    SeatTaken,
    pack_fact,
    unpack_entry,
)
from samedeal_server.core.folds import evolve
from samedeal_server.core.guards import Counters, bumps, guard_of
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms import (
    ENTROPY_BYTES,
    Come,
    Command,
    Go,
    Now,
    PlayerCommand,
    Sit,
    Tick,
    deadline,
    decide,
    open_room,
    repeated,
)
from samedeal_server.core.state import Phase, Room
from samedeal_server.live import LiveRoom, Viewer
from samedeal_server.lobby import list_rooms, note_room
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.redis import Append, Stamp, Store

log = logging.getLogger(__name__)

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without 0 O, 1 I L and U, which are misread or misheard."""
CODE_LENGTH = 5

DECISIONS_MOST = 32
"""How often a decision is made anew because others wrote first."""

CLOSED_ROOM_TTL_S = 24 * 3600
"""How long a closed room's log is kept."""

SWEEP_EVERY_S = 2.0
SWEEP_GRACE_MS = 1_500
"""A room overdue for so long is looked at by any process, not only by those that
carry somebody in it."""
SWEEP_MOST = 100
TICK_AGAIN_S = 1.0
"""How soon a room whose deadline could not be dealt with is looked at again."""

P = ParamSpec("P")


class Hub:
    """All rooms with somebody connected here; `run` owns every task it starts."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Future[LiveRoom | None]] = {}
        self._room_of: dict[str, str] = {}
        """The code of the room that each connection is in."""
        self._tasks: asyncio.TaskGroup | None = None
        self._submitting = 0
        self._all_submitted = asyncio.Event()
        self._all_submitted.set()
        store.on_ring = self._heard

    async def run(self) -> None:
        """Sweep overdue rooms and own the hub's tasks, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            self._tasks = tasks
            try:
                while True:
                    await asyncio.sleep(SWEEP_EVERY_S)
                    await _logged(self._sweep)
            finally:
                self._tasks = None
                for live in self._rooms.values():
                    live.stop()

    # What viewers ask

    def now(self) -> int:
        """Return the store's clock, in ms since 1970."""
        return self._store.now()

    async def rooms(self, re: int) -> Rooms:
        """List the public rooms, those that can still be joined first."""
        return Rooms(re=re, rooms=await list_rooms(self._store))

    async def leaderboard(self, asked: AskLeaderboard) -> Leaderboard:
        """Return the best results in a game; raises Refused."""
        key = _key_of(asked.game)
        # Who was just told a result finds it on the leaderboard.
        await self._all_submitted.wait()
        rows = await read_leaderboard(self._store, key, asked.limit)
        return Leaderboard(re=asked.id, game=key, rows=rows)

    async def host(self, viewer: Viewer, asked: HostRoom) -> Joined:
        """Open a room with the viewer as its host; raises Refused."""
        self._refuse_second_room(viewer)
        _key_of(asked.game)
        while True:
            code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
            now = self._now()
            facts = open_room(
                code, asked, viewer.player, viewer.connection, self._limits, now
            )
            # Before the room exists: one that nobody looks after cannot be.
            await self._store.put_deadline(code, now.ms + self._limits.gather_ms)
            stamp = await self._append(code, facts, (("offset", 0),), "", 0)
            if stamp is not None:
                break
        live = await self._carry(code)
        if live is None:
            raise Refused(ErrorCode.UNKNOWN_ROOM, "the room is gone already")
        joined = self._attach(live, viewer, asked.id)
        # Whoever is told the code by the host finds the room in the list.
        await note_room(self._store, live.state)
        return joined

    async def join(self, viewer: Viewer, code: str, re: int) -> Joined:
        """Take a seat, or come back to the one already held; raises Refused."""
        code = code.upper()
        if self._room_of.get(viewer.connection, code) != code:
            self._refuse_second_room(viewer)
        live = await self._carry(code) if _is_code(code) else None
        if live is None:
            raise Refused(ErrorCode.UNKNOWN_ROOM, f"no open room has the code {code}")
        try:
            await self._take_seat(live, viewer)
        except (Refused, StoreError):
            self._release(live)
            raise
        if self._rooms.get(code) is not live:
            # The last who was here left meanwhile, and the room was let go.
            return await self.join(viewer, code, re)
        return self._attach(live, viewer, re)

    async def command(self, viewer: Viewer, command: PlayerCommand) -> Done | Moved:
        """Carry out a numbered command in the viewer's room; raises Refused."""
        live = self._live_of(viewer)
        if live is None:
            raise Refused(ErrorCode.NOT_IN_ROOM, "host or join a room first")
        offset = await self._carry_out(live, command, viewer.player.id, command.n)
        if isinstance(command, Move):
            return live.moved(viewer, command, offset)
        # Whoever is told that it is done has been told what came of it.
        live.flush()
        if isinstance(command, Leave):
            self.detach(viewer)
        return Done(re=command.id, offset=offset)

    def heartbeat(self, viewer: Viewer) -> Heartbeat:
        """Return in short what the viewer has been told."""
        live = self._live_of(viewer)
        if live is None:
            return Heartbeat(now=self._store.now())
        return live.heartbeat(viewer, self._store.now())

    def detach(self, viewer: Viewer) -> None:
        """Forget a connection; a seat that it spoke for is marked as away."""
        live = self._live_of(viewer)
        self._room_of.pop(viewer.connection, None)
        if live is None:
            return
        live.drop(viewer)
        seated = live.state.seat_of(viewer.player.id) is not None
        if seated and live.state.phase is not Phase.CLOSED:
            self._spawn(self._go, live, viewer)
        else:
            self._release(live)

    # One command's way through log and state

    async def _carry_out(
        self, live: LiveRoom, command: Command, player: str, n: int
    ) -> int:
        """Decide, append and fold; return the offset that answers the command."""
        for _ in range(DECISIONS_MOST):
            state = live.state
            seat = state.seat_of(player) if player else None
            if n and seat is not None:
                known = repeated(state, seat, n)
                if known is not None:
                    return known
            facts = decide(state, command, seat, self._now())
            if not facts:
                return state.offset
            guard = guard_of(state, facts)
            try:
                stamp = await self._append(state.code, facts, guard, player, n)
            except StoreUnavailable:
                live.is_unsure = True
                raise
            if stamp is not None:
                await self._fold_own(live, facts, stamp, player, n)
                return stamp.offset
            await self._catch_up(live)
        raise StoreUnavailable(f"room {live.state.code}: others always wrote first")

    async def _append(
        self, code: str, facts: tuple[Fact, ...], guard: Counters, by: str, n: int
    ) -> Stamp | None:
        closing = isinstance(facts[-1], RoomClosed)
        return await self._store.append(
            Append(
                room=code,
                conditions=guard,
                bumps=bumps(facts),
                entries=tuple(pack_fact(fact, by, n) for fact in facts),
                ttl_s=CLOSED_ROOM_TTL_S if closing else 0,
            )
        )

    async def _fold_own(
        self, live: LiveRoom, facts: tuple[Fact, ...], stamp: Stamp, by: str, n: int
    ) -> None:
        """Fold facts just appended; read the log first where others came between."""
        first = stamp.offset - len(facts) + 1
        if live.state.offset != first - 1:
            await self._catch_up(live, stamp.offset)
            return
        for offset, fact in enumerate(facts, first):
            self._fold(live, Entry(offset, stamp.at, by, n, fact))
        live.last_id = stamp.id

    async def _catch_up(self, live: LiveRoom, until: int = 0) -> None:
        """Read and fold what others appended; safe to run twice at once."""
        while True:
            after, offset = live.last_id, live.state.offset
            entries = await self._store.read_log(live.state.code, after)
            if live.last_id == after:
                for number, entry in enumerate(entries, offset + 1):
                    self._fold(live, unpack_entry(number, entry.at, entry.packed))
                    live.last_id = entry.id
            if live.state.offset >= until:
                return
            if not entries and live.last_id == after:
                raise StoreUnavailable("the log is shorter than it was")

    def _fold(self, live: LiveRoom, entry: Entry) -> None:
        live.fold(entry)
        fact = entry.fact
        if isinstance(fact, SEAT_FACTS):
            if live.state.all_done():
                self._tend(live)
            return
        if isinstance(fact, CameBack | SeatTaken):
            for viewer in live.impostors(fact.seat):
                live.drop(viewer)
                self._room_of.pop(viewer.connection, None)
                viewer.close(CloseCode.REPLACED)
        if isinstance(fact, MatchEnded):
            self._spawn(self._submit, live.state)
        self._tend(live)

    # Carrying rooms

    async def _carry(self, code: str) -> LiveRoom | None:
        """Return a room as it is now, from here or from its log; None for none."""
        live = self._rooms.get(code)
        if live is None:
            loading = self._loading.get(code)
            if loading is None:
                loading = asyncio.get_running_loop().create_future()
                self._loading[code] = loading
                self._spawn(self._load, code, loading)
            # Shielded: others may wait for the same room.
            live = await asyncio.shield(loading)
        if live is None or live.state.phase is Phase.CLOSED:
            return None
        return live

    async def _load(
        self, code: str, loading: "asyncio.Future[LiveRoom | None]"
    ) -> None:
        """Read a room for all who wait for it; they get the failure, too."""
        try:
            loading.set_result(await self._read_room(code))
        except Exception as error:
            loading.set_exception(error)
            # Marked as seen: whoever waited may have gone away.
            loading.exception()
        finally:
            loading.cancel()
            del self._loading[code]

    async def _read_room(self, code: str) -> LiveRoom | None:
        # Watched before it is read, so that no ring falls in between.
        await self._store.watch(code)
        entries = await self._store.read_log(code)
        state: Room | None = None
        for offset, entry in enumerate(entries, 1):
            state = evolve(state, unpack_entry(offset, entry.at, entry.packed))
        if state is None or state.phase is Phase.CLOSED:
            await self._store.unwatch(code)
            return None
        live = LiveRoom(state, entries[-1].id, self.detach)
        self._rooms[code] = live
        # Whoever ended the last match may have died before submitting it.
        self._spawn(self._submit, state)
        self._tend(live)
        return live

    async def _take_seat(self, live: LiveRoom, viewer: Viewer) -> None:
        player = viewer.player
        while live.state.seat_of(player.id) is None:
            await self._carry_out(live, Sit(player, viewer.connection), "", 0)
        seat = live.state.seat_of(player.id)
        sitter = None if seat is None else live.state.seats[seat]
        if sitter is not None and sitter.connection != viewer.connection:
            await self._carry_out(live, Come(viewer.connection), player.id, 0)

    def _attach(self, live: LiveRoom, viewer: Viewer, re: int) -> Joined:
        self._room_of[viewer.connection] = live.state.code
        return live.attach(viewer, re)

    async def _go(self, live: LiveRoom, viewer: Viewer) -> None:
        try:
            await self._carry_out(live, Go(viewer.connection), viewer.player.id, 0)
        except (Refused, StoreError) as error:
            log.info("room %s: absence not noted: %s", live.state.code, error)
        self._release(live)

    def _release(self, live: LiveRoom) -> None:
        """Let go of a room that nobody here is in; its log stays."""
        code = live.state.code
        if live.viewers or self._rooms.get(code) is not live:
            return
        del self._rooms[code]
        live.stop()
        self._spawn(self._unwatch, code)

    async def _unwatch(self, code: str) -> None:
        try:
            if code not in self._rooms and code not in self._loading:
                await self._store.unwatch(code)
        except StoreError as error:
            log.info("room %s: still watched: %s", code, error)

    def _heard(self, code: str) -> None:
        live = self._rooms.get(code)
        if live is not None and not live.is_reading:
            live.is_reading = True
            self._spawn(self._read_on, live)

    async def _read_on(self, live: LiveRoom) -> None:
        live.is_reading = False
        try:
            await self._catch_up(live)
        except StoreError as error:
            log.warning("room %s: not read: %s", live.state.code, error)

    # Time

    def _tend(self, live: LiveRoom) -> None:
        """Set the room's timer, its place in the sweep and its line in the list."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        self._spawn(note_room, self._store, live.state)
        due = deadline(live.state)
        if due is not None:
            self._call_later(live, max(0, due - self._store.now()) / 1000)

    def _call_later(self, live: LiveRoom, wait_s: float) -> None:
        loop = asyncio.get_running_loop()
        live.timer = loop.call_later(wait_s, self._time_is_up, live)

    def _time_is_up(self, live: LiveRoom) -> None:
        live.timer = None
        self._spawn(self._tick, live)

    async def _tick(self, live: LiveRoom) -> None:
        try:
            await self._carry_out(live, Tick(), "", 0)
        except (Refused, StoreError) as error:
            log.warning("room %s: time not told: %s", live.state.code, error)
        carried = self._rooms.get(live.state.code) is live
        if carried and live.timer is None and deadline(live.state) is not None:
            self._call_later(live, TICK_AGAIN_S)

    async def _sweep(self) -> None:
        """Look after rooms whose own processes have not."""
        try:
            await self._store.set_clock()
            for live in [live for live in self._rooms.values() if live.is_unsure]:
                await self._catch_up(live)
                live.is_unsure = False
            before = self._store.now() - SWEEP_GRACE_MS
            for code in await self._store.due(before, SWEEP_MOST):
                await self._look_at(code)
        except (StoreError, Refused) as error:
            log.warning("sweep broken off: %s", error)

    async def _look_at(self, code: str) -> None:
        live = await self._carry(code)
        if live is None:
            await self._store.drop_deadline(code)
            await self._store.take_from_lobby(code)
            return
        await self._carry_out(live, Tick(), "", 0)
        await note_room(self._store, live.state)
        self._release(live)

    async def _submit(self, state: Room) -> None:
        self._submitting += 1
        self._all_submitted.clear()
        try:
            await submit_result(self._store, state)
        finally:
            self._submitting -= 1
            if not self._submitting:
                self._all_submitted.set()

    # Small things

    def _now(self) -> Now:
        return Now(self._store.now(), secrets.token_bytes(ENTROPY_BYTES))

    def _live_of(self, viewer: Viewer) -> LiveRoom | None:
        return self._rooms.get(self._room_of.get(viewer.connection, ""))

    def _refuse_second_room(self, viewer: Viewer) -> None:
        if viewer.connection in self._room_of:
            raise Refused(ErrorCode.ALREADY_IN_ROOM, "leave the other room first")

    def _spawn(
        self, errand: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Have an errand done; one that comes up while stopping is left alone."""
        if self._tasks is not None:
            self._tasks.create_task(_logged(errand, *args, **kwargs))


async def _logged(
    errand: Callable[P, Awaitable[None]], *args: P.args, **kwargs: P.kwargs
) -> None:
    """Keep a bug in one room's errand from ending every other's."""
    try:
        await errand(*args, **kwargs)
    except Exception:
        log.exception("an errand failed")


def _is_code(text: str) -> bool:
    """Tell whether a text could be a room's code, before a key is made of it."""
    return len(text) == CODE_LENGTH and set(text) <= set(CODE_ALPHABET)


def _key_of(game: str) -> str:
    """Return the key of a game; raises Refused for none."""
    try:
        return str(find_game(game).about.key)
    except UnknownGame as error:
        raise Refused(ErrorCode.UNKNOWN_GAME, str(error)) from None
