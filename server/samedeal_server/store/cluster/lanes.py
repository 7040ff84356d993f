"""Writing to a cluster: a lane to each node, so that none waits for another.

What a node answers that is not for it, as a slot is elsewhere or on its way, is tried
apart from the lane, slot by slot: that may take a while, and holds up that slot alone.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from time import monotonic
from typing import NamedTuple, cast

from redis.exceptions import (
    AskError,
    MovedError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from samedeal_server.meters.meters import StoreMeters
from samedeal_server.store.clients import Client, Place
from samedeal_server.store.cluster.clocks import NodeClocks, own_ms
from samedeal_server.store.connections.lines import Command
from samedeal_server.store.keys import PULSE, room_keys
from samedeal_server.store.writer import (
    TIMED,
    Answer,
    Append,
    Appending,
    Call,
    Writer,
    appended,
    resolve,
)

TRIES = 8
"""Of what is for keys that are moved to another node just now."""
TRY_AGAIN_AFTER_S = 0.05
ELSEWHERE = (MovedError, AskError, TryAgainError)
ASKED_TIME_EVERY_S = 2.0
WHAT_TIME = ("TIME",)


class Job(NamedTuple):
    """Commands for keys of one node, and what is to be called with their answers."""

    commands: Sequence[Command]
    done: Callable[[list[object]], None]

    @property
    def key(self) -> str:
        """One of the keys that they are about; empty where there is none."""
        return _key_of(self.commands[0])


class ClusterWriter(Writer):
    """The writer of a process whose store is a cluster; `run` is a task."""

    def __init__(
        self, client: Client, process: str, meters: StoreMeters, window_s: float = 0.0
    ) -> None:
        super().__init__(client, process, meters, window_s)
        self._lanes: dict[Place, _Lane] = {}
        self._apart: dict[int, list[Job]] = {}
        """What is tried apart from the lanes, by slot, in its order."""
        self._tasks: asyncio.TaskGroup | None = None
        self._looking: asyncio.Task[None] | None = None
        self.clocks = NodeClocks()
        self._asked_time_s = -ASKED_TIME_EVERY_S

    @property
    def waiting(self) -> int:
        """Count the appends and calls that wait to be sent."""
        apart = sum(map(len, self._apart.values()))
        return apart + sum(lane.waiting for lane in self._lanes.values())

    def append(self, append: Append, answered: Callable[[Answer], None]) -> None:
        """Append facts; `answered` is called once, in the log's order.

        Raises StoreUnavailable, and appends nothing, when too much waits already.
        """
        log = room_keys(append.room).log
        if self.client.slot_of(log) in self._apart:
            self._admit()
            self.try_apart(self.job_of(append, answered))
        else:
            self._lane_to(log).append(append, answered)

    def all_of(self, commands: Sequence[Command]) -> "asyncio.Future[object]":
        """Run commands that go out together; the answer is the last one's.

        It is a StoreError, raised, if that of any is one.
        """
        ways: dict[Writer, list[Command]] = {}
        for words in commands:
            ways.setdefault(self._way_of(words), []).append(words)
        last = self._way_of(commands[-1])
        ways[last] = ways.pop(last)
        return _as_one([self._by(way, some) for way, some in ways.items()])

    def _way_of(self, words: Command) -> Writer:
        """Return the lane of a command, or this writer itself if it is tried apart."""
        key = _key_of(words)
        if key and self.client.slot_of(key) in self._apart:
            return self
        return self._lane_to(key)

    def _by(self, way: Writer, commands: list[Command]) -> "asyncio.Future[object]":
        if way is not self:
            return way.all_of(commands)
        return _as_one([self._one_apart(words) for words in commands])

    def _one_apart(self, words: Command) -> "asyncio.Future[object]":
        self._admit()
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self.try_apart(Job([words], partial(resolve, answer)))
        return answer

    # The clocks of the nodes

    @property
    def clocks_apart(self) -> int:
        """Count the nodes whose clocks the service does not go by."""
        return self.clocks.apart

    def is_ahead(self, ms: int) -> None:
        """Take by how much time is ahead of the clock of the node of the service.

        And ask every node for the time, now and then.
        """
        self.clocks.service_ahead = ms
        there = self.client.places_known()
        self.clocks.forget_all_but(there)
        self._compare_clocks()
        if monotonic() >= self._asked_time_s + ASKED_TIME_EVERY_S:
            self._asked_time_s = monotonic()
            for place in there:
                said = self._lane_at(place).all_of([WHAT_TIME])
                said.add_done_callback(partial(self._saw, place, own_ms()))

    def _saw(self, place: Place, sent: int, said: "asyncio.Future[object]") -> None:
        if not said.cancelled() and said.exception() is None:
            self.clocks.saw(place, said.result(), sent)
            self._compare_clocks()

    def _compare_clocks(self) -> None:
        self.clocks.compare(self.client.place_known(PULSE))

    async def by_its_clock(
        self, place: Place, commands: list[Command]
    ) -> list[Command]:
        """Return commands as they are for a node: its clock may be off.

        Raises RedisError or OSError.
        """
        timed = {self.hashes[name] for name in TIMED}
        if not any(_script_of(words) in timed for words in commands):
            return commands
        for each in (self.client.place_known(PULSE), place):
            if not self.clocks.knows(each):
                sent = own_ms()
                self.clocks.saw(each, (await self._ask(each, [WHAT_TIME]))[0], sent)
                self._compare_clocks()
        ahead = self.clocks.ahead(place)
        return [
            (*words[:-1], ahead) if _script_of(words) in timed else words
            for words in commands
        ]

    async def run(self) -> None:
        """Send what gathers, until cancelled."""
        async with asyncio.TaskGroup() as self._tasks:
            try:
                for lane in self._lanes.values():
                    self._tasks.create_task(lane.run(), name="lane")
                for slot in self._apart:
                    self._tasks.create_task(self._try_all(slot), name="apart")
                await asyncio.get_running_loop().create_future()
            finally:
                self._tasks = None

    def _lane_to(self, key: str) -> "_Lane":
        """Return the lane to the node that has a key, as far as is known."""
        return self._lane_at(self.client.place_known(key))

    def _lane_at(self, place: Place) -> "_Lane":
        lane = self._lanes.get(place)
        if lane is None:
            lane = self._lanes[place] = _Lane(self, place, self._window_s)
            if self._tasks is not None:
                self._tasks.create_task(lane.run(), name="lane")
        return lane

    def job_of(self, append: Append, answered: Callable[[Answer], None]) -> Job:
        """Return the job that appends."""

        def done(answers: list[object]) -> None:
            answered(appended(answers, 1)[0])

        return Job([self._script_call([append])], done)

    # Apart from the lanes

    def try_apart(self, job: Job) -> None:
        """Do a job after those of the same slot that are tried apart already."""
        slot = self.client.slot_of(job.key)
        waiting = self._apart.get(slot)
        if waiting is not None:
            waiting.append(job)
            return
        self._apart[slot] = [job]
        if self._tasks is not None:
            self._tasks.create_task(self._try_all(slot), name="apart")

    async def _try_all(self, slot: int) -> None:
        waiting = self._apart[slot]
        while waiting:
            answers = await self._answers(list(waiting[0].commands))
            waiting.pop(0).done(answers)
        del self._apart[slot]

    async def _sent(self, commands: list[Command]) -> list[object]:
        key = _key_of(commands[0])
        place = self.client.place_known(key)
        answers = await self._at(place, commands)
        return [
            await self._led(words, answer) if isinstance(answer, ELSEWHERE) else answer
            for words, answer in zip(commands, answers, strict=True)
        ]

    async def _led(self, words: Command, answer: object) -> object:
        """Follow a node's word on where a command is to be sent, or when again."""
        for _ in range(TRIES):
            if isinstance(answer, MovedError):  # which is an AskError, too
                # redis-py is told of it, and knows it from then on.
                place = await self.client.place_of(_key_of(words))
                answer = (await self._at(place, [words]))[0]
            elif isinstance(answer, AskError):
                place = (cast("str", answer.host), answer.port)
                answer = (await self._at(place, [("ASKING",), words]))[1]
            if not isinstance(answer, ELSEWHERE):
                break
            if isinstance(answer, TryAgainError):
                await asyncio.sleep(TRY_AGAIN_AFTER_S)
                place = self.client.place_known(_key_of(words))
                answer = (await self._at(place, [words]))[0]
        return answer

    async def _at(self, place: Place, commands: list[Command]) -> list[object]:
        return await self._ask(place, await self.by_its_clock(place, commands))

    async def _ask(self, place: Place, commands: list[Command]) -> list[object]:
        line = self.client.line(place)
        try:
            return await line.call(commands)
        finally:
            await line.aclose()

    # Where the nodes are

    def look_again(self, key: str) -> None:
        """Find out where the slots are by now, as a node does not answer."""
        if self._tasks is not None and self._looking is None:
            self._looking = self._tasks.create_task(self._look(key), name="looking")

    async def _look(self, key: str) -> None:
        try:
            with suppress(RedisError, OSError):
                await self.client.place_of(key or room_keys("").log)
        finally:
            self._looking = None


class _Lane(Writer):
    """What is written to one node, batch by batch."""

    def __init__(self, writer: ClusterWriter, place: Place, window_s: float) -> None:
        super().__init__(writer.client, writer.process, writer.meters, window_s)
        self.hashes = writer.hashes
        self._writer = writer
        self._place = place
        self._line = writer.client.kept_line(place)

    async def _send(self, appends: list[Appending], calls: list[Call]) -> None:
        jobs = [self._writer.job_of(*appending) for appending in appends]
        jobs += [Job(c.commands, partial(resolve, c.answer)) for c in calls]
        if not jobs:
            return
        self._sent_s = sent_s = monotonic()
        answers = await self._answers([words for job in jobs for words in job.commands])
        self._note(len(appends), monotonic() - sent_s, answers)
        left = iter(answers)
        for job in jobs:
            own = list(islice(left, len(job.commands)))
            if any(isinstance(answer, ELSEWHERE) for answer in own):
                self._writer.try_apart(job)
            else:
                job.done(own)
        if isinstance(answers[0], Exception) and not isinstance(
            answers[0], ResponseError
        ):
            self._writer.look_again(jobs[0].key)

    async def _sent(self, commands: list[Command]) -> list[object]:
        commands = await self._writer.by_its_clock(self._place, commands)
        return await self._line.call(commands)


def _as_one(answers: "list[asyncio.Future[object]]") -> "asyncio.Future[object]":
    """Return the last of some answers, once all are there; or the first error."""
    return answers[0] if len(answers) == 1 else asyncio.ensure_future(_last(answers))


async def _last(answers: "list[asyncio.Future[object]]") -> object:
    return (await asyncio.gather(*answers))[-1]


def _script_of(words: Command) -> str | bytes | int:
    """Return the hash of the script that a command runs; empty where it is none."""
    return words[1] if words[0] == "EVALSHA" else ""


def _key_of(words: Command) -> str:
    """Return the first key that a command names; empty for one that names none."""
    if words[0] != "EVALSHA":
        return str(words[1]) if len(words) > 1 else ""
    return str(words[3]) if int(words[2]) else ""
