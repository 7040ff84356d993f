"""Whoever was erased stays so, whichever backup is put back."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.server.erased import ANN, BOB, played
from tests.server.house import opened, serving
from tests.server.operators import Told, admin
from tests.talk import talking

from samedeal_server.admin.audit_log import read as read_log
from samedeal_server.backup.backing_up import take
from samedeal_server.backup.erased_list import (
    HEAD,
    BadList,
    add_to_list,
    check_list,
    read_list,
)
from samedeal_server.store.calls import Calls
from samedeal_server.store.connections.lines import Command
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.operators.erased import hash_of
from samedeal_server.store.redis import Store

WHO, GONE = "a" * 64, "gone-0123456789abcdef"


async def words(store: Store) -> bytes:
    """Return all that stands anywhere in the store."""
    keys = await store.whole.keys()
    held = await store.whole.read([[key] for key in keys])
    return b"\n".join(
        word for each in held for word in (each.key.encode(), *each.words)
    )


async def restored(url: str, file: Path, *more: str, **settings: str) -> Told:
    """Put a backup back at the command line."""
    return await admin("restore", str(file), *more, REDIS_URL=url, **settings)


async def test_a_backup_from_before_brings_nobody_back(
    store_url: str, tmp_path: Path
) -> None:
    file, lists = tmp_path / "before.tar", tmp_path / "erased.list"
    elsewhere = tmp_path / "elsewhere.list"
    async with opened(store_url) as store:
        await played(store)
        await take(store, None, file)
    found = await admin(
        "erase", ANN, REDIS_URL=store_url, SAMEDEAL_ERASED_LIST=str(lists)
    )
    assert (found.status, found.complained) == (0, "")
    assert f"{lists} tells whoever puts back a backup" in found.said
    stand_in = read_list(lists)[hash_of(ANN)]
    assert lists.stat().st_mode & 0o077 == 0
    async with EmbeddedStore(tmp_path / "other") as other:
        listed = ("--erased", str(lists))
        found = await restored(other.url, file, *listed, "--dry-run")
        assert "1 person is on the list of who was erased" in found.said
        found = await restored(
            other.url, file, *listed, SAMEDEAL_ERASED_LIST=str(elsewhere)
        )
        assert (found.status, found.complained) == (0, "")
        assert "1 person is erased again, who had been since." in found.said
        async with opened(other.url) as store:
            said = await words(store)
            assert b"Ann the Great" not in said
            assert b"Bob the Great" in said
            assert stand_in.encode() in said
            assert await store.transcripts.erased.among([ANN]) == {ANN: stand_in}
            deeds = [(deed.verb, deed.what) for _, deed in await read_log(store)]
            assert ("erase", stand_in) in deeds
        _, said_check, _ = await admin("check", REDIS_URL=other.url)
        assert "All of it is as it should be." in said_check
    # The list goes on beside the new store, for the next time.
    assert read_list(elsewhere) == read_list(lists)


async def test_without_a_list_it_is_said_who_is_back(
    store_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "before.tar"
    async with opened(store_url) as store:
        await take(store, None, file)
    async with EmbeddedStore(tmp_path / "other") as other:
        found = await restored(other.url, file)
    assert found.status == 0
    assert "There is no list of who was erased, so whoever was after 20" in found.said
    status, said, _ = await admin("erase", BOB, "--dry-run", REDIS_URL=store_url)
    assert (status, "list" in said) == (1, False)


async def test_whoever_sat_in_a_room_is_named_and_not_erased(
    store_url: str, tmp_path: Path
) -> None:
    file, lists = tmp_path / "before.tar", tmp_path / "erased.list"
    async with serving(store_url) as url, talking(url, "Ann") as ann:
        room, player = await ann.host(), ann.me
        async with opened(store_url) as store:
            await take(store, None, file)
    add_to_list(lists, {hash_of(player): GONE})
    async with EmbeddedStore(tmp_path / "other") as other:
        words = ("--erased", str(lists), "--json")
        found = await restored(other.url, file, *words)
    assert found.status == 1
    told = json.loads(found.said)
    assert told["erased_again"] == []
    assert f"{player} sits in room {room}" in told["not_erased"][0]


async def test_a_long_list_is_made_known_a_thousand_at_a_time(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_all, sizes = Calls.write_all, list[int]()

    async def heard(calls: Calls, commands: Sequence[Command]) -> None:
        sizes.append(len(commands))
        await write_all(calls, commands)

    monkeypatch.setattr(Calls, "write_all", heard)
    many = {f"{number:064x}": GONE for number in range(2_500)}
    async with opened(store_url) as store:
        await store.transcripts.erased.know(many)
        assert await store.transcripts.erased.all() == many
    assert sizes == [1_000, 1_000, 500]


# The list


def test_the_list_grows_by_those_who_are_not_in_it(tmp_path: Path) -> None:
    path = tmp_path / "erased.list"
    add_to_list(path, {})
    assert not path.exists()
    add_to_list(path, {WHO: GONE})
    once = path.read_bytes()
    add_to_list(path, {WHO: "gone-" + "f" * 16})
    assert path.read_bytes() == once
    # The power went while somebody was added.
    path.write_bytes(once + b"0123")
    assert read_list(path) == {WHO: GONE}
    add_to_list(path, {"b" * 64: GONE})
    assert read_list(path) == {WHO: GONE, "b" * 64: GONE}


@pytest.mark.parametrize("left", [0, 1, len(HEAD) - 1, len(HEAD)])
def test_a_list_that_was_begun_when_the_power_went_is_gone_on_with(
    tmp_path: Path, left: int
) -> None:
    path = tmp_path / "erased.list"
    path.write_bytes(HEAD[:left])
    assert read_list(path) == {}
    check_list(path)
    assert path.read_bytes() == HEAD[:left]
    add_to_list(path, {WHO: GONE})
    assert read_list(path) == {WHO: GONE}
    assert path.read_bytes().startswith(HEAD)


def test_a_list_that_is_not_there_is_looked_for_and_not_begun(tmp_path: Path) -> None:
    check_list(tmp_path / "erased.list")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadList, match="cannot be written: No such file"):
        check_list(tmp_path / "nowhere" / "erased.list")


def test_a_folder_has_its_new_list_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced, fsync = list[int](), os.fsync

    def heard(file: int) -> None:
        synced.append(os.fstat(file).st_ino)
        fsync(file)

    monkeypatch.setattr(os, "fsync", heard)
    path = tmp_path / "erased.list"
    add_to_list(path, {WHO: GONE})
    of_file, of_folder = (each.stat().st_ino for each in (path, tmp_path))
    add_to_list(path, {"b" * 64: GONE})
    assert synced == [of_file, of_folder, of_file]


@pytest.mark.parametrize("data", [b"a list\n", None])
async def test_a_list_that_cannot_go_on_is_told_before_anything_is_put_back(
    store_url: str, tmp_path: Path, data: bytes | None
) -> None:
    file, other, own = (tmp_path / name for name in ("before.tar", "other", "own"))
    add_to_list(other, {WHO: GONE})
    if data is None:
        own.mkdir()
    else:
        own.write_bytes(data)
    async with opened(store_url) as store:
        await take(store, None, file)
    async with EmbeddedStore(tmp_path / "empty") as empty:
        words = ("--erased", str(other))
        found = await restored(empty.url, file, *words, SAMEDEAL_ERASED_LIST=str(own))
        assert (found.status, found.said, found.complained.count("\n")) == (1, "", 1)
        assert str(own) in found.complained
        async with opened(empty.url) as store:
            assert await store.whole.is_empty()
        # One that is not there yet may be begun, and is not while nothing is done.
        fresh = tmp_path / "fresh"
        settings = {"SAMEDEAL_ERASED_LIST": str(fresh)}
        found = await restored(empty.url, file, *words, "--dry-run", **settings)
        assert (found.status, fresh.exists()) == (0, False)


@pytest.mark.parametrize("data", [b"\xff\0", b"a list\n", HEAD[1:]])
async def test_what_is_no_list_is_one_sentence_and_nothing_is_done(
    store_url: str, tmp_path: Path, data: bytes
) -> None:
    file, lists = tmp_path / "before.tar", tmp_path / "erased.list"
    lists.write_bytes(data)
    async with opened(store_url) as store:
        await played(store)
        await take(store, None, file)
    with pytest.raises(BadList, match="is no list of who was erased"):
        add_to_list(lists, {WHO: GONE})
    found = await restored(store_url, file, SAMEDEAL_ERASED_LIST=str(lists))
    assert (found.status, found.said, found.complained.count("\n")) == (1, "", 1)
    found = await restored(store_url, file, "--erased", str(tmp_path / "none"))
    assert (found.status, found.complained.count("\n")) == (1, 1)
    assert "No such file or directory" in found.complained
    found = await admin(
        "erase", ANN, REDIS_URL=store_url, SAMEDEAL_ERASED_LIST=str(lists)
    )
    assert (found.status, found.complained.count("\n")) == (1, 1)
    async with opened(store_url) as store:
        assert await store.transcripts.erased.all() == {}
        assert b"Ann the Great" in await words(store)
