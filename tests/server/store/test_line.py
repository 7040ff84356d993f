"""The connection that all writing goes by, against a store that is there."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, NoScriptError, ResponseError

from samedeal_server.store.line import Line

TIMEOUT_S = 0.05


@pytest.fixture
async def redis(store_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(store_url, retry=Retry(NoBackoff(), 2)) as redis:
        yield redis


@pytest.fixture
async def line(redis: Redis) -> AsyncIterator[Line]:
    line = Line(redis.connection_pool, 5)
    yield line
    await line.aclose()


async def test_replies_come_in_order_with_errors_among_them(line: Line) -> None:
    long = b"x" * 300_000  # comes in many parts
    wrong = ("EVALSHA", "0" * 40, 0)
    answers = await line.call([("ECHO", "a"), wrong, ("ECHO", long), ("NOTHING",)])
    assert [answers[0], answers[2]] == [b"a", long]
    assert isinstance(answers[1], NoScriptError)
    assert isinstance(answers[3], ResponseError)
    assert await line.call([("ECHO", 7)]) == [b"7"]


async def test_a_lost_connection_is_made_anew(line: Line, redis: Redis) -> None:
    [own] = await line.call([("CLIENT", "ID")])
    assert await redis.client_kill_filter(_id=str(own)) == 1
    assert await line.call([("ECHO", "a"), ("ECHO", "b")]) == [b"a", b"b"]


async def test_late_replies_are_nobody_elses(redis: Redis) -> None:
    line = Line(redis.connection_pool, TIMEOUT_S)
    with pytest.raises(TimeoutError):
        await line.call([("BLPOP", "nothing", 30)])
    assert await line.call([("ECHO", "a")]) == [b"a"]
    waiting = asyncio.ensure_future(line.call([("ECHO", "b")]))
    await asyncio.sleep(0)  # it is sent
    waiting.cancel()
    await asyncio.wait([waiting])
    assert await line.call([("ECHO", "c")]) == [b"c"]
    await line.aclose()


async def test_what_comes_with_an_answer_that_it_loads_is_forgotten(line: Line) -> None:
    loads = ("EVAL", "return redis.error_reply('LOADING wait')", 0)
    with pytest.raises(BusyLoadingError):
        await line.call([("ECHO", "a"), loads, ("ECHO", "b")])
    assert await line.call([("ECHO", "c")]) == [b"c"]
