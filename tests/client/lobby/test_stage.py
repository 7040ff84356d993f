"""One screen over several apps: the terminal's own is never in sight between them."""

import os
import pty
import sys
from collections.abc import Iterator
from contextlib import suppress

PROGRAM = """
import asyncio
from textual.app import App
from samedeal_client.lobby.stage import held_stage, on_stage

class Going(App[int]):
    def on_mount(self):
        self.set_timer(0.05, lambda: self.exit(3))

async def main():
    with held_stage():
        for _ in range(3):
            assert await on_stage(Going()).run_async() == 3
            print("between")

asyncio.run(main())
print("after")
"""
ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"


def test_the_stage_is_entered_once_and_left_once() -> None:
    shown = b"".join(_shown_in_a_terminal(PROGRAM))
    assert shown.count(ENTER) == 1
    assert shown.count(LEAVE) == 1
    assert shown.index(ENTER) < shown.index(b"between")
    assert shown.rindex(b"between") < shown.index(LEAVE) < shown.index(b"after")


def _shown_in_a_terminal(program: str) -> Iterator[bytes]:
    """Yield what a program writes to a terminal of its own."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(sys.executable, [sys.executable, "-c", program])  # noqa: S606
    with suppress(OSError):  # what Linux says at the end
        while part := os.read(terminal, 65536):
            yield part
    os.close(terminal)
    assert os.waitpid(child, 0)[1] == 0
