"""The hub: the rooms that have someone connected to this process.

A command is decided on the room's state, appended to its log, folded, answered
and told, in that order: nothing is acknowledged before it is in the log. When
the log has moved on meanwhile, because another process wrote to it, the facts
in between are read and folded first and the decision is made anew.
"""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import Protocol, TypeAlias, TypeVar

import msgpack
from samedeal_games.catalogue import find_game

from samedeal_games.errors import UnknownGame
from samedeal_protocol.boards import LeaderboardRow, RoomSummary, Zones
from samedeal_protocol.codec import encode
from samedeal_protocol.commands import AskLeaderboard, HostRoom, Leave, Move
from samedeal_protocol.digest import digest
from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.updates import (
    Done,
    Heartbeat,
    Joined,
    Leaderboard,
    Moved,
    News,
    Progress,
    Rooms,
    Update,
)
from samedeal_server.core.facts import (
    SEAT_FACTS,
    CameBack,
    Entry,
    Fact,
    Limits,
    MatchEnded,
    MatchStarted,
    RoomClosed,
    Seat,
    SeatTaken,
    pack_fact,
    unpack_entry,
)
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
    evolve,
    open_room,
    repeated,
)
from samedeal_server.core.standings import leaderboard_value, standings
from samedeal_server.core.state import Phase, Player, Room
from samedeal_server.core.tellings import board_view, snapshot, summary, tell
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.redis import Append, Stamp, Store

log = logging.getLogger(__name__)

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without 0 O, 1 I L and U, which are misread or misheard."""
CODE_LENGTH = 5

DECISIONS_MOST = 32
"""How often a decision is made anew because others wrote first."""

PROGRESS_EVERY_S = 0.05
"""Progress is gathered for so long; anything else is told within the loop's tick."""

CLOSED_ROOM_TTL_S = 24 * 3600
"""How long a closed room's log is kept."""

SWEEP_EVERY_S = 2.0
SWEEP_GRACE_MS = 1_500
"""A room overdue for so long is looked at by any process, not only by those that
carry somebody in it."""
SWEEP_MOST = 100
TICK_AGAIN_S = 1.0
"""How soon a room whose deadline could not be dealt with is looked at again."""

T = TypeVar("T")
Counters: TypeAlias = tuple[tuple[str, int], ...]


class Viewer(Protocol):
    """A connection, as the hub sees it."""

    player: Player
    connection: str

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits."""
        ...

    def close(self, code: CloseCode) -> None:
        """Say goodbye; what is queued may be lost."""
        ...


class LiveRoom:
    """A room that this process carries: its state and who is connected here."""

    def __init__(self, state: Room, last_id: str) -> None:
        self.state = state
        self.last_id = last_id
        self.viewers: dict[str, Viewer] = {}
        self.boards: dict[str, Zones] = {}
        """What each player here was last sent of their own board."""
        self.told_offset = state.offset
        self.told: list[Update] = []
        self.progress: dict[Seat, int] = {}
        """Index in `told` of each seat's newest progress."""
        self.timer: asyncio.TimerHandle | None = None
        self.flush: asyncio.Handle | None = None
        self.flush_soon = False
        self.reading = False
        """Whether a doorbell has been heard and the log is about to be read."""


class Hub:
    """All rooms with somebody connected here; `run` owns every task it starts."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._of_viewer: dict[str, str] = {}
        self._tasks: asyncio.TaskGroup | None = None
        store.on_ring = self._heard

    async def run(self) -> None:
        """Sweep overdue rooms and own the hub's tasks, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            self._tasks = tasks
            while True:
                await asyncio.sleep(SWEEP_EVERY_S)
                await self._sweep()

    # What viewers ask

    async def rooms(self, re: int) -> Rooms:
        """List the public rooms, those with free seats first."""
        lines = (await self._store.lobby()).values()
        listed = [RoomSummary.model_validate(msgpack.unpackb(line)) for line in lines]
        listed.sort(key=lambda room: (room.phase == "playing", room.room))
        return Rooms(re=re, rooms=tuple(listed[:200]))

    async def leaderboard(self, asked: AskLeaderboard) -> Leaderboard:
        """Return the best results in a game; raises Refused."""
        key = _find(asked.game)
        rows: list[LeaderboardRow] = []
        last_value: int | None = None
        for index, row in enumerate(await self._store.leaderboard(key, asked.limit)):
            rank = rows[-1].rank if row.value == last_value else index + 1
            last_value = row.value
            fields = msgpack.unpackb(row.packed)
            rows.append(LeaderboardRow.model_validate({**fields, "rank": rank}))
        return Leaderboard(re=asked.id, game=key, rows=tuple(rows))

    async def host(self, viewer: Viewer, asked: HostRoom) -> Joined:
        """Open a room with the viewer as its host; raises Refused."""
        self._refuse_second_room(viewer)
        _find(asked.game)
        while True:
            code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
            now = self._now()
            facts = open_room(
                code, asked, viewer.player, viewer.connection, self._limits, now
            )
            # Listed before it exists: a room that nobody looks after cannot be.
            await self._store.put_deadline(code, now.ms + self._limits.gather_ms)
            if await self._append(code, facts, (("offset", 0),), "", 0) is not None:
                break
        live = await self._carry(code)
        if live is None:
            raise Refused(ErrorCode.UNKNOWN_ROOM, "the room is gone already")
        self._tend(live)
        return self._attach(live, viewer, asked.id)

    async def join(self, viewer: Viewer, code: str, re: int) -> Joined:
        """Take a seat, or come back to the one already held; raises Refused."""
        code = code.upper()
        if self._of_viewer.get(viewer.connection, code) != code:
            self._refuse_second_room(viewer)
        live = await self._carry(code)
        if live is None:
            raise Refused(ErrorCode.UNKNOWN_ROOM, f"no open room has the code {code}")
        try:
            await self._take_seat(live, viewer)
        except (Refused, StoreError):
            self._release(live)
            raise
        return self._attach(live, viewer, re)

    async def command(self, viewer: Viewer, command: PlayerCommand) -> Done | Moved:
        """Carry out a numbered command in the viewer's room; raises Refused."""
        live = self._live_of(viewer)
        if live is None:
            raise Refused(ErrorCode.NOT_IN_ROOM, "host or join a room first")
        offset = await self._carry_out(live, command, viewer.player.id, command.n)
        if isinstance(command, Move):
            return self._moved(live, viewer, command, offset)
        if isinstance(command, Leave):
            self._flush(live)
            self.detach(viewer)
        return Done(re=command.id, offset=offset)

    def heartbeat(self, viewer: Viewer) -> Heartbeat:
        """Return what the viewer has been told, in short."""
        live = self._live_of(viewer)
        if live is None:
            return Heartbeat(now=self._store.now())
        self._flush(live)
        seen = snapshot(live.state, viewer.player.id)
        return Heartbeat(
            now=self._store.now(),
            offset=seen.offset,
            ply=seen.board.ply if seen.board else 0,
            digest=digest(seen.room, seen.board),
        )

    def now(self) -> int:
        """Return the store's clock, in ms since 1970."""
        return self._store.now()

    def detach(self, viewer: Viewer) -> None:
        """Forget a connection; its seat is marked as away."""
        live = self._live_of(viewer)
        self._of_viewer.pop(viewer.connection, None)
        if live is None:
            return
        live.viewers.pop(viewer.connection, None)
        player = viewer.player.id
        if not any(v.player.id == player for v in live.viewers.values()):
            live.boards.pop(player, None)
        if (
            live.state.phase is not Phase.CLOSED
            and live.state.seat_of(player) is not None
        ):
            self._spawn(self._go(live, viewer))
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
            guard = _guard(state, facts)
            stamp = await self._append(state.code, facts, guard, player, n)
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
                bumps=_bumps(facts),
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
        before = live.state
        live.state = evolve(before, entry)
        self._gather(live, tell(before, entry.fact, live.state))
        if isinstance(entry.fact, SEAT_FACTS):
            if live.state.all_done():
                self._tend(live)
            return
        if isinstance(entry.fact, CameBack | SeatTaken):
            self._replace(live, entry.fact)
        if isinstance(entry.fact, MatchStarted):
            live.boards.clear()
        if isinstance(entry.fact, MatchEnded):
            self._spawn(self._submit(live.state))
        self._tend(live)

    # Telling

    def _gather(self, live: LiveRoom, updates: list[Update]) -> None:
        """Take up what to tell; progress not yet sent gives way to newer."""
        only_progress = True
        for update in updates:
            if isinstance(update, Progress):
                known = live.progress.get(update.seat)
                if known is not None:
                    live.told[known] = update
                    continue
                live.progress[update.seat] = len(live.told)
            else:
                only_progress = False
                live.progress.clear()
            live.told.append(update)
        self._flush_later(live, soon=not only_progress)

    def _flush_later(self, live: LiveRoom, *, soon: bool) -> None:
        if live.flush is not None:
            if live.flush_soon or not soon:
                return
            live.flush.cancel()
        loop = asyncio.get_running_loop()
        live.flush_soon = soon
        if soon:
            live.flush = loop.call_soon(self._flush, live)
        else:
            live.flush = loop.call_later(PROGRESS_EVERY_S, self._flush, live)

    def _flush(self, live: LiveRoom) -> None:
        """Send everybody here what was gathered, encoded once."""
        if live.flush is not None:
            live.flush.cancel()
            live.flush = None
        since, live.told_offset = live.told_offset, live.state.offset
        if since == live.told_offset:
            return
        news = News(since=since, offset=live.told_offset, updates=tuple(live.told))
        live.told.clear()
        live.progress.clear()
        frame = encode(news)
        for viewer in list(live.viewers.values()):
            viewer.send(frame)
        closed = live.state.phase is Phase.CLOSED
        for viewer in list(live.viewers.values()):
            if closed or live.state.seat_of(viewer.player.id) is None:
                self.detach(viewer)

    def _moved(self, live: LiveRoom, viewer: Viewer, asked: Move, offset: int) -> Moved:
        """Answer a move with what changed on the own board since the last answer."""
        seat = live.state.seat_of(viewer.player.id)
        play = live.state.play_of(seat)
        if play is None:
            raise Refused(ErrorCode.NOT_SEATED, "you take no part in this match")
        board = board_view(live.state.game, play)
        known = live.boards.get(viewer.player.id)
        live.boards[viewer.player.id] = board.zones
        # A repeated move is answered with the whole board: nobody knows what
        # its player saw of the first answer.
        full = known is None or board.ply != asked.ply + 1
        zones = board.zones if full else _changes(known or {}, board.zones)
        return Moved(
            re=asked.id,
            offset=offset,
            ply=board.ply,
            score=board.score,
            zones=zones,
            full=full,
        )

    # Carrying rooms

    async def _carry(self, code: str) -> LiveRoom | None:
        """Return a room as it is now, from here or from its log; None for none."""
        live = self._rooms.get(code)
        if live is None:
            loading = self._loading.get(code)
            if loading is None:
                loading = self._spawn(self._load(code))
                self._loading[code] = loading
            # Shielded: others may wait for the same room.
            live = await asyncio.shield(loading)
        if live is not None and live.state.phase is Phase.CLOSED:
            return None
        return live

    async def _load(self, code: str) -> LiveRoom | None:
        try:
            # Watched before it is read, so that no ring falls in between.
            await self._store.watch(code)
            entries = await self._store.read_log(code)
            state: Room | None = None
            for offset, entry in enumerate(entries, 1):
                state = evolve(state, unpack_entry(offset, entry.at, entry.packed))
            if state is None or state.phase is Phase.CLOSED:
                await self._store.unwatch(code)
                return None
            live = LiveRoom(state, entries[-1].id)
            self._rooms[code] = live
            if state.match is not None and state.match.ended_at is not None:
                # Whoever ended the match may have died before submitting it.
                self._spawn(self._submit(state))
            self._tend(live)
            return live
        finally:
            self._loading.pop(code, None)

    async def _take_seat(self, live: LiveRoom, viewer: Viewer) -> None:
        player = viewer.player
        while live.state.seat_of(player.id) is None:
            await self._carry_out(live, Sit(player, viewer.connection), "", 0)
        seat = live.state.seat_of(player.id)
        sitter = None if seat is None else live.state.seats[seat]
        if sitter is not None and sitter.connection != viewer.connection:
            await self._carry_out(live, Come(viewer.connection), player.id, 0)

    def _attach(self, live: LiveRoom, viewer: Viewer, re: int) -> Joined:
        self._flush(live)
        live.viewers[viewer.connection] = viewer
        self._of_viewer[viewer.connection] = live.state.code
        seen = snapshot(live.state, viewer.player.id)
        if seen.board is not None:
            live.boards[viewer.player.id] = seen.board.zones
        return Joined(re=re, snapshot=seen)

    def _replace(self, live: LiveRoom, fact: CameBack | SeatTaken) -> None:
        """Send away the connections of a seat that another one speaks for now."""
        sitter = live.state.seats[fact.seat]
        if sitter is None:
            return
        for viewer in list(live.viewers.values()):
            same_player = viewer.player.id == sitter.player.id
            if same_player and viewer.connection != sitter.connection:
                live.viewers.pop(viewer.connection)
                self._of_viewer.pop(viewer.connection, None)
                viewer.close(CloseCode.REPLACED)

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
        for handle in (live.timer, live.flush):
            if handle is not None:
                handle.cancel()
        self._spawn(self._unwatch(code))

    async def _unwatch(self, code: str) -> None:
        try:
            if code not in self._rooms and code not in self._loading:
                await self._store.unwatch(code)
        except StoreError as error:
            log.info("room %s: still watched: %s", code, error)

    def _heard(self, code: str) -> None:
        live = self._rooms.get(code)
        if live is not None and not live.reading:
            live.reading = True
            self._spawn(self._read_on(live))

    async def _read_on(self, live: LiveRoom) -> None:
        live.reading = False
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
        self._spawn(self._note(live.state))
        due = deadline(live.state)
        if due is not None:
            wait_s = max(0, due - self._store.now()) / 1000
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(wait_s, self._ring_time, live)

    def _ring_time(self, live: LiveRoom) -> None:
        live.timer = None
        self._spawn(self._tick(live))

    async def _tick(self, live: LiveRoom) -> None:
        try:
            await self._carry_out(live, Tick(), "", 0)
        except (Refused, StoreError) as error:
            log.warning("room %s: time not told: %s", live.state.code, error)
        if live.timer is None and self._rooms.get(live.state.code) is live:
            loop = asyncio.get_running_loop()
            live.timer = loop.call_later(TICK_AGAIN_S, self._ring_time, live)

    async def _note(self, state: Room) -> None:
        """Keep the lists of rooms in step; they are hints, the log is the truth."""
        due = deadline(state)
        try:
            if due is None:
                await self._store.drop_deadline(state.code)
                await self._store.take_from_lobby(state.code)
                return
            await self._store.put_deadline(state.code, due)
            if state.public:
                line = encode(summary(state))
                await self._store.put_in_lobby(state.code, line)
        except StoreError as error:
            log.info("room %s: not listed: %s", state.code, error)

    async def _sweep(self) -> None:
        """Look after rooms whose own processes have not."""
        try:
            await self._store.set_clock()
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
        await self._note(live.state)
        self._release(live)

    async def _submit(self, state: Room) -> None:
        """Put the results of a match that is over on the game's leaderboard."""
        match = state.match
        if match is None or match.ended_at is None:
            return
        about = state.game.about
        for row in standings(match, about.contest):
            play = row.play
            if play.state == "resigned" or play.plies == 0:
                continue
            value = leaderboard_value(play.score, row.elapsed_ms, about.contest)
            packed = msgpack.packb(
                {
                    "player": play.player.id,
                    "name": play.player.name,
                    "bot": play.player.bot,
                    "score": play.score,
                    "plies": play.plies,
                    "elapsed_ms": row.elapsed_ms,
                    "match": match.id,
                    "at": match.ended_at,
                }
            )
            try:
                await self._store.submit(about.key, play.player.id, value, packed)
            except StoreError as error:
                log.warning("match %s: result not submitted: %s", match.id, error)

    # Small things

    def _now(self) -> Now:
        return Now(self._store.now(), secrets.token_bytes(ENTROPY_BYTES))

    def _live_of(self, viewer: Viewer) -> LiveRoom | None:
        return self._rooms.get(self._of_viewer.get(viewer.connection, ""))

    def _refuse_second_room(self, viewer: Viewer) -> None:
        if viewer.connection in self._of_viewer:
            raise Refused(ErrorCode.ALREADY_IN_ROOM, "leave the other room first")

    def _spawn(self, work: Coroutine[object, object, T]) -> "asyncio.Task[T]":
        if self._tasks is None:
            raise RuntimeError("the hub does not run")
        return self._tasks.create_task(work)


def _find(key: str) -> str:
    try:
        return find_game(key).about.key
    except UnknownGame as error:
        raise Refused(ErrorCode.UNKNOWN_GAME, str(error)) from None


def _guard(state: Room, facts: tuple[Fact, ...]) -> Counters:
    """Say what a decision rests on.

    A seat's own move rests on that seat's board and on the room being in the
    same phase; anything else rests on all that happened so far.
    """
    first = facts[0]
    if len(facts) == 1 and isinstance(first, SEAT_FACTS):
        seat = first.seat
        return (("gen", state.gen), (f"s{seat}", state.versions[seat]))
    return (("offset", state.offset),)


def _bumps(facts: tuple[Fact, ...]) -> Counters:
    """Count facts the way `evolve` does."""
    counts: dict[str, int] = {}
    for fact in facts:
        name = f"s{fact.seat}" if isinstance(fact, SEAT_FACTS) else "gen"
        counts[name] = counts.get(name, 0) + 1
    return tuple(counts.items())


def _changes(known: Zones, zones: Zones) -> Zones:
    """Return the zones that differ, whole; those that are gone as empty."""
    changed = {name: cards for name, cards in zones.items() if known.get(name) != cards}
    return changed | {name: () for name in known if name not in zones}
