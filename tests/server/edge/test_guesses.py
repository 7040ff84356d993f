"""Codes that are tried at the same moment, by many at one address."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.conditions import PATIENCE_S, eventually
from tests.server.house import opened

from samedeal_protocol.errors import ErrorCode
from samedeal_server.core.refusals import Refused, Wait
from samedeal_server.edge.guesses import Guesses
from samedeal_server.people.buckets import Rate
from samedeal_server.people.limits import Budgets, Doorkeeper, OfAll

ADDRESS = "192.0.2.1"


@asynccontextmanager
async def guesses_of(store_url: str, budget: Rate) -> AsyncGenerator[Guesses]:
    """Yield what counts the codes that are tried at one process."""
    budgets = Budgets(wrong_codes=budget)
    async with opened(store_url) as store, asyncio.TaskGroup() as tasks:

        def spawn(coroutine: Coroutine[Any, Any, None]) -> None:
            tasks.create_task(coroutine)

        of_all = OfAll(store.people, budgets)
        yield Guesses(Doorkeeper(budgets), of_all, spawn, Counter[str]())


async def is_let_try(guesses: Guesses, player: str, known: asyncio.Event) -> bool:
    """Try a code that will be `known` to be right; tell whether that was let."""
    try:
        async with guesses.tried(player, ADDRESS):
            await known.wait()
    except Wait:
        return False
    return True


async def test_whoever_is_refused_waits_for_those_who_were_there_before_and_no_more(
    store_url: str,
) -> None:
    async with guesses_of(store_url, Rate(1, 1 / 3600)) as guesses:
        with pytest.raises(Refused):
            async with guesses.tried("eve", ADDRESS):
                raise Refused(ErrorCode.UNKNOWN_ROOM, "")
        first, second = asyncio.Event(), asyncio.Event()
        async with asyncio.TaskGroup() as tasks, asyncio.timeout(PATIENCE_S):
            ann = tasks.create_task(is_let_try(guesses, "ann", first))
            await eventually(lambda: guesses.under_way(ADDRESS) == 1)
            eve = tasks.create_task(is_let_try(guesses, "eve", first))
            bob = tasks.create_task(is_let_try(guesses, "bob", second))
            await eventually(lambda: guesses.under_way(ADDRESS) == 2)
            first.set()
            assert await ann
            assert not await eve
            assert not bob.done()
            second.set()
            assert await bob
