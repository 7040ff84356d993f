"""The end of a server that somebody has started for themselves, and its finding.

One on a leash ends as soon as its standard input does: the other end of that pipe is
closed by the kernel, however whoever held it has come to an end. Until then whoever
holds the leash may ask through it who would lose a race by that. One that several
share ends when nobody has used it for a while; they find it by a note in its folder.
"""

import asyncio
import contextlib
import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable
from pathlib import Path

from samedeal_server.core.state import Player
from samedeal_server.people.announced import Announced

STDIN = 0
LOOKED_EVERY_S = 0.05
NOTE = "address.json"
ENDS_WITH_ITS_PLAYER: Announced = {
    "en": "A player's program started this server and has ended; the server ends with "
    "it, and comes back if they start it again.",
    "es": "Este servidor lo puso en marcha el programa de alguien que juega, que ha "
    "terminado; el servidor termina con él, y vuelve si lo pone en marcha de nuevo.",
}
"""What those hear who are still at a server when it is let go."""


async def let_go(racing: Callable[[], Iterable[Player]]) -> None:
    """Return once standard input is closed at the other end.

    Every line that comes before is a question after those who race, and is said again
    in its answer: one line of JSON on standard output.
    """
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def answer(asked: bytes) -> None:
        told = {"asked": asked.decode(errors="replace"), "racing": _told(racing())}
        with contextlib.suppress(OSError):  # nobody is there to hear it any more
            print(json.dumps(told), flush=True)

    def wait() -> None:
        rest = b""
        # Any kind of file can be read this way, and not every kind be polled.
        with contextlib.suppress(RuntimeError):  # nobody waits for it any more
            while data := os.read(STDIN, 4096):
                *asked, rest = (rest + data).split(b"\n")
                for each in asked:
                    loop.call_soon_threadsafe(answer, each)
            loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=wait, name="leash", daemon=True).start()
    await ended.wait()


def _told(players: Iterable[Player]) -> list[dict[str, object]]:
    return [{"id": p.id, "name": p.name, "named": p.named} for p in players]


async def unused(count: Callable[[], int], for_s: float) -> None:
    """Return once nobody has been connected for a number of seconds on end."""
    used = time.monotonic()
    while True:
        now = time.monotonic()
        if count():
            used = now
        elif now - used >= for_s:
            return
        await asyncio.sleep(LOOKED_EVERY_S)


@contextlib.contextmanager
def temporary_data() -> Generator[Path]:
    """Yield a folder for a store that nobody wants to keep."""
    with tempfile.TemporaryDirectory(
        prefix="samedeal-data-", ignore_cleanup_errors=True
    ) as folder:
        yield Path(folder)


@contextlib.contextmanager
def noted_address(
    data: Path, host: str, port: int, store_url: str = ""
) -> Generator[None]:
    """Note in the data folder where its server listens, who it is, and its store."""
    note = data / NOTE
    fresh, text = note.with_suffix(".new"), _noted(host, port, store_url)
    fresh.write_text(text, "utf-8")
    fresh.replace(note)
    try:
        yield
    finally:
        # The folder may be another one by now: removed, and made again.
        with contextlib.suppress(OSError):
            if note.read_text("utf-8") == text:
                note.unlink()


def noted_store(data: Path) -> str:
    """Return the store of the server that runs over a data folder; empty for none."""
    try:
        note = json.loads((data / NOTE).read_text("utf-8"))
        if os.name == "posix":  # elsewhere that is no question, but an end
            os.kill(int(note["pid"]), 0)
        return str(note["store"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _noted(host: str, port: int, store_url: str) -> str:
    note = {"host": host, "port": port, "pid": os.getpid()}
    return json.dumps({**note, "store": store_url} if store_url else note)
