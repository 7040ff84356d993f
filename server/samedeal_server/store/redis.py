"""The store over redis-py: its parts, logs with a doorbell, layout and deadlines.

It keeps four connections or so: one that writes (`writer`), a few that read, one that
listens to doorbells, in a cluster one more for each node. A lost doorbell costs nothing
but time, because readers always read the log itself.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Self, cast

from redis.exceptions import RedisError

from samedeal_server.meters.meters import StoreMeters
from samedeal_server.store.books import Books
from samedeal_server.store.calls import Calls
from samedeal_server.store.chain import ChainStore
from samedeal_server.store.clients import Client
from samedeal_server.store.cluster.clocks import own_ms
from samedeal_server.store.cluster.lanes import ClusterWriter
from samedeal_server.store.errors import (
    LayoutUnknown,
    StoreUnavailable,
    why_none,
    why_too_old,
)
from samedeal_server.store.keys import (
    AHEAD,
    DEADLINES,
    LAYOUT,
    LAYOUTS,
    OUTAGES,
    PROCESSES,
    PULSE,
    READS_LAYOUT,
    SERVED_FROM,
    STUCK,
    WRITES_LAYOUT,
    process_rooms_key,
    room_keys,
)
from samedeal_server.store.operators.agreed import AgreedStore
from samedeal_server.store.operators.apart import ApartStore
from samedeal_server.store.operators.orders import OrderStore
from samedeal_server.store.operators.reports import ReportStore
from samedeal_server.store.operators.whole import WholeStore
from samedeal_server.store.operators.whole_books import WholeBooks
from samedeal_server.store.people import AuditStore, HouseStore, People, PresenceStore
from samedeal_server.store.readings import (
    Layout,
    Log,
    Pulse,
    layout_of,
    log_of,
    pulse_of,
    reading_of,
)
from samedeal_server.store.rooms.doorbells import Doorbells
from samedeal_server.store.rooms.given_deals import (
    AttemptStore,
    DailyStore,
    TournamentStore,
)
from samedeal_server.store.rooms.lobby import LobbyStore
from samedeal_server.store.rooms.snapshots import (
    Found,
    SnapshotStore,
    found_of,
    reading_with_snapshot,
)
from samedeal_server.store.rooms.stuck import NO_NEWS, StuckNews
from samedeal_server.store.transcripts import TranscriptStore
from samedeal_server.store.writer import Answer, Append, Writer

PULSE_TIMEOUT_S = 1.0
LONGEST_GAP_MS = 2_000
"""Between two pulses of all processes; a longer one is an outage."""
DEAD_AFTER_MS = 8_000
"""Without a pulse; then a process's seats are nobody's."""
OUTAGES_KEPT = 64


class Store:
    """The store at a Redis URL; an async context manager whose `run` is a task.

    Raises StoreUnavailable where there is no store, from `__aenter__` on.
    """

    _reader: Client
    _writing: Client
    _writer: Writer
    calls: Calls
    """For the parts of the store alone: nobody else spells a command of Redis."""
    doorbells: Doorbells
    """The doorbells by which is heard what others append."""
    people: People
    """Identities, claimed names and players' lists."""
    books: Books
    whole_books: WholeBooks
    apart: ApartStore
    """For whoever sets boards apart from the other books."""
    chain: ChainStore
    """Of matches: the links of all, in one order."""
    lobby: LobbyStore
    snapshots: SnapshotStore
    whole: WholeStore
    """Every key, for whatever copies the store."""
    transcripts: TranscriptStore
    """Of matches that are over, in the store or in an archive."""
    dailies: DailyStore
    """The seeds of each day's deals."""
    attempts: AttemptStore
    """The rooms of players' attempts at given deals."""
    tournaments: TournamentStore
    house: HouseStore
    """The bots that an operator offers."""
    presence: PresenceStore
    """The places of players whose friends may look."""
    orders: OrderStore
    reports: ReportStore
    audit: AuditStore
    """The changes by operators."""
    agreed: AgreedStore

    def __init__(
        self, url: str, window_s: float = 0.0, *, takes_any_layout: bool = False
    ) -> None:
        """`window_s` is for how long appends gather in company, see `writer`.

        Who takes any layout does not serve the data, but puts it there.
        """
        self.url = url
        self._window_s = window_s
        self._takes_any_layout = takes_any_layout
        self._clients = AsyncExitStack()
        # Until a pulse came through; from then on nobody's setting of this machine's
        # clock matters.
        self._skew_ms = int(time.time() * 1000) - own_ms()
        self.meters = StoreMeters()
        self.has_older = False
        """Whether a process of older code was alive when that was last asked."""
        self.process = secrets.token_hex(6)
        """This process's name in the store; no other ever has it."""

    async def __aenter__(self) -> Self:
        try:
            self._reader = await self._connect()
            self._writing = await self._connect()
            kind = ClusterWriter if self._writing.is_cluster else Writer
            self._writer = kind(
                self._writing, self.process, self.meters, self._window_s
            )
            await self._check_versions()
            await self._writer.load_scripts()
            self.calls = Calls(self._reader, self._writer, self.meters)
            self.doorbells = Doorbells(self._reader, self.process, self.meters)
            self.people = People(self._writer, self.calls.read)
            self.chain = ChainStore(self.calls)
            self.books = Books(self.calls, self.chain)
            self.whole_books = WholeBooks(self.calls, self.books)
            self.apart = ApartStore(self.calls, self.books, self.whole_books)
            self.lobby = LobbyStore(self.calls)
            self.snapshots = SnapshotStore(self.calls)
            self.whole = WholeStore(self.calls)
            self.transcripts = TranscriptStore(self.calls)
            self.dailies = DailyStore(self.calls)
            self.attempts = AttemptStore(self.calls)
            self.tournaments = TournamentStore(self.calls)
            self.house = HouseStore(self.calls)
            self.presence = PresenceStore(self.calls)
            self.orders = OrderStore(self.calls)
            self.reports = ReportStore(self.calls)
            self.audit = AuditStore(self.calls)
            self.agreed = AgreedStore(self.calls)
            await self._check_layout()
        except BaseException as error:
            # A start that is cut short leaves no connection either.
            await self.__aexit__()
            if isinstance(error, RedisError | OSError):
                raise StoreUnavailable(why_none(error)) from error
            raise
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        # Whether closing one fails or is cut short, the others are closed.
        await self._clients.aclose()

    async def _connect(self) -> Client:
        client = await Client.connect(self.url)
        self._clients.push_async_callback(client.aclose)
        return client

    async def run(self) -> None:
        """Write all that is asked and hear doorbells, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._writer.run(), name="store writer")
            tasks.create_task(self.doorbells.run(), name="store doorbells")

    @property
    def is_cluster(self) -> bool:
        """Whether rooms may be at other nodes than what is the whole service's."""
        return self._writing.is_cluster

    @property
    def waiting(self) -> int:
        """Count what waits to be written."""
        return self._writer.waiting

    @property
    def clocks_apart(self) -> int:
        """Count the store's nodes whose clocks the service does not go by."""
        return self._writer.clocks_apart

    # Which code may serve the data

    async def layout(self) -> Layout:
        """Return the layout of the data; raises StoreError."""
        return layout_of(await self.calls.read_one("HMGET", LAYOUT, *Layout._fields))

    async def _check_versions(self) -> None:
        if why := why_too_old(await self._writing.versions()):
            raise StoreUnavailable(why)

    async def _check_layout(self) -> None:
        if self._takes_any_layout:
            return
        if why := (await self.layout()).why_not(WRITES_LAYOUT, READS_LAYOUT):
            raise LayoutUnknown(why)

    async def say_layout(self) -> bool:
        """Mark the data as of this code's layout from now on, while `run` runs.

        Return whether it is so: not while a process is alive that could not serve it.
        For some seconds after an outage nobody knows who is, and it stays as it was.
        """
        own = (self.process, WRITES_LAYOUT, SERVED_FROM, DEAD_AFTER_MS)
        keys = (LAYOUT, PROCESSES, LAYOUTS, OUTAGES)
        said = cast("int", await self._writer.script("layout", keys, own))
        if said >= 0:
            self.has_older = not said
        return said > 0

    # Time, and who is alive

    def now(self) -> int:
        """Return the service's time, in ms since 1970, as well as it is known."""
        return own_ms() + self._skew_ms

    async def pulse(self, stuck: StuckNews = NO_NEWS) -> Pulse:
        """Tell that this process is alive, and learn the time; raises StoreError."""
        found, over = stuck
        pairs = [*found.items(), *over.items()]
        sent = own_ms()
        try:
            async with asyncio.timeout(PULSE_TIMEOUT_S):
                answer = await self._writer.script(
                    "pulse",
                    (PULSE, OUTAGES, PROCESSES, STUCK, AHEAD),
                    (
                        *(self.process, LONGEST_GAP_MS, DEAD_AFTER_MS, OUTAGES_KEPT),
                        len(found),
                        *(word for pair in pairs for word in pair),
                    ),
                )
        except TimeoutError:
            raise StoreUnavailable("the store does not answer in time") from None
        pulse = pulse_of(answer)
        # The script ran somewhere between asking and hearing the answer.
        self._skew_ms = pulse.now - (sent + own_ms()) // 2
        self._writer.is_ahead(pulse.ahead)
        return pulse

    async def note_room(self, room: str) -> None:
        """Note that this process carries a room, should it die."""
        await self._writer.call("SADD", process_rooms_key(self.process), room)

    async def last_pulses(self, processes: Sequence[str]) -> dict[str, int]:
        """Return the last pulses of processes, in ms since 1970; 0 for never."""
        if not processes:
            return {}
        answer = await self.calls.read_one("ZMSCORE", PROCESSES, *processes)
        scores = cast("list[float | bytes | None]", answer)
        return {
            process: int(float(score or 0))
            for process, score in zip(processes, scores, strict=True)
        }

    async def processes(self) -> dict[str, int]:
        """Return the last pulse of each process, in ms, the latest first."""
        answer = await self.calls.read_one("ZRANGE", PROCESSES, 0, -1, "REV")
        found = cast("list[bytes]", answer)
        return await self.last_pulses([process.decode() for process in found])

    async def rooms_of(self, process: str) -> list[str]:
        """List the rooms that a process carried."""
        codes = cast(
            "list[bytes] | set[bytes]",
            await self.calls.read_one("SMEMBERS", process_rooms_key(process)),
        )
        return [code.decode() for code in codes]

    async def bury(self, process: str) -> None:
        """Forget a dead process, once its rooms have been seen to."""
        await self._writer.call("DEL", process_rooms_key(process))
        await self._writer.call("ZREM", PROCESSES, process)

    # Rooms

    def append(self, append: Append, answered: Callable[[Answer], None]) -> None:
        """Append facts, all or none; `answered` is called once, in the log's order.

        After a StoreUnavailable nobody knows whether they were appended.
        """
        self._writer.append(append, answered)

    async def read_log(self, room: str, after: str = "") -> Log:
        """Read a room's log after an entry's id, or from the start."""
        return log_of(await self.calls.read(reading_of(room, after)))

    async def open_log(self, room: str, by: str) -> Found:
        """Watch a room and read it, in that order and one round trip.

        So no ring falls in between; `by` says which snapshots can be read.
        """
        head = room_keys(room).head
        commands: list[tuple[str, ...]] = [
            ("SADD", process_rooms_key(self.process), room),
            ("EVALSHA", "watch", "1", head, self.process, "1"),
            reading_with_snapshot(room, by),
        ]
        calls = [self._writer.call(*words) for words in commands]
        self.doorbells.near.watch(room)
        return found_of((await asyncio.gather(*calls))[2])

    async def last_marks(self, rooms: Sequence[str]) -> list[str]:
        """Return the ids of rooms' last entries, empty where there is no room."""
        commands = [("HGET", room_keys(room).head, "last") for room in rooms]
        answers = await self.calls.read(commands)
        return [cast("bytes", answer or b"").decode() for answer in answers]

    async def watch(self, room: str) -> None:
        """Hear of appends by others to a room from now on."""
        self.doorbells.near.watch(room)
        await self.note_room(room)
        head = room_keys(room).head
        await self._writer.script("watch", (head,), (self.process, "1"))

    async def unwatch(self, room: str, process: str = "") -> None:
        """End what this process, or a dead one, hears of a room."""
        process = process or self.process
        if process == self.process:
            self.doorbells.near.leave(room)
        head = room_keys(room).head
        await self._writer.script("watch", (head,), (process, "0"))
        await self._writer.call("SREM", process_rooms_key(process), room)

    # When each room wants to be looked at

    async def put_deadlines(self, due: Mapping[str, int]) -> None:
        """Set the times at which open rooms want to be looked at, in ms."""
        if due:
            words = [word for room, at in due.items() for word in (at, room)]
            await self._writer.call("ZADD", DEADLINES, *words)

    async def drop_deadlines(self, rooms: Sequence[str]) -> None:
        """Forget closed rooms."""
        if rooms:
            await self._writer.call("ZREM", DEADLINES, *rooms)

    async def due(self, before: int, most: int) -> list[str]:
        """List rooms whose deadline has passed, the longest overdue first."""
        codes = cast(
            "list[bytes]",
            await self.calls.read_one(
                *("ZRANGE", DEADLINES, 0, before, "BYSCORE", "LIMIT", 0, most)
            ),
        )
        return [code.decode() for code in codes]
