"""Servers of this machine: started, and started anew when they end unasked.

What a server keeps outlives its process, so everybody who plays there goes on as soon
as it runs again: the program that has it sees to that.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import IO, NamedTuple

from samedeal_client.failed import Failed
from samedeal_client.language import tr
from samedeal_client.language.reasons import cannot_write
from samedeal_client.wire.reach.backoff import Backoff
from samedeal_client.wire.trouble import Unreachable
from samedeal_client.wire.witness.keeping import Seeker

READY_WITHIN_S = 30.0
STOP_WITHIN_S = 10.0
UNUSED_S = 5.0
"""Seconds that the machine's own server waits for another program after the last."""
POLL_S = 0.05
DATA_IN_USE = 3
"""Exit status of a server whose folder another one holds."""
PREFIX = "SAMEDEAL_"
OWN_SETTINGS = {
    "SAMEDEAL_COUNTDOWN_MS": "1000",  # nobody else has to find their keys
    "SAMEDEAL_TRANSCRIPT_DAYS": "0",  # what is one's own stays
    # Bots that nobody waits for play their hundred moves out at once.
    "SAMEDEAL_COMMAND_BURST": "1000",
    "SAMEDEAL_COMMANDS_PER_S": "1000",
}
FIRST_PAUSE_S = 0.2


class Started(NamedTuple):
    """A server's process, and its address."""

    process: asyncio.subprocess.Process
    address: str


class Kept:
    """A server that runs until `end`, whatever becomes of its process."""

    def __init__(
        self, first: Started, start: Callable[[str], Awaitable[Started]]
    ) -> None:
        """Keep the `first` process; `start` begins another, or is Failed."""
        self.process, self._address = first
        self._start = start
        self.told: Callable[[], None] = lambda: None
        """Called after each new start."""
        self._keeping = asyncio.create_task(self._keep())

    async def end(self) -> None:
        """Stop starting it anew; whoever kept it ends its process."""
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)

    async def _keep(self) -> None:
        while True:
            await self.process.wait()
            self.process = await self._again()
            self.told()

    async def _again(self) -> asyncio.subprocess.Process:
        backoff = Backoff((FIRST_PAUSE_S, FIRST_PAUSE_S))
        while True:
            try:
                return (await self._start(self._address)).process
            except Failed:
                # What stands in the way, another server's port say, may go again.
                await asyncio.sleep(backoff.pause_s())


class WayBack:
    """The way to a server that one may start oneself, shared by all who play there."""

    def __init__(
        self,
        running: Callable[[], Awaitable[str | None]],
        start: Callable[[], Awaitable[str]],
    ) -> None:
        """Take `running`, which finds its address if it runs, and `start`."""
        self._running, self._start = running, start
        self._turn = asyncio.Lock()

    async def find(self, seeker: Seeker, /) -> str:
        """Return the server's address, starting it anew if it was gone.

        The `seeker` hears that it was gone, and that it is back. Raises Unreachable.
        """
        async with self._turn:
            address = await self._running()
            if address is not None:
                return address
            seeker.miss()
            try:
                address = await self._start()
            except Failed as error:
                raise Unreachable(str(error)) from None
            seeker.revived()
            return address


async def running_server(data: Path) -> str | None:
    """Return the address of the server that keeps a folder now, None without one."""
    try:
        note = json.loads((data / "address.json").read_text())
        host, port = str(note["host"]), int(note["port"])
        if os.name == "posix":  # elsewhere that is no question, but an end
            os.kill(int(note["pid"]), 0)
        # Who knocks uses it, so it stays until whoever asks has come in.
        _, writer = await asyncio.open_connection(_near(host), port)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    writer.close()
    return f"ws://{_bracketed(_near(host))}:{port}"


async def start_leashed(
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
    """Return the first line of a server's output, empty if it ends; raises Failed."""
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            return b"" if process.stdout is None else await process.stdout.readline()
    except TimeoutError:
        await stop(process)
        raise too_late() from None
    except BaseException:
        await stop(process)
        raise


async def start_shared(data: Path) -> str | None:
    """Start the server of a folder; return None if somebody else has just done so."""
    try:
        return await asyncio.to_thread(_start_shared, data)
    except OSError as error:
        raise Failed(cannot_write(data, error)) from None


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
    """Return this environment without settings of another server."""
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
    """Return the host to reach a server of this machine by, from where it listens."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _last_line(log: IO[bytes]) -> str:
    log.seek(0)
    lines = log.read().decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("samedeal-server: ") if lines else ""


def _failed(reason: str) -> Failed:
    return Failed(tr("the server did not start: {reason}", reason=reason))


def too_late() -> Failed:
    """Return the error of a server that took too long to start."""
    count = round(READY_WITHIN_S)
    told = tr("the server was not ready after {count} s; try again", count=count)
    return Failed(told)


async def stop(process: asyncio.subprocess.Process) -> None:
    """End a server, by force if it takes too long."""
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(STOP_WITHIN_S):
            await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
