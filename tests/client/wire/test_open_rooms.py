"""The list of rooms as a client keeps it: told what changes, and bounded."""

import asyncio

import msgpack
import pytest
from tests.conditions import eventually_told
from tests.server.house import serving

from samedeal_client.wire.player import Player
from samedeal_client.wire.session import OpenRooms
from samedeal_protocol.codec import encode
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.limits import ROOMS_A_PAGE
from samedeal_protocol.rooms.boards import RoomSummary
from samedeal_protocol.rooms.rooms import ListRooms, Rooms, RoomsChanged
from samedeal_server.core.refusals import Refused
from samedeal_server.rooms import room_list
from samedeal_server.rooms.telling.viewers import Viewer

NOW_S = 1000.0
ASKED = ListRooms(id=7, game="squares/english", follow=True)


def room(code: str, taken: int = 1, phase: str = "gathering") -> RoomSummary:
    return RoomSummary.model_validate(
        {
            "room": code,
            "game": "squares/english",
            "host": "Ada",
            "seats_taken": taken,
            "seats_max": 2,
            "time_limit_s": 300,
            "best_of": 1,
            "phase": phase,
        }
    )


def told(*rooms: RoomSummary, told_ms: int | None = 60_000) -> OpenRooms:
    """Return the list after the answer to what was asked."""
    known = OpenRooms(ASKED)
    known.take(Rooms(re=ASKED.id, rooms=rooms, told_ms=told_ms), NOW_S)
    return known


def codes(known: OpenRooms) -> list[str]:
    return [each.room for each in known.rooms]


def test_what_changes_takes_its_place_in_the_order_of_the_server() -> None:
    known = told(room("BBBBB"), room("DDDDD"))
    known.change(RoomsChanged(rooms=(room("AAAAA"), room("CCCCC", 2)), gone=()))
    assert codes(known) == ["AAAAA", "BBBBB", "DDDDD", "CCCCC"]
    known.change(RoomsChanged(rooms=(room("AAAAA", 1, "playing"),), gone=("DDDDD",)))
    assert codes(known) == ["BBBBB", "AAAAA", "CCCCC"]
    known.change(RoomsChanged(rooms=(), gone=("EEEEE",)))
    assert codes(known) == ["BBBBB", "AAAAA", "CCCCC"]


def test_of_rooms_that_can_be_joined_those_without_their_hosts_come_last() -> None:
    away = {"host_away": True}
    known = told(
        room("CCCCC", 2),
        room("BBBBB", 2).model_copy(update=away),
        room("AAAAA").model_copy(update=away),
        room("DDDDD"),
    )
    assert codes(known) == ["DDDDD", "AAAAA", "BBBBB", "CCCCC"]


def test_a_list_is_known_for_what_was_asked_and_for_as_long_as_it_is_told() -> None:
    again = ASKED.model_copy(update={"id": 8})
    known, untold = told(room("AAAAA")), told(room("AAAAA"), told_ms=None)
    assert known.are_known(again, NOW_S + 54.0)
    assert not known.are_known(again, NOW_S + 56.0)
    assert untold.are_known(again, NOW_S + 1.0)
    assert not untold.are_known(again, NOW_S + 3.0)
    assert not known.are_known(ASKED.model_copy(update={"game": None}), NOW_S)
    assert not OpenRooms().are_known(again, NOW_S)
    assert not OpenRooms(ASKED).are_known(again, NOW_S)


def test_the_answer_to_another_question_changes_nothing() -> None:
    known = told(room("AAAAA"))
    known.take(Rooms(re=8, rooms=()), NOW_S)
    assert codes(known) == ["AAAAA"]


def test_a_server_that_tells_without_end_is_asked_again() -> None:
    known = told()
    for number in range(ROOMS_A_PAGE + 1):
        assert len(known.rooms) == number
        known.change(RoomsChanged(rooms=(room(f"R{number}"),), gone=()))
    assert known.rooms == ()
    assert not known.are_known(ASKED, NOW_S)


async def test_rooms_are_asked_for_once_and_then_told(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(store_url) as url,
        Player(url, name="Ada").connected() as ada,
        Player(url, name="Bob").connected() as bob,
    ):
        await ada.open_rooms("pas-seul")
        monkeypatch.setattr(ada, "ask", None)

        async def listed() -> list[tuple[str, int]]:
            return [
                (each.room, each.seats_taken)
                for each in await ada.open_rooms("pas-seul")
            ]

        await bob.host("russian")
        await bob.leave()
        code = await bob.host("pas-seul")
        await eventually_told(listed, lambda rooms: rooms == [(code, 1)])
        await bob.leave()
        await eventually_told(listed, lambda rooms: not rooms)


def test_who_does_not_follow_asks_as_ever() -> None:
    asked = msgpack.unpackb(encode(ListRooms(id=7)))
    assert asked.keys() == {"t", "id", "game", "free", "start", "most"}
    assert msgpack.unpackb(encode(ASKED))["follow"] is True


async def test_an_older_server_is_asked_without_what_it_does_not_know(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: list[bool] = []
    answer = room_list.OpenRooms.rooms

    async def older(
        rooms: room_list.OpenRooms, viewer: Viewer, asked: ListRooms
    ) -> Rooms:
        asked_for.append(asked.follow)
        if asked.follow:
            raise Refused(ErrorCode.BAD_MESSAGE, "follow: extra inputs are forbidden")
        return await answer(rooms, viewer, asked)

    monkeypatch.setattr(room_list.OpenRooms, "rooms", older)
    async with (
        serving(store_url) as url,
        Player(url, name="Ada").connected() as ada,
        Player(url, name="Bob").connected() as bob,
    ):
        code = await bob.host("russian")
        for game, codes in (("russian", [code]), ("pas-seul", []), (None, [code])):
            assert [each.room for each in await ada.open_rooms(game)] == codes
    # It is asked once, and not for every list: who sends on what is refused is cut off.
    assert asked_for == [True, False, False, False]


async def test_a_list_is_what_was_answered_though_another_was_asked_for_meanwhile(
    store_url: str,
) -> None:
    async with (
        serving(store_url) as url,
        Player(url, name="Ada").connected() as ada,
        Player(url, name="Bob").connected() as bob,
    ):
        code = await bob.host("russian")
        both = await asyncio.gather(ada.open_rooms("russian"), ada.open_rooms())
        assert [[each.room for each in rooms] for rooms in both] == [[code], [code]]


def test_an_answer_undoes_nothing_that_changed_since() -> None:
    known = told(room("AAAAA"))
    known.change(RoomsChanged(rooms=(room("BBBBB"),), gone=("AAAAA",)))
    known.take(Rooms(re=ASKED.id, rooms=(room("AAAAA"),), told_ms=60_000), NOW_S)
    assert codes(known) == ["BBBBB"]


async def test_who_comes_out_of_a_room_asks_anew(store_url: str) -> None:
    """Nobody was told there what changed."""
    async with (
        serving(store_url) as url,
        Player(url, name="Ada").connected() as ada,
        Player(url, name="Bob").connected() as bob,
    ):
        assert await ada.open_rooms("russian") == ()
        await ada.host("pas-seul", public=False)
        code = await bob.host("russian")
        await ada.leave()
        assert [each.room for each in await ada.open_rooms("russian")] == [code]
