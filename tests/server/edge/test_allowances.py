"""How much one connection may ask, and what comes of more."""

import contextlib
import time
from functools import partial
from types import SimpleNamespace

import msgpack
import pytest
from tests.server.house import serving
from tests.talk import Talker, talking
from websockets.exceptions import ConnectionClosed

from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_protocol.updates import Error, Heartbeat
from samedeal_server.edge import connections, requests
from samedeal_server.people import buckets, limits
from samedeal_server.process.settings import Settings

BURST = 40


async def test_asking_too_fast_is_refused_softly_and_then_closed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However long a busy machine takes, no time passes in which more may be asked.
    still = SimpleNamespace(monotonic=partial(float, time.monotonic()))
    async with talking(url) as talker:
        for module in (requests, connections):
            monkeypatch.setattr(module, "time", still)
        for _ in range(BURST + 10):
            await talker.send(t="chain")
        codes: list[ErrorCode] = []
        for _ in range(BURST + 10):
            answer = await talker.receive()
            if isinstance(answer, Error):
                codes.append(answer.code)
                assert isinstance(answer.retry, int)
                assert 0 < answer.retry <= 1000
        assert codes
        assert set(codes) == {ErrorCode.TOO_FAST}
        # One by one: a goodbye is lost on whoever sends much without reading it.
        with contextlib.suppress(ConnectionClosed):  # before all are sent
            for _ in range(10 * buckets.STRIKES):
                await talker.send(t="rooms")
                await talker.receive()
        assert await talker.closed() == CloseCode.TOO_FAST


@pytest.mark.parametrize("limited", [{}, {"command_burst": 1, "commands_per_s": 1}])
async def test_as_much_as_may_be_under_way_is_answered_and_nobody_cut_off(
    store_url: str, limited: dict[str, object]
) -> None:
    settings = Settings.model_validate(limited)
    async with serving(store_url, settings) as url, talking(url) as talker:
        asked = [await talker.send(t="rooms") for _ in range(buckets.UNDER_WAY_MOST)]
        waits: list[int] = []
        for re in asked:
            answer = await talker.receive()
            assert isinstance(answer, Error | Rooms)
            assert answer.re == re
            if isinstance(answer, Error):
                assert answer.code is ErrorCode.TOO_FAST
                assert isinstance(answer.retry, int)
                waits.append(answer.retry)
        # Each is told a time of its own, or they would come again all at once.
        assert waits[-1] > waits[0]
        assert isinstance(await beat(talker), Heartbeat)


async def test_whoever_sends_rubbish_on_and_on_is_told_that_it_is_no_message(
    url: str,
) -> None:
    async with talking(url) as talker:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(2 * buckets.STRIKES):
                await talker.socket.send(b"\xc1")
        assert await talker.closed() == CloseCode.BAD_MESSAGE


async def beat(talker: Talker) -> object:
    await talker.socket.send(msgpack.packb({"t": "heartbeat"}))
    return await talker.receive()


async def test_heartbeats_above_their_allowance_are_refused_softly(url: str) -> None:
    async with talking(url) as talker:
        beats = 100
        for _ in range(beats):
            await talker.socket.send(msgpack.packb({"t": "heartbeat"}))
        refused = 0
        for _ in range(beats):
            answer = await talker.receive()
            if isinstance(answer, Error):
                assert (answer.code, answer.re) == (ErrorCode.TOO_FAST, 0)
                assert isinstance(answer.retry, int)
                refused += 1
            else:
                assert isinstance(answer, Heartbeat)
        assert 0 < refused <= beats - limits.HEARTBEATS.burst
        assert isinstance(await talker.ask(Rooms, t="rooms"), Rooms)


async def test_whoever_beats_on_and_on_is_cut_off(url: str) -> None:
    async with talking(url) as talker:
        # Not so many that the goodbye is drowned in them.
        with contextlib.suppress(ConnectionClosed):
            for _ in range(180):
                await talker.socket.send(msgpack.packb({"t": "heartbeat"}))
        assert await talker.closed() == CloseCode.TOO_FAST


async def test_heartbeats_cost_no_budget(url: str) -> None:
    async with talking(url) as talker:
        for _ in range(BURST // 2):
            await talker.socket.send(msgpack.packb({"t": "heartbeat"}))
        for _ in range(BURST // 2):
            assert isinstance(await talker.receive(), Heartbeat)
