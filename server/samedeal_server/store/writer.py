"""Group commit: everything that one turn of the loop wants written, in one go.

Callers hand over a call and wait for its answer; one task sends what has
gathered as a single pipeline while the next batch gathers. So a command costs
no round trip of its own, and writes of one process keep their order.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# redis-py leaves keyword arguments untyped; what comes back is cast where it
# comes in.

import asyncio
from collections.abc import Sequence
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from redis.exceptions import NoScriptError, RedisError

from samedeal_server.store.errors import StoreError, StoreUnavailable

if TYPE_CHECKING:
    from redis.asyncio import Redis

Argument = str | bytes | int

BATCH_TIMEOUT_S = 5.0
"""After which a batch counts as not answered; nobody knows what became of it."""

MAX_BATCH = 1_000
"""Calls in one pipeline; more wait for the next, so that no reply is kept long."""

MAX_WAITING = 50_000
"""Calls that may wait; beyond this the store counts as unavailable."""


class _Call(NamedTuple):
    arguments: tuple[Argument, ...]
    script: str | None
    answer: "asyncio.Future[object]"


class Writer:
    """The one task of a process that writes to the store."""

    def __init__(self, client: "Redis") -> None:
        self._client = client
        self._waiting: list[_Call] = []
        self._wanted = asyncio.Event()
        self._hashes: dict[str, str] = {}

    async def load_scripts(self) -> None:
        """Load every script of the `lua` folder, also after a restart lost them."""
        folder = resources.files("samedeal_server.store").joinpath("lua")
        for file in folder.iterdir():
            if file.name.endswith(".lua"):
                name = file.name.removesuffix(".lua")
                text = file.read_text(encoding="utf-8")
                self._hashes[name] = await self._client.script_load(text)

    async def script(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """Run a script of the `lua` folder; raises StoreError."""
        call = ("EVALSHA", self._hashes[name], len(keys), *keys, *arguments)
        return await self._enqueue(call, name)

    async def call(self, *arguments: Argument) -> object:
        """Run one command; raises StoreError."""
        return await self._enqueue(arguments, None)

    async def run(self) -> None:
        """Send what gathers, until cancelled."""
        this_task = asyncio.current_task()
        while True:
            # `asyncio.wait_for`, in redis-py, loses a cancellation before Python
            # 3.12 when the reply comes in at the same moment.
            if this_task is not None and this_task.cancelling():
                raise asyncio.CancelledError
            await self._wanted.wait()
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            if not self._waiting:
                self._wanted.clear()
            await self._send(batch)

    def _enqueue(
        self, arguments: tuple[Argument, ...], script: str | None
    ) -> "asyncio.Future[object]":
        if len(self._waiting) >= MAX_WAITING:
            raise StoreUnavailable("too much waits to be written")
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Call(arguments, script, answer))
        self._wanted.set()
        return answer

    async def _send(self, batch: list[_Call]) -> None:
        try:
            answers = await self._pipeline(batch)
            lost = [i for i, a in enumerate(answers) if isinstance(a, NoScriptError)]
            if lost:
                await self.load_scripts()
                again = await self._pipeline([batch[i] for i in lost])
                for i, answer in zip(lost, again, strict=True):
                    answers[i] = answer
        except (RedisError, OSError) as error:
            failure = StoreUnavailable(f"the store does not answer: {error}")
            answers = [failure] * len(batch)
        for call, answer in zip(batch, answers, strict=True):
            _resolve(call.answer, answer)

    async def _pipeline(self, batch: list[_Call]) -> list[object]:
        pipeline = self._client.pipeline(transaction=False)
        for call in batch:
            pipeline.execute_command(*call.arguments)
        # redis-py's own timeouts come for each try and each reconnection.
        async with asyncio.timeout(BATCH_TIMEOUT_S):
            answers: list[object] = await pipeline.execute(raise_on_error=False)
        return answers


def _resolve(waiting: "asyncio.Future[object]", answer: object) -> None:
    """Hand an answer over, unless whoever asked has gone away meanwhile."""
    if waiting.done():
        return
    if isinstance(answer, StoreError):
        waiting.set_exception(answer)
    elif isinstance(answer, Exception):
        waiting.set_exception(StoreError(str(answer)))
    else:
        waiting.set_result(answer)
