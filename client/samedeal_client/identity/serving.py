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
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple
from urllib.parse import urlsplit

from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity.reviving import Kept, Started, WayBack
from samedeal_client.language import tr
from samedeal_client.language.reasons import reason_of
from samedeal_client.view.standings import name_of
from samedeal_client.wire.reach.addresses import LOCAL_PORT, OWN

READY_WITHIN_S = 30.0
STOP_WITHIN_S = 10.0
UNUSED_S = 5.0
"""How long the machine's own server waits for the next program."""
POLL_S = 0.05
ASK_WITHIN_S = 2.0
ANY_PORT = 0
EVERYWHERE = "0.0.0.0"  # noqa: S104 - whoever serves friends means it
DATA_IN_USE = 3
"""The exit status of a server whose folder another one keeps."""
PREFIX = "SAMEDEAL_"
HOST_VARIABLE, PORT_VARIABLE = f"{PREFIX}HOST", f"{PREFIX}PORT"
DATA_VARIABLE = f"{PREFIX}DATA"
"""Settings of servers that are known here; a server for friends heeds all of them."""
OWN_SETTINGS = {
    "SAMEDEAL_COUNTDOWN_MS": "1000",  # nobody else has to find their keys
    "SAMEDEAL_TRANSCRIPT_DAYS": "0",  # what is one's own stays
    # Bots that nobody waits for play their hundred moves out at once.
    "SAMEDEAL_COMMAND_BURST": "1000",
    "SAMEDEAL_COMMANDS_PER_S": "1000",
}


async def nobody() -> dict[str, str]:
    """Return nobody, as of a server that goes on without whoever asks."""
    return {}


class Served(NamedTuple):
    """A server for friends."""

    url: str
    """Where this machine finds it."""
    ends: bool
    """Whether it ends with whoever has it."""
    who_races: Callable[[], Awaitable[dict[str, str]]] = nobody
    """The people who are in the middle of a match there: names by player's id."""
    kept: Kept | None = None
    """What starts it anew, where it ends with whoever has it."""


def own_data() -> Path:
    """Return the folder of the machine's own server, by the customs of the system."""
    import platformdirs

    return platformdirs.user_data_path("samedeal") / "own"


def has_own() -> bool:
    """Tell whether this machine's own server was ever there."""
    return own_data().exists()


def friends_data() -> Path:
    """Return the folder of a server for friends, which is `samedeal-server`'s own.

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

    It heeds the settings that `samedeal-server` has, where it listens among them. Else
    that is the first of the `ports` that is free, the usual one or any if there are
    none. Raises Failed.
    """
    data = friends_data() if data is None else data
    running = await running_server(data)
    if running is not None:
        yield Served(running, ends=False)
        return
    settings = {n: v for n, v in os.environ.items() if n.startswith(PREFIX)}
    settings.setdefault(HOST_VARIABLE, EVERYWHERE)
    if ports or not settings.get(PORT_VARIABLE):
        ports = ports or (LOCAL_PORT, ANY_PORT)
        port = next((port for port in ports if _is_free(port)), ports[-1])
        settings[PORT_VARIABLE] = str(port)
    async with _leash(data, settings) as (kept, address):
        yield Served(address, True, _Asking(kept).who_races, kept)


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
    """Yield the address of a server that lives as long as the block does.

    Its store is in a folder, `own_data()` for one; in one that goes away with it if
    there is none. Raises Failed; a folder that is in use is waited for a moment, as
    long as the machine's own server takes to end.
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
        return await _leashed(options, {**settings, PORT_VARIABLE: port}, log)

    with tempfile.TemporaryFile() as log:
        first = await _leashed(options, settings, log)
        kept = Kept(first, start)
        try:
            yield kept, first.address
        finally:
            await kept.end()
            await _stop(kept.process)


class _Asking:
    """What a server is asked through its leash, by numbered lines."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._asked = 0
        self._turn = asyncio.Lock()

    async def who_races(self) -> dict[str, str]:
        """Return the people in the middle of a match; nobody if it does not say."""
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


async def own_server(data: Path | None = None) -> str:
    """Return the address of the machine's own server, started if nobody uses it.

    Raises Failed. Whoever is not connected within a few seconds has to ask again.
    """
    data = own_data() if data is None else data
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            while True:
                address = await running_server(data) or await _shared(data)
                if address is not None:
                    return address
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        raise _too_late() from None


async def at_own(context: Context, *, starts: bool = True) -> Context:
    """Return the context at this machine's own server if it is the one to ask.

    It is where nobody chose a server and none answers at the usual address; one that
    does not run already only if it may be started.
    """
    if context.is_chosen or context.server == OWN or await _answers(context.server):
        return context
    if not starts and await running_server(own_data()) is None:
        return context
    return context._replace(server=OWN)


async def address_of(server: str) -> str:
    """Return where to connect to a server; this machine's own is started if need be."""
    return await own_server() if server == OWN else server


def way_to(server: str) -> WayBack | None:
    """Return the way back to this machine's own server; None to one of others."""
    if server != OWN:
        return None
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


async def running_server(data: Path) -> str | None:
    """Return the address of the server that keeps a folder now, None without one."""
    try:
        note = json.loads((data / "address.json").read_text())
        host, port = str(note["host"]), int(note["port"])
        os.kill(int(note["pid"]), 0)
        # Who knocks uses it, so it stays until whoever asks has come in.
        _, writer = await asyncio.open_connection(_near(host), port)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    writer.close()
    return f"ws://{_bracketed(_near(host))}:{port}"


async def _leashed(
    options: tuple[str, ...], settings: Mapping[str, str], log: IO[bytes]
) -> Started:
    """Start a server; wait for its folder if that is in use."""
    loop = asyncio.get_running_loop()
    until = loop.time() + UNUSED_S + STOP_WITHIN_S
    while True:
        log.truncate(0)
        process = await asyncio.create_subprocess_exec(
            *_command(options),
            env=_environment(settings),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            # Ctrl-C is for the player's side, which then stops the server.
            start_new_session=True,
        )
        if line := await _said_first(process):
            return Started(process, _address(line))
        if await process.wait() != DATA_IN_USE or loop.time() > until:
            raise _failed(_last_line(log))
        await asyncio.sleep(POLL_S)


async def _said_first(process: asyncio.subprocess.Process) -> bytes:
    """Return the first line of a server, empty if it ends; raises Failed."""
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            return b"" if process.stdout is None else await process.stdout.readline()
    except TimeoutError:
        await _stop(process)
        raise _too_late() from None
    except BaseException:
        await _stop(process)
        raise


async def _shared(data: Path) -> str | None:
    """Start the server of a folder, None if somebody else has just done so."""
    try:
        return await asyncio.to_thread(_start_shared, data)
    except OSError as error:
        reason = reason_of(error)
        raise Failed(
            tr("cannot write {path}: {reason}", path=data, reason=reason)
        ) from None


def _start_shared(data: Path) -> str | None:
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (data / "server.log").open("a+b") as log:
        return _started(data, log)


def _started(data: Path, log: IO[bytes]) -> str | None:
    options = ("--port", "0", "--data", str(data), "--until-unused", str(UNUSED_S))
    # Not one of asyncio's, which would be killed together with the loop.
    process = subprocess.Popen(  # noqa: S603 - our own program
        _command(options),
        env=_environment(OWN_SETTINGS),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=log,
        start_new_session=True,
    )
    with process.stdout or contextlib.nullcontext() as out:
        line = b"" if out is None else out.readline()
    if line:
        # Whoever is still here when it ends sees it out.
        threading.Thread(target=process.wait, daemon=True).start()
        return _address(line)
    if process.wait() == DATA_IN_USE:
        return None
    raise _failed(_last_line(log))


def _command(options: tuple[str, ...]) -> tuple[str, ...]:
    return (sys.executable, "-m", "samedeal_server", "--ready-json", *options)


def _environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return this environment without what would point the server elsewhere."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name != "REDIS_URL" and not name.startswith(PREFIX)
    }
    return {**kept, "SAMEDEAL_LOG_LEVEL": "warning", **settings}


def _address(line: bytes) -> str:
    ready = json.loads(line)
    return f"ws://{_bracketed(_near(ready['host']))}:{ready['port']}"


def _near(host: str) -> str:
    """Return where this machine finds a server that listens at a host."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _last_line(log: IO[bytes]) -> str:
    log.seek(0)
    lines = log.read().decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("samedeal-server: ") if lines else ""


def _failed(reason: str) -> Failed:
    return Failed(tr("the server did not start: {reason}", reason=reason))


def _too_late() -> Failed:
    return Failed(tr("the server did not get ready"))


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(STOP_WITHIN_S):
            await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
