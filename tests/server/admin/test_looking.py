"""What an operator looks at: true, whole, printable, and nothing is changed by it."""

import json
import sys
from asyncio import create_subprocess_exec
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from tests.server.operators import admin, admin_process
from tests.servers import environment, running_server
from tests.talk import talking

from samedeal_protocol.rooms.playing import Done


async def test_rooms_and_who_sits_in_them(store_url: str) -> None:
    async with (
        running_server(store_url) as server,
        talking(server.url, "Ann") as ann,
        talking(server.url, "Böb") as bob,
    ):
        room = await ann.host()
        await bob.join(room)
        status, said, error = await admin("rooms", REDIS_URL=store_url)
        assert (status, error) == (0, "")
        assert f"{room}: gathering, squares/english, match" in said
        assert "1 room is open." in said
        status, said, _ = await admin("room", room.lower(), REDIS_URL=store_url)
        assert status == 0
        assert f"seat 0: Ann {ann.me} (host), at process " in said
        assert f"{bob.me}, at process " in said
        assert said.isascii()
        _, said, _ = await admin("room", room, "--json", REDIS_URL=store_url)
        found = json.loads(said)
        assert [each["player"] for each in found["seated"]] == [ann.me, bob.me]
        process = found["seated"][0]["process"]
        _, said, error = await admin("processes", "--json", REDIS_URL=store_url)
        assert error == ""
        (only,) = json.loads(said)["processes"]
        assert (only["process"], only["rooms"]) == (process, 1)
        assert isinstance(await bob.command(Done, t="leave"), Done)
        _, said, _ = await admin("room", room, "--json", REDIS_URL=store_url)
        assert [each["player"] for each in json.loads(said)["seated"]] == [ann.me]


async def test_a_player_by_id(store_url: str) -> None:
    async with running_server(store_url) as server, talking(server.url, "Ann") as ann:
        room = await ann.host()
        status, said, _ = await admin("player", ann.me, REDIS_URL=store_url)
    assert status == 0
    assert f"{ann.me}: Ann, person, a guest" in said
    assert f"sits in room {room}, seat 0" in said


@pytest.mark.parametrize(
    "words", [("room", "22222"), ("player", "p-nobody"), ("player", "No\x1b[2Jbody")]
)
async def test_what_is_not_there_is_one_sentence(
    store_url: str, words: tuple[str, str]
) -> None:
    status, said, error = await admin(*words, REDIS_URL=store_url)
    assert (status, said) == (1, "")
    assert error.startswith("samedeal-server: there is none: ")
    assert error.count("\n") == 1
    assert "\x1b" not in error


async def test_nothing_open_is_told_as_well(store_url: str) -> None:
    assert (await admin("rooms", REDIS_URL=store_url))[:2] == (0, "0 rooms are open.\n")
    status, said, _ = await admin("processes", REDIS_URL=store_url)
    assert (status, said) == (0, "0 processes.\n")


async def test_a_data_folder_is_looked_at_while_its_server_runs(tmp_path: Path) -> None:
    process = await create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "--port", "0", "--ready-json"),
        *("--data", str(tmp_path)),
        stdout=PIPE,
        env=environment(SAMEDEAL_LOG_LEVEL="error"),
    )
    assert process.stdout is not None
    port = json.loads(await process.stdout.readline())["port"]
    async with talking(f"ws://127.0.0.1:{port}", "Ann") as ann:
        room = await ann.host()
        _, said, error = await admin_process("rooms", "--data", str(tmp_path))
        assert (error, room in said) == ("", True)
    process.terminate()
    await process.wait()
    status, said, _ = await admin_process("rooms", "--data", str(tmp_path))
    assert (status, room in said) == (0, True)
