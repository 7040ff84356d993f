"""A terminal that is gone: the program ends soon, and the seat waits."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import pytest_asyncio
from tests.conditions import eventually
from tests.servers import environment, running_server

from samedeal_client.terminal.gone import HUNG_UP, is_gone
from samedeal_client.wire.player import Player
from samedeal_protocol.rooms.boards import SeatView

SIZE = struct.pack("HHHH", 24, 80, 0, 0)
WITHIN_S = 40.0


@contextmanager
def hearing_of_hang_ups() -> Generator[None]:
    """Start what a hang-up ends, even where the tests themselves run under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


class Window:
    """A program at a terminal that is not its controlling one: no signal tells it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.end, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, SIZE)
        os.set_blocking(self.end, False)
        self._shown = ""
        with hearing_of_hang_ups():
            self.process = subprocess.Popen(
                (sys.executable, "-m", "samedeal_client", *arguments),
                stdin=inner,
                stdout=inner,
                stderr=inner,
                env=environment(
                    TERM="xterm-256color",
                    SAMEDEAL_IDENTITY=str(folder / "id.json"),
                    SAMEDEAL_CONFIG=str(folder / "config.toml"),
                ),
                start_new_session=True,
            )
        os.close(inner)

    def has(self, text: str) -> bool:
        with suppress(BlockingIOError):
            self._shown += os.read(self.end, 65536).decode(errors="replace")
        return text in self._shown

    async def sees(self, text: str) -> None:
        await eventually(lambda: self.has(text), WITHIN_S)

    def press(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def shut(self) -> None:
        os.close(self.end)
        self.end = -1

    async def ended(self) -> int:
        await eventually(lambda: self.process.poll() is not None, WITHIN_S)
        assert self.process.returncode is not None
        return self.process.returncode


@contextmanager
def window(folder: Path, *arguments: str) -> Generator[Window]:
    opened = Window(folder, *arguments)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.wait()
        if opened.end >= 0:
            os.close(opened.end)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


@pytest.mark.parametrize("by_signal", [False, True])
@pytest.mark.parametrize(
    ("arguments", "seen"), [(("practise", "squares/english"), "lay"), ((), "Play now")]
)
async def test_the_full_screen_ends_soon_where_nobody_is_left(
    arguments: tuple[str, ...], seen: str, by_signal: bool, tmp_path: Path
) -> None:
    with window(tmp_path, *arguments) as here:
        await here.sees(seen)
        if by_signal:
            here.process.send_signal(signal.SIGHUP)
        else:
            here.shut()
        assert await here.ended() == HUNG_UP


@pytest.mark.parametrize("by_signal", [False, True])
async def test_a_table_that_the_lobby_led_to_ends_with_it(
    by_signal: bool, tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text('name = "Eve"\n')
    with window(tmp_path, "--server", "ws://127.0.0.1:9") as here:
        await here.sees("Against bots")
        here.press("\x1b[F" + "\x1b[A" * 3 + "\r")
        await here.sees("practice")
        if by_signal:
            here.process.send_signal(signal.SIGHUP)
        else:
            here.shut()
        assert await here.ended() == HUNG_UP


@pytest.mark.parametrize("how", ["--no-plain", "--plain"])
async def test_the_seat_of_who_lost_the_terminal_waits(
    server: str, how: str, tmp_path: Path
) -> None:
    async with Player(server, name="Bob").connected() as bob:
        code = await bob.host("squares/english", seats=2)
        words = ("join", code, "--server", server, "--name", "Ada", how)
        with window(tmp_path, *words) as here:
            await here.sees("ready")
            here.press("ready\r" if how == "--plain" else "\r")
            await bob.ready()
            await eventually(lambda: bob.session.may_move)
            await here.sees("Go!")
            here.shut()
            await here.ended()
        await eventually(lambda: not seat_of("Ada", bob).present)
        play = seat_of("Ada", bob).play
        assert play is not None
        assert play.state == "playing"
        await bob.leave()


async def test_who_was_killed_finds_their_seat_on_the_first_line(
    server: str, tmp_path: Path
) -> None:
    words = ("--server", server, "host", "squares/english", "--name", "Ada")
    with window(tmp_path, *words) as here:
        await here.sees("Enter says that you are ready.")
        await eventually((tmp_path / "seats.json").exists, WITHIN_S)
    with window(tmp_path, "--server", server) as again:
        await again.sees("Your seat waits in ")
        again.press("\r")
        await again.sees("Enter says that you are ready.")
    with window(tmp_path, "--server", server, "--plain") as plain:
        await plain.sees("your seat waits: samedeal join ")
        await plain.sees("Its number, or Enter to leave:")
        plain.press("\r")
        assert await plain.ended() == 0


def seat_of(name: str, player: Player) -> SeatView:
    room = player.session.room
    assert room is not None
    return next(seat for seat in room.seats if seat.name == name)


def test_only_a_terminal_can_be_gone() -> None:
    reading, writing = os.pipe()
    end, inner = pty.openpty()
    nowhere = os.open(os.devnull, os.O_RDWR)
    try:
        os.close(writing)
        assert not is_gone(reading)
        assert not is_gone(nowhere)
        assert not is_gone(inner)
        os.close(end)
        assert is_gone(inner)
    finally:
        for fd in (reading, inner, nowhere):
            os.close(fd)
    assert not is_gone(inner)


async def test_practice_on_the_full_screen_tells_the_seed_at_the_shell(
    tmp_path: Path,
) -> None:
    with window(tmp_path, "practise", "squares/english") as here:
        await here.sees("lay")
        here.press("\x18")
        await here.sees("samedeal solve squares/english")
        assert await here.ended() == 0
