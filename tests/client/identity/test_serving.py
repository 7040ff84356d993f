"""Servers of one's own: none outlives whom it is for, and none stands in the way."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from tests.conditions import eventually
from tests.servers import environment

from samedeal_client.bots import send_bot
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity import serving, starting
from samedeal_client.identity.connecting import playing
from samedeal_client.identity.hosting import serving as serving_friends
from samedeal_client.identity.serving import (
    Served,
    friends_server,
    leashed_server,
    own_server,
)
from samedeal_client.identity.starting import running_server
from samedeal_client.play.sentences.service import ServiceTeller
from samedeal_client.view.cards import ASCII
from samedeal_client.view.spans import text_of
from samedeal_client.wire.happenings import Revived
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN
from samedeal_client.wire.reach.invitations import addresses_for_others, read_invitation
from samedeal_client.wire.trouble import Unreachable
from samedeal_protocol.rooms.boards import SeatView
from samedeal_protocol.updates import Service

WITHIN_S = 30
HOLDER = """
import asyncio
from samedeal_client.identity.serving import leashed_server

async def hold():
    async with leashed_server() as url:
        print(url, flush=True)
        await asyncio.Event().wait()

asyncio.run(hold())
"""


SHARER = """
import asyncio, sys
from pathlib import Path
from samedeal_client.identity import serving, starting
from samedeal_client.identity.connecting import playing
from samedeal_client.wire.player import Player

async def share():
    starting.UNUSED_S = 0.5
    url = await serving.own_server(Path(sys.argv[1]))
    async with Player(url, name="Ada").connected():
        print(url, flush=True)
        await asyncio.Event().wait()

asyncio.run(share())
"""


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have everything temporary in one folder, which is returned."""
    folder = tmp_path / "t"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "UNUSED_S", 0.3)


async def test_friends_come_to_a_server_for_as_long_as_whoever_has_it_stays(
    tmp_path: Path,
) -> None:
    async with friends_server(tmp_path / "store", ports=(0,)) as served:
        assert served.ends
        tokens: list[str] = []
        first = Player(served.url, name="Ada", on_token=lambda _, t: tokens.append(t))
        async with first.connected() as ada:
            code = await ada.host("squares/english", public=False)
            others = addresses_for_others(ada.url, ada.addresses)
            for address in others:
                async with Player(address, name="Bob").connected() as bob:
                    await bob.join(code)
                    await bob.leave()
        # A second one goes to the first one's, and leaves it there.
        async with friends_server(tmp_path / "store", ports=(0,)) as again:
            assert again == Served(served.url, ends=False)
        assert await running_server(tmp_path / "store") == served.url
    assert await running_server(tmp_path / "store") is None
    async with friends_server(tmp_path / "store", ports=(0,)) as served:
        back = Player(served.url, name="Ada", token=tokens[-1])
        async with back.connected():
            await back.join(code)
            assert back.session.seat == 0


async def test_who_is_still_there_when_a_server_of_ones_own_ends_is_told_whose_it_was(
    tmp_path: Path,
) -> None:
    async with AsyncExitStack() as stack:
        async with friends_server(tmp_path / "store", ports=(0,)) as served:
            bob = Player(served.url, name="Bob")
            await stack.enter_async_context(bob.connected())
            assert bob.happenings.empty()
        heard = [bob.happenings.get_nowait() for _ in range(bob.happenings.qsize())]
    teller = ServiceTeller()
    told = [text_of(teller.tell(one)) for one in heard if isinstance(one, Service)]
    assert "A player's program started this server" in " ".join(told[0].split())
    assert "This server is stopping" in told[1]


async def test_who_ends_a_server_is_asked_for_the_races_in_all_of_its_rooms(
    tmp_path: Path,
) -> None:
    process = await begun(tmp_path, "host", "--serve", "--name", "Ada")
    shown = await read_to(process, "leave to go")
    line = next(row for row in shown.splitlines() if "join with:" in row)
    server = read_invitation(line).server
    assert process.stdin is not None
    async with (
        Player(server, name="Bob").connected() as bob,
        Player(server, name="Cleo").connected() as cleo,
    ):
        await cleo.join(await bob.host("squares/english", seats=2, public=False))
        for player in (bob, cleo):
            await player.ready()
        await eventually(lambda: bob.session.may_move and cleo.session.may_move)
        process.stdin.write(b"leave\n")
        await read_to(
            process,
            "Bob and Cleo are still racing at your server: your leaving ends it for"
            " them. Type leave again to go",
        )
        await cleo.finish()
        await bob.finish()
        await eventually(lambda: not bob.session.may_move)
    out, err = await process.communicate(b"leave\n")
    assert err == b""
    assert "Your server has stopped" in out.decode()
    assert process.returncode == 0


async def test_a_server_says_who_races_and_is_asked_as_often_as_one_likes(
    tmp_path: Path,
) -> None:
    async with (
        friends_server(tmp_path / "store", ports=(0,)) as served,
        Player(served.url, name="Ada").connected() as ada,
        Player(served.url, name="Ben", bot=True).connected() as bot,
    ):
        assert await served.who_races() == {}
        await bot.join(await ada.host("squares/english", seats=2))
        for player in (ada, bot):
            await player.ready()
        await eventually(lambda: ada.session.may_move and bot.session.may_move)
        answers = await asyncio.gather(*(served.who_races() for _ in range(2)))
        assert answers == [{ada.id: "Ada"}] * 2
        await ada.finish()
        assert await served.who_races() == {}


async def test_a_server_for_friends_heeds_the_settings_of_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    monkeypatch.setenv("SAMEDEAL_HOST", "127.0.0.1")
    monkeypatch.setenv("SAMEDEAL_PORT", str(port))
    monkeypatch.setenv("SAMEDEAL_DATA", str(tmp_path / "chosen"))
    monkeypatch.setenv("SAMEDEAL_CONNECTIONS", "1")
    monkeypatch.setenv("SAMEDEAL_CONFIG", "/nowhere/config.toml")
    async with friends_server() as served:
        assert served.url == f"ws://127.0.0.1:{port}"
        assert await running_server(tmp_path / "chosen") == served.url
        async with Player(served.url, name="Ada").connected() as ada:
            assert addresses_for_others(ada.url, ada.addresses) == ()
            with pytest.raises(Unreachable, match="busy"):
                async with Player(served.url, name="Bob").connected():
                    pass
    # Where it was before, friends wait for it.
    async with friends_server(ports=(0,)) as served:
        assert served.url != f"ws://127.0.0.1:{port}"


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("SAMEDEAL_PORT", "many", "SAMEDEAL_PORT has to be a whole number"),
        ("SAMEDEAL_HOST", "192.0.2.1", "cannot listen on 192.0.2.1"),
        ("SAMEDEAL_HOTS", "0.0.0.0", "there is no setting SAMEDEAL_HOTS"),  # noqa: S104
    ],
)
async def test_a_setting_that_cannot_be_heeded_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(Failed, match=f"the server did not start: {why}"):
        async with friends_server(tmp_path / "store"):
            pass


async def test_a_port_that_is_taken_gives_way_to_another(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:  # noqa: S104 - as served
        port = taken.getsockname()[1]
        async with friends_server(tmp_path / "store", ports=(port, 0)) as served:
            assert not served.url.endswith(f":{port}")


async def test_a_port_that_was_taken_in_between_gives_way_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def was_free(port: int) -> bool:
        looked.append(port)
        return len(looked) == 1

    monkeypatch.setattr(serving, "_is_free", was_free)
    with socket.create_server(("0.0.0.0", 0)) as taken:  # noqa: S104 - as served
        port = taken.getsockname()[1]
        async with friends_server(tmp_path / "store", ports=(port, 0)) as served:
            assert not served.url.endswith(f":{port}")
    assert looked == [port, port]


async def begun(home: Path, *words: str, port: str = "") -> asyncio.subprocess.Process:
    """Begin a command with everything that it keeps in one folder."""
    kept = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    kept |= {"SAMEDEAL_PORT": port} if port else {}
    kept |= {"XDG_CONFIG_HOME": str(home / "config"), "PYTHONUTF8": "1"}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_client", *words),
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        env=environment(**kept),
    )


async def read_to(process: asyncio.subprocess.Process, text: str) -> str:
    """Return what a command says, up to a line with a text."""
    assert process.stdout is not None
    assert process.stderr is not None
    shown = ""
    while text not in shown:
        row = (await process.stdout.readline()).decode()
        if not row:
            pytest.fail(shown + (await process.stderr.read()).decode())
        shown += row
    return shown


async def test_host_and_serve_are_one_command(tmp_path: Path) -> None:
    process = await begun(tmp_path, "host", "--serve", "--name", "Ada")
    shown = await read_to(process, "leave to go")
    line = next(row for row in shown.splitlines() if "join with:" in row)
    invitation = read_invitation(line)
    async with Player(invitation.server, name="Bob").connected() as bob:
        await bob.join(invitation.code)
    out, err = await process.communicate(b"leave\n")
    assert err == b""
    assert process.returncode == 0
    assert "The server runs on this machine until you leave." in shown
    assert "Your server has stopped" in out.decode()
    with pytest.raises(Unreachable):
        async with Player(invitation.server, name="Bob").connected():
            pass


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT])
async def test_who_served_a_room_finds_back_to_it_and_the_friends_do_too(
    tmp_path: Path, ending: signal.Signals
) -> None:
    # Not at the usual port, where tests beside this one serve friends, too.
    hosting = await begun(tmp_path, "host", "--serve", "--name", "Ada", port="0")
    shown = await read_to(hosting, "leave to go")
    line = next(row for row in shown.splitlines() if "join with:" in row)
    invitation = read_invitation(line)
    async with Player(invitation.server, name="Bob").connected() as bob:
        await bob.join(invitation.code)
        hosting.send_signal(ending)
        out, _ = await hosting.communicate()
        if ending is signal.SIGINT:
            assert f"Your seat waits: samedeal join {invitation.code}\n" in out.decode()
        await eventually(lambda: not bob.is_connected, WITHIN_S)
        told = await begun(tmp_path)
        _, err = await told.communicate()
        assert f"samedeal join {invitation.code} --name Ada\n" in err.decode()
        back = await begun(tmp_path, "join", line.partition("join with:")[2])
        await read_to(back, "leave to go")
        await eventually(lambda: _names(bob) == ["Ada", "Bob"], WITHIN_S)
        out, err = await back.communicate(b"leave\n")
        assert err == b""
        assert "Your server has stopped" in out.decode()
    told = await begun(tmp_path)
    _, err = await told.communicate()
    assert "your seat waits" not in err.decode()


async def test_a_server_that_is_killed_is_started_anew_and_all_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAMEDEAL_DATA", str(tmp_path / "store"))
    monkeypatch.setenv("SAMEDEAL_PORT", "0")
    context = Context(
        "ws://127.0.0.1:9", tmp_path / "identity.json", ASCII, colour=False
    )
    async with (
        serving_friends(context, "Ada") as (_, ada),
        Player(ada.url, name="Bob").connected() as bob,
    ):
        code = await ada.host("squares/english", seats=3, public=False)
        await bob.join(code)
        bot = asyncio.create_task(send_bot(ada, "Rowan", "good"))
        await eventually(lambda: _names(ada) == ["Ada", "Bob", "Rowan"], WITHIN_S)
        for player in (ada, bob):
            await player.ready()
        await eventually(lambda: ada.session.may_move and bob.session.may_move)
        for _ in range(2):
            _kill(_server(tmp_path / "store"))
            await eventually(lambda: not ada.is_connected, WITHIN_S)
            # What is asked for meanwhile is done then.
            laid = 0 if ada.session.board is None else ada.session.board.ply
            await ada.move("c3" if not laid else "c4")
            await eventually(lambda: bob.is_connected, WITHIN_S)
            await eventually(lambda: _are_there(ada), WITHIN_S)
        told = [ada.happenings.get_nowait() for _ in range(ada.happenings.qsize())]
        assert sum(isinstance(each, Revived) for each in told) == 2
        url = ada.url
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)
    # Whoever has it still ends it.
    assert await running_server(tmp_path / "store") is None
    assert ada.url == url


@pytest.mark.usefixtures("_soon")
async def test_ones_own_server_that_is_killed_is_started_anew_for_all_at_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "own"
    monkeypatch.setattr(serving, "own_data", lambda: data)
    context = Context(OWN, tmp_path / "identity.json", ASCII, colour=False)
    async with playing(context, "Ada") as ada:
        await ada.host("squares/english", seats=2, public=False)
        bot = asyncio.create_task(send_bot(ada, "Rowan", "good"))
        await eventually(lambda: _names(ada) == ["Ada", "Rowan"], WITHIN_S)
        await ada.ready()
        await eventually(lambda: ada.session.may_move, WITHIN_S)
        _kill(_server(data))
        await eventually(lambda: ada.is_down, WITHIN_S)
        await ada.move("c3")
        await eventually(lambda: _are_there(ada), WITHIN_S)
        assert not ada.is_down
        told = [ada.happenings.get_nowait() for _ in range(ada.happenings.qsize())]
        assert sum(isinstance(each, Revived) for each in told) == 1
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def _are_there(player: Player) -> bool:
    room = player.session.room
    return room is not None and all(seat.present for seat in room.seats)


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
async def test_whoever_is_killed_leaves_no_server_and_no_folder(
    folders: Path, ending: signal.Signals
) -> None:
    holder = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLDER), stdout=PIPE, env=environment()
    )
    assert holder.stdout is not None
    assert (await holder.stdout.readline()).startswith(b"ws://")
    (data,) = _within(folders, "samedeal-data-*")
    server, valkey = _server(data), int(_text(data / "valkey.lock"))
    assert _lives(server)
    assert _lives(valkey)
    holder.send_signal(ending)
    await holder.wait()
    await eventually(lambda: not _lives(server), WITHIN_S)
    await eventually(lambda: not _lives(valkey), WITHIN_S)
    await eventually(lambda: not _within(folders), WITHIN_S)


async def test_whoever_is_killed_alone_leaves_nothing_but_what_is_kept(
    folders: Path, tmp_path: Path
) -> None:
    data = tmp_path / "own"
    holder = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SHARER, str(data)), stdout=PIPE, env=environment()
    )
    assert holder.stdout is not None
    assert (await holder.stdout.readline()).startswith(b"ws://")
    server, valkey = _server(data), int(_text(data / "valkey.lock"))
    holder.kill()
    await holder.wait()
    await eventually(lambda: not _lives(server) and not _lives(valkey), WITHIN_S)
    assert not _within(folders)
    assert not _within(data, "address.json")


async def test_a_server_ends_with_its_block(folders: Path) -> None:
    async with leashed_server() as url, Player(url, name="Ada").connected() as ada:
        assert ada.id
        assert _within(folders)
    assert not _within(folders)


@pytest.mark.usefixtures("_soon")
async def test_what_is_played_on_ones_own_server_is_there_the_next_time(
    tmp_path: Path,
) -> None:
    data = tmp_path / "own"
    tokens = list[str]()
    url = await own_server(data)
    ada = Player(url, name="Ada", on_token=lambda _, token: tokens.append(token))
    async with ada.connected():
        pass
    pid = _server(data)
    await eventually(lambda: not _lives(pid), WITHIN_S)
    assert await running_server(data) is None
    url = await own_server(data)
    async with Player(url, name="Ada", token=tokens[-1]).connected() as again:
        assert again.id == ada.id


async def test_two_who_start_it_at_once_share_one_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "UNUSED_S", 2.0)
    data, code = tmp_path / "own", asyncio.get_running_loop().create_future()

    async def opens() -> None:
        async with Player(await own_server(data), name="Ada").connected() as ada:
            code.set_result(await ada.host("squares/english"))
            await eventually(lambda: len(_seats(ada)) == 2, WITHIN_S)

    async def joins() -> None:
        async with Player(await own_server(data), name="Bob").connected() as bob:
            await bob.join(await code)

    await asyncio.gather(opens(), joins())
    pid = _server(data)
    await eventually(lambda: not _lives(pid), WITHIN_S)


@pytest.mark.usefixtures("_soon")
async def test_a_leashed_server_waits_for_ones_own_to_end(tmp_path: Path) -> None:
    data = tmp_path / "own"
    await own_server(data)
    async with leashed_server(data) as url:
        assert await own_server(data) == url


async def test_a_folder_that_stays_in_use_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "UNUSED_S", 0.0)
    monkeypatch.setattr(starting, "STOP_WITHIN_S", 0.0)
    async with leashed_server(tmp_path / "own"):
        with pytest.raises(Failed, match="in use by another samedeal server"):
            async with leashed_server(tmp_path / "own"):
                pass


async def test_a_note_of_a_server_that_is_gone_leads_nowhere(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec("true", stdin=DEVNULL)
    await process.wait()
    note = {"host": "127.0.0.1", "port": 9, "pid": process.pid}
    (tmp_path / "address.json").write_text(json.dumps(note))
    assert await running_server(tmp_path) is None
    (tmp_path / "address.json").write_text("[]")
    assert await running_server(tmp_path) is None


def _names(player: Player) -> list[str]:
    """Return who is there, as far as a player who is there, too, knows."""
    here = player.is_connected
    return [seat.name for seat in _seats(player) if seat.present and here]


def _seats(player: Player) -> tuple[SeatView, ...]:
    room = player.session.room
    return () if room is None else room.seats


def _within(folder: Path, pattern: str = "*") -> list[Path]:
    return list(folder.glob(pattern))


def _text(path: Path) -> str:
    return path.read_text("utf-8")


def _server(data: Path) -> int:
    """Return the id of the process that keeps a folder."""
    pid: int = json.loads(_text(data / "address.json"))["pid"]
    return pid


def _lives(pid: int) -> bool:
    """Tell whether a process is there; one that is dead and not seen out is not."""
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        state = subprocess.run(
            ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False
        )
        return bool(state.stdout.strip()) and not state.stdout.startswith(b"Z")
    return False
