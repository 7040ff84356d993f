"""Boards are set apart by a command, while servers run, and by no older ones' side."""

# pyright: reportUnknownMemberType=false
# redis-py leaves keyword arguments untyped.

import json
import time
from random import Random

from bench.finished import keep, series
from redis import Redis
from tests.conditions import eventually_told
from tests.server.books_told import told
from tests.server.house import opened, serving
from tests.server.operators import admin

from samedeal_server.records.booking.parting import SCOPES
from samedeal_server.records.rebuilding import compare
from samedeal_server.store.keys import BOOKS_APART, LAYOUTS, PROCESSES


async def test_boards_are_set_apart_while_a_server_runs(store_url: str) -> None:
    matches = [*series(Random(3), 60)]
    async with opened(store_url) as store, serving(store_url):
        await keep(store, *matches[:30])
        await eventually_told(store.books.cursor, lambda links: links >= 30)
        status, said, error = await admin("set-apart", "--dry-run", REDIS_URL=store_url)
        assert (status, error, said.count("would be apart")) == (0, "", len(SCOPES))
        assert not store.books.parts.apart
        before = await told(store)
        status, said, error = await admin("set-apart", "russian", REDIS_URL=store_url)
        assert (status, error) == (0, "")
        assert "apart now" in said
        _, as_json, _ = await admin("set-apart", "--json", REDIS_URL=store_url)
        found = json.loads(as_json)
        assert found["before"] == ["russian"]
        assert {*found["set_apart"]} == {*SCOPES} - {"russian"}
        assert await told(store) == before
        await keep(store, *matches[30:])
        await eventually_told(store.books.cursor, lambda links: links >= 60)
        assert (await compare(store)).differences == ()
        _, log, _ = await admin("log", "--json", REDIS_URL=store_url)
        assert [each["verb"] for each in json.loads(log)["log"]] == ["set-apart"] * 2


async def test_nothing_is_set_apart_while_older_code_is_alive(store_url: str) -> None:
    with Redis.from_url(store_url) as redis:
        redis.zadd(PROCESSES, {"older": time.time() * 1000})
        redis.hset(LAYOUTS, "older", 5)
        status, _, error = await admin("set-apart", REDIS_URL=store_url)
        assert status == 1
        assert "an older samedeal-server is alive" in error
        assert not redis.exists(BOOKS_APART)


async def test_a_game_that_there_is_not_is_named(store_url: str) -> None:
    status, _, error = await admin("set-apart", "chess", REDIS_URL=store_url)
    assert status == 2
    assert "no game or family chess" in error
