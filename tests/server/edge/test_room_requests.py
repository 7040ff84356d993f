"""What is asked of rooms, refused, repeated and done in order."""

import asyncio

import pytest
from tests.conditions import PATIENCE_S
from tests.server.edge.crowding import seated
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.results.leaderboards import Leaderboard
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Rooms
from samedeal_protocol.updates import Error, SeatLeft


async def test_a_wrong_code_is_refused(url: str) -> None:
    async with talking(url) as talker:
        for code in ("ZZZZZ", "}{room:", "\x00", "ñandú"):
            error = await talker.refused(t="join", room=code)
            assert error.code is ErrorCode.UNKNOWN_ROOM


ILL = "\u202e\x1b[2J\n\u2028\u200bé"


@pytest.mark.parametrize(
    "asked",
    [
        {"t": "join", "room": ILL},
        {"t": "watch", "room": ILL},
        {"t": "host", "game": ILL},
        {"t": "transcript", "match": ILL},
        {"t": "profile", "who": ILL},
        {"t": "rooms", ILL: 1},
    ],
)
async def test_what_is_quoted_of_a_request_can_be_shown(
    url: str, asked: dict[str, object]
) -> None:
    async with talking(url) as talker:
        error = await talker.refused(**asked)
        assert error.detail.isprintable()


async def test_a_code_may_be_written_small(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        await bob.join((await ann.host()).lower())


async def test_an_unknown_game_is_refused_with_the_nearest(url: str) -> None:
    async with talking(url) as talker:
        error = await talker.refused(t="host", game="easthavn")
        assert error.code is ErrorCode.UNKNOWN_GAME
        assert "easthaven" in error.detail
        for asked in ("leaderboard", "own_best", "rooms"):
            error = await talker.refused(t=asked, game="chess")
            assert error.code is ErrorCode.UNKNOWN_GAME


async def test_a_full_room_takes_nobody(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        room = await ann.host(seats=1)
        error = await bob.refused(t="join", room=room)
        assert error.code is ErrorCode.ROOM_FULL
        assert await bob.host()


async def test_one_connection_is_in_one_room(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        room = await ann.host()
        await bob.host()
        for fields in ({"t": "host", "game": "easthaven"}, {"t": "join", "room": room}):
            error = await bob.refused(**fields)
            assert error.code is ErrorCode.ALREADY_IN_ROOM


async def test_public_rooms_are_listed_and_private_ones_not(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob, talking(url) as cid:
        room = await ann.host()
        await bob.host(public=False)
        async with asyncio.timeout(PATIENCE_S):
            while not (listed := (await cid.ask(Rooms, t="rooms")).rooms):
                await cid.ask(Leaderboard, t="leaderboard", game="easthaven")
        assert [line.room for line in listed] == [room]


async def test_commands_without_a_room_are_refused(url: str) -> None:
    async with talking(url) as talker:
        error = await talker.command(Error, t="leave")
        assert error.code is ErrorCode.NOT_IN_ROOM


async def test_after_leaving_one_may_join_again(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        room = await ann.host()
        await bob.join(room)
        await bob.command(Done, t="leave")
        joined = await bob.join(room)
        assert (joined.snapshot.seat, joined.snapshot.n) == (1, 0)


async def test_who_left_a_match_and_joins_again_keeps_the_seat(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        room = await seated(ann, bob)
        await bob.command(Done, t="leave")
        joined = await bob.join(room)
        assert [seat.present for seat in joined.snapshot.room.seats] == [True, True]
        await ann.command(Done, t="finish")
        await ann.ended()
        await ann.ask(Rooms, t="rooms")
        assert not any(isinstance(update, SeatLeft) for update in ann.news)


async def test_commands_out_of_phase_are_refused(url: str) -> None:
    async with talking(url) as talker:
        await talker.host()
        for fields in ({"t": "move", "ply": 0, "move": "a1"}, {"t": "finish"}):
            error = await talker.command(Error, **fields)
            assert error.code is ErrorCode.WRONG_PHASE


async def test_a_duplicate_is_answered_alike_and_done_once(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        await seated(ann, bob)
        first = await ann.command(Moved, t="move", ply=0, move="a1")
        again = await ann.ask(Moved, n=ann.n, t="move", ply=0, move="a1")
        assert (again.offset, again.ply) == (first.offset, 1)
        assert (await ann.command(Moved, t="move", ply=1, move="a2")).ply == 2


async def test_a_number_that_was_accepted_before_leaves_no_room(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        room = await seated(ann, bob)
        left = await bob.command(Done, t="leave")
        await bob.join(room)
        assert (await bob.ask(Done, n=bob.n, t="leave")).offset == left.offset
        # Nor does one that was another command's.
        assert (await bob.ask(Done, n=1, t="leave")).offset < left.offset
        error = await bob.command(Error, t="move", ply=0, move="a1")
        assert error.code is ErrorCode.SEAT_DONE
        seats = (await ann.join(room)).snapshot.room.seats
        assert [seat.present for seat in seats] == [True, True]


async def test_a_gap_is_refused_with_what_was_expected(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        await seated(ann, bob)
        error = await ann.refused(n=ann.n + 3, t="move", ply=0, move="a1")
        assert (error.code, error.expected) == (ErrorCode.COMMAND_GAP, ann.n + 1)


async def test_refused_moves_say_why_and_use_no_number(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        await seated(ann, bob)
        await ann.command(Moved, t="move", ply=0, move="a1")
        stale = await ann.command(Error, t="move", ply=0, move="a2")
        assert (stale.code, stale.expected) == (ErrorCode.STALE_PLY, 1)
        # The same move again would be as stale.
        assert stale.retry == "never"
        illegal = await ann.command(Error, t="move", ply=1, move="a1")
        assert illegal.code is ErrorCode.ILLEGAL_MOVE
        assert illegal.detail
        unreadable = await ann.command(Error, t="move", ply=1, move="?")
        assert unreadable.code is ErrorCode.BAD_MOVE
        assert (await ann.command(Moved, t="move", ply=1, move="a2")).ply == 2


async def test_commands_sent_at_once_are_done_in_order(url: str) -> None:
    async with talking(url) as ann, talking(url) as bob:
        await seated(ann, bob)
        cells = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
        asked = [
            await ann.send(t="move", n=ann.n + 1 + ply, ply=ply, move=cell)
            for ply, cell in enumerate(cells)
        ]
        for ply, re in enumerate(asked):
            assert (await ann.reply(Moved, re)).ply == ply + 1
