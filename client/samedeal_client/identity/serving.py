"""Servers that this program starts: one for a block, and the machine's own.

Where nobody chose a server and none answers at the usual address, `at_own` leads to
the machine's own for everything that one person can do there.

A *leashed* server ends with whoever has started it, however that comes to an end, and
is started anew if it ends before (see `reviving`). The machine's *own* server keeps
what one person plays alone, in a folder that stays. All programs of one user share it:
the first one starts it, the others find it by the note in its folder, and it ends by
itself a moment after the last of them.
"""

import asyncio
import contextlib
import json
import os
import socket
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.starting import (
    POLL_S,
    PREFIX,
    READY_WITHIN_S,
    Kept,
    Started,
    WayBack,
    running_server,
    start_leashed,
    start_shared,
    stop,
    too_late,
)
from samedeal_client.view.names import name_of
from samedeal_client.wire.reach.addresses import LOCAL_PORT, OWN
from samedeal_client.wire.witness.keeping import SamePlace, Way

ASK_WITHIN_S = 2.0
ANY_PORT = 0
EVERYWHERE = "0.0.0.0"  # noqa: S104 - whoever serves friends means it
HOST_VARIABLE, PORT_VARIABLE = f"{PREFIX}HOST", f"{PREFIX}PORT"
DATA_VARIABLE = f"{PREFIX}DATA"
"""The server's settings that this program reads; one for friends heeds all of them."""


class _Asking:
    """Questions to a server through its leash, in numbered lines."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._asked = 0
        self._turn = asyncio.Lock()

    async def who_races(self) -> dict[str, str]:
        """Return the people in the middle of a match; nobody without an answer."""
        try:
            async with asyncio.timeout(ASK_WITHIN_S), self._turn:
                self._asked += 1
                return await self._answer(str(self._asked))
        except (OSError, TimeoutError, ValueError, LookupError, TypeError):
            return {}

    async def _answer(self, asked: str) -> dict[str, str]:
        asking, answering = self._kept.process.stdin, self._kept.process.stdout
        if asking is None or answering is None:
            return {}
        asking.write(f"{asked}\n".encode())
        while line := await answering.readline():
            told = json.loads(line)
            # What comes too late for whoever has asked is the answer to nobody.
            if told["asked"] == asked:
                return {
                    each["id"]: name_of(each["name"], named=each["named"])
                    for each in told["racing"]
                }
        return {}


class Served(NamedTuple):
    """A server for friends."""

    url: str
    """The address for this machine."""
    ends: bool
    """Whether it ends with the program that started it."""
    kept: Kept | None = None
    """The process and its restarts, where it ends with the program."""
    asking: _Asking | None = None
    """The questions that it answers then."""

    async def who_races(self) -> dict[str, str]:
        """Return the people in the middle of a match there: names by player's id.

        Empty for a server that outlives this program.
        """
        return {} if self.asking is None else await self.asking.who_races()


def own_data() -> Path:
    """Return the folder of the machine's own server, by the customs of the system."""
    import platformdirs

    return platformdirs.user_data_path("samedeal") / "own"


def has_own() -> bool:
    """Tell whether this machine's own server was ever there."""
    return own_data().exists()


def friends_data() -> Path:
    """Return the folder of a server for friends, the one of `samedeal-server`.

    So names, boards and histories are the same, whichever way it is started.
    """
    if chosen := os.environ.get(DATA_VARIABLE):
        return Path(chosen)

    import platformdirs

    return platformdirs.user_data_path("samedeal") / "store"


@contextlib.asynccontextmanager
async def friends_server(
    data: Path | None = None, ports: Sequence[int] = ()
) -> AsyncGenerator[Served]:
    """Yield a server that others reach: the one that runs, or one for the block.

    It heeds all settings of `samedeal-server`. Its port is the first free one of
    `ports`; without these the one set, else the usual one or any. Raises Failed.
    """
    data = friends_data() if data is None else data
    running = await running_server(data)
    if running is not None:
        yield Served(running, ends=False)
        return
    settings = {n: v for n, v in os.environ.items() if n.startswith(PREFIX)}
    settings.setdefault(HOST_VARIABLE, EVERYWHERE)
    if settings.get(PORT_VARIABLE) and not ports:
        leash = _leash(data, settings)
    else:
        leash = _leash_at_one(data, settings, ports or (LOCAL_PORT, ANY_PORT))
    async with leash as (kept, address):
        yield Served(address, True, kept, _Asking(kept))


@contextlib.asynccontextmanager
async def _leash_at_one(
    data: Path, settings: Mapping[str, str], ports: Sequence[int]
) -> AsyncGenerator[tuple[Kept, str]]:
    """Yield a server at the first of some ports that is free, or at the last."""
    async with contextlib.AsyncExitStack() as stack:
        for port in ports[:-1]:
            if not _is_free(port):
                continue
            leash = _leash(data, {**settings, PORT_VARIABLE: str(port)})
            try:
                served = await stack.enter_async_context(leash)
            except Failed:
                # Only what somebody else took in that moment is free elsewhere.
                if _is_free(port):
                    raise
            else:
                yield served
                return
        leash = _leash(data, {**settings, PORT_VARIABLE: str(ports[-1])})
        yield await stack.enter_async_context(leash)


def _is_free(port: int) -> bool:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((EVERYWHERE, port))
        except OSError:
            return False
    return True


@contextlib.asynccontextmanager
async def leashed_server(
    data: Path | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    settings: Mapping[str, str] | None = None,
) -> AsyncGenerator[str]:
    """Yield the address of a server that ends with the block.

    Its store is in a folder, `own_data()` for one; without one, in a folder that goes
    away with it. Raises Failed; a folder in use is waited for as long as the machine's
    own server takes to end.
    """
    listening = {HOST_VARIABLE: host, PORT_VARIABLE: str(port)}
    async with _leash(data, listening | dict(settings or {})) as (_, address):
        yield address


@contextlib.asynccontextmanager
async def _leash(
    data: Path | None, settings: Mapping[str, str]
) -> AsyncGenerator[tuple[Kept, str]]:
    where = ("--temporary",) if data is None else ("--data", str(data))
    options = ("--leash", *where)

    async def start(address: str) -> Started:
        # Where everybody looks for it, also if any port would have done at first.
        port = str(urlsplit(address).port)
        return await start_leashed(options, {**settings, PORT_VARIABLE: port}, log)

    with tempfile.TemporaryFile() as log:
        first = await start_leashed(options, settings, log)
        kept = Kept(first, start)
        try:
            yield kept, first.address
        finally:
            await kept.end()
            await stop(kept.process)


async def own_server(data: Path | None = None) -> str:
    """Return the address of the machine's own server, started if nobody uses it.

    Raises Failed. Callers that do not connect within a few seconds have to ask again.
    """
    data = own_data() if data is None else data
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            while True:
                address = await running_server(data) or await start_shared(data)
                if address is not None:
                    return address
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        raise too_late() from None


async def at_own(context: Context, *, starts: bool = True) -> Context:
    """Return the context at this machine's own server, where nobody chose another.

    It is that only if nothing answers at the usual address, and if it runs or may be
    started.
    """
    if context.is_chosen or context.server == OWN or await _answers(context.server):
        return context
    if not starts and await running_server(own_data()) is None:
        return context
    return context._replace(server=OWN)


async def address_of(server: str) -> str:
    """Return a server's address, starting the machine's own if that is meant."""
    return await own_server() if server == OWN else server


def way_to(server: str) -> Way:
    """Return the way back to a server; the machine's own may have moved by then."""
    if server != OWN:
        return SamePlace()
    return WayBack(lambda: running_server(own_data()), own_server)


async def _answers(url: str) -> bool:
    """Tell whether anybody listens at an address of this machine."""
    where = urlsplit(url)
    try:
        _, writer = await asyncio.open_connection(where.hostname, where.port)
    except OSError:
        return False
    writer.close()
    return True
