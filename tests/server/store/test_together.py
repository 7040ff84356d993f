"""Calls that go out together: over, all of them, once they are over."""

import asyncio

import pytest

from samedeal_server.store.connections.together import together


async def slow_to_end(over: list[int], number: int) -> int:
    """Wait for ever; once cancelled, take some turns of the loop to end."""
    try:
        await asyncio.Event().wait()
    finally:
        for _ in range(number):
            await asyncio.sleep(0)
        over.append(number)
    return number


async def test_who_is_cancelled_leaves_none_behind() -> None:
    over: list[int] = []
    asking = asyncio.create_task(
        together(*(slow_to_end(over, number) for number in (3, 1, 2)))
    )
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait([asking])
    assert asking.cancelled()
    assert over == [1, 2, 3]


async def test_where_one_fails_none_goes_on() -> None:
    over: list[int] = []

    async def fail() -> int:
        await asyncio.sleep(0)
        raise LookupError

    with pytest.raises(LookupError):
        await together(slow_to_end(over, 2), fail(), slow_to_end(over, 1))
    assert over == [1, 2]


async def test_answers_come_in_the_order_of_the_questions() -> None:
    async def answer(number: int) -> int:
        for _ in range(5 - number):
            await asyncio.sleep(0)
        return number

    assert await together(*map(answer, range(5))) == [*range(5)]
    assert await together() == []
