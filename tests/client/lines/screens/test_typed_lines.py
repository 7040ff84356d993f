"""Who reads a terminal line by line leaves every key to whoever comes after."""

import sys

from tests.servers import environment
from tests.terminals import terminal

PROGRAM = """
import asyncio, sys
from samedeal_client.lines.screens.streams import PipeScreen
from samedeal_client.view.cards import ASCII

async def main():
    with PipeScreen(ASCII, colour=False) as screen:
        reading = asyncio.create_task(screen.read(lambda: ""))
        print("first:", await reading)
        waiting = asyncio.create_task(screen.read(lambda: ""))
        await asyncio.wait([waiting], timeout=0)
        waiting.cancel()
    print("closed", flush=True)
    for number in range(5):
        print("then:", sys.stdin.readline().strip(), flush=True)

asyncio.run(main())
"""


async def test_no_line_is_eaten_by_who_has_read_before() -> None:
    env = environment(TERM="xterm-256color", LC_ALL="C.UTF-8", PYTHONUTF8="1")
    async with terminal(sys.executable, "-u", "-c", PROGRAM, env=env) as at:
        at.type("one\n")
        await at.until("first: one")
        seen = await at.until("closed")
        for number in range(5):
            at.type(f"line {number}\n")
            seen = await at.until(f"then: line {number}", after=seen)
        assert await at.status() == 0
