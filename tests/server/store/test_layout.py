"""Which code may serve which data: one sentence, and nothing touched."""

# pyright: reportUnknownMemberType=false
# redis-py leaves keyword arguments untyped.

import pytest
from redis import Redis
from redis.asyncio import Redis as RedisLater
from tests.conditions import eventually, eventually_told
from tests.faults.inside import inside
from tests.server.house import opened
from tests.server.process.test_app import failed_start
from tests.servers import running_server
from tests.talk import talking

from samedeal_server.store import redis as store_module
from samedeal_server.store.errors import LayoutUnknown, StoreUnavailable
from samedeal_server.store.keys import (
    LAYOUT,
    LAYOUTS,
    OUTAGES,
    PROCESSES,
    PULSE,
    SERVED_FROM,
    WRITES_LAYOUT,
)
from samedeal_server.store.readings import Layout
from samedeal_server.store.redis import DEAD_AFTER_MS, Store


def say(store_url: str, layout: int, oldest: int) -> None:
    with Redis.from_url(store_url) as redis:
        redis.hset(LAYOUT, items=["layout", layout, "oldest", oldest])


async def test_data_from_before_layouts_is_of_the_first(store_url: str) -> None:
    async with Store(store_url) as store:
        assert await store.layout() == Layout(1, 1)


async def test_a_server_says_which_layout_the_data_has(store_url: str) -> None:
    with Redis.from_url(store_url) as redis:
        async with Store(store_url):
            assert not redis.exists(LAYOUT)  # it only looked
        async with running_server(store_url):
            await eventually(lambda: bool(redis.exists(LAYOUT)))
        assert redis.hget(LAYOUT, "layout") == str(WRITES_LAYOUT).encode()


async def test_a_server_too_old_for_the_data_does_not_start(store_url: str) -> None:
    say(store_url, 9, 8)
    status, text = await failed_start("--port", "0", REDIS_URL=store_url)
    assert status == 1
    assert "layout 9" in text
    assert "knows layout 8" in text
    assert "install the newer one" in text


async def test_an_admin_too_old_for_the_data_changes_nothing(store_url: str) -> None:
    say(store_url, 9, 8)
    words = ("admin", "rebuild-boards")
    status, text = await failed_start(*words, REDIS_URL=store_url)
    assert status == 1
    assert "install the newer one" in text


async def test_newer_data_is_served_where_it_says_that_it_may_be(
    store_url: str,
) -> None:
    say(store_url, 9, WRITES_LAYOUT)
    async with running_server(store_url) as server, talking(server.url) as ann:
        assert await ann.host()


async def test_data_too_old_for_the_code_is_not_served(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "WRITES_LAYOUT", 5)
    monkeypatch.setattr(store_module, "READS_LAYOUT", 4)
    with pytest.raises(LayoutUnknown, match="run the version before it once"):
        async with Store(store_url):
            pass


async def test_no_number_ever_becomes_smaller(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(store_url) as store:
        monkeypatch.setattr(store_module, "WRITES_LAYOUT", WRITES_LAYOUT + 1)
        await store.say_layout()
        assert await store.layout() == Layout(WRITES_LAYOUT + 1, SERVED_FROM)
        monkeypatch.undo()
        await store.say_layout()
        assert await store.layout() == Layout(WRITES_LAYOUT + 1, SERVED_FROM)


def pulse(store_url: str, process: str, ago_ms: int = 0, layout: int = 0) -> None:
    """Have another process be alive, of code that writes a layout, or never says so."""
    with Redis.from_url(store_url) as redis:
        seconds, micros = redis.time()
        redis.zadd(PROCESSES, {process: seconds * 1000 + micros // 1000 - ago_ms})
        if layout:
            redis.hset(LAYOUTS, process, str(layout))


@pytest.mark.parametrize("layout", [0, SERVED_FROM - 1])
async def test_a_layout_waits_until_nobody_is_alive_who_could_not_serve_it(
    store_url: str, layout: int
) -> None:
    say(store_url, SERVED_FROM - 1, SERVED_FROM - 1)
    async with opened(store_url) as store:
        await store.pulse()
        pulse(store_url, "older", layout=layout)
        pulse(store_url, "as new", layout=SERVED_FROM)
        assert not await store.say_layout()
        assert await store.layout() == Layout(SERVED_FROM - 1, SERVED_FROM - 1)
        pulse(store_url, "older", DEAD_AFTER_MS + 1)
        assert await store.say_layout()
        assert await store.layout() == Layout(WRITES_LAYOUT, SERVED_FROM)
        # One that began before that was said, and was not seen then.
        pulse(store_url, "older", layout=layout)
        assert not await store.say_layout()


async def test_after_an_outage_a_layout_waits_for_whoever_is_alive_to_say_so(
    store_url: str,
) -> None:
    say(store_url, SERVED_FROM - 1, SERVED_FROM - 1)
    away_ms, had_older = DEAD_AFTER_MS + 1_000, list[bool]()
    async with opened(store_url) as store:
        with Redis.from_url(store_url) as redis:
            redis.set(PULSE, (await store.pulse()).now - away_ms)
            pulse(store_url, "older", away_ms, SERVED_FROM - 1)
            assert "older" in (await store.pulse()).dead
            for _ in range(2):
                assert not await store.say_layout()
                assert await store.layout() == Layout(SERVED_FROM - 1, SERVED_FROM - 1)
            had_older.append(store.has_older)
            pulse(store_url, "older", layout=SERVED_FROM - 1)
            assert not await store.say_layout()
            had_older.append(store.has_older)
            redis.zrem(PROCESSES, "older")
            assert not await store.say_layout()
            until = (await store.pulse()).now - DEAD_AFTER_MS
            redis.lset(OUTAGES, -1, f"{until - away_ms} {until}")
            assert await store.say_layout()
            assert await store.layout() == Layout(WRITES_LAYOUT, SERVED_FROM)
            # There is nothing more to say of the data after another one.
            redis.rpush(OUTAGES, f"{until} {until + DEAD_AFTER_MS}")
            assert await store.say_layout()
    assert had_older == [False, True]


async def test_what_could_not_be_said_when_a_process_came_back_is_said_later(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or others wait for good, for one that they take for older."""
    say_layout, failed = Store.say_layout, list[Store]()

    async def fails_once(self: Store) -> bool:
        if not failed:
            failed.append(self)
            raise StoreUnavailable("cut off")
        return await say_layout(self)

    async with inside(store_url) as house, RedisLater.from_url(store_url) as redis:

        async def is_known() -> bool:
            return bool(await redis.hexists(LAYOUTS, house.store.process))

        await eventually_told(is_known, bool)
        monkeypatch.setattr(Store, "say_layout", fails_once)
        await redis.hdel(LAYOUTS, house.store.process)
        await redis.zrem(PROCESSES, house.store.process)
        await eventually_told(is_known, bool)
        assert failed


async def test_what_processes_write_is_forgotten_with_them(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.say_layout()  # as one that serves nobody
        with Redis.from_url(store_url) as redis:
            assert not redis.exists(LAYOUTS)
            redis.hset(LAYOUTS, "gone", "4")
            await store.pulse()
            await store.say_layout()
            assert redis.hkeys(LAYOUTS) == [store.process.encode()]


async def test_a_server_beside_an_older_one_says_the_layout_once_that_has_ended(
    store_url: str,
) -> None:
    pulse(store_url, "older", ago_ms=-60_000)
    with Redis.from_url(store_url) as redis:
        async with running_server(store_url):
            await eventually(lambda: bool(redis.exists(LAYOUTS)))
            assert not redis.exists(LAYOUT)
            redis.zrem(PROCESSES, "older")
            await eventually(lambda: bool(redis.exists(LAYOUT)))


@pytest.mark.parametrize(
    ("data", "writes", "reads", "is_served"),
    [
        (Layout(1, 1), 1, 1, True),
        (Layout(1, 1), 2, 1, True),
        (Layout(2, 1), 1, 1, True),
        (Layout(2, 2), 1, 1, False),
        (Layout(1, 1), 3, 2, False),
        (Layout(2, 1), 3, 2, True),
    ],
)
def test_who_may_serve_what(
    data: Layout, writes: int, reads: int, is_served: bool
) -> None:
    assert (not data.why_not(writes, reads)) is is_served
