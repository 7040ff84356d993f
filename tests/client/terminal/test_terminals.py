"""Whole matches in line mode, at terminals of many kinds and through pipes."""

import asyncio
import re
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.servers import environment, running_server
from tests.terminals import COLUMNS, Terminal, terminal

CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
DRAWN = re.compile(r"[\u2500-\u259f\u2660-\u2667]")
"""Boxes, blocks and suits."""
ESCAPE = re.compile(r"\x1b")
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")
MOVED = re.compile(r"\x1b\[[0-9;?]*[A-HJKSTfhl]")
"""What puts the cursor elsewhere, or hides it."""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


def client(server: str, identity: Path, *arguments: str) -> tuple[str, ...]:
    """Return how a player of these tests is started."""
    return (
        *(sys.executable, "-m", "samedeal_client"),
        *("--server", server, "--identity", str(identity), *arguments),
    )


SHOWS = r"""
from samedeal_client.terminal.output import Output
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import line

Output(ASCII, colour=False).show((line("la sala est\xe1 cerrada \u2665"),))
"""
TABLE = ("host", "squares/english", "--seats", "1", "--private", "--name", "Ada")
LINEAR = (*TABLE, "--linear")


async def play(at: Terminal, ready: str, last: str) -> None:
    """Play a whole match of squares, and leave."""
    await at.until(ready)
    at.type("ready\r")
    await at.until("c4.")
    for cell in CELLS:
        at.type(f"{cell}\r")
    await at.until(last)
    at.type("leave\r")
    assert await at.status() == 0


@pytest.mark.parametrize(
    ("settings", "colour", "moves", "draws"),
    [
        ({"TERM": "dumb", "LC_ALL": "C.UTF-8"}, False, False, True),
        ({"TERM": "xterm", "LC_ALL": "C.UTF-8"}, True, True, True),
        ({"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}, True, True, True),
        ({"TERM": "xterm", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}, False, True, True),
        ({"TERM": "xterm", "LC_ALL": "C"}, True, True, False),
        ({"TERM": "xterm", "PYTHONIOENCODING": "latin-1"}, True, True, False),
    ],
)
async def test_a_match_is_played_line_by_line_at_any_terminal(
    server: str,
    tmp_path: Path,
    settings: dict[str, str],
    colour: bool,
    moves: bool,
    draws: bool,
) -> None:
    argv = client(server, tmp_path / "1", *TABLE, "--plain", "--language", "es")
    plain = {k: v for k, v in environment().items() if k != "NO_COLOR"}
    async with terminal(*argv, env={**plain, **settings}) as at:
        await play(at, "salir para irte", "Partida probada")
    assert "cartas puestas" in at.shown
    assert bool(DRAWN.search(at.shown)) == draws
    assert bool(MOVED.search(at.shown)) == moves
    assert bool(COLOUR.search(at.shown)) == colour
    if settings.get("LC_ALL") == "C":
        assert at.shown.isascii()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"LC_ALL": "C"}, "esta cerrada"),
        ({"PYTHONIOENCODING": "latin-1"}, "est\xe1 cerrada"),
        ({"PYTHONIOENCODING": "ascii"}, "esta cerrada"),
        ({"LC_ALL": "C.UTF-8"}, "est\xe1 cerrada"),
    ],
)
async def test_what_a_locale_cannot_spell_is_spelled_as_near_as_can_be(
    settings: dict[str, str], words: str
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SHOWS), stdout=PIPE, env=environment(**settings)
    )
    out, _ = await process.communicate()
    encoding = "latin-1" if "latin" in str(settings) else "utf-8"
    shown = out.decode(encoding)
    assert words in shown
    assert shown.rstrip().endswith("\u2665" if "UTF-8" in str(settings) else "H")


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
async def test_a_listener_plays_a_match_at_a_terminal(
    server: str, tmp_path: Path, term: str
) -> None:
    argv = client(server, tmp_path / "1", *LINEAR)
    env = {**environment(), "TERM": term, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    async with terminal(*argv, env=env) as at:
        await play(at, "leave to go", "Match proven")
    assert_for_listeners(at.shown)
    assert "Row 5:" in at.shown
    assert not ESCAPE.search(at.shown)


@pytest.mark.parametrize("face", ["--linear", "--plain"])
async def test_ctrl_d_in_mid_match_is_asked_once(
    server: str, tmp_path: Path, face: str
) -> None:
    argv = client(server, tmp_path / "1", *TABLE, face)
    env = {**environment(), "TERM": "xterm", "LC_ALL": "C.UTF-8"}
    async with terminal(*argv, env=env) as at:
        await at.until("leave to go")
        at.type("ready\r")
        await at.until("c4.")
        at.type("\x04")
        await at.until("Press Ctrl-D again to go")
        at.type("time\r")
        seen = await at.until("Time left")
        at.type("\x04")
        await at.until("Press Ctrl-D again to go", after=seen)
        at.type("\x04")
        await at.until("You resigned the match")
        assert await at.status() == 0


async def test_a_listener_plays_a_match_through_a_pipe(
    server: str, tmp_path: Path
) -> None:
    process = await asyncio.create_subprocess_exec(
        *client(server, tmp_path / "1", *LINEAR, "--language", "es"),
        stdin=PIPE,
        stdout=PIPE,
        env=environment(PYTHONUTF8="1"),
    )
    typed = "\n".join(("listo", *CELLS[:13], "fila 1", "n", "otros", *CELLS[13:], ""))
    out, _ = await process.communicate(typed.encode())
    shown = out.decode()
    assert process.returncode == 0
    assert_for_listeners(shown)
    assert re.search(r"a1: \w+ de \w+\.", shown)
    assert "Ada: " in shown
    assert shown.count("Fila 1:") >= 2, "told when it was full, and asked for"
    assert "1, jugador Ada, puntos" in shown


def assert_for_listeners(shown: str) -> None:
    """Assert that nothing is drawn, and nothing told again that was not asked for."""
    assert not DRAWN.search(shown)
    laid = re.findall(r"^ ?[a-e][1-5]: .*\.\s*$", shown, re.MULTILINE)
    assert len(laid) == len(set(laid)) == len(CELLS)


@pytest.mark.parametrize("language", ["en", "es"])
async def test_a_long_complaint_is_broken_between_words(
    tmp_path: Path, language: str
) -> None:
    words = ("host", "--name", "Ada", "--language", language)
    argv = client("ws://127.0.0.1:9", tmp_path / "1", *words)
    async with terminal(*argv, env={**environment(), "TERM": "xterm"}) as at:
        await at.until("--serve")
        assert await at.status() == 1
    rows = at.shown.splitlines()
    assert max(map(len, rows)) < COLUMNS
    assert " ".join(row.strip() for row in rows).strip().endswith("host --serve")


FAREWELL = r"""
from samedeal_client.terminal.output import Output
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import line

text = " Your server has stopped; its rooms wait for the next samedeal host --serve."
Output(ASCII, colour=False).show((line(text),))
"""


async def test_a_farewell_and_a_refusal_are_broken_between_words_too(
    tmp_path: Path,
) -> None:
    env = {**environment(), "TERM": "xterm", "COLUMNS": "40"}
    refused = client("ws://127.0.0.1:9", tmp_path / "1", "learn", "easthaven", "--deal")
    for argv in ((sys.executable, "-c", FAREWELL), refused):
        async with terminal(*argv, env=env) as at:
            await at.status()
        rows = at.shown.splitlines()
        assert len(rows) > 1
        assert max(map(len, rows)) <= 40
        told = " ".join(row.strip() for row in rows)
        assert told.strip().endswith(("samedeal host --serve.", "samedeal --help"))
