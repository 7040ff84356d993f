"""The embedded store, with the real Valkey of the wheel."""

import asyncio
import fcntl
import os
import signal
import stat
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest
from redis.asyncio import Redis
from tests.conditions import PATIENCE_S, eventually

from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.embedded import server as embedded
from samedeal_server.store.errors import DataInUse, StoreError, StoreUnavailable

OWNER = """
import asyncio, sys
from pathlib import Path
from samedeal_server.store.embedded import EmbeddedStore

async def own() -> None:
    async with EmbeddedStore(Path(sys.argv[1])) as store:
        print(store.url, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)

try:
    asyncio.run(own())
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@asynccontextmanager
async def owner_of(
    data: Path,
) -> AsyncGenerator[tuple[asyncio.subprocess.Process, str]]:
    """Run an embedded store in a process of its own; yield that and the URL."""
    owner = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", OWNER, str(data)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert owner.stdin is not None
    assert owner.stdout is not None
    try:
        yield owner, (await owner.stdout.readline()).decode().strip()
    finally:
        owner.stdin.close()
        await owner.wait()


def redis_at(url: str) -> Redis:
    return Redis(unix_socket_path=url.removeprefix("unix://"), decode_responses=True)


async def put(url: str, key: str, value: str) -> None:
    async with redis_at(url) as redis:
        await redis.set(key, value)


async def get(url: str, key: str) -> str:
    async with redis_at(url) as redis:
        return cast("str", await redis.get(key))


def valkey_of(data: Path) -> int:
    return int((data / "valkey.lock").read_text())


def is_held(data: Path) -> bool:
    """Tell whether a Valkey lives that has the folder's files open."""
    with (data / "valkey.lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_it_answers_as_soon_as_it_has_begun(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path / "made" / "on the way") as store:
        await put(store.url, "suit", "hearts")


async def test_data_survive_a_restart(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path) as store:
        await put(store.url, "suit", "hearts")
    async with EmbeddedStore(tmp_path, fsync="always") as store:
        assert await get(store.url, "suit") == "hearts"


@pytest.mark.parametrize("fsync", ["always", "everysec"])
async def test_every_change_is_logged_and_nothing_is_evicted(
    tmp_path: Path, fsync: embedded.Fsync
) -> None:
    async with (
        EmbeddedStore(tmp_path, fsync=fsync) as store,
        redis_at(store.url) as redis,
    ):
        settings = await redis.config_get(  # pyright: ignore[reportUnknownMemberType] - untyped there
            "appendonly", "appendfsync", "save", "maxmemory-policy", "port"
        )
    assert settings == {
        "appendonly": "yes",
        "appendfsync": fsync,
        "save": "",
        "maxmemory-policy": "noeviction",
        "port": "0",
    }


async def test_only_its_owner_may_reach_the_socket(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path) as store:
        socket = Path(store.url.removeprefix("unix://"))
        assert mode(socket) == 0o700
        assert mode(socket.parent) == 0o700
    assert not socket.parent.exists()


async def test_what_is_kept_is_closed_to_others_in_a_folder_that_is_open(
    tmp_path: Path,
) -> None:
    os.chmod(tmp_path, 0o755)  # noqa: S103
    before = os.umask(0o022)
    try:
        async with EmbeddedStore(tmp_path) as store:
            await put(store.url, "secret", "x")
    finally:
        os.umask(before)
    assert mode(tmp_path) == 0o755
    kept = tmp_path / "appendonlydir"
    assert {mode(each) for each in kept.iterdir()} == {0o600}
    assert (mode(kept), mode(tmp_path / "valkey.log")) == (0o700, 0o600)


async def test_what_an_older_server_left_open_is_closed(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path) as store:
        await put(store.url, "secret", "x")
    for name in ("appendonlydir", "valkey.log"):
        (tmp_path / name).chmod(0o755)
    async with EmbeddedStore(tmp_path) as store:
        assert mode(tmp_path / "appendonlydir") == 0o700
        assert not mode(tmp_path / "valkey.log") & 0o077
        assert await get(store.url, "secret") == "x"


async def test_a_long_runtime_folder_does_not_make_the_socket_path_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / ("long" * 30)))
    async with EmbeddedStore(tmp_path) as store:
        path = store.url.removeprefix("unix://")
        assert len(path) <= embedded.MAX_SOCKET_PATH_BYTES


async def test_who_may_write_nowhere_is_told_what_the_store_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> str:
        raise FileNotFoundError

    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    with pytest.raises(StoreUnavailable, match="in TMPDIR, or set REDIS_URL"):
        async with EmbeddedStore(tmp_path):
            raise AssertionError


@pytest.mark.parametrize(
    "name", ["two words", "quote's", 'a "b" c', "back\\slash", "♥"]
)
async def test_a_data_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    async with EmbeddedStore(tmp_path / name) as store:
        await put(store.url, "suit", "hearts")
    assert (tmp_path / name / "appendonlydir").is_dir()


async def test_a_folder_in_use_is_refused_and_its_user_not_disturbed(
    tmp_path: Path,
) -> None:
    async with EmbeddedStore(tmp_path) as store:
        with pytest.raises(DataInUse, match=r"is in use.*--data") as refused:
            async with EmbeddedStore(tmp_path):
                pass
        assert refused.value.folder == tmp_path
        await put(store.url, "suit", "hearts")


async def test_a_folder_in_use_by_another_process_is_refused(tmp_path: Path) -> None:
    async with owner_of(tmp_path) as (_, url):
        with pytest.raises(DataInUse):
            async with EmbeddedStore(tmp_path):
                pass
        await put(url, "suit", "hearts")


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match=r"file/data cannot be written"):
        async with EmbeddedStore(tmp_path / "file" / "data"):
            pass


def not_found(name: str) -> None:
    """Find no package, like `find_spec` where there is none."""


async def test_without_a_binary_the_way_out_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "find_spec", not_found)
    with pytest.raises(StoreUnavailable, match="set REDIS_URL"):
        async with EmbeddedStore(tmp_path):
            pass


async def test_an_unreadable_log_is_told_and_frees_the_folder(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path) as store:
        await put(store.url, "suit", "hearts")
    (manifest,) = (tmp_path / "appendonlydir").glob("*.manifest")
    kept = manifest.read_bytes()
    manifest.write_bytes(b"no manifest at all\n")
    with pytest.raises(StoreUnavailable, match=r"ended while starting.*valkey\.log"):
        async with EmbeddedStore(tmp_path):
            pass
    manifest.write_bytes(kept)
    async with EmbeddedStore(tmp_path) as store:
        assert await get(store.url, "suit") == "hearts"


async def test_a_store_that_is_never_ready_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "READY_WITHIN_S", 0.0)
    with pytest.raises(StoreUnavailable, match="was not ready"):
        async with EmbeddedStore(tmp_path):
            pass
    monkeypatch.undo()
    async with EmbeddedStore(tmp_path):
        pass


async def test_its_end_is_noticed(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path) as store:
        ended = asyncio.create_task(store.wait())
        os.kill(valkey_of(tmp_path), signal.SIGKILL)
        async with asyncio.timeout(PATIENCE_S):
            assert await ended == -signal.SIGKILL


async def test_one_that_does_not_stop_when_asked_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with EmbeddedStore(tmp_path) as store:
        await put(store.url, "suit", "hearts")
        os.kill(valkey_of(tmp_path), signal.SIGSTOP)
        monkeypatch.setattr(embedded, "STOP_WITHIN_S", 0.05)
    assert not is_held(tmp_path)


async def test_waiting_for_one_that_was_not_started_is_a_mistake(
    tmp_path: Path,
) -> None:
    with pytest.raises(StoreError, match="not been started"):
        await EmbeddedStore(tmp_path).wait()


async def test_ctrl_c_at_the_terminal_reaches_the_owner_alone(tmp_path: Path) -> None:
    async with owner_of(tmp_path) as (owner, _):
        assert owner.stdin is not None
        assert owner.stdout is not None
        assert os.getpgid(valkey_of(tmp_path)) != os.getpgid(owner.pid)
        os.killpg(os.getpgid(owner.pid), signal.SIGINT)
        owner.stdin.close()
        assert await owner.stdout.readline() == b"interrupted\n"
        await owner.wait()
    log = (tmp_path / "valkey.log").read_text()
    assert "SIGTERM" in log
    assert "SIGINT" not in log


@pytest.mark.skipif(sys.platform != "linux", reason="needs PR_SET_PDEATHSIG")
async def test_when_the_owner_is_killed_outright_valkey_ends_too(
    tmp_path: Path,
) -> None:
    async with owner_of(tmp_path) as (owner, url):
        await put(url, "suit", "hearts")
        assert is_held(tmp_path)
        owner.kill()
        await eventually(lambda: not is_held(tmp_path))
    async with EmbeddedStore(tmp_path) as store:
        assert await get(store.url, "suit") == "hearts"


async def test_a_folder_can_be_used_at_once_after_its_owner_was_killed(
    tmp_path: Path,
) -> None:
    async with owner_of(tmp_path) as (owner, url):
        await put(url, "suit", "hearts")
        owner.kill()
        await owner.wait()
        async with asyncio.timeout(PATIENCE_S), EmbeddedStore(tmp_path) as store:
            assert await get(store.url, "suit") == "hearts"
    assert not Path(url.removeprefix("unix://")).parent.exists()


async def test_a_valkey_that_outlives_its_owner_is_ended_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "STOP_WITHIN_S", 0.1)
    async with owner_of(tmp_path) as (owner, url):
        await put(url, "suit", "hearts")
        os.kill(valkey_of(tmp_path), signal.SIGSTOP)
        owner.kill()
        await owner.wait()
        async with EmbeddedStore(tmp_path) as store:
            assert await get(store.url, "suit") == "hearts"
            monkeypatch.undo()
