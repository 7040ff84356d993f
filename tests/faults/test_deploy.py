"""A process is stopped on purpose: everybody is handed over, and no match ends."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial

import pytest
from tests.conditions import PATIENCE_S
from tests.faults.inside import CELLS, entries, inside, seated, until_service
from tests.servers import Running, running_server
from tests.talk import Talker, silent, talking
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.shapes import Reply
from samedeal_protocol.updates import (
    Error,
    SeatChanged,
    SeatLeft,
    ServerMessage,
    Service,
)
from samedeal_server.core import facts
from samedeal_server.process import process
from samedeal_server.store import redis
from samedeal_server.store.redis import Store
from samedeal_server.store.writer import Answer, Append

DRAIN_MS = 400
SETTINGS = {
    "SAMEDEAL_COUNTDOWN_MS": "500",
    "SAMEDEAL_DRAIN_MS": str(DRAIN_MS),
    "SAMEDEAL_AWAY_MS": "30000",
}
BOUND_S = 10.0
"""Within which a process that was asked to stop has ended: what it was told to
take, the time for goodbyes, and what a busy machine adds."""


async def sent_away(
    talker: Talker, heard: list[ServerMessage] | None = None
) -> list[Service]:
    """Read up to the end of a connection that is handed over."""
    heard = [] if heard is None else heard
    with pytest.raises(ConnectionClosed) as closing:
        await note(talker, heard)
    assert closing.value.rcvd is not None
    code = closing.value.rcvd.code
    assert code == CloseCode.GOING_AWAY
    assert means_come_back(code)
    return [message for message in heard if isinstance(message, Service)]


async def note(talker: Talker, heard: list[ServerMessage]) -> None:
    while True:
        heard.append(await talker.receive())


async def stopped(server: Running) -> None:
    """Wait until a process that was asked to stop has ended well."""
    async with asyncio.timeout(BOUND_S):
        assert await server.process.wait() == 0


async def test_everybody_is_told_how_soon_and_handed_over(store_url: str) -> None:
    async with (
        running_server(store_url, **SETTINGS) as server,
        AsyncExitStack() as all_,
    ):
        crowd = [await all_.enter_async_context(talking(server.url)) for _ in range(70)]
        server.process.terminate()
        for told in await asyncio.gather(*map(sent_away, crowd)):
            assert told == [Service(state="draining", within_ms=DRAIN_MS)]
        await stopped(server)
        # Nobody is at its port, or by now somebody who is no server.
        with pytest.raises((OSError, InvalidHandshake)):
            async with silent(server.url):
                pass


async def test_whoever_does_not_say_goodbye_holds_up_nobody(store_url: str) -> None:
    async with running_server(store_url, **SETTINGS) as server:
        host, port = server.url.removeprefix("ws://").split(":")
        mute = [await asyncio.open_connection(host, int(port)) for _ in range(3)]
        async with talking(server.url) as ann:
            ann.socket.transport.pause_reading()
            server.process.terminate()
            await stopped(server)
            ann.socket.transport.resume_reading()
        for _, writer in mute:
            writer.close()


async def test_a_process_that_is_stopping_opens_no_room(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "HAND_OVER_LEAST", 0)
    monkeypatch.setattr(process, "HAND_OVER_EVERY_S", 0.3)
    async with inside(store_url) as house, AsyncExitStack() as all_:
        room = await (await all_.enter_async_context(talking(house.url))).host()
        crowd = [await all_.enter_async_context(talking(house.url)) for _ in range(3)]
        draining = asyncio.create_task(house.server.drain(1.2))
        answers: list[Error | Joined] = []
        for talker in crowd:
            # One of those here may be the first to go.
            try:
                await until_service(talker, "draining")
                answers.append(await talker.refused(t="host", game="easthaven"))
            except ConnectionClosed:
                continue
            # Rooms that are there already can be joined as ever.
            await talker.join(room)
        assert len(answers) >= 2
        for answer in answers:
            assert isinstance(answer, Error)
            assert answer.code is ErrorCode.DRAINING
            assert isinstance(answer.retry, int)
        # Who comes while it is stopping is told so at once.
        async with silent(house.url) as late:
            await late.hello()
            assert await until_service(late, "draining")
        await draining
        assert house.server.gateway.count == 0


async def test_whoever_was_sent_away_is_shown_as_away_until_they_are_back(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Said by the process that stops, not by others once they take it for dead.
    monkeypatch.setattr(redis, "DEAD_AFTER_MS", 3_600_000)
    async with (
        running_server(store_url, **SETTINGS) as server,
        inside(store_url) as other,
        talking(server.url, "Ann") as ann,
        talking(other.url, "Bob") as bob,
    ):
        await seated(ann, bob)
        server.process.terminate()
        await sent_away(ann)
        await stopped(server)
        async with asyncio.timeout(PATIENCE_S):
            while (seat := (await bob.hear(SeatChanged)).seat).present:
                pass
        assert seat.player == ann.me


class Late:
    """Has the store's answers come when they are let through."""

    def __init__(self, store: Store) -> None:
        self._append = store.append
        self._answers: list[Callable[[], None]] = []
        self.came = asyncio.Event()

    def append(self, append: Append, answered: Callable[[Answer], None]) -> None:
        """Append, and hold back that it is done."""

        def hold(answer: Answer) -> None:
            self._answers.append(partial(answered, answer))
            self.came.set()

        self._append(append, hold)

    def let_through(self) -> None:
        for answered in self._answers:
            answered()


MOVE = {"t": "move", "ply": 0, "move": CELLS[0]}


@pytest.mark.parametrize(
    ("asked", "answer"), [(MOVE, Moved), ({"t": "finish"}, Done)], ids=["move", "other"]
)
async def test_what_reached_the_log_is_answered_before_the_goodbye(
    store_url: str,
    monkeypatch: pytest.MonkeyPatch,
    asked: dict[str, object],
    answer: type[Reply],
) -> None:
    async with (
        inside(store_url) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        room, _ = await seated(ann, bob)
        late = Late(house.store)
        with monkeypatch.context() as patched:
            patched.setattr(house.store, "append", late.append)
            re = await ann.send(n=ann.n + 1, **asked)
            # Those behind it are not begun any more.
            await ann.send(t="rooms")
            await late.came.wait()
        before = await entries(house.store, room)
        assert before[-1].n == ann.n + 1
        draining = asyncio.create_task(house.server.drain(PATIENCE_S))
        # Those who wait for nothing do not wait for the others.
        await sent_away(bob)
        late.let_through()
        heard: list[ServerMessage] = []
        await sent_away(ann, heard)
        answers = [message for message in heard if isinstance(message, Reply)]
        assert [(type(answer), answer.re) for answer in answers] == [(answer, re)]
        await draining


async def test_whoever_is_sent_away_knows_all_that_they_have_done(
    store_url: str,
) -> None:
    async with (
        running_server(store_url, **SETTINGS) as server,
        inside(store_url) as other,
        AsyncExitStack() as all_,
    ):
        crowd = [await all_.enter_async_context(talking(server.url)) for _ in range(8)]
        await asyncio.gather(*map(seated, crowd))
        for talker in crowd:
            for ply, cell in enumerate(CELLS):
                move = {"t": "move", "ply": ply, "move": cell}
                await talker.send(n=talker.n + 1 + ply, **move)
        # In the middle of it.
        last = crowd[-1]
        await last.reply(Moved, last.last_id - len(CELLS) + 1)
        last.n += 1
        server.process.terminate()
        for talker in crowd:
            heard: list[ServerMessage] = []
            await sent_away(talker, heard)
            done = sum(isinstance(message, Moved) for message in heard)
            again = await all_.enter_async_context(
                talking(other.url, None, talker.token)
            )
            assert talker.room is not None
            joined = await again.join(talker.room.room)
            assert joined.snapshot.n == talker.n + done


async def test_an_answer_that_never_comes_holds_up_nobody(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        inside(store_url) as house,
        talking(house.url, "Ann") as ann,
        talking(house.url, "Bob") as bob,
    ):
        await seated(ann, bob)
        late = Late(house.store)
        monkeypatch.setattr(house.store, "append", late.append)
        await ann.send(n=ann.n + 1, **MOVE)
        await late.came.wait()
        draining = asyncio.create_task(house.server.drain(0.2))
        await asyncio.gather(sent_away(ann), sent_away(bob))
        await draining
        assert house.server.gateway.count == 0


async def back(gone: Talker, url: str, all_: AsyncExitStack) -> Talker:
    """Come back as a client does, hello and join at once, and go on numbering."""
    assert gone.room is not None
    again = await all_.enter_async_context(silent(url))
    await again.send(t="hello", client="talk", token=gone.token)
    join = await again.send(t="join", room=gone.room.room, back=True)
    joined = await again.reply(Joined, join)
    assert joined.snapshot.room.phase == "playing"
    # What was on its way into the goodbye was done, or it was not.
    assert joined.snapshot.n in (gone.n, gone.n + 1)
    again.me, again.token, again.n = gone.me, gone.token, gone.n
    again.room = joined.snapshot.room
    return again


async def play(ply: int, *talkers: Talker) -> None:
    for talker in talkers:
        moved = await talker.command(Moved, t="move", ply=ply, move=CELLS[ply])
        assert moved.ply == ply + 1


async def test_a_rolling_restart_of_two_processes_aborts_no_match(
    store_url: str,
) -> None:
    async with AsyncExitStack() as all_:
        one, two = [
            await all_.enter_async_context(running_server(store_url, **SETTINGS))
            for _ in range(2)
        ]
        ann = await all_.enter_async_context(talking(one.url, "Ann"))
        bob = await all_.enter_async_context(talking(two.url, "Bob"))
        room, _ = await seated(ann, bob)
        await play(0, ann, bob)
        one.process.terminate()
        # On its way into the goodbye: sent again, it is done, and done once.
        await ann.send(t="move", n=ann.n + 1, ply=1, move=CELLS[1])
        await sent_away(ann)
        ann = await back(ann, two.url, all_)
        await play(1, ann, bob)
        await stopped(one)
        three = await all_.enter_async_context(running_server(store_url, **SETTINGS))
        await play(2, ann, bob)
        two.process.terminate()
        await asyncio.gather(sent_away(ann), sent_away(bob))
        gone = [update for update in bob.news if isinstance(update, SeatLeft)]
        ann, bob = [await back(t, three.url, all_) for t in (ann, bob)]
        await play(3, ann, bob)
        await stopped(two)
        for talker in (ann, bob):
            await talker.command(Done, t="finish")
        results = [(await talker.ended()).result for talker in (ann, bob)]
        assert results[0] == results[1]
        assert [row.plies for row in results[0].standings] == [4, 4]
        assert not gone
        async with inside(store_url) as house:
            logged = [type(entry.fact) for entry in await entries(house.store, room)]
        assert logged.count(facts.MatchStarted) == 1
        assert logged.count(facts.Moved) == 2 * 4
        # There was always somebody, so no clock stood still.
        assert logged.count(facts.ClockStood) == 0
