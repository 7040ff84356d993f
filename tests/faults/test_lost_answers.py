"""The store does what it is asked, but its answer is lost: nothing is done twice."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.backoff import NoBackoff
from tests.faults.inside import CELLS, Inside, entries, inside, moves_of, seated
from tests.server.house import opened
from tests.talk import Talker, talking

from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import MatchStarted, PauseChanged, RoomClosed
from samedeal_server.admin import audit_log
from samedeal_server.admin.closing import close
from samedeal_server.core import facts
from samedeal_server.core.aspects import pauses
from samedeal_server.records.records import Records
from samedeal_server.store.connections import pools
from samedeal_server.store.redis import Store

ONCE = [
    *(facts.RoomOpened, facts.SeatTaken, facts.MatchOpened, facts.SeatTaken),
    *(facts.Said, facts.Said, facts.GuestNamed, facts.GuestNamed, facts.DoorSet),
    *(facts.Readied, facts.Unreadied, facts.Readied, facts.Readied),
    *(facts.CountdownBegan, facts.Revealed, facts.Revealed, facts.MatchStarted),
    *(facts.PauseAsked, facts.PauseAsked, facts.PauseBegan, facts.GoingOn),
    *(facts.ClockStood, facts.PauseEnded),
    *(facts.Moved, facts.Finished, facts.Resigned, facts.MatchEnded),
    *(facts.MatchOpened, facts.SeatLeft, facts.SeatLeft, facts.RoomClosed),
]
"""What a room's log has of an evening on which everything was asked."""


def at_once(cap: float, base: float) -> NoBackoff:
    return NoBackoff()


class ForgetfulDoor:
    """Lets everything through to the store, and loses an answer on demand."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self._losing = False
        self.lost = 0

    def lose_next(self) -> None:
        """Have the next append's answer lost, with the connection it came on."""
        self._losing = True

    async def enter(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        there, back = await asyncio.open_unix_connection(self._socket)
        asked = asyncio.create_task(self._ask(reader, back))
        try:
            while chunk := await there.read(65536):
                if self._losing and asked.done():
                    break
                writer.write(chunk)
                await writer.drain()
        except OSError:
            pass
        self._losing = self._losing and not asked.done()
        asked.cancel()
        writer.close()
        back.close()

    async def _ask(
        self, reader: asyncio.StreamReader, back: asyncio.StreamWriter
    ) -> None:
        """Pass on what is asked; return after an append whose answer is to be lost."""
        with contextlib.suppress(OSError):
            while chunk := await reader.read(65536):
                back.write(chunk)
                await back.drain()
                if self._losing and b"EVALSHA" in chunk and b"}:log" in chunk:
                    self.lost += 1
                    return
        back.close()


@asynccontextmanager
async def forgetful_door(store_url: str) -> AsyncGenerator[tuple[ForgetfulDoor, str]]:
    door = ForgetfulDoor(store_url.removeprefix("unix://"))
    server = await asyncio.start_server(door.enter, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield door, f"redis://127.0.0.1:{port}"


@pytest.fixture
async def house(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[ForgetfulDoor, Inside]]:
    monkeypatch.setattr(pools, "ExponentialBackoff", at_once)
    async with forgetful_door(store_url) as (door, url), inside(url) as house:
        yield door, house


async def facts_in(house: Inside, room: str) -> list[facts.Fact]:
    return [entry.fact for entry in await entries(house.store, room)]


async def test_a_command_is_done_once_and_answered_all_the_same(
    house: tuple[ForgetfulDoor, Inside],
) -> None:
    door, server = house
    async with talking(server.url, "Ann") as ann, talking(server.url, "Bob") as bob:
        room, _ = await seated(ann, bob)
        for ply, cell in enumerate(CELLS[:5]):
            door.lose_next()
            moved = await ann.command(Moved, t="move", ply=ply, move=cell)
            assert moved.ply == ply + 1
        for talker in (ann, bob):
            door.lose_next()
            await talker.command(Done, t="finish")
        assert (await ann.ended()).result == (await bob.ended()).result
        assert door.lost == 7
        assert await moves_of(server.store, room, 0) == CELLS[:5]
        logged = await facts_in(server, room)
        assert sum(isinstance(fact, facts.Finished) for fact in logged) == 2
        assert sum(isinstance(fact, facts.MatchEnded) for fact in logged) == 1


async def test_whatever_a_room_is_asked_is_done_once(
    house: tuple[ForgetfulDoor, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pauses, "GOES_ON_MS", 10)
    door, server = house
    async with talking(server.url, "Ann") as ann, talking(server.url, "Bob") as bob:
        both = (ann, bob)

        async def door_is(t: str, **fields: object) -> None:
            door.lose_next()
            await ann.ask(Done, t=t, **fields)

        async def done(talker: Talker, t: str, **fields: object) -> None:
            door.lose_next()
            await talker.command(Done, t=t, **fields)

        async def ready(talker: Talker) -> None:
            door.lose_next()
            await talker.ready()

        door.lose_next()
        room = await ann.host(rated=False)
        door.lose_next()
        await bob.join(room)
        await door_is("say", number=1, text="hello")
        await door_is("phrase", number=2, phrase="good_luck")
        async with talking(server.url, "Cid") as cid:
            await door_is("put_out", who=cid.me)
            await door_is("let_in", who=cid.me)
        await door_is("door", shut=True)
        await ready(ann)
        await done(ann, "unready")
        for talker in both:
            await ready(talker)
        for talker in both:
            await done(talker, "reveal", nonce=talker.nonce)
        await asyncio.gather(*(talker.hear(MatchStarted) for talker in both))
        for talker in both:
            await done(talker, "pause")
        while (told := (await ann.hear(PauseChanged)).pause) is None or not told.since:
            pass
        await done(ann, "go_on")
        while (await ann.hear(PauseChanged)).pause is not None:
            pass
        door.lose_next()
        await ann.command(Moved, t="move", ply=0, move=CELLS[0])
        await done(ann, "finish")
        await done(bob, "resign")
        await ann.ended()
        for talker in both:
            await done(talker, "leave")
        logged = [type(fact) for fact in await facts_in(server, room)]
        assert door.lost >= 19
        assert logged == ONCE


async def test_nobody_gets_two_seats(house: tuple[ForgetfulDoor, Inside]) -> None:
    door, server = house
    async with talking(server.url, "Ann") as ann, talking(server.url, "Bob") as bob:
        room = await ann.host(seats=4)
        door.lose_next()
        joined = await bob.join(room)
        assert door.lost == 1
        assert [seat.player for seat in joined.snapshot.room.seats] == [ann.me, bob.me]


async def test_a_host_opens_one_room(house: tuple[ForgetfulDoor, Inside]) -> None:
    door, server = house
    async with talking(server.url, "Ann") as ann:
        door.lose_next()
        room = await ann.host()
        assert door.lost == 1
        far_s = server.store.now() + 1_000_000_000
        assert await server.store.due(far_s, 10) == [room]


async def test_nobody_comes_back_twice(house: tuple[ForgetfulDoor, Inside]) -> None:
    door, server = house
    async with talking(server.url, "Ann") as ann:
        room = await ann.host()
        async with talking(server.url, None, ann.token) as again:
            door.lose_next()
            await again.join(room)
            assert door.lost == 1
            logged = await facts_in(server, room)
        assert sum(isinstance(fact, facts.CameBack) for fact in logged) == 1


async def test_an_operator_closes_a_room_once(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = audit_log.note

    async with (
        forgetful_door(store_url) as (door, url),
        inside(store_url) as server,
        opened(url) as store,
        talking(server.url, "Ann") as ann,
    ):
        room = await ann.host()

        async def noted(store: Store, verb: str, what: str, why: str) -> None:
            await note(store, verb, what, why)
            door.lose_next()

        monkeypatch.setattr(audit_log, "note", noted)
        closed = await close(store, Records(store, 0), room, "We stop.")
        assert (door.lost, closed["phase"]) == (1, "gathering")
        assert (await ann.hear(RoomClosed)).because == "We stop."


async def test_nobody_gets_two_seats_by_coming_twice_at_once(store_url: str) -> None:
    async with (
        inside(store_url) as one,
        inside(store_url) as other,
        talking(one.url, "Ann") as ann,
        talking(one.url, "Bob") as bob,
        talking(other.url, None, bob.token) as bob_too,
    ):
        room = await ann.host(seats=8)
        asked = [(t, await t.send(t="join", room=room)) for t in (bob, bob_too)]
        await asyncio.gather(*(answered(talker, re) for talker, re in asked))
        seen = await ann.ask(Joined, t="join", room=room, back=True)
        players = [seat.player for seat in seen.snapshot.room.seats]
        assert players == [ann.me, bob.me]


async def answered(talker: Talker, re: int) -> None:
    """Read up to the answer, or to the end of a connection that was replaced."""
    with contextlib.suppress(Exception):
        await talker.reply(Joined, re)


async def test_whoever_has_left_is_told_that_it_is_done(
    house: tuple[ForgetfulDoor, Inside],
) -> None:
    door, server = house
    async with talking(server.url, "Ann") as ann, talking(server.url, "Bob") as bob:
        room = await ann.host(seats=4)
        await bob.join(room)
        for talker in (bob, ann):
            door.lose_next()
            await talker.command(Done, t="leave")
        logged = await facts_in(server, room)
        assert sum(isinstance(fact, facts.SeatLeft) for fact in logged) == 2
        await bob.host()
