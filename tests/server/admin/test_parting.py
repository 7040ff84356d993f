"""Boards are set apart by a command, while servers run, and by no older ones' side."""

# pyright: reportUnknownMemberType=false
# redis-py leaves keyword arguments untyped.

import asyncio
import json
import sys
import time
from asyncio.subprocess import PIPE
from random import Random

import pytest
from bench.finished import keep, series
from redis import Redis
from tests.conditions import PATIENCE_S, eventually_told
from tests.server.books_told import told
from tests.server.house import opened, serving
from tests.server.operators import Told, admin

from samedeal_server.admin import rebuilt
from samedeal_server.records.booking.parting import SCOPES
from samedeal_server.records.rebuilding import compare
from samedeal_server.store.keys import BOOKS_APART, CHORE, LAYOUTS, PROCESSES
from samedeal_server.store.redis import Store


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


@pytest.mark.parametrize(
    ("first", "does", "second"),
    [
        ("set-apart", "set_apart", "rebuild-boards"),
        ("rebuild-boards", "rebuild", "set-apart"),
        ("rebuild-boards", "rebuild", "rebuild-boards"),
    ],
)
async def test_boards_are_not_set_apart_and_made_anew_at_the_same_time(
    store_url: str, monkeypatch: pytest.MonkeyPatch, first: str, does: str, second: str
) -> None:
    async with opened(store_url) as store:
        await keep(store, *series(Random(3), 5))
    do, refused = getattr(rebuilt, does), list[Told]()

    async def meanwhile(*asked: object) -> object:
        refused.append(await admin(second, REDIS_URL=store_url))
        return await do(*asked)

    monkeypatch.setattr(rebuilt, does, meanwhile)
    status, _, error = await admin(first, REDIS_URL=store_url)
    assert (status, error) == (0, "")
    for status, said, error in refused:
        assert (status, said) == (1, "")
        assert f"admin {first} is under way over the same store" in error
    monkeypatch.undo()
    # Nobody has to wait for what has come to its end, and what was refused is no deed.
    status, _, error = await admin(second, REDIS_URL=store_url)
    assert (status, error) == (0, "")
    _, log, _ = await admin("log", "--json", REDIS_URL=store_url)
    assert [each["verb"] for each in json.loads(log)["log"]] == [first, second]


HOLDING = """
import asyncio, sys, time
from samedeal_server.admin import commands, rebuilt
from samedeal_server.app import server_parser
from samedeal_server.process.settings import read_settings
from samedeal_server.store.operators import whole_books

async def for_ever(*_):
    print("under way", flush=True)
    await asyncio.Event().wait()

whole_books.HAD_S, rebuilt.HELD_EVERY_S, rebuilt.rebuild = 1, 0.1, for_ever
asked = server_parser().parse_args(["admin", "rebuild-boards"])
asyncio.run(commands.run(read_settings({"REDIS_URL": sys.argv[1]}, {}), asked))
"""


async def test_what_was_killed_holds_up_nobody_for_long(store_url: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLDING, store_url), stdout=PIPE
    )
    assert process.stdout is not None
    try:
        assert await process.stdout.readline() == b"under way\n"
        refused = await admin("set-apart", "russian", REDIS_URL=store_url)
        assert "admin rebuild-boards is under way" in refused.complained
    finally:
        process.kill()
        await process.wait()

    async def again() -> Told:
        return await admin("set-apart", "russian", REDIS_URL=store_url)

    await eventually_told(again, lambda told: told.status == 0)


async def test_whoever_lost_the_books_to_another_chore_stops(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuilt, "HELD_EVERY_S", 0.01)

    async def slow(store: Store) -> None:
        # As after a stop for longer than anybody has the books.
        await store.calls.write("SET", CHORE, "set-apart another")
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.Event().wait()

    monkeypatch.setattr(rebuilt, "rebuild", slow)
    status, _, error = await admin("rebuild-boards", REDIS_URL=store_url)
    assert status == 1
    assert "admin set-apart is under way" in error
    async with opened(store_url) as store:
        assert await store.calls.read_one("GET", CHORE) == b"set-apart another"
