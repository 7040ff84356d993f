"""A way through which bytes go, until it fails as networks fail.

One proxy can front several servers, so that a player who comes back comes to any
of them. What goes wrong, and after which byte, is drawn from the seed and the
connection's number.
"""

import asyncio
import contextlib
import socket as sockets
import struct
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from bench.chaos.dice import dice_for
from bench.chaos.processes import Address

Kind: TypeAlias = Literal["close", "reset", "swallow", "half_open", "delay"]
CHUNK = 16_384
LATE_BYTES = 2_000
"""The bytes after which a late connection is reset."""
RESET_AT_ONCE = struct.pack("ii", 1, 0)


class Fault(NamedTuple):
    """A connection's fate, once a direction has carried `after` bytes."""

    kind: Kind
    """Closed mid-frame; reset; a black hole and then a reset; gone for the client
    while the server knows nothing; late by `for_s` for each chunk for a while, and then
    reset."""
    after: int
    is_upward: bool
    """Whether bytes to the server are counted, not those to the client."""
    for_s: float = 0.0


Plan: TypeAlias = Callable[[Random], Fault | None]
"""Chooses the fate of a new connection."""
Backend: TypeAlias = Callable[[], Address | None]
"""Returns the address of a listening server; None while it does not listen."""


def no_fault(dice: Random) -> Fault | None:
    """Let everything through."""
    return None


class _Carried:
    """One connection, on both its sides."""

    def __init__(self, backend: int, fault: Fault | None) -> None:
        self.backend = backend
        self.fault = fault
        self.sides: list[asyncio.StreamWriter] = []
        self.is_swallowing = False

    def reset(self) -> None:
        for writer in self.sides:
            _reset(writer)


class Proxy:
    """Lets connections through to backends in turn, with faults as planned."""

    def __init__(self, seed: object, backends: Sequence[Backend]) -> None:
        self.plan: Plan = no_fault
        """For connections that are made from now on."""
        self.is_refusing = False
        self.shut: set[int] = set()
        """Backends to which no new connection goes."""
        self.fired = 0
        """Faults that have happened; those that were planned too late do not count."""
        self._has_fired = asyncio.Event()
        self.address = ("", 0)
        self._seed = seed
        self.backends = backends
        self._numbers = 0
        self._carried: set[_Carried] = set()

    def cut(self, dice: Random | None = None) -> int:
        """Reset every connection, or with dice every other; return how many."""
        cut = [c for c in self._carried if dice is None or dice.random() < 0.5]
        for carried in cut:
            carried.reset()
        return len(cut)

    def strand(self, backend: int) -> int:
        """Reset connections to a backend for the players alone; return how many.

        What they have sent is still there to be read, whenever it wakes up.
        """
        stranded = [c for c in self._carried if c.backend == backend]
        for carried in stranded:
            _reset(carried.sides[0])
        return len(stranded)

    async def harmed(self, often: int) -> None:
        """Wait until `often` faults have happened."""
        while self.fired < often:
            self._has_fired.clear()
            await self._has_fired.wait()

    def _count(self) -> None:
        self.fired += 1
        self._has_fired.set()

    async def enter(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Carry one connection until it ends."""
        self._numbers += 1
        number = self._numbers
        if self.is_refusing:
            _reset(writer)
            return
        # Cancelled when the loop ends, which is of no interest to anybody.
        with contextlib.suppress(asyncio.CancelledError):
            await self._carry(number, reader, writer)

    async def _carry(
        self,
        number: int,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        found = await self._connect(number)
        if found is None:
            _reset(writer)
            return
        backend, there, back = found
        carried = _Carried(backend, self.plan(dice_for(self._seed, number)))
        carried.sides = [writer, back]
        self._carried.add(carried)
        try:
            await asyncio.gather(
                self._pump(reader, back, carried, is_upward=True),
                self._pump(there, writer, carried, is_upward=False),
            )
        finally:
            self._carried.discard(carried)

    async def _connect(
        self, number: int
    ) -> tuple[int, asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Connect to the next backend that takes connections."""
        for step in range(len(self.backends)):
            index = (number + step) % len(self.backends)
            address = None if index in self.shut else self.backends[index]()
            if address is None:
                continue
            with contextlib.suppress(OSError):
                if isinstance(address, str):
                    return index, *await asyncio.open_unix_connection(address)
                return index, *await asyncio.open_connection(*address)
        return None

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        carried: _Carried,
        *,
        is_upward: bool,
    ) -> None:
        passed = 0
        fault = carried.fault
        if fault is not None and fault.is_upward != is_upward:
            fault = None
        # uvloop raises RuntimeError where a transport has gone already.
        with contextlib.suppress(OSError, RuntimeError):
            while chunk := await reader.read(CHUNK):
                if carried.is_swallowing:
                    continue
                if fault is not None and passed + len(chunk) > fault.after:
                    if fault.kind != "delay":
                        writer.write(chunk[: max(0, fault.after - passed)])
                        await self._fire(carried, fault)
                        return
                    if passed > fault.after + LATE_BYTES:
                        carried.reset()
                        return
                    if passed <= fault.after:
                        self._count()
                    await asyncio.sleep(fault.for_s)
                passed += len(chunk)
                writer.write(chunk)
                await writer.drain()
        writer.close()

    async def _fire(self, carried: _Carried, fault: Fault) -> None:
        self._count()
        if fault.kind == "close":
            for writer in carried.sides:
                writer.close()
            return
        if fault.kind == "swallow":
            carried.is_swallowing = True
            await asyncio.sleep(fault.for_s)
        elif fault.kind == "half_open":
            carried.is_swallowing = True
            _reset(carried.sides[0])
            await asyncio.sleep(fault.for_s)
        carried.reset()


@asynccontextmanager
async def proxy_to(seed: object, *backends: Backend) -> AsyncGenerator[Proxy]:
    """Run a proxy in front of servers; its `address` is on this machine."""
    proxy = Proxy(seed, backends)
    server = await asyncio.start_server(proxy.enter, "127.0.0.1", 0, backlog=4096)
    proxy.address = server.sockets[0].getsockname()[:2]
    try:
        yield proxy
    finally:
        server.close()
        proxy.is_refusing = True
        proxy.cut()
        await server.wait_closed()


def _reset(writer: asyncio.StreamWriter) -> None:
    """End a connection without a goodbye, as a lost network does."""
    raw = writer.get_extra_info("socket")
    if raw is not None and raw.family != sockets.AF_UNIX:
        # It may be closed by now, which shows in one way or another.
        with contextlib.suppress(OSError, ValueError):
            raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, RESET_AT_ONCE)
    writer.transport.abort()
