"""A line that is typed at a terminal, while others come in above it."""

import sys

import pytest
from tests.servers import environment
from tests.terminals import Terminal, terminal

PROGRAM = """
import asyncio, termios
from samedeal_client.lines.screens.edited import EditedScreen
from samedeal_client.lines.screens.screen import Interrupted
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import line

async def main():
    with EditedScreen(ASCII, colour=False) as screen:
        try:
            while (text := await screen.read(lambda: "move> ")) is not None:
                print(f"got <{text}>")
                if text == "show":
                    asyncio.get_running_loop().call_later(
                        0, lambda: screen.show((line("news"),))
                    )
        except Interrupted:
            print("interrupted")
    print("echo", termios.tcgetattr(0)[3] & termios.ECHO != 0)

asyncio.run(main())
"""
ENV = {"TERM": "xterm", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}


def cells(shown: str) -> list[str]:
    """Return the rows that a terminal shows after all that was sent to it."""
    rows, row, column = [""], "", 0
    rest = shown
    while rest:
        if rest.startswith("\x1b["):
            end = next(n for n, c in enumerate(rest) if n > 1 and c.isalpha())
            number, key = rest[2:end], rest[end]
            if key == "K":
                row = row[:column]
            elif key == "D":
                column -= int(number or 1)
            rest = rest[end + 1 :]
            rows[-1] = row
            continue
        character, rest = rest[0], rest[1:]
        if character == "\r":
            column = 0
        elif character == "\n":
            rows.append("")
            row, column = "", 0
        else:
            row = row[:column].ljust(column) + character + row[column + 1 :]
            column += 1
        rows[-1] = row
    return [text.rstrip() for text in rows]


async def until_row(at: Terminal, text: str) -> None:
    """Wait until a row of the screen is this."""
    seen = 0
    while text not in cells(at.shown):
        # Whatever is drawn next begins a row anew.
        seen = await at.until("\r", after=seen)


@pytest.fixture
def argv() -> tuple[str, ...]:
    """Return how the program is started."""
    return (sys.executable, "-u", "-c", PROGRAM)


async def test_a_line_is_edited_and_sent(argv: tuple[str, ...]) -> None:
    async with terminal(*argv, env=environment(**ENV)) as at:
        await at.until("move> ")
        at.type("c5\x7f4\r")
        await at.until("got <c4>")
        at.type("\x1b[A\r")
        assert await at.until("got <c4>", after=at.shown.index("got <c4>") + 1)
        at.type("\x04")
        await at.until("echo True")
        assert await at.status() == 0
    assert "move> c4" in cells(at.shown)


async def test_what_comes_in_while_a_line_is_typed_does_not_garble_it(
    argv: tuple[str, ...],
) -> None:
    async with terminal(*argv, env=environment(**ENV)) as at:
        await at.until("move> ")
        # The news comes when the next line has been begun.
        at.type("show\rhalf a line")
        await until_row(at, "news")
        await until_row(at, "move> half a line")
        at.type(" and the rest\r")
        await at.until("got <half a line and the rest>")
        at.type("\x04")
        assert await at.status() == 0
    assert "move> half a line and the rest" in cells(at.shown)


async def test_ctrl_c_interrupts_while_a_line_is_asked_for(
    argv: tuple[str, ...],
) -> None:
    async with terminal(*argv, env=environment(**ENV)) as at:
        await at.until("move> ")
        at.type("half\x03")
        await at.until("interrupted")
        await at.until("echo True")
        assert await at.status() == 0


async def test_many_lines_at_once_are_read_one_by_one(argv: tuple[str, ...]) -> None:
    async with terminal(*argv, env=environment(**ENV)) as at:
        await at.until("move> ")
        at.type("one\rtwo\nthree\r\x04")
        for text in ("one", "two", "three"):
            await at.until(f"got <{text}>")
        assert await at.status() == 0


async def test_a_letter_may_come_in_parts(argv: tuple[str, ...]) -> None:
    async with terminal(*argv, env=environment(**ENV)) as at:
        await at.until("move> ")
        for byte in "\u00f1\u4e2d".encode():
            at.put(bytes([byte]))
        at.type("\r")
        await at.until("got <\u00f1\u4e2d>")
        at.type("\x04")
        assert await at.status() == 0
