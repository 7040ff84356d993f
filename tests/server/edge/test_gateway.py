"""The gateway: what a socket may say, and what it hears when it may not."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from functools import partial
from types import SimpleNamespace

import msgpack
import pytest
from tests.conditions import PATIENCE_S, eventually
from tests.server.house import serving
from tests.talk import Talker, hardly_reading, silent, talking
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from samedeal_protocol import SUBPROTOCOL
from samedeal_protocol.codec import MAX_INBOUND_BYTES
from samedeal_protocol.errors import CloseCode, ErrorCode
from samedeal_protocol.greeting import Welcome
from samedeal_protocol.leaderboards import Leaderboard
from samedeal_protocol.playing import Done, Moved
from samedeal_protocol.rooms import Joined, Rooms
from samedeal_protocol.updates import Error, Heartbeat, SeatChanged, SeatLeft
from samedeal_server.edge import connections, gateway, requests, sockets
from samedeal_server.people import buckets, limits
from samedeal_server.process.settings import Settings

BURST = 40


@pytest.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url) as address:
        yield address


async def http_get(url: str, path: str) -> str:
    host, port = url.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return answer


async def seated(one: Talker, other: Talker, game: str = "squares/english") -> str:
    """Seat two players and start a match between them."""
    room = await one.host(game, seats=2)
    await other.join(room)
    await one.ready()
    await other.ready()
    await asyncio.gather(one.start(), other.start())
    return room


# HTTP and the handshake


async def test_health_is_ok(url: str) -> None:
    answer = await http_get(url, "/health")
    assert answer.startswith("HTTP/1.1 200")
    assert "\r\n\r\nok" in answer


async def test_a_browser_is_sent_the_page(url: str) -> None:
    answer = await http_get(url, "/")
    assert answer.startswith("HTTP/1.1 200")
    assert "<!doctype html>" in answer


@pytest.mark.parametrize("offered", [None, ["samedeal.v9.msgpack"]])
async def test_without_our_subprotocol_the_handshake_is_refused_with_the_list(
    url: str, offered: list[str] | None
) -> None:
    names = None if offered is None else [Subprotocol(name) for name in offered]
    with pytest.raises(InvalidStatus) as refused:
        async with connect(
            url, subprotocols=names, proxy=None, open_timeout=PATIENCE_S
        ):
            pass
    assert refused.value.response.status_code == 400
    assert SUBPROTOCOL.encode() in (refused.value.response.body or b"")


# Hello


async def test_nothing_said_in_time_closes(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HELLO_WITHIN_S", 0.05)
    async with silent(url) as talker:
        assert await talker.closed() == CloseCode.NO_HELLO


async def test_anything_but_hello_first_closes(url: str) -> None:
    async with silent(url) as talker:
        assert (await talker.refused(t="rooms")).code is ErrorCode.BAD_MESSAGE
        assert await talker.closed() == CloseCode.NO_HELLO


@pytest.mark.parametrize("token", ["p-0.x", "", ".", "p-0000000000000000.ÿ"])
async def test_a_token_of_nobody_is_refused(url: str, token: str) -> None:
    async with silent(url) as talker:
        error = await talker.refused(t="hello", client="talk", token=token)
        assert error.code is ErrorCode.BAD_TOKEN
        assert await talker.closed() == CloseCode.BAD_TOKEN


async def test_the_secret_half_of_a_token_counts(url: str) -> None:
    async with talking(url) as ann:
        forged = f"{ann.me}.guess"
    async with silent(url) as talker:
        error = await talker.refused(t="hello", client="talk", token=forged)
        assert error.code is ErrorCode.BAD_TOKEN


@pytest.mark.parametrize(
    "name",
    ["", "   ", "a" * 21, "a\x07b", "tab\there", "new\nline", "\u202eabc", "a\u200bb"],
)
async def test_a_bad_name_is_refused(url: str, name: str) -> None:
    async with silent(url) as talker:
        error = await talker.refused(t="hello", client="talk", name=name)
        assert error.code is ErrorCode.BAD_NAME
        assert error.detail


@pytest.mark.parametrize("name", ["Zoë", "José María", "李小龙", "a" * 20])
async def test_a_good_name_is_kept(url: str, name: str) -> None:
    async with talking(url, name) as talker:
        token = talker.token
    async with talking(url, None, token) as again:
        assert again.me == talker.me


@pytest.mark.parametrize("language", ["en", "es", "fr", "pt-BR", "zh-Hant-TW"])
async def test_a_client_in_whatever_language_is_welcome(
    url: str, language: str
) -> None:
    async with silent(url) as talker:
        assert await talker.ask(Welcome, t="hello", client="talk", language=language)


@pytest.mark.parametrize("language", ["", "e", "en_GB", "en us", "en\n", "en-" * 12])
async def test_what_is_no_language_is_refused(url: str, language: str) -> None:
    async with silent(url) as talker:
        error = await talker.refused(t="hello", client="talk", language=language)
        assert error.code is ErrorCode.BAD_MESSAGE


async def test_hello_is_said_once(url: str) -> None:
    async with talking(url) as talker:
        error = await talker.refused(t="hello", client="talk")
        assert error.code is ErrorCode.BAD_MESSAGE


# Frames

BAD_FRAMES = {
    "junk": b"\xc1\xff\x00",
    "empty": b"",
    "a list": msgpack.packb([1, 2]),
    "cut": msgpack.packb({"t": "rooms", "id": 7})[:-2],
    "no kind": msgpack.packb({"id": 7}),
    "a field too many": msgpack.packb({"t": "rooms", "id": 7, "x": 1}),
    "a field too few": msgpack.packb({"t": "join", "id": 7}),
    "a wrong type": msgpack.packb({"t": "rooms", "id": "7"}),
    "an extension": msgpack.packb({"t": "rooms", "id": msgpack.ExtType(1, b"x")}),
    "deep": b"\x91" * 2000 + b"\x01",
    "keys twice": b"\x82\xa1t\x01\xa1t\x02",
    "a number as key": msgpack.packb({1: 2}),
}


@pytest.mark.parametrize("kind", BAD_FRAMES)
async def test_a_malformed_frame_is_answered_and_nothing_is_lost(
    url: str, kind: str
) -> None:
    async with talking(url) as talker:
        await talker.socket.send(BAD_FRAMES[kind])
        error = await talker.receive()
        assert isinstance(error, Error)
        assert error.code is ErrorCode.BAD_MESSAGE
        assert (await talker.ask(Rooms, t="rooms")).rooms == ()


async def test_a_refused_frame_is_answered_by_its_own_id(url: str) -> None:
    async with talking(url) as talker:
        error = await talker.refused(t="rooms", surplus=1)
        assert error.re == talker.last_id


async def test_text_frames_are_refused(url: str) -> None:
    async with talking(url) as talker:
        await talker.socket.send('{"t": "rooms", "id": 1}')
        error = await talker.receive()
        assert isinstance(error, Error)
        assert (error.code, error.re) == (ErrorCode.BAD_MESSAGE, 0)


async def test_an_unknown_message_is_named_as_such(url: str) -> None:
    async with talking(url) as talker:
        error = await talker.refused(t="dance")
        assert error.code is ErrorCode.UNKNOWN_MESSAGE


async def test_an_oversized_frame_is_refused(url: str) -> None:
    async with talking(url) as talker:
        await talker.socket.send(b"\x00" * (MAX_INBOUND_BYTES + 1))
        error = await talker.receive()
        assert isinstance(error, Error)
        assert error.code is ErrorCode.TOO_LARGE


async def test_a_huge_frame_cuts_the_connection(url: str) -> None:
    async with talking(url) as talker:
        await talker.socket.send(b"\x00" * (gateway.BACKSTOP_BYTES + 1))
        assert await talker.closed() == 1009


# Rooms


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
        error = await talker.refused(t="leaderboard", game="chess")
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


# Commands


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


# Limits and connections


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


async def test_a_second_connection_of_an_identity_replaces_the_first(url: str) -> None:
    async with talking(url) as ann, talking(url, None, ann.token) as again:
        room = await ann.host()
        joined = await again.join(room)
        assert joined.snapshot.seat == 0
        assert await ann.closed() == CloseCode.REPLACED
        await again.ready()


async def test_a_lost_connection_is_shown_and_so_is_its_return(url: str) -> None:
    async with talking(url) as ann:
        room = await ann.host()
        async with talking(url) as bob:
            await bob.join(room)
        while (await ann.hear(SeatChanged)).seat.present:
            pass
        async with talking(url, None, bob.token) as again:
            await again.join(room)
            while not (await ann.hear(SeatChanged)).seat.present:
                pass


async def test_a_slow_reader_is_cut_and_comes_back_without_loss(
    store_url: str, monkeypatch: pytest.MonkeyPatch, cut: list[str]
) -> None:
    monkeypatch.setattr(sockets, "KERNEL_BUFFER_BYTES", 1)
    monkeypatch.setattr(sockets, "PAUSE_AT_BYTES", 1)
    monkeypatch.setattr(sockets, "MAX_WAITING_FRAMES", 2)
    monkeypatch.setattr(connections, "UNDER_WAY_MOST", 1_000)
    patient = Settings.model_validate({"countdown_ms": 500, "command_burst": 1_000})
    async with (
        serving(store_url, patient) as url,
        talking(url) as bob,
        hardly_reading(url) as ann,
    ):
        room = await seated(ann, bob)
        cells = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
        n = ann.n
        for ply, cell in enumerate(cells):
            await ann.send(t="move", n=n + 1 + ply, ply=ply, move=cell)
            for _ in range(10):
                await ann.send(t="join", room=room)
        await eventually(lambda: bool(cut))
        assert await ann.closed() == CloseCode.TOO_SLOW
        await bob.command(Moved, t="move", ply=0, move="a1")
        async with talking(url, None, ann.token) as again:
            joined: Joined = await again.join(room)
            board = joined.snapshot.board
            assert board is not None
            assert again.n == n + board.ply
            assert len([z for z in board.zones if z.startswith("cell")]) == board.ply
