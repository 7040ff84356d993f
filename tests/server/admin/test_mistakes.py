"""What operators mistype is told in a sentence, and makes nothing new."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from redis.exceptions import AuthenticationError, ResponseError
from tests.conditions import eventually_told
from tests.server.house import QUICK, serving
from tests.server.operators import admin
from tests.servers import environment

from samedeal_server.admin.verbs import writing
from samedeal_server.process.logs import ENTRIES
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.errors import why_none
from samedeal_server.store.redis import Store


@pytest.mark.parametrize(
    "words",
    [
        "reports",
        "log",
        "check",
        "backup monday.tar",
        "ban 192.0.2.0/24 --why Floods",
        "rebuild-boards --check",
    ],
)
async def test_a_folder_that_nobody_served_is_not_the_one_meant(
    words: str, tmp_path: Path
) -> None:
    folder = tmp_path / "nowhere"
    status, said, error = await admin(*words.split(), "--data", str(folder))
    assert (status, said) == (1, "")
    assert f"The folder {folder} has no data of a samedeal server" in error
    assert not folder.exists()


async def test_nothing_moves_from_nowhere_and_the_right_folder_still_may(
    tmp_path: Path,
) -> None:
    async with (
        EmbeddedStore(tmp_path / "data") as old,
        writing(Store(old.url)) as store,
    ):
        await store.say_layout()
    async with EmbeddedStore(tmp_path / "own") as own:
        wrong = await admin("move", "--data", str(tmp_path / "dat"), REDIS_URL=own.url)
        right = await admin("move", "--data", str(tmp_path / "data"), REDIS_URL=own.url)
    assert (wrong.status, wrong.said) == (1, "")
    assert "has no data of a samedeal server" in wrong.complained
    assert not (tmp_path / "dat").exists()
    assert (right.status, right.complained) == (0, "")


async def test_who_reads_no_further_is_told_of_no_mistake(store_url: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "samedeal_server", "admin", "log"),
        stdout=writes,
        stderr=PIPE,
        env=environment(REDIS_URL=store_url),
    )
    os.close(writes)
    _, error = await process.communicate()
    assert (process.returncode, error) == (1, b"")


async def test_what_was_erased_is_not_in_the_log_of_the_store(tmp_path: Path) -> None:
    def kept() -> bytes:
        files = (tmp_path / "data" / "appendonlydir").iterdir()
        return b"".join(file.read_bytes() for file in files)

    async with (
        EmbeddedStore(tmp_path / "data", fsync="always") as embedded,
        writing(Store(embedded.url)) as store,
    ):
        await store.calls.write("SET", "samedeal:x", "Ada the Great")
        await store.calls.write("DEL", "samedeal:x")
        assert b"Ada the Great" in kept()
        assert await store.whole.write_log_anew()
        assert b"Ada the Great" not in kept()


async def test_a_process_that_has_ended_is_not_held_against_the_next(
    store_url: str,
) -> None:
    async with serving(store_url, QUICK), Store(store_url) as store:
        await eventually_told(store.agreed.told, bool)
    async with Store(store_url) as store:
        assert await store.agreed.told() == {}


def test_the_first_error_is_an_increase() -> None:
    assert {"info", "warning", "error", "critical"} <= ENTRIES.keys()


@pytest.mark.parametrize(
    "error",
    [
        ResponseError("HELLO must be called with the client already authenticated"),
        AuthenticationError("NOAUTH Authentication required."),
    ],
)
def test_a_store_that_wants_a_password_says_so(error: Exception) -> None:
    assert "wants a password: REDIS_URL=redis://:PASSWORD@HOST" in why_none(error)
