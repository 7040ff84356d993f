"""Whole matches through the command line, in pipes, at a real server."""

import asyncio
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.servers import environment, running_server

from samedeal_client.identity.names import login_name
from samedeal_client.wire.reach.invitations import written

CELLS = " ".join(f"{column}{row}" for row in range(1, 6) for column in "abcde")


REFUSED = "no server answers at ws://127.0.0.1:9: connection refused"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


async def start(server: str, identity: Path, *arguments: str) -> Process:
    """Start the command line in pipes."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_client"),
        *("--server", server, "--identity", str(identity), *arguments),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        env=environment(PYTHONUTF8="1"),
    )


async def code_from(process: Process) -> str:
    """Read what a host is shown until it names the room."""
    assert process.stdout is not None
    while line := (await process.stdout.readline()).decode():
        if found := re.search(r"room ([0-9A-Z]{5}):", line):
            return found[1]
    raise AssertionError("the host's output has ended")


async def rest_of(process: Process, *lines: str) -> str:
    """Type lines and the end of input; return what is shown until the exit."""
    out, err = await process.communicate("".join(f"{x}\n" for x in lines).encode())
    assert err == b""
    assert process.returncode == 0
    return out.decode()


async def test_two_people_finish_a_race_through_pipes(
    server: str, tmp_path: Path
) -> None:
    ada = await start(
        server, tmp_path / "1", "host", "squares/english", "--name", "Ada"
    )
    code = await code_from(ada)
    bob = await start(server, tmp_path / "1", "join", code.lower(), "--name", "Bob")
    assert await code_from(bob) == code
    hers, his = await asyncio.gather(
        rest_of(ada, "ready", "?", CELLS), rest_of(bob, "ready", CELLS)
    )
    for shown in (hers, his):
        assert "Match proven" in shown
        assert "all 25 cards laid" in shown
        assert re.search(r"1=  Ada +\d+ +25", shown)
        assert re.search(r"1=  Bob +\d+ +25", shown)


async def test_an_early_finish_and_a_wrong_move_through_a_pipe(
    server: str, tmp_path: Path
) -> None:
    table = ("host", "westcliff/classic", "--seats", "1", "--private", "--name", "Ada")
    ada = await start(server, tmp_path / "1", *table)
    await code_from(ada)
    shown = await rest_of(ada, "ready", "d d zz d", "finish", "ready", "resign")
    assert "'zz' is not a move here" in shown
    assert "You: finished" in shown
    assert "You: resigned" in shown
    assert shown.count("Match proven") == 2


async def test_the_line_that_a_room_shows_brings_a_friend_in(
    server: str, tmp_path: Path
) -> None:
    table = ("host", "squares/english", "--seats", "2", "--name", "Ada")
    ada = await start(server, tmp_path / "1", *table)
    code = await code_from(ada)
    assert ada.stdout is not None
    while "join with:" not in (told := (await ada.stdout.readline()).decode()):
        pass
    line = told.partition(":  ")[2].strip()
    assert line == f"samedeal join {written(code, server)}"
    nowhere = "ws://127.0.0.1:9"
    words = ("join", *line.split()[2:], "--name", "Bob")
    assert code in await rest_of(await start(nowhere, tmp_path / "2", *words))
    bot = await start(nowhere, tmp_path / "3", "bot", line.split()[2], "--pace", "0")
    shown = await rest_of(ada, "ready", "c3", "finish")
    assert "Greedy [bot]" in shown
    assert "plays" in await rest_of(bot)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("join", "127.0.0.1:9"), "'127.0.0.1:9' names no room; write CODE@HOST:PORT"),
        (("watch", "a b"), "'a b' is not a room's code, nor CODE@HOST:PORT"),
        (
            ("join", "7KQ4P", "--name", "Bob"),
            f"{REFUSED}; ask your friend for the whole line, CODE@HOST:PORT",
        ),
        (
            ("join", "7KQ4P@127.0.0.1:9", "--name", "Bob"),
            f"{REFUSED} (127.0.0.1:9 was taken for ws://127.0.0.1:9)",
        ),
    ],
)
async def test_a_line_that_leads_nowhere_is_answered_with_what_to_do(
    words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    process = await start("ws://127.0.0.1:9", tmp_path / "id.json", *words)
    _, err = await process.communicate()
    assert err.decode() == f"samedeal: {told}\n"


async def test_a_bot_plays_with_whoever_invites_it(server: str, tmp_path: Path) -> None:
    table = ("host", "squares/patience", "--seats", "2", "--name", "Ada")
    ada = await start(server, tmp_path / "1", *table)
    code = await code_from(ada)
    bot = await start(server, tmp_path / "2", "bot", code, "--pace", "0")
    shown = await rest_of(ada, "ready", "e5", "finish")
    assert "Greedy [bot]" in shown
    assert "Match proven" in shown
    assert "plays" in await rest_of(bot)


async def test_ctrl_c_says_how_to_come_back_and_does_not_leave(
    server: str, tmp_path: Path
) -> None:
    table = ("host", "easthaven", "--seats", "1", "--private", "--name", "Ada")
    ada = await start(server, tmp_path / "1", *table)
    code = await code_from(ada)
    assert ada.stdout is not None
    while b"leave to go" not in await ada.stdout.readline():
        pass
    ada.send_signal(signal.SIGINT)
    out, _ = await ada.communicate()
    assert ada.returncode == 130
    assert f"Your seat waits: samedeal join {written(code, server)}\n" in out.decode()
    back = await start(server, tmp_path / "1", "join", code)
    assert "Ada (you, host)" in await rest_of(back)


async def test_who_has_chosen_no_name_is_told_once_which_it_is(
    server: str, tmp_path: Path
) -> None:
    table = ("host", "easthaven", "--seats", "1", "--private")
    first, again = [
        await (await start(server, tmp_path / "1", *table)).communicate(b"leave\n")
        for _ in range(2)
    ]
    told = f"samedeal: You play as {login_name()}; another name: --name NAME, or"
    assert first[1].decode().startswith(told)
    assert again[1] == b""


async def test_the_end_of_input_leaves_the_room(server: str, tmp_path: Path) -> None:
    ada = await start(server, tmp_path / "1", "host", "easthaven", "--name", "Ada")
    code = await code_from(ada)
    await rest_of(ada)
    late = await start(server, tmp_path / "1", "join", code)
    _, err = await late.communicate()
    assert late.returncode == 1
    assert err.decode() == "samedeal: No open room has this code.\n"


async def test_rooms_and_leaderboards_can_be_read(server: str, tmp_path: Path) -> None:
    table = ("host", "easthaven/open", "--public", "--name", "Ada")
    ada = await start(server, tmp_path / "1", *table)
    code = await code_from(ada)
    assert code in await rest_of(await start(server, tmp_path / "2", "rooms"))
    board = await start(server, tmp_path / "2", "leaderboard", "easthaven/open")
    assert "Nobody is here yet" in await rest_of(board)
    await rest_of(ada, "leave")
