"""Group commit: everything that one turn of the loop wants written, in one go.

Callers hand over facts to append or a call to make; one task sends what has
gathered while the next batch gathers. All appends of a batch are one script
call, whatever their number, so a command costs no round trip of its own, and
writes of one process keep their order.

In company appends gather for a few milliseconds, too: what comes close upon the last
batch waits until that was so long ago. Whoever is alone waits for nothing, and nor does
a call, or what was there before it.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence
from importlib import resources
from itertools import islice
from typing import NamedTuple, TypeAlias, TypeVar, cast

import msgpack
from redis.exceptions import NoScriptError, RedisError

from samedeal_server.meters.meters import StoreMeters
from samedeal_server.store.clients import Client
from samedeal_server.store.connections.failures import failure
from samedeal_server.store.connections.lines import Argument, Command
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.keys import DOORBELL, near_doorbell, room_keys
from samedeal_server.store.readings import LogEntry, entries_of

log = logging.getLogger(__name__)

READ_TIMEOUT_S = 5.0
BATCH_TIMEOUT_S = 3.0
"""After which a batch counts as not answered; nobody knows what became of it."""

TIMED = ("append", "spend")
"""Scripts whose last argument is by how much time is ahead of the node's clock; whoever
calls them leaves it out."""

MAX_BATCH = 256
"""Appends in one script call, which keeps the store to itself for some 2 ms, and
calls in one pipeline; more wait for the next."""

MAX_WAITING = 50_000
"""Appends and calls that may wait; beyond this the store counts as unavailable."""


class Append(NamedTuple):
    """Facts to append to a room's log, if its marks are as expected."""

    room: str
    conditions: tuple[str, ...]
    """Names and values of marks in turn; an empty value for none."""
    entries: tuple[str | bytes, ...]
    """For each fact the name of the mark that it sets, and its bytes."""
    ttl_s: int = 0
    """The seconds after which the log may be forgotten; 0 for not yet."""
    known: Callable[[], str] | None = None
    """Says, when it is sent, up to which id the log was read: what others have appended
    since is told with the answer."""


AHEAD_MOST = 64
"""Entries of others that are told with an answer."""


class Ahead(NamedTuple):
    """An answer where others had appended something that was not known."""

    mark: str | None
    """As without that."""
    entries: list[LogEntry]
    """The first of what they appended."""


Answer: TypeAlias = str | Ahead | StoreError | None
"""The last appended entry's id; None if the room is not as expected; or why nobody
knows."""


Appending: TypeAlias = tuple[Append, Callable[[Answer], None]]


class Call(NamedTuple):
    """Commands that go out together."""

    commands: Sequence[Command]
    answer: "asyncio.Future[object]"
    """Of the last of the commands, or the first error of any."""


class Writer:
    """The one task of a process that writes to the store."""

    def __init__(
        self,
        client: Client,
        process: str,
        meters: StoreMeters,
        window_s: float = 0.0,
    ) -> None:
        self._window_s = window_s
        """From one batch of appends to the next, at least."""
        self._sent_s = -math.inf
        """The time when the last batch was sent, by the monotonic clock."""
        self._gathering: asyncio.TimerHandle | None = None
        self.client = client
        self.process = process
        self.meters = meters
        self._appends: list[Appending] = []
        self._calls: list[Call] = []
        self._wanted = asyncio.Event()
        self.hashes: dict[str, str] = {}
        self.ahead_ms = 0
        """By how much time is ahead of the store's clock, as that was set back."""

    @property
    def clocks_apart(self) -> int:
        """Count the nodes whose clocks the service does not go by."""
        return int(self.ahead_ms > 0)

    def is_ahead(self, ms: int) -> None:
        """Take by how much time is ahead of the clock of the node of the service."""
        if bool(ms) is not bool(self.ahead_ms):
            if ms:
                log.warning(
                    "the store's clock went back %.1f s, or another node's is that "
                    "much behind: time goes on from where it was; set it by NTP",
                    ms / 1000,
                )
            else:
                log.warning("the store's clock has caught up")
        self.ahead_ms = ms

    async def load_scripts(self) -> None:
        """Load every script of the `lua` folder, also after a restart lost them."""
        folder = resources.files("samedeal_server.store").joinpath("lua")
        for file in folder.iterdir():
            if file.name.endswith(".lua"):
                name = file.name.removesuffix(".lua")
                text = file.read_text(encoding="utf-8")
                self.hashes[name] = await self.client.load_script(text)

    def hash_of(self, script: str) -> str:
        """Return the hash under which a script of the `lua` folder is known."""
        return self.hashes[script]

    @property
    def waiting(self) -> int:
        """Count the appends and calls that wait to be sent."""
        return len(self._appends) + len(self._calls)

    def append(self, append: Append, answered: Callable[[Answer], None]) -> None:
        """Append facts; `answered` is called once, in the log's order.

        Raises StoreUnavailable, and appends nothing, when too much waits already.
        """
        self._admit()
        if not self._appends:
            self._send_soon()  # all that comes until then goes with it
        self._appends.append((append, answered))

    async def script(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """Run a script of the `lua` folder; raises StoreError."""
        return await self.call("EVALSHA", name, len(keys), *keys, *arguments)

    def call(self, *arguments: Argument) -> "asyncio.Future[object]":
        """Run one command; the answer may be a StoreError, raised."""
        return self.all_of((arguments,))

    def all_of(self, commands: Sequence[Command]) -> "asyncio.Future[object]":
        """Run commands that go out together; the answer is the last one's.

        It is a StoreError, raised, if that of any is one.
        """
        self._admit()
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._calls.append(Call(commands, answer))
        self._wanted.set()
        return answer

    async def run(self) -> None:
        """Send what gathers, until cancelled."""
        this_task = asyncio.current_task()
        while True:
            # `asyncio.wait_for`, in redis-py, loses a cancellation before Python
            # 3.12 when the reply comes in at the same moment.
            if this_task is not None and this_task.cancelling():
                raise asyncio.CancelledError
            await self._wanted.wait()
            if self._gathering is not None:
                self._gathering.cancel()
                self._gathering = None
            appends, self._appends = _split(self._appends)
            calls, self._calls = _split(self._calls)
            if not self._appends and not self._calls:
                self._wanted.clear()
            await self._send(appends, calls)

    def _send_soon(self) -> None:
        """Send appends soon: now, or once the last batch was long enough ago."""
        wait_s = self._sent_s + self._window_s - time.monotonic()
        if wait_s > 0:
            loop = asyncio.get_running_loop()
            self._gathering = loop.call_later(wait_s, self._wanted.set)
        else:
            self._wanted.set()

    def _admit(self) -> None:
        if self.waiting >= MAX_WAITING:
            raise StoreUnavailable("too much waits to be written")

    async def _send(self, appends: list[Appending], calls: list[Call]) -> None:
        commands = self._commands([append for append, _ in appends])
        count = len(commands)
        for call in calls:
            commands += call.commands
        self._sent_s = sent_s = time.monotonic()
        answers = await self._answers(commands)
        if commands:
            self._note(len(appends), time.monotonic() - sent_s, answers)
        for (_, answered), answer in zip(
            appends, appended(answers[:count], len(appends)), strict=True
        ):
            answered(answer)
        left = iter(answers[count:])
        for call in calls:
            resolve(call.answer, list(islice(left, len(call.commands))))

    def _note(self, appends: int, took_s: float, answers: list[object]) -> None:
        self.meters.batches.note(took_s)
        if appends:
            self.meters.sizes.note(appends)
        if isinstance(answers[0], Exception):
            self.meters.failed += 1

    def _commands(self, appends: list[Append]) -> list[Command]:
        """Return the one script call for these appends, if there are any."""
        return [self._script_call(appends)] if appends else []

    def _script_call(self, appends: list[Append]) -> tuple[Argument, ...]:
        keys: list[str] = []
        said: list[Argument] = []
        for room, conditions, entries, ttl_s, known in appends:
            keys += room_keys(room)
            said += (ttl_s, known() if known else "", len(conditions), len(entries))
            said += conditions
            said += entries
        # cmsgpack, in Lua, knows text alone.
        packed: bytes = msgpack.packb(said, use_bin_type=False)
        # In a cluster all that is sent at once is of one room.
        near = near_doorbell(appends[0].room) if self.client.is_cluster else ""
        words = (packed, self.process, DOORBELL, AHEAD_MOST, near)
        return ("EVALSHA", "append", len(keys), *keys, *words)

    async def _answers(self, commands: list[Command]) -> list[object]:
        """Return the answer to each command, errors among them."""
        try:
            # redis-py's own timeouts come for each try and each reconnection.
            async with asyncio.timeout(BATCH_TIMEOUT_S):
                answers = await self._sent(self._hashed(commands))
                lost = [
                    i for i, a in enumerate(answers) if isinstance(a, NoScriptError)
                ]
                if lost:
                    await self.load_scripts()
                    again = await self._sent(self._hashed([commands[i] for i in lost]))
                    for i, answer in zip(lost, again, strict=True):
                        answers[i] = answer
        except (RedisError, OSError) as error:
            return [error] * len(commands)
        return answers

    async def _sent(self, commands: list[Command]) -> list[object]:
        return await self.client.in_line(commands)

    def _hashed(self, commands: list[Command]) -> list[Command]:
        """Put scripts' hashes in place of their names."""
        return [
            self._hashed_one(words) if words[0] == "EVALSHA" else words
            for words in commands
        ]

    def _hashed_one(self, words: Command) -> Command:
        name = cast("str", words[1])
        time = (self.ahead_ms,) if name in TIMED else ()
        return ("EVALSHA", self.hashes[name], *words[2:], *time)


T = TypeVar("T")


def _split(waiting: list[T]) -> tuple[list[T], list[T]]:
    return waiting[:MAX_BATCH], waiting[MAX_BATCH:]


def appended(answers: list[object], count: int) -> list[Answer]:
    """Return the answer to each append of a batch, from what its one call brought."""
    results: list[Answer] = []
    for answer in answers:
        if isinstance(answer, Exception):
            results += [failure(answer)] * count
        else:
            results += map(_answer, cast("list[bytes | list[bytes]]", answer))
    return results


def _answer(said: bytes | list[bytes]) -> Answer:
    if isinstance(said, list):
        return Ahead(said[0].decode() or None, entries_of(said[1:]))
    text = said.decode()
    return StoreError(text[1:]) if text.startswith("!") else text or None


def resolve(waiting: "asyncio.Future[object]", answers: list[object]) -> None:
    """Hand the last answer over, unless whoever asked has gone away meanwhile."""
    if waiting.done():
        return
    for answer in answers:
        if isinstance(answer, Exception):
            waiting.set_exception(failure(answer))
            return
    waiting.set_result(answers[-1])
