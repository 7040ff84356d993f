"""C7 in the small: any bytes at the port, and what the loop itself catches of it."""

import asyncio
import random
from collections.abc import AsyncIterator

import pytest
from bench.fuzz.knocks import KNOCKS, a_knock
from tests.raw import all_goes_well, heard
from tests.server.house import serving
from tests.talk import talking

from samedeal_protocol.rooms.rooms import Rooms
from samedeal_server.edge import sockets


@pytest.fixture
async def url(store_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    monkeypatch.setattr(sockets, "OPEN_WITHIN_S", 0.3)
    monkeypatch.setattr(sockets, "CLOSE_WITHIN_S", 0.3)
    async with serving(store_url) as address:
        with all_goes_well():
            yield address


@pytest.mark.parametrize("hang_up", [False, True])
async def test_any_bytes_get_an_answer_or_a_quiet_end(url: str, hang_up: bool) -> None:
    dice = random.Random(14)
    tries = [a_knock(dice) for _ in range(300)]
    async with talking(url) as talker:
        for start in range(0, len(tries), 50):
            some = tries[start : start + 50]
            answers = await asyncio.gather(
                *(heard(url, each, hang_up=hang_up) for each in some)
            )
            for sent, answer in zip(some, answers, strict=True):
                assert not answer or answer.startswith(b"HTTP/1.1 "), sent
        await talker.ask(Rooms, t="rooms")


async def test_every_kind_of_knock_comes_to_an_end(url: str) -> None:
    cuts = [
        data[:size]
        for data in KNOCKS.values()
        for size in {len(data), len(data) // 2, 1}
    ]
    # Not all at once: an address has so many sockets that say nothing.
    for start in range(0, len(cuts), 50):
        some = cuts[start : start + 50]
        await asyncio.gather(
            *(heard(url, cut) for cut in some),
            *(heard(url, cut, hang_up=True) for cut in some),
        )
