"""Old transcripts leave the store once they are in the archive, and are found there."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from random import Random
from shutil import move
from typing import Any

import pytest
from bench.finished import finished, keep, link, series
from redis.asyncio import Redis
from tests.conditions import eventually
from tests.faults.inside import inside
from tests.server.house import QUICK, opened
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.records import TranscriptPart
from samedeal_records.sealing import digest_of, seal
from samedeal_records.transcripts import Transcript, to_plain
from samedeal_server.archive import archive as archives
from samedeal_server.archive.archive import Archive
from samedeal_server.archive.errors import ArchiveUnavailable
from samedeal_server.archive.shelves import Folder
from samedeal_server.records.archiving import Archiving
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.records.rebuilding import compare
from samedeal_server.store.errors import StoreUnavailable
from samedeal_server.store.keys import reveal_key, transcript_key
from samedeal_server.store.redis import Store
from samedeal_server.store.transcripts import TranscriptStore

STAY = 2
"""Matches that stay in the store here, where none is opened in the chain."""
DAY_S = 24 * 3600


def archiving(store: Store, folder: Path | None) -> Archiving:
    place = None if folder is None else str(folder)
    return Archiving(store, place, STAY // 2, least=1)


async def played(store: Store, count: int, seed: int = 1) -> dict[str, bytes]:
    """Have so many matches played; return their transcripts."""
    matches = [
        match._replace(match=f"{match.match}-{seed}", deal=f"{match.match}-{seed}")
        for match in series(Random(seed), count)
    ]
    await keep(store, *matches)
    return {match.match: sealed_of(match) for match in matches}


def sealed_of(match: Transcript) -> bytes:
    return seal(to_plain(match))


async def in_store(store: Store, matches: Sequence[str]) -> set[str]:
    """Return which transcripts are in the store itself."""
    return set(await store.transcripts.stored(matches))


def packs_in(folder: Path) -> int:
    return len(list(folder.glob("*.pack")))


def away(folder: Path) -> Path:
    return folder.with_name("away")


async def everything_is_found(store: Store, known: dict[str, bytes]) -> bool:
    found = await store.transcripts.read(list(known))
    parts = [await store.transcripts.part(match, 0, 10**6) for match in known]
    return found == list(known.values()) and parts == [
        (len(sealed), sealed) for sealed in known.values()
    ]


async def test_the_newest_stay_and_all_others_are_found_in_the_archive(
    store: Store, folder: Path
) -> None:
    known = await played(store, 20)
    mover = archiving(store, folder)
    await mover.look()
    newest = list(known)[-STAY:]
    assert await in_store(store, list(known)) == set(newest)
    assert await everything_is_found(store, known)
    assert await store.transcripts.part(next(iter(known)), 5, 7) == (
        len(next(iter(known.values()))),
        next(iter(known.values()))[5:12],
    )
    assert await store.transcripts.read(["m-nobody"]) == [None]


async def test_nothing_is_moved_where_all_are_to_stay(
    store: Store, folder: Path
) -> None:
    known = await played(store, 5)
    await Archiving(store, str(folder), 0, least=1).look()
    assert packs_in(folder) == 0
    assert await in_store(store, list(known)) == set(known)


async def test_few_are_not_worth_a_pack(store: Store, folder: Path) -> None:
    known = await played(store, 20)
    await Archiving(store, str(folder), 1).look()
    assert await in_store(store, list(known)) == set(known)


async def test_books_computed_from_the_archive_are_the_same(
    store: Store, folder: Path
) -> None:
    await keep(store, *series(Random(3), 60))
    await BooksWriter(store).catch_up()
    before = await compare(store)
    await archiving(store, folder).look()
    after = await compare(store)
    assert not after.gone
    assert after == before


async def test_a_record_is_served_from_the_archive_and_refused_when_that_is_gone(
    store: Store, store_url: str, folder: Path
) -> None:
    known = await played(store, 5)
    await archiving(store, folder).look()
    match = next(iter(known))
    settings = QUICK.model_copy(update={"archive": str(folder)})
    async with inside(store_url, settings) as house, talking(house.url) as talker:
        part = await talker.ask(TranscriptPart, t="transcript", match=match)
        assert part.data == known[match]
        move(folder, away(folder))
        error = await talker.refused(t="transcript", match=match)
        assert error.code is ErrorCode.UNAVAILABLE


# Exactly once, whoever dies


@pytest.mark.parametrize("method", ["take_away", "move_on", "look_again"])
async def test_who_dies_on_the_way_leaves_all_to_be_found_and_moved(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    known = await played(store, 20)

    async def killed(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as dying:
        dying.setattr(TranscriptStore, method, killed)
        with pytest.raises(asyncio.CancelledError):
            await archiving(store, folder).look()
    assert await everything_is_found(store, known)
    await archiving(store, folder).look()
    assert len(await in_store(store, list(known))) == STAY
    assert await everything_is_found(store, known)


async def test_two_that_move_at_once_do_no_harm(store_url: str, folder: Path) -> None:
    async with opened(store_url) as one, opened(store_url) as other:
        known = await played(one, 40)
        movers = [archiving(one, folder), archiving(other, folder)]
        await asyncio.gather(*(mover.move_some() for mover in movers))
        assert len(await in_store(one, list(known))) == STAY
        for store in (one, other):
            assert await everything_is_found(store, known)


async def test_one_process_moves_at_a_time(store_url: str, folder: Path) -> None:
    async with opened(store_url) as one, opened(store_url) as other:
        assert await one.transcripts.is_mover(one.process, 60)
        known = await played(one, 20)
        await archiving(other, folder).look()
        assert await in_store(one, list(known)) == set(known)
        await archiving(one, folder).look()
        assert len(await in_store(one, list(known))) == STAY


async def test_a_mover_that_was_late_sets_nothing_back(store: Store) -> None:
    assert await store.transcripts.move_on(0, 5)
    assert not await store.transcripts.move_on(0, 3)
    assert await store.transcripts.archived() == 5


async def test_a_store_that_lost_its_last_writes_has_them_moved_again(
    store: Store, store_url: str, folder: Path
) -> None:
    known = await played(store, 20)
    async with Redis.from_url(store_url) as client:
        copies = {m: await client.dump(transcript_key(m)) for m in known}
        await archiving(store, folder).look()
        redis: Any = client
        await redis.set("samedeal:{archive}:cursor", 0)
        for match, copy in copies.items():
            await redis.restore(transcript_key(match), 0, copy, replace=True)
    await archiving(store, folder).look()
    assert len(await in_store(store, list(known))) == STAY
    assert await everything_is_found(store, known)
    assert packs_in(folder) == 1


# What is not to be moved yet, or not for ever


async def test_what_is_not_to_be_read_yet_stays_until_it_is(
    store: Store, store_url: str, folder: Path
) -> None:
    secret = finished("m-secret", "ann", "bob")
    sealed = sealed_of(secret)
    await store.transcripts.put("m-secret", sealed, 0, store.now() + DAY_S * 1000)
    await link(store, "end", "m-secret", digest_of(sealed))
    known = await played(store, 5)
    mover = archiving(store, folder)
    await mover.look()
    assert "m-secret" in await in_store(store, ["m-secret"])
    async with Redis.from_url(store_url) as client:
        redis: Any = client
        await redis.set(reveal_key("m-secret"), store.now() - 1)
        await redis.zadd("samedeal:{archive}:again", {"m-secret": store.now() - 1})
    known |= {**await played(store, 5, 2), "m-secret": sealed}
    await mover.look()
    assert len(await in_store(store, list(known))) == STAY
    assert await everything_is_found(store, known)
    assert await store.transcripts.due_again(store.now() + DAY_S * 1000, 9) == []
    assert await store.transcripts.reveal_at("m-secret") == 0


async def test_what_is_kept_for_some_days_is_kept_for_ever_once_it_is_played_again(
    store: Store, folder: Path
) -> None:
    alone = finished("m-alone", "ann")
    sealed = sealed_of(alone)
    await store.transcripts.put("m-alone", sealed, 3 * DAY_S)
    await link(store, "end", "m-alone", digest_of(sealed))
    await played(store, 5)
    mover = archiving(store, folder)
    await mover.look()
    kept = (await mover.archive.find(["m-alone"]))["m-alone"]
    assert 0 < kept.until - store.now() <= 3 * DAY_S * 1000
    await store.transcripts.keep("m-alone")
    assert (await store.transcripts.stored(["m-alone"]))["m-alone"].ttl_ms < 0
    await played(store, 5, 2)
    await mover.look()
    assert await in_store(store, ["m-alone"]) == set()
    later = Archive(Folder(folder), await store.transcripts.known_archive())
    await later.tidy(store.now() + 4 * DAY_S * 1000)
    assert (await later.find(["m-alone"]))["m-alone"].until == 0


async def test_what_is_to_be_kept_for_ever_meanwhile_is_not_taken_away(
    store: Store,
) -> None:
    await store.transcripts.put("m-1", b"sealed", DAY_S)
    await store.transcripts.keep("m-1")
    assert await store.transcripts.take_away(["m-1"], for_ever=False) == ["m-1"]
    assert await in_store(store, ["m-1"]) == {"m-1"}


async def test_a_torn_transcript_stays_where_it_is(
    store: Store, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await store.transcripts.put("m-torn", b"torn", 0)
    await link(store, "end", "m-torn", bytes(32))
    known = await played(store, 5)
    await archiving(store, folder).look()
    assert "m-torn" in await in_store(store, ["m-torn", *known])
    assert "match m-torn: its transcript is torn" in caplog.text


# What is wrong with the archive


async def test_an_archive_that_is_gone_is_told_of_once_and_nothing_goes_meanwhile(
    store: Store, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    known = await played(store, 10)
    mover = archiving(store, folder)
    await mover.look()
    move(folder, away(folder))
    more = await played(store, 10, 2)
    caplog.set_level(logging.WARNING)
    caplog.clear()
    await mover.look()
    await mover.look()
    (said,) = [record.message for record in caplog.records]
    assert said == (
        "old transcripts and boards: the archive cannot be used: "
        "No such file or directory"
    )
    assert await in_store(store, list(more)) == set(more)
    with pytest.raises(StoreUnavailable):
        await store.transcripts.read(list(known))
    troubles = [mover.is_in_trouble]
    move(away(folder), folder)
    caplog.clear()
    await mover.look()
    assert [r.message for r in caplog.records] == ["the archive can be used again"]
    assert [*troubles, mover.is_in_trouble] == [True, False]
    assert await everything_is_found(store, {**known, **more})


async def test_a_store_is_not_given_another_servers_archive(
    store: Store, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other = Archive(Folder(folder), "somebody-else")
    await other.begin()
    known = await played(store, 10)
    await archiving(store, folder).look()
    assert "is of another server" in caplog.text
    assert await in_store(store, list(known)) == set(known)
    assert await store.transcripts.known_archive() == ""
    assert await store.transcripts.read(["m-nobody"]) == [None]


async def test_a_process_that_is_not_told_where_says_so_and_calls_nothing_missing(
    store: Store, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    known = await played(store, 10)
    await archiving(store, folder).look()
    lost = archiving(store, None)
    await lost.look()
    assert "SAMEDEAL_ARCHIVE does not say where" in caplog.text
    with pytest.raises(ArchiveUnavailable):
        await store.transcripts.read(list(known))


async def test_a_slow_archive_holds_nobody_up_for_long(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Archive(Folder(folder), "one").begin()
    archive = Archive(Folder(folder), "one")
    answered, names = threading.Event(), Folder.names

    def slow(shelf: Folder) -> Sequence[str]:
        answered.wait()
        return names(shelf)

    with monkeypatch.context() as disk:
        disk.setattr(Folder, "names", slow)
        disk.setattr(archives, "FOUND_WITHIN_S", 0.05)
        for _ in range(16):  # more than wait for it at once
            with pytest.raises(ArchiveUnavailable, match="does not answer"):
                await archive.find(["m-1"])
        answered.set()
    await eventually(lambda: not archive.is_busy)
    assert await Archive(Folder(folder), "one").find(["m-1"]) == {}
