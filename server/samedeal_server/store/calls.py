"""What the parts of the store ask of it: readings at once, writings in their order."""

import asyncio
import time
from collections.abc import Sequence

from redis.exceptions import RedisError

from samedeal_server.meters.meters import StoreMeters
from samedeal_server.store import writer as limits
from samedeal_server.store.clients import Client
from samedeal_server.store.connections.failures import failure
from samedeal_server.store.connections.lines import Argument, Command
from samedeal_server.store.errors import ScriptUnknown
from samedeal_server.store.writer import Writer


class Calls:
    """The calls of a store's parts; every method raises StoreError."""

    def __init__(self, reader: Client, writer: Writer, meters: StoreMeters) -> None:
        self._reader = reader
        self._writer = writer
        self._meters = meters

    async def read(self, commands: Sequence[Command]) -> list[object]:
        """Run commands that read, in one round trip."""
        began_s = time.monotonic()
        try:
            # redis-py's own timeouts come for each try and each reconnection.
            async with asyncio.timeout(limits.READ_TIMEOUT_S):
                answers = await self._reader.many(commands) if commands else []
        except (RedisError, OSError) as error:
            raise failure(error) from error
        for answer in answers:
            if isinstance(answer, Exception):
                raise failure(answer)
        self._meters.reads.note(time.monotonic() - began_s)
        end_if_cancelled()
        return answers

    async def read_one(self, *words: Argument) -> object:
        """Run a command that reads."""
        return (await self.read([words]))[0]

    async def read_script(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """Run a script that only reads."""
        words = (len(keys), *keys, *arguments)
        try:
            return await self.read_one("EVALSHA", self._writer.hash_of(name), *words)
        except ScriptUnknown:
            await self._writer.load_scripts()
            return await self.read_one("EVALSHA", self._writer.hash_of(name), *words)

    async def read_scripts(
        self, name: str, groups: Sequence[Sequence[str]]
    ) -> list[object]:
        """Run a script that only reads for each group of keys, in one round trip."""

        def commands() -> list[Command]:
            known = self._writer.hash_of(name)
            return [("EVALSHA", known, len(keys), *keys) for keys in groups]

        try:
            return await self.read(commands())
        except ScriptUnknown:
            await self._writer.load_scripts()
            return await self.read(commands())

    async def scan(self, pattern: str) -> list[str]:
        """Return the keys that are like a pattern."""
        try:
            return [key.decode() for key in await self._reader.scan(pattern)]
        except (RedisError, OSError) as error:
            raise failure(error) from error

    async def write(self, *words: Argument) -> object:
        """Run a command that writes, after what this process wrote before."""
        return await self._writer.call(*words)

    async def write_all(self, commands: Sequence[Command]) -> None:
        """Run commands that write, which go out together."""
        if commands:
            await self._writer.all_of(commands)

    async def script(
        self, name: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> object:
        """Run a script that writes, after what this process wrote before."""
        return await self._writer.script(name, keys, arguments)


def end_if_cancelled() -> None:
    """Raise the cancellation that `asyncio.wait_for` lost."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
