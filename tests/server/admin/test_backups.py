"""Backups: whole while matches are played, put back equal, and torn ones left alone."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio
from bench.finished import finished, keep, series
from redis.asyncio import Redis
from tests.chains import heads_of
from tests.server.house import QUICK, opened, serving
from tests.server.operators import admin, admin_process
from tests.server.process.test_app import failed_start
from tests.server.records.test_archiving import archiving, played
from tests.talk import Talker, talking

from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_server.admin.checking import check
from samedeal_server.archive.shelves import Folder
from samedeal_server.backup import backing_up
from samedeal_server.backup.backing_up import look_at, put_back, take, why_not_put
from samedeal_server.backup.files import (
    FORMAT,
    About,
    Archived,
    Backup,
    BadBackup,
    making,
)
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.chain import Chain
from samedeal_server.records.links import link_of, pack_link, unpack_link
from samedeal_server.records.rebuilding import compare
from samedeal_server.store.chain import ChainStore, NewLink
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.keys import PREFIX, allowance_key
from samedeal_server.store.operators.whole import Held
from samedeal_server.store.readings import Layout
from samedeal_server.store.redis import Store

IN_USE = "this store is in use, or has data of a samedeal-server"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.tar"


@pytest_asyncio.fixture
async def other_url(tmp_path: Path) -> AsyncIterator[str]:
    """Return the address of another store, which is empty."""
    async with EmbeddedStore(tmp_path / "other") as embedded:
        yield embedded.url


def is_own(file: Path) -> bool:
    return file.stat().st_mode & 0o077 == 0


def tear(file: Path, share: float) -> None:
    """Leave only a share of a file, without the blocks that end a tar."""
    data = file.read_bytes().rstrip(b"\0")
    file.write_bytes(data[: int(len(data) * share)])


def held_in(file: Path) -> list[Held]:
    """Return the keys in a backup."""
    parts = (part for part in Backup(file).contents() if isinstance(part, list))
    return [each for part in parts for each in part]


def others(file: Path, count: int) -> Iterator[None]:
    """Change one byte of a file after the other; each is right again at the next."""
    data, dice = file.read_bytes(), Random(6)
    end = len(data.rstrip(b"\0"))
    for at in (dice.randrange(end) for _ in range(count)):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        yield
    file.write_bytes(data)


async def test_an_allowance_that_is_used_up_for_a_while_is_no_part_of_a_digest(
    store_url: str,
) -> None:
    async with opened(store_url) as store:
        await keep(store, finished("m-1", "p-1", "p-2"))
        before = await look_at(store)
        used_up = allowance_key("claims", "somebody")
        await store.calls.write("SET", used_up, store.now() + 60_000, "EX", 60)
        assert await look_at(store) == before


@pytest.mark.parametrize("fresh", [None, b"2" * 90_000, b"2" * 100_000])
async def test_a_file_of_the_archive_that_goes_or_is_another_while_it_is_copied(
    store_url: str,
    tmp_path: Path,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    fresh: bytes | None,
) -> None:
    """It is in the backup as it was put there last, and what follows it is whole."""
    folder, read, late = tmp_path / "archive", Folder.read, list[int]()
    first, last = (folder / f"{each * 32}.pack" for each in "0f")

    def read_late(self: Folder, name: str, start: int, length: int) -> bytes:
        data = read(self, name, start, length)
        if name == first.name and start and not late:
            late.append(start)
            first.unlink()
            if fresh is not None:
                first.write_bytes(fresh)
        return data

    async with opened(store_url) as store:
        await keep(store, *series(Random(1), 9))
        await Archiving(store, str(folder), 1, least=1, days=10_000).look()
        first.write_bytes(b"1" * 100_000)
        last.write_bytes(b"3")
        monkeypatch.setattr(Folder, "read", read_late)
        await take(store, Folder(folder), file)
    found = {
        each.name: b"".join(each.chunks)
        for each in Backup(file).contents()
        if isinstance(each, Archived)
    }
    assert late
    assert found.get(first.name) == fresh
    assert found[last.name] == b"3"


async def race(ann: Talker, bob: Talker) -> str:
    """Have two sit down and begin a match; return the room."""
    room = await ann.host()
    await bob.join(room)
    for talker in (ann, bob):
        await talker.ready()
    await asyncio.gather(ann.start(), bob.start())
    return room


async def backed_up(url: str, file: Path) -> Backup:
    """Take a backup; read it back."""
    async with opened(url) as store:
        await take(store, None, file)
    return Backup(file)


async def restored(url: str, backup: Backup) -> str:
    """Put a backup into a store; return the digest of what is there then."""
    async with opened(url) as store:
        assert await why_not_put(store, None, backup) == ""
        return (await put_back(store, None, backup)).digest


async def test_a_match_that_was_on_goes_on_at_another_machine(
    store_url: str, other_url: str, file: Path
) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        room = await race(ann, bob)
        await ann.command(Moved, t="move", ply=0, move="a1")
        token = ann.token
        status, said, error = await admin("backup", str(file), REDIS_URL=store_url)
        assert (status, error) == (0, "")
        assert "0 matches that ended" in said
    assert is_own(file)
    status, said, error = await admin("restore", str(file), REDIS_URL=other_url)
    assert (status, error) == (0, "")
    async with serving(other_url) as url, talking(url, "Ann", token=token) as ann:
        back = await ann.ask(Joined, t="join", room=room, back=True)
        assert back.snapshot.room.phase == "playing"
        ann.n = back.snapshot.n
        await ann.command(Done, t="resign")


async def test_links_that_wait_for_the_chain_are_in_it_once_at_another_machine(
    store_url: str, other_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those too that are let in, or begin to wait, while a backup is taken."""
    links = ChainStore.links

    async with opened(store_url) as store, opened(store_url) as other:
        await Chain(store).link("open", "m-0")
        await waits(store, "m-1", "m-2")

        async def meanwhile(chain: ChainStore, start: int, most: int) -> list[bytes]:
            monkeypatch.setattr(ChainStore, "links", links)
            await Chain(other).look()
            await Chain(other).link("open", "m-3")
            await waits(other, "m-4")
            return await chain.links(start, most)

        monkeypatch.setattr(ChainStore, "links", meanwhile)
        await take(store, None, file)
    await restored(other_url, Backup(file))
    async with opened(other_url) as store:
        chain = Chain(store)
        assert (await store.chain.end())[0] == 1
        for number in range(5):
            await chain.link("open", f"m-{number}")
        found = [unpack_link(link) for link in await store.chain.links(0, 9)]
    assert [link.match for link in found] == [f"m-{n}" for n in range(5)]
    assert heads_of([link.view for link in found])[-1] == chain.head


async def waits(store: Store, match: str, *others: str) -> None:
    """Have links wait for the chain that nobody lets in."""
    for each in (match, *others):
        packed = pack_link(link_of("open", each, b""))
        await store.chain.wait([NewLink(f"open:{each}", b"", packed)])


async def test_what_is_put_back_is_equal_and_whole(
    store_url: str, other_url: str, file: Path
) -> None:
    async with opened(store_url) as store:
        await keep(store, *series(Random(1), 60))
        await BooksWriter(store).catch_up()
        digest = (await look_at(store)).digest
    backup = await backed_up(store_url, file)
    assert (backup.end["matches"], backup.end["digest"]) == (60, digest)
    assert await restored(other_url, backup) == digest
    async with opened(other_url) as store:
        found = await check(store, QUICK)
        assert (found["wrong"], found["digest"]) == ([], digest)
        # Another match changes it.
        await keep(store, finished("m-other", "ann", "p-1"))
        assert (await look_at(store)).digest != digest


async def test_books_that_are_written_meanwhile_are_those_of_one_moment(
    store_url: str, other_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = iter(series(Random(3), 80))
    async with opened(store_url) as store, opened(store_url) as busy:
        writer = BooksWriter(busy)
        await keep(busy, *(next(matches) for _ in range(40)))
        await writer.catch_up()
        read, waits = store.whole_books.read, [10, 5, 1]

        async def slowly(books: object) -> object:
            found = await read(books)  # type: ignore[arg-type]  # as it comes
            if waits:
                await keep(busy, *(next(matches) for _ in range(waits.pop(0))))
                await writer.catch_up()
            return found

        monkeypatch.setattr(store.whole_books, "read", slowly)
        await take(store, None, file)
        assert waits == []
    await restored(other_url, Backup(file))
    async with opened(other_url) as store:
        found = await compare(store)
    assert (found.matches, found.differences) == (56, ())


async def test_books_that_are_begun_while_their_names_are_read_are_in_it(
    store_url: str, other_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(store_url) as store, opened(store_url) as busy:
        await keep(busy, finished("m-1", "ann", "bob"))
        await BooksWriter(busy).catch_up()
        names = store.whole_books.names

        async def slowly() -> list[str]:
            found = await names()
            await keep(busy, finished("m-2", "cid", "dan"))
            await BooksWriter(busy).catch_up()
            return found

        monkeypatch.setattr(store.whole_books, "names", slowly)
        await take(store, None, file)
    await restored(other_url, Backup(file))
    async with opened(other_url) as store:
        found = await compare(store)
    assert (found.matches, found.differences) == (2, ())


async def test_the_archive_comes_with_it(
    store_url: str, other_url: str, file: Path, tmp_path: Path
) -> None:
    folder, elsewhere = tmp_path / "archive", tmp_path / "elsewhere"
    async with opened(store_url) as store:
        known = await played(store, 12)
        await archiving(store, folder).look()
        await take(store, Folder(folder), file)
    backup = Backup(file)
    assert backup.files
    async with opened(other_url) as store:
        assert "SAMEDEAL_ARCHIVE" in await why_not_put(store, None, backup)
        await put_back(store, Folder(elsewhere), backup)
        archiving(store, elsewhere)
        assert await store.transcripts.read(list(known)) == list(known.values())
        wrong = await check(store, QUICK.model_copy(update={"archive": str(elsewhere)}))
        assert wrong["wrong"] == []


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
async def test_a_torn_backup_is_one_sentence_and_changes_nothing(
    store_url: str, other_url: str, file: Path, share: float
) -> None:
    async with opened(store_url) as store:
        await keep(store, *series(Random(4), 20))
    await backed_up(store_url, file)
    tear(file, share)
    status, said, error = await admin("restore", str(file), REDIS_URL=other_url)
    assert (status, said) == (1, "")
    assert "is no whole backup" in error
    assert error.count("\n") == 1
    async with Redis.from_url(other_url) as redis:
        assert await redis.dbsize() == 0


async def test_whatever_byte_is_another_it_is_not_read(
    store_url: str, file: Path
) -> None:
    async with opened(store_url) as store:
        await keep(store, *series(Random(5), 3))
    await backed_up(store_url, file)
    # Heads of a tar have room for what means nothing; what they lead to has none.
    whole, refused = held_in(file), 0
    for _ in others(file, 150):
        try:
            assert held_in(file) == whole
        except BadBackup:
            refused += 1
    assert refused > 100
    assert held_in(file) == whole


async def test_keys_of_others_are_never_written(other_url: str, file: Path) -> None:
    with making(file) as made:
        made.say(About(FORMAT, 0, "evil", Layout(1, 1)))
        made.put(Held("sessions:admin", "string", 0, (b"mine",)))
        made.end({"keys": 1, "matches": 0, "digest": ""})
    status, _, error = await admin("restore", str(file), REDIS_URL=other_url)
    assert (status, error.count("\n")) == (1, 1)
    assert "is no whole backup" in error
    async with Redis.from_url(other_url) as redis:
        assert not await redis.exists("sessions:admin")


async def test_a_store_in_use_is_left_alone(
    store_url: str, other_url: str, file: Path
) -> None:
    async with serving(store_url) as url, talking(url, "Ann") as ann:
        room = await ann.host()
        backup = await backed_up(store_url, file)
        assert await restored(other_url, backup)
        for url in (store_url, other_url):
            status, _, error = await admin("restore", str(file), REDIS_URL=url)
            assert status == 1
            assert error.startswith(f"samedeal-server: {IN_USE}")
        _, said, _ = await admin("room", room, REDIS_URL=store_url)
        assert "gathering" in said


async def test_what_was_not_restored_to_its_end_is_not_served(
    store_url: str, other_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(store_url) as store:
        await keep(store, *series(Random(7), 20))
        digest = (await look_at(store)).digest
    backup = await backed_up(store_url, file)

    async def killed(store: Store) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(backing_up, "counted", killed)
    with pytest.raises(KeyboardInterrupt):
        await restored(other_url, backup)
    monkeypatch.undo()
    status, text = await failed_start("--port", "0", REDIS_URL=other_url)
    assert status == 1
    assert "a backup is being restored into this store" in text
    # Whoever did it is gone; here, sooner than the two minutes that it is waited.
    status, _, error = await admin("restore", str(file), REDIS_URL=other_url)
    assert (status, "somebody else restores" in error) == (1, True)
    async with Redis.from_url(other_url) as redis:
        await redis.delete(f"{PREFIX}:{{service}}:restoring")
        await redis.set(f"{PREFIX}:left", "over")
    status, said, error = await admin("restore", str(file), REDIS_URL=other_url)
    assert (status, error) == (0, "")
    assert f"digest {digest}" in said
    # What operators did there is no part of it.
    _, said, _ = await admin("check", REDIS_URL=other_url)
    assert f"digest {digest}\nAll of it is as it should be." in said
    async with serving(other_url) as url, talking(url, "Ann") as ann:
        assert await ann.host()


async def test_a_dry_run_restores_nothing(
    store_url: str, other_url: str, file: Path
) -> None:
    async with opened(store_url) as store:
        await keep(store, *series(Random(8), 5))
    await backed_up(store_url, file)
    words = ("restore", str(file), "--dry-run", "--json")
    status, said, error = await admin(*words, REDIS_URL=other_url)
    assert (status, error) == (0, "")
    found = json.loads(said)
    assert (found["restored"], found["matches"]) == (False, 5)
    async with Redis.from_url(other_url) as redis:
        assert await redis.dbsize() == 0


async def test_no_file_is_written_over(store_url: str, file: Path) -> None:
    await backed_up(store_url, file)
    status, _, error = await admin("backup", str(file), REDIS_URL=store_url)
    assert status == 1
    assert error == (
        f"samedeal-server: there is a file {file} already: name another one\n"
    )
    nowhere = str(file.parent / "nowhere" / "backup.tar")
    status, _, error = await admin("backup", nowhere, REDIS_URL=store_url)
    assert (status, error.count("\n")) == (1, 1)
    assert "cannot be written: No such file or directory" in error


async def test_a_folder_moves_to_a_store_of_its_own(
    store_url: str, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    async with EmbeddedStore(data) as embedded, opened(embedded.url) as store:
        # Before a server does, which holds the lease of who moves.
        known = await played(store, 12)
        await archiving(store, data / "archive").look()
    async with (
        EmbeddedStore(data) as embedded,
        serving(embedded.url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        room = await race(ann, bob)
        token = ann.token
        words = ("move", "--data", str(data))
        status, _, error = await admin_process(*words, REDIS_URL=store_url)
        assert (status, error.count("\n")) == (3, 1)
        assert "in use by another samedeal server" in error
    status, _, error = await admin_process(*words, REDIS_URL=store_url)
    assert (status, "SAMEDEAL_ARCHIVE" in error) == (1, True)
    archive = {"SAMEDEAL_ARCHIVE": str(data / "archive")}
    status, said, error = await admin_process(*words, REDIS_URL=store_url, **archive)
    assert (status, error) == (0, "")
    assert f"{data} is as it was: do not serve it any more." in said
    async with serving(store_url) as url, talking(url, "Ann", token=token) as ann:
        back = await ann.ask(Joined, t="join", room=room, back=True)
        assert back.snapshot.room.phase == "playing"
    async with opened(store_url) as store:
        archiving(store, data / "archive")
        assert await store.transcripts.read(list(known)) == list(known.values())
    status, _, error = await admin_process("move", "--data", str(data))
    assert (status, "REDIS_URL" in error) == (2, True)
