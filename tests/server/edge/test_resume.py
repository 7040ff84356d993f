"""Coming back: what leads in, what no longer does, and who has to make room."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis
from tests.server.edge.crowding import seated
from tests.server.house import serving
from tests.talk import Talker, silent, talking

from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined, Rooms
from samedeal_protocol.updates import Error, SeatChanged, SeatLeft
from samedeal_server.process.settings import Settings
from samedeal_server.store.keys import room_keys

DAY_S = 24 * 3600


@pytest.fixture
async def urls(store_url: str) -> AsyncIterator[tuple[str, str]]:
    """Serve with two processes over one store."""
    async with serving(store_url) as one, serving(store_url) as other:
        yield one, other


async def come_back(talker: Talker, resume: str) -> Welcome:
    welcome = await talker.ask(Welcome, t="hello", client="talk", resume=resume)
    talker.me = welcome.player
    return welcome


async def first_welcome(url: str) -> Welcome:
    async with silent(url) as talker:
        return await talker.ask(Welcome, t="hello", client="talk", name="Ann")


async def welcomed(url: str, resume: str) -> Welcome:
    async with silent(url) as talker:
        return await come_back(talker, resume)


async def turned_away(url: str, resume: str) -> None:
    async with silent(url) as talker:
        error = await talker.refused(t="hello", client="talk", resume=resume)
        assert (error.code, error.retry) == (ErrorCode.BAD_TOKEN, "never")
        assert await talker.closed() == CloseCode.BAD_TOKEN


# The way back


async def test_every_welcome_gives_another_way_back(urls: tuple[str, str]) -> None:
    given = [await first_welcome(urls[0])]
    for url in (*urls, *urls):
        given.append(await welcomed(url, given[-1].resume))
    assert len({welcome.player for welcome in given}) == 1
    assert {welcome.name for welcome in given} == {"Ann"}
    assert len({welcome.resume for welcome in given}) == len(given)
    assert [welcome.token is None for welcome in given] == [False, *[True] * 4]


async def test_a_way_back_leads_in_until_the_next_one_was_used(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    first = (await first_welcome(one)).resume
    # A welcome that is lost on its way leaves nobody outside.
    for _ in range(3):
        await welcomed(one, first)
    second = (await welcomed(other, first)).resume
    third = (await welcomed(one, second)).resume
    for url in urls:
        await turned_away(url, first)
    await welcomed(other, third)


async def test_a_way_back_that_was_never_given_leads_nowhere(
    urls: tuple[str, str],
) -> None:
    welcome = await first_welcome(urls[0])
    token = welcome.token
    assert token is not None
    for wrong in (f"{welcome.player}.guess", token, "", ".", f"{welcome.player}."):
        await turned_away(urls[1], wrong)
    async with silent(urls[0]) as talker:
        error = await talker.refused(t="hello", client="talk", token=welcome.resume)
        assert error.code is ErrorCode.BAD_TOKEN


async def test_the_token_stays_good_whatever_ways_back_were_used(
    urls: tuple[str, str],
) -> None:
    welcome = await first_welcome(urls[0])
    resume = (await welcomed(urls[1], welcome.resume)).resume
    async with talking(urls[0], None, welcome.token) as talker:
        assert talker.me == welcome.player
    # Another device's hello does not use up this one's way back.
    await welcomed(urls[1], resume)


# Making room


async def test_a_connection_that_enters_no_room_takes_no_seat(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "Ann") as ann, talking(urls[1], "Bob") as bob:
        room = await seated(ann, bob)
        async with talking(urls[0], "Ann", ann.token) as again:
            assert again.me == ann.me
            await again.ask(Rooms, t="rooms")
            await ann.command(Moved, t="move", ply=0, move="a1")
            joined = await again.ask(Joined, t="join", room=room)
            assert joined.snapshot.board is not None
            assert joined.snapshot.board.ply == 1
            assert await ann.closed() == CloseCode.REPLACED


@pytest.mark.parametrize("there", [0, 1])
@pytest.mark.parametrize("by", ["token", "resume"])
async def test_a_new_connection_takes_the_seat_and_the_old_one_is_told(
    urls: tuple[str, str], there: int, by: str
) -> None:
    async with silent(urls[0]) as ann:
        welcome = await ann.ask(Welcome, t="hello", client="talk", name="Ann")
        ann.me = welcome.player
        async with talking(urls[1], "Bob") as bob:
            room = await seated(ann, bob)
            await ann.command(Moved, t="move", ply=0, move="a1")
            secret = welcome.token if by == "token" else welcome.resume
            # Nobody is waited for that says nothing.
            async with silent(urls[there]) as again:
                # Hello and join back to back, as a client in a hurry does.
                hello = await again.send(t="hello", client="talk", **{by: secret})
                join = await again.send(t="join", room=room, back=True)
                assert (await again.reply(Welcome, hello)).player == ann.me
                joined = await again.reply(Joined, join)
                assert (joined.snapshot.seat, joined.snapshot.n) == (0, ann.n)
                code = await ann.closed()
                assert code == CloseCode.REPLACED
                assert not means_come_back(code)
                again.n = ann.n
                moved = await again.command(Moved, t="move", ply=1, move="a2")
                assert moved.ply == 2
                # Losing the old connection is no absence.
                await bob.command(Moved, t="move", ply=0, move="a1")
                seats = [u.seat for u in bob.news if isinstance(u, SeatChanged)]
                assert all(seat.present for seat in seats if seat.player == ann.me)


async def test_what_the_old_connection_still_sends_changes_nothing(
    urls: tuple[str, str],
) -> None:
    one, other = urls
    async with (
        talking(one, "Ann") as ann,
        talking(one, "Bob") as bob,
        talking(other, None, ann.token) as again,
    ):
        room = await seated(ann, bob)
        re = await again.send(t="join", room=room, back=True)
        late = [
            await ann.send(t="move", n=ann.n + 1 + ply, ply=ply, move=f"a{ply + 1}")
            for ply in range(5)
        ]
        joined = await again.reply(Joined, re)
        assert await ann.closed() == CloseCode.REPLACED
        # Some may have come in before; each of them was done once and in order.
        again.n = joined.snapshot.n
        for _ in late:
            await again.ask(Rooms, t="rooms")
        final = await again.ask(Joined, t="join", room=room, back=True)
        board = final.snapshot.board
        assert board is not None
        assert final.snapshot.n == ann.n + board.ply


# Rooms that have closed


async def solo_result(talker: Talker) -> str:
    """Play a match alone up to its result, and leave: the room closes."""
    room = await talker.host(seats=1)
    await talker.ready()
    await talker.start()
    await talker.command(Moved, t="move", ply=0, move="a1")
    await talker.command(Done, t="finish")
    await talker.ended()
    await talker.command(Done, t="leave")
    return room


async def test_a_closed_room_shows_its_result_to_those_who_come_back(
    urls: tuple[str, str], store_url: str
) -> None:
    async with talking(urls[0], "Ann") as ann:
        room = await solo_result(ann)
        error = await ann.refused(t="join", room=room)
        assert error.code is ErrorCode.UNKNOWN_ROOM
    for url in urls:
        async with talking(url, None, ann.token) as again:
            seen = (await again.ask(Joined, t="join", room=room, back=True)).snapshot
            assert seen.seat is None
            assert seen.room.phase == "closed"
            assert seen.room.result is not None
            assert [row.player for row in seen.room.result.standings] == [ann.me]
            # A result is no seat: another room is open to whoever looks at it.
            await again.host()
    async with Redis.from_url(store_url) as client:
        for key in room_keys(room):
            assert DAY_S - 60 <= await client.ttl(key) <= DAY_S


async def test_a_room_closes_under_those_who_are_away_and_keeps_their_result(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "Ann") as ann, talking(urls[1], "Bob") as bob:
        room = await seated(ann, bob)
        await ann.socket.close()
        await bob.command(Done, t="leave")
    async with talking(urls[1], None, ann.token) as again:
        joined = await again.ask(Joined, t="join", room=room, back=True)
        again.n = joined.snapshot.n
        await again.command(Done, t="resign")
        result = (await again.ended()).result
        await again.command(Done, t="leave")
    async with talking(urls[0], None, bob.token) as bob_again:
        seen = await bob_again.ask(Joined, t="join", room=room, back=True)
        assert seen.snapshot.room.result == result


async def test_nobody_comes_back_to_a_seat_they_never_had(
    urls: tuple[str, str],
) -> None:
    async with talking(urls[0], "Ann") as ann, talking(urls[1], "Eve") as eve:
        room = await ann.host(public=False)
        error = await eve.refused(t="join", room=room, back=True)
        assert error.code is ErrorCode.NOT_SEATED
        # Of one that has closed she hears what she would of one that never was.
        await ann.command(Done, t="leave")
        error = await eve.refused(t="join", room=room, back=True)
        assert error.code is ErrorCode.UNKNOWN_ROOM
        closed = await solo_result(ann)
        error = await eve.refused(t="join", room=closed, back=True)
        assert error.code is ErrorCode.UNKNOWN_ROOM
        error = await eve.ask(Error, t="join", room="ZZZZZ", back=True)
        assert error.code is ErrorCode.UNKNOWN_ROOM
        await eve.host()


async def test_a_seat_that_was_given_away_is_not_given_back(store_url: str) -> None:
    hasty = Settings.model_validate({"away_ms": 50})
    async with (
        serving(store_url, hasty) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        room = await ann.host()
        await bob.join(room)
        await bob.socket.close()
        assert (await ann.hear(SeatLeft)).why == "away"
        async with talking(url, None, bob.token) as again:
            error = await again.refused(t="join", room=room, back=True)
            assert error.code is ErrorCode.NOT_SEATED
            assert (await again.join(room)).snapshot.n == 0
