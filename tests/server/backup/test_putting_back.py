"""What goes wrong while a backup is put back, and is told, or is put right."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio
from tests.conditions import PATIENCE_S
from tests.server.house import opened

from samedeal_server.backup import backing_up
from samedeal_server.backup.backing_up import put_back
from samedeal_server.backup.files import FORMAT, About, Backup, BadBackup, making
from samedeal_server.store.calls import Calls
from samedeal_server.store.connections.lines import Command
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import NO_CODE, PREFIX, RESTORING
from samedeal_server.store.operators.whole import Held, WholeStore
from samedeal_server.store.readings import Layout
from samedeal_server.store.redis import Store


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with opened(store_url) as store:
        yield store


@pytest.fixture
def backup(tmp_path: Path) -> Backup:
    """Return a backup of one long list, in pieces."""
    with making(tmp_path / "backup.tar") as made:
        made.say(About(FORMAT, 0, "x", Layout(1, 1)))
        for number in range(3):
            words = (b"%d" % number,)
            made.put(Held(f"{PREFIX}:x", "list", 0, words, number > 0))
        made.end({"keys": 1, "matches": 0, "digest": ""})
    return Backup(tmp_path / "backup.tar")


async def test_what_was_written_twice_is_not_served(
    store: Store, backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_all = Calls.write_all

    async def again(calls: Calls, commands: Sequence[Command]) -> None:
        """Do what a connection that is lost before the answer comes to."""
        await write_all(calls, commands)
        await write_all(calls, [each for each in commands if each[0] != "UNLINK"])

    monkeypatch.setattr(Calls, "write_all", again)
    with pytest.raises(BadBackup, match="restore it again"):
        await put_back(store, None, backup)
    assert (await store.layout()).oldest == NO_CODE


async def test_whoever_restores_holds_on_though_the_store_was_away_for_a_moment(
    store: Store, backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backing_up, "HELD_EVERY_S", 0.01)
    begin_restoring, is_held = WholeStore.begin_restoring, asyncio.Event()
    answers = iter([StoreUnavailable("the store does not answer")])

    async def away(whole: WholeStore, by: str) -> bool:
        for error in answers:
            raise error
        is_held.set()
        return await begin_restoring(whole, by)

    async def then() -> None:
        monkeypatch.setattr(WholeStore, "begin_restoring", away)
        async with asyncio.timeout(PATIENCE_S):
            await is_held.wait()

    await put_back(store, None, backup, then)
    assert not (await store.layout()).is_unfinished


async def test_whoever_lost_the_hold_to_another_stops(
    store: Store, backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backing_up, "HELD_EVERY_S", 0.01)

    async def then() -> None:
        await store.calls.write("SET", RESTORING, "another")
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.Event().wait()

    with pytest.raises(BadBackup, match="somebody else restores"):
        await put_back(store, None, backup, then)
    assert (await store.layout()).is_unfinished
