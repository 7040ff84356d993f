"""Too much at once: what is refused, how, and that nobody at a table notices."""

import asyncio
import resource
from contextlib import AsyncExitStack
from typing import cast

import pytest
from tests.conditions import PATIENCE_S, eventually
from tests.raw import knocked, rest_of
from tests.server.edge.crowding import (
    CELLS,
    house,
    is_let_in,
    knocking,
    play_on,
    seated,
)
from tests.server.house import serving
from tests.talk import Talker, silent, talking
from websockets.exceptions import ConnectionClosed

from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import Error, ServerMessage
from samedeal_server.edge.connections import Connection
from samedeal_server.edge.sockets import Socket
from samedeal_server.people.limits import ADDRESS_SHARE, RETURNS
from samedeal_server.process.descriptors import allow_sockets
from samedeal_server.process.process import Process
from samedeal_server.store.people import People
from samedeal_server.store.redis import Store


class Stub:
    """A socket from somewhere."""

    began = 0.0

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_aborted = False

    def abort(self) -> None:
        self.is_aborted = True


# Connections


async def test_handshakes_above_the_limit_hear_when_to_come_again(
    store_url: str,
) -> None:
    async with (
        serving(store_url, house(handshakes_per_s=5)) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await seated(ann, bob)
        counts: list[int] = []
        for ply in range(3):
            let_in = await asyncio.gather(*(is_let_in(url) for _ in range(40)))
            counts.append(let_in.count(True))
            await play_on(ann, bob, ply)
        # The burst is twice what a second allows.
        assert counts[0] >= 1
        assert sum(counts) < 60
        async with asyncio.timeout(PATIENCE_S):
            while not await is_let_in(url):
                pass
        await play_on(ann, bob, 3)


async def test_an_address_has_so_many_connections_and_no_more(store_url: str) -> None:
    async with (
        serving(store_url, house(connections_per_address=3)) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await seated(ann, bob)
        async with knocking(url):
            assert not await is_let_in(url)
            # What nobody trusted says of its origin is not believed.
            assert not await is_let_in(url, "198.51.100.7")
        await play_on(ann, bob, 0)
        async with asyncio.timeout(PATIENCE_S):
            while not await is_let_in(url):
                pass


async def test_behind_a_trusted_proxy_each_address_counts_for_itself(
    store_url: str,
) -> None:
    settings = house(connections_per_address=2, trusted_proxies="127.0.0.0/8")
    async with serving(store_url, settings) as url, AsyncExitStack() as open_ones:
        for address in ("198.51.100.7", "6.6.6.6, 198.51.100.7"):
            await open_ones.enter_async_context(knocking(url, address))
        assert not await is_let_in(url, "198.51.100.7")
        assert not await is_let_in(url, "10.1.2.3, 198.51.100.7")
        assert await is_let_in(url, "198.51.100.8")
        for host in ("2001:db8:1:2::1", "2001:db8:1:2::2"):
            await open_ones.enter_async_context(knocking(url, host))
        # One subscriber has a whole /64.
        assert not await is_let_in(url, "2001:db8:1:2:ffff::3")
        assert await is_let_in(url, "2001:db8:1:3::1")


async def test_all_together_have_so_many_connections(store_url: str) -> None:
    settings = house(connections=3, trusted_proxies="127.0.0.0/8")
    async with serving(store_url, settings) as url, knocking(url, "198.51.100.1"):
        async with talking(url, "Ann") as ann, talking(url, "Bob") as bob:
            await seated(ann, bob)
            assert not await is_let_in(url, "198.51.100.2")
            await play_on(ann, bob, 0)
        async with asyncio.timeout(PATIENCE_S):
            while not await is_let_in(url, "198.51.100.2"):
                pass


# Requests


async def test_rooms_are_counted_by_player_and_coming_back_is_not(
    store_url: str,
) -> None:
    async with (
        serving(store_url, house(joins_per_minute=2)) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await ann.host()
        await ann.command(Done, t="leave")
        room = await ann.host()
        for _ in range(5):
            await ann.ask(Joined, t="join", room=room, back=True)
        for fields in ({"t": "join", "room": room}, {"t": "join", "room": "ZZZZZ"}):
            error = await ann.refused(**fields)
            assert error.code is ErrorCode.TOO_MANY
            assert isinstance(error.retry, int)
            assert 0 < error.retry <= 60_000
        # Others are not kept from joining; another connection is no other player.
        await bob.join(room)
        async with talking(url, None, ann.token) as again:
            error = await again.refused(t="host", game="easthaven")
            assert error.code is ErrorCode.TOO_MANY
        await ann.ready()


async def test_a_log_is_not_worn_out_by_coming_back_over_and_over(
    store_url: str,
) -> None:
    """Each way back is two facts; who loses the line often is put off, and comes in."""
    async with (
        serving(store_url, house(commands_per_s=1000)) as url,
        talking(url, "Ann") as ann,
    ):
        room = await ann.host()
        told: list[ServerMessage] = []
        while not any(isinstance(message, Error) for message in told):
            async with talking(url, None, ann.token) as again:
                re = await again.send(t="join", room=room, back=True)
                told.append(await again.receive())
                while getattr(told[-1], "re", 0) != re:
                    told.append(await again.receive())
        error = told[-1]
        assert isinstance(error, Error)
        assert error.code is ErrorCode.TOO_MANY
        assert isinstance(error.retry, int)
        assert error.retry <= 1000 / RETURNS.per_s + 1


async def test_codes_cannot_be_guessed_for_long(store_url: str) -> None:
    async with (
        serving(store_url, house(wrong_codes_per_minute=3)) as url,
        talking(url, "Ann") as ann,
        talking(url, "Eve") as eve,
        talking(url, "Bob") as bob,
    ):
        room = await ann.host(public=False)
        for code in ("ZZZZZ", "YYYYY", "nonsense"):
            error = await eve.refused(t="join", room=code, back=code == "YYYYY")
            assert error.code is ErrorCode.UNKNOWN_ROOM
        # Not even the right one helps now, or guessing would go on regardless.
        for back in (False, True):
            error = await eve.refused(t="join", room=room, back=back)
            assert error.code is ErrorCode.TOO_MANY
            assert isinstance(error.retry, int)
            assert 0 < error.retry <= 60_000
        await bob.join(room)
        await eve.host()


async def test_codes_that_are_tried_at_one_moment_are_counted_like_others(
    store_url: str,
) -> None:
    async with (
        serving(store_url, house(wrong_codes_per_minute=3)) as url,
        talking(url, "Ann") as ann,
        AsyncExitStack() as held,
    ):
        room = await ann.host(public=False)
        eve = await held.enter_async_context(talking(url, "Eve"))
        eves = [
            await held.enter_async_context(talking(url, None, eve.token))
            for _ in range(12)
        ]
        refused = await asyncio.gather(
            *(each.refused(t="watch", room="ZZZZZ", back=True) for each in eves)
        )
        codes = [error.code for error in refused]
        assert codes.count(ErrorCode.UNKNOWN_ROOM) == 3
        assert codes.count(ErrorCode.TOO_MANY) == 9
        # What is right takes nothing of what may be wrong.
        async with talking(url, "Bob") as bob:
            for _ in range(5):
                await bob.join(room)


async def test_a_hall_that_comes_at_one_moment_waits_for_itself_and_gets_in(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = house(wrong_codes_per_minute=3)
    at_once = 3 * ADDRESS_SHARE
    asked, may_go, spend = list[str](), asyncio.Event(), People.spend

    async def held_up(
        self: People, what: str, who: str, burst: float, each_ms: float, count: int = 1
    ) -> int:
        if what == "codes":
            asked.append(who)
            await may_go.wait()
        return await spend(self, what, who, burst, each_ms, count)

    async with (
        serving(store_url, few) as url,
        talking(url, "Ann") as ann,
        AsyncExitStack() as held,
    ):
        room = await ann.host(watch="boards", public=False)
        hall = [
            await held.enter_async_context(talking(url, f"Eve {k}"))
            for k in range(at_once + 10)
        ]
        monkeypatch.setattr(People, "spend", held_up)
        async with asyncio.TaskGroup() as tasks:
            for eve in hall:
                tasks.create_task(eve.ask(Joined, t="watch", room=room))
            await eventually(lambda: len(asked) == at_once)
            may_go.set()
        # And nobody's codes were counted as wrong in the end.
        for _ in range(3):
            error = await hall[-1].refused(t="watch", room="ZZZZZ")
            assert error.code is ErrorCode.UNKNOWN_ROOM


async def test_a_burst_is_refused_softly_and_changes_nothing(store_url: str) -> None:
    settings = house(command_burst=10, commands_per_s=20)
    async with (
        serving(store_url, settings) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        await seated(ann, bob)
        asked = [
            await ann.send(t="move", n=ann.n + 1 + ply, ply=ply, move=cell)
            for ply, cell in enumerate(CELLS)
        ]
        done = 0
        for re in asked:
            answer = await answer_to(ann, re)
            if isinstance(answer, Moved):
                assert answer.ply == done + 1
                done += 1
                continue
            assert answer.code in (ErrorCode.TOO_FAST, ErrorCode.COMMAND_GAP)
            if answer.code is ErrorCode.TOO_FAST:
                assert isinstance(answer.retry, int)
        assert 0 < done < len(CELLS)
        ann.n += done
        await bob.command(Moved, t="move", ply=0, move="a1")
        # Who goes on after the pause finds everything as it was.
        async with asyncio.timeout(PATIENCE_S):
            while not isinstance(moved := await next_move(ann, done), Moved):
                assert moved.code is ErrorCode.TOO_FAST
                assert isinstance(moved.retry, int)
                await asyncio.sleep(moved.retry / 1000)
        assert moved.ply == done + 1


async def next_move(talker: Talker, ply: int) -> Moved | Error:
    move = await talker.send(t="move", n=talker.n + 1, ply=ply, move=CELLS[ply])
    return await answer_to(talker, move)


async def answer_to(talker: Talker, re: int) -> Moved | Error:
    while True:
        message = await talker.receive()
        if isinstance(message, Moved | Error) and message.re == re:
            return message


async def test_whoever_floods_is_cut_off_and_the_table_plays_on(
    store_url: str,
) -> None:
    async with (
        serving(store_url, house()) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
        talking(url, "Eve") as eve,
    ):
        await seated(ann, bob)
        await eve.host()
        with pytest.raises(ConnectionClosed) as closing:
            await ask_and_ask(eve)
        await play_on(ann, bob, 0)
        assert closing.value.rcvd is not None
        code = closing.value.rcvd.code
        assert code == CloseCode.TOO_FAST
        assert not means_come_back(code)
        await play_on(ann, bob, 1)


async def ask_and_ask(talker: Talker) -> None:
    """Wait for answers, and for nothing that they say.

    A few at a time: whoever waits for each is no flood on a busy machine.
    """
    for _ in range(50):
        asked = [await talker.send(t="leave", n=9) for _ in range(8)]
        for re in asked:
            await answer_to(talker, re)


async def test_new_players_from_one_address_have_a_number(store_url: str) -> None:
    limits = house(connections_per_address=2)
    async with serving(store_url, limits) as url:
        for _ in range(2):
            async with talking(url):
                pass
        async with silent(url) as third:
            refusal = await third.refused(t="hello", client="a test", name="Cid")
            assert refusal.code is ErrorCode.TOO_MANY
            assert isinstance(refusal.retry, int)
            assert means_come_back(await third.closed())


# Sockets that say nothing, from many addresses


async def test_who_plays_goes_on_when_all_sockets_are_taken(store_url: str) -> None:
    async with Store(store_url) as store, asyncio.TaskGroup() as tasks:
        process = Process(store, house(), 10)
        running = tasks.create_task(process.run())
        server = await process.gateway.listen("127.0.0.1", 0)
        url = "ws://{}:{}".format(*server.sockets[0].getsockname()[:2])
        async with (
            talking(url, "Ann") as ann,
            talking(url, "Bob") as bob,
            AsyncExitStack() as open_ones,
        ):
            await seated(ann, bob)
            quiet = [
                await open_ones.enter_async_context(knocked(url)) for _ in range(9)
            ]
            assert await rest_of(quiet[-1][0]) == b""
            await play_on(ann, bob, 0)
        server.close()
        await process.drain(0.05)
        running.cancel()


@pytest.mark.parametrize(
    ("peers", "stay"),
    [
        (["198.51.100.7", "198.51.100.7", "198.51.100.7"], [True, True, False]),
        (["198.51.100.7", "198.51.100.8", "198.51.100.9"], [True, True, True]),
        # One subscriber has a whole /64, and as many addresses as it likes.
        (["2001:db8::1", "2001:db8::2", "2001:db8::3"], [True, True, False]),
        (["2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:3::1"], [True] * 3),
        (["fe80::1%a", "fe80::1%b", "fe80::1%c"], [True, True, False]),
        (["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"], [True, True, False]),
    ],
)
async def test_sockets_that_say_nothing_are_counted_by_address(
    store_url: str, peers: list[str], stay: list[bool]
) -> None:
    async with Store(store_url) as store:
        gateway = Process(store, house(connections_per_address=2)).gateway
        knocking = [Stub(peer) for peer in peers]
        for each in knocking:
            gateway.knock(Connection(cast("Socket", each), gateway, "x"))
        assert [not each.is_aborted for each in knocking] == stay


@pytest.mark.parametrize(
    ("limits", "wanted", "most"),
    [((1024, 4096), 40_000, 3968), ((1024, 65536), 400, 400), ((80, 80), 400, 40)],
)
def test_some_descriptors_are_left_for_the_store(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], wanted: int, most: int
) -> None:
    raised: list[tuple[int, int]] = []

    def current(which: int) -> tuple[int, int]:
        assert which == resource.RLIMIT_NOFILE
        return limits

    def set_to(which: int, pair: tuple[int, int]) -> None:
        raised.append(pair)

    monkeypatch.setattr(resource, "getrlimit", current)
    monkeypatch.setattr(resource, "setrlimit", set_to)
    assert allow_sockets(wanted) == most
    assert all(limits[0] < soft <= limits[1] for soft, _ in raised)
