"""The store, on the real thing: what is promised to two writers at once."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Literal

import pytest
from redis.asyncio import Redis
from tests.conditions import eventually
from tests.server.proxy import door_to

from samedeal_server.store import redis
from samedeal_server.store.boards.rows import BoardPart
from samedeal_server.store.errors import StoreError, StoreUnavailable
from samedeal_server.store.keys import room_keys
from samedeal_server.store.readings import Ring
from samedeal_server.store.redis import Store
from samedeal_server.store.rooms.near_bells import NearBells
from samedeal_server.store.writer import Ahead, Answer, Append


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    async with Store(store_url) as store:
        running = asyncio.create_task(store.run())
        yield store
        running.cancel()
        await asyncio.wait([running])


def after(mark: str, *entries: bytes, ttl_s: int = 0) -> Append:
    """Return an append of entries about the room, after the entry with this id."""
    named = tuple(word for entry in entries for word in ("gen", entry))
    return Append("ROOM2", ("last", mark), named, ttl_s)


async def append(store: Store, wanted: Append) -> str | None:
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    store.append(wanted, answer.set_result)
    mark = await answer
    if isinstance(mark, StoreError):
        raise mark
    assert not isinstance(mark, Ahead)
    return mark


async def packed(store: Store) -> list[bytes]:
    return [entry.packed for entry in (await store.read_log("ROOM2")).entries]


async def test_of_two_appends_to_the_same_state_one_is_done(store: Store) -> None:
    marks = await asyncio.gather(
        append(store, after("", b"mine")), append(store, after("", b"yours"))
    )
    assert [mark is not None for mark in marks] == [True, False]
    assert await packed(store) == [b"mine"]


async def test_the_same_append_sent_twice_appends_once(store: Store) -> None:
    wanted = after("", b"one", b"two")
    assert await append(store, wanted) is not None
    assert await append(store, wanted) is None
    assert len(await packed(store)) == 2


async def test_a_refused_append_changes_no_mark(store: Store) -> None:
    mark = await append(store, after("", b"one"))
    assert mark is not None
    await append(store, after("", b"again"))
    by_seat = Append("ROOM2", ("gen", mark, "s0", ""), ("s0", b"two"))
    second = await append(store, by_seat)
    assert second is not None
    assert second.endswith("-2")
    assert await append(store, by_seat) is None


async def test_a_log_that_lost_its_end_and_grew_again_is_another(
    store: Store, store_url: str
) -> None:
    first = await append(store, after("", b"one"))
    assert first is not None
    lost = await append(store, after(first, b"two"))
    async with Redis.from_url(store_url) as client:
        keys = room_keys("ROOM2")
        await client.xdel(keys.log, lost or "")
        await client.hset(keys.head, mapping={"last": first, "gen": first})
    await eventually(lambda: time.time() * 1000 > _ms(lost or "") + 1)
    other = await append(store, after(first, b"other two"))
    assert other is not None
    assert other.endswith("-2")
    assert await append(store, after(lost or "", b"three")) is None


def _ms(mark: str) -> int:
    return int(mark.partition("-")[0])


async def test_one_rooms_broken_keys_do_not_refuse_the_others(
    store: Store, store_url: str
) -> None:
    async with Redis.from_url(store_url) as client:
        await client.set(room_keys("ROOM3").head, "not a hash")
    broken = Append("ROOM3", ("last", ""), ("gen", b"one"))
    answers = await asyncio.gather(
        append(store, broken), append(store, after("", b"one")), return_exceptions=True
    )
    assert isinstance(answers[0], StoreError)
    assert isinstance(answers[1], str)


async def test_seats_do_not_get_in_each_others_way(store: Store) -> None:
    mark = await append(store, after("", b"begin"))
    assert mark is not None
    moves = [
        Append("ROOM2", ("gen", mark, f"s{k}", ""), (f"s{k}", b"move"))
        for k in range(8)
    ]
    marks = await asyncio.gather(*(append(store, move) for move in moves))
    assert [mark and mark.partition("-")[2] for mark in marks] == list("23456789")


def of(room: str) -> Append:
    """Return the first append to a room."""
    return after("", b"first")._replace(room=room)


async def test_in_company_appends_wait_to_be_written_together(store_url: str) -> None:
    async with Store(store_url, window_s=3600) as store:
        running = asyncio.create_task(store.run())
        # Whoever is alone waits for nothing.
        await append(store, of("ROOM3"))
        written = sum(store.meters.batches.counts)
        both = [asyncio.create_task(append(store, of(f"ROOM{k}"))) for k in (4, 5)]
        await eventually(lambda: store.waiting == len(both))
        await asyncio.sleep(0)
        assert store.waiting == len(both)
        # And nor does anything else, with which they go.
        await store.note_room("ROOM4")
        assert None not in await asyncio.gather(*both)
        assert sum(store.meters.batches.counts) == written + 1
        running.cancel()
        await asyncio.wait([running])


async def test_appends_wait_no_longer_than_was_said(store_url: str) -> None:
    async with Store(store_url, window_s=0.01) as store:
        running = asyncio.create_task(store.run())
        for k in range(2, 9):
            assert await append(store, of(f"ROOM{k}")) is not None
        running.cancel()
        await asyncio.wait([running])


async def test_a_mark_says_where_and_when_the_last_entry_stands(store: Store) -> None:
    mark = await append(store, after("", b"one", b"two"))
    found = await store.read_log("ROOM2")
    assert mark == found.last == found.entries[-1].id
    assert [entry.offset for entry in found.entries] == [1, 2]
    assert abs(found.entries[0].at - store.now()) < 60_000


async def test_facts_of_one_append_have_one_time(store: Store) -> None:
    await append(store, after("", *[b"x"] * 50))
    assert len({entry.at for entry in (await store.read_log("ROOM2")).entries}) == 1


async def test_a_log_is_read_on_after_an_entry(store: Store) -> None:
    first = await append(store, after("", b"one"))
    assert first is not None
    await append(store, after(first, b"two"))
    rest = await store.read_log("ROOM2", first)
    assert [entry.packed for entry in rest.entries] == [b"two"]
    assert rest.last == rest.entries[0].id


async def test_where_there_is_no_room_there_is_no_log(store: Store) -> None:
    assert await store.read_log("ROOM2") == ([], "")
    assert await store.last_marks(["ROOM2"]) == [""]


async def test_a_closed_rooms_log_goes_away_in_time(
    store: Store, store_url: str
) -> None:
    await append(store, after("", b"closed", ttl_s=60))
    async with Redis.from_url(store_url) as client:
        keys = room_keys("ROOM2")
        for key in (keys.log, keys.head):
            assert 0 < await client.ttl(key) <= 60


async def test_who_watches_hears_of_what_others_append(
    store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Ring] = []
    missed: list[str] = []
    """Rooms to be listened for at nodes, of which one store has none."""

    def note(_: NearBells, room: str) -> None:
        missed.append(room)

    monkeypatch.setattr(NearBells, "rung_elsewhere", note)

    def said() -> list[tuple[str, list[bytes]]]:
        """Return after which entry something was appended, and what."""
        assert {ring.room for ring in heard} <= {"ROOM2"}
        return [(ring.since, [e.packed for e in ring.entries]) for ring in heard]

    deaf: list[bool] = []
    async with Store(store_url) as other:
        other.doorbells.on_ring = heard.append
        other.doorbells.on_deaf = lambda: deaf.append(True)
        store.doorbells.on_ring = lambda ring: pytest.fail("nobody hears their own")
        running = asyncio.create_task(other.run())
        await eventually(lambda: bool(deaf))
        first = await append(store, after("", b"one"))
        await other.watch("ROOM2")
        await store.watch("ROOM2")
        second = await append(store, after(first or "", b"two"))
        await eventually(lambda: said() == [(first, [b"two"])])
        await other.unwatch("ROOM2")
        third = await append(store, after(second or "", b"three"))
        await other.watch("ROOM2")
        await append(store, after(third or "", b"four", b"five"))
        await eventually(lambda: said()[1:] == [(third, [b"four", b"five"])])
        running.cancel()
        await asyncio.wait([running])
    assert missed == []


async def test_who_appends_is_told_what_others_appended_before(store: Store) -> None:
    answers: list[Answer] = []

    def seat(n: int, known: str, mark: str = "") -> Append:
        entries = (f"s{n}", f"seat {n}".encode())
        return Append("ROOM2", (f"s{n}", mark), entries, known=lambda: known)

    def told() -> list[tuple[int, list[bytes]] | bool]:
        """Return how each was answered: its offset, and what was told with it."""
        return [
            (int(got.mark.partition("-")[2]), [e.packed for e in got.entries])
            if isinstance(got, Ahead) and got.mark
            else isinstance(got, str)
            for got in answers
        ]

    first = await append(store, after("", b"one"))
    assert first is not None
    # In one call: what the first of them is told the second knows.
    for k in (1, 2):
        store.append(seat(k, first), answers.append)
    await eventually(lambda: len(answers) == 2)
    assert told() == [True, True]
    store.append(seat(3, first), answers.append)
    await eventually(lambda: len(answers) == 3)
    assert told()[2] == (4, [b"seat 1", b"seat 2"])
    # Nothing is appended on a mark that has moved, and it is told how.
    store.append(seat(3, first), answers.append)
    await eventually(lambda: len(answers) == 4)
    refused = answers[3]
    assert isinstance(refused, Ahead)
    assert refused.mark is None
    assert [entry.offset for entry in refused.entries] == [2, 3, 4]


async def test_what_a_dead_process_carried_is_known_until_it_is_buried(
    store: Store, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis, "DEAD_AFTER_MS", 20)
    async with Store(store_url) as other:
        running = asyncio.create_task(other.run())
        assert (await other.pulse()).is_new
        await other.watch("ROOM2")
        running.cancel()
        await asyncio.wait([running])
    while other.process not in (pulse := await store.pulse()).dead:
        assert not pulse.outages
    assert await store.rooms_of(other.process) == ["ROOM2"]
    await store.bury(other.process)
    assert await store.rooms_of(other.process) == []
    assert other.process not in (await store.pulse()).dead


async def test_a_time_without_any_pulse_is_put_on_record(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await store.pulse()
    # By a clock that is not the store's, which is known only about.
    heard = time.monotonic()
    await eventually(lambda: time.monotonic() > heard + 0.04)
    with monkeypatch.context() as short:
        short.setattr(redis, "LONGEST_GAP_MS", 30)
        second = await store.pulse()
    assert [*second.outages][-1] == (first.now, second.now)
    assert (await store.pulse()).outages == second.outages


async def test_rooms_are_due_the_longest_overdue_first(store: Store) -> None:
    await store.put_deadlines({"C": 300, "A": 100, "B": 200, "D": 900, "E": 50})
    await store.drop_deadlines(["E"])
    assert await store.due(before=300, most=10) == ["A", "B", "C"]
    assert await store.due(before=300, most=2) == ["A", "B"]


async def test_a_way_back_leads_in_until_the_next_one_was_used(store: Store) -> None:
    async def greet(
        presented: str, resume: str, kind: Literal["token", "resume"] = "resume"
    ) -> str | None:
        known = await store.people.greet(
            "p-1", kind=kind, presented=presented, resume=resume
        )
        return known and known.name

    await store.people.add("p-1", {"name": "Ann", "token": "t", "resume": "a"})
    assert await greet("a", "b") == "Ann"
    assert await greet("a", "c") == "Ann"  # the answer with "b" may have been lost
    assert await greet("b", "d") is None  # and so "b" was never anybody's
    assert await greet("c", "d") == "Ann"
    assert await greet("a", "e") is None
    assert await greet("t", "f", "token") == "Ann"
    assert await greet("t", "g") is None


async def test_scripts_that_the_server_forgot_are_loaded_again(
    store: Store, store_url: str
) -> None:
    async with Redis.from_url(store_url) as client:
        await client.script_flush()
    answers = await asyncio.gather(
        append(store, after("", b"one")),
        store.books.page("board/best/easthaven/all", 0, 10),
    )
    assert answers[0]
    assert answers[1] == BoardPart(0, ())


async def test_what_the_server_refuses_is_a_store_error(
    store: Store, store_url: str
) -> None:
    async with Redis.from_url(store_url) as client:
        await client.set(room_keys("ROOM2").log, "not a stream")
    with pytest.raises(StoreError):
        await append(store, after("", b"one"))
    with pytest.raises(StoreError):
        await store.read_log("ROOM2")


@pytest.mark.parametrize(
    "url", ["redis://127.0.0.1:1", "unix:///nowhere.sock", "redis://nowhere.invalid"]
)
async def test_where_there_is_no_store_it_is_said_soon(url: str) -> None:
    began = time.monotonic()
    with pytest.raises(StoreUnavailable) as error:
        async with Store(url):
            pass
    assert "\n" not in str(error.value)
    # Not a benchmark: the defaults of the Redis client would take a minute.
    assert time.monotonic() - began < 20


async def test_an_outage_is_unavailable_and_over_when_it_is_over(
    store_url: str,
) -> None:
    async with door_to(store_url) as (door, url), Store(url) as store:
        running = asyncio.create_task(store.run())
        deaf: list[bool] = []
        store.doorbells.on_deaf = lambda: deaf.append(True)
        mark = await append(store, after("", b"before")) or ""
        await eventually(lambda: bool(deaf))
        door.shut()
        for attempt in (append(store, after(mark, b"x")), store.read_log("ROOM2")):
            with pytest.raises(StoreUnavailable):
                await attempt
        door.open()
        assert await append(store, after(mark, b"after")) is not None
        # Rings may have been missed meanwhile.
        await eventually(lambda: len(deaf) == 2)
        running.cancel()
        await asyncio.wait([running])


async def test_a_doorbell_that_the_library_finds_again_was_lost_all_the_same(
    store_url: str,
) -> None:
    async with Redis.from_url(store_url) as redis, Store(store_url) as store:
        running = asyncio.create_task(store.run())
        deaf: list[bool] = []
        store.doorbells.on_deaf = lambda: deaf.append(True)
        await eventually(lambda: len(deaf) == 1)
        assert store.meters.losses == 0
        await redis.client_kill_filter(_type="pubsub")
        await eventually(lambda: len(deaf) == 2)
        assert store.meters.losses == 1
        running.cancel()
        await asyncio.wait([running])
