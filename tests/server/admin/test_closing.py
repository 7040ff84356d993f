"""An operator closes a room: wherever it is served, once, and everybody is told."""

import asyncio
import json
from pathlib import Path

import pytest
from tests.server.deals.test_dailies import GAME, begin
from tests.server.house import opened, serving
from tests.server.operators import admin
from tests.servers import running_server
from tests.talk import talking

from samedeal_client.auditing.service import audit
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import Done
from samedeal_protocol.rooms.rooms import Joined, Rooms, WatchRoom
from samedeal_protocol.updates import RoomClosed
from samedeal_server.admin import closing
from samedeal_server.admin.closing import CannotClose, close
from samedeal_server.core.commands import Shut
from samedeal_server.core.state import Room
from samedeal_server.records.links import unpack_link
from samedeal_server.records.records import Records
from samedeal_server.store.embedded import EmbeddedStore
from samedeal_server.store.redis import Store

WHY = "We stop for tonight — thank you."


async def links_of(store: Store, match: str) -> list[str]:
    """Return the kinds of a match's links in the chain."""
    found = [unpack_link(link) for link in await store.chain.links(0, 1000)]
    return [link.kind for link in found if link.match == match]


async def test_everybody_at_every_process_is_told_why(store_url: str) -> None:
    async with (
        serving(store_url) as one,
        serving(store_url) as other,
        talking(one, "Ann") as ann,
        talking(other, "Bob") as bob,
        talking(other, "Cid") as cid,
    ):
        room = await ann.host(public=True)
        await bob.join(room)
        await cid.send_message(WatchRoom(id=77, room=room))
        status, said, error = await admin(
            *("close", room.lower(), "--why", WHY), REDIS_URL=store_url
        )
        assert (status, error) == (0, "")
        assert f"room {room} is closed; it was gathering, seats taken: 2." in said
        for talker in (ann, bob, cid):
            told = await talker.hear(RoomClosed)
            assert (told.why, told.because) == ("lost", WHY)
        assert (await ann.ask(Rooms, t="rooms")).rooms == ()
        back = await ann.ask(Joined, t="join", room=room, back=True)
        assert back.snapshot.room.phase == "closed"
        assert back.snapshot.room.because == WHY
        refusal = await bob.refused(t="join", room=room)
        assert refusal.code is ErrorCode.UNKNOWN_ROOM


async def test_a_match_that_was_on_has_no_end_and_counts_for_nobody(
    store_url: str,
) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
        opened(store_url) as store,
    ):
        room = await ann.host()
        await bob.join(room)
        for talker in (ann, bob):
            await talker.ready()
        await asyncio.gather(ann.start(), bob.start())
        assert ann.room is not None
        assert ann.room.next_match is not None
        match = ann.room.next_match.id
        found = await close(store, Records(store, 0), room, WHY)
        assert (found["phase"], found["unended"]) == ("playing", match)
        assert (await bob.hear(RoomClosed)).because == WHY
        refusal = await ann.refused(t="move", n=ann.n + 1, ply=0, move="a1")
        assert refusal.code in (ErrorCode.WRONG_PHASE, ErrorCode.NOT_IN_ROOM)
        # As the chain says of every match that was dealt and left out.
        assert await links_of(store, match) == ["open"]
        assert await store.transcripts.read([match]) == [None]
        async with Player(url, name="Eve").connected() as player:
            audited = await audit(player, lambda what, done: None)
        assert (audited.findings, len(audited.open_matches)) == ((), 1)


async def test_a_match_that_was_announced_is_linked_as_void_where_nobody_serves(
    store_url: str,
) -> None:
    async with serving(store_url) as url, talking(url, "Ann") as ann:
        room = await ann.host()
        assert ann.room is not None
        assert ann.room.next_match is not None
        match = ann.room.next_match.id
    async with opened(store_url) as store:
        await close(store, Records(store, 0), room, WHY)
        assert await links_of(store, match) == ["open", "void"]
        assert await store.due(2**53, 10) == []


async def test_what_ended_before_is_kept_and_rated(store_url: str) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
        opened(store_url) as store,
    ):
        room = await ann.host()
        await bob.join(room)
        for talker in (ann, bob):
            await talker.ready()
        await asyncio.gather(ann.start(), bob.start())
        for talker in (ann, bob):
            await talker.command(Done, t="resign")
        ended = (await ann.ended()).result
        found = await close(store, Records(store, 0), room, WHY)
        assert (found["phase"], found["unended"]) == ("result", None)
        assert await links_of(store, ended.match) == ["open", "end"]
        assert await store.transcripts.read([ended.match]) != [None]
        assert (await bob.hear(RoomClosed)).because == WHY


async def test_whoever_was_dealt_in_does_not_play_a_given_deal_again(
    store_url: str,
) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        opened(store_url) as store,
    ):
        joined = await begin(ann)
        room = joined.snapshot.room.room
        found = await close(store, Records(store, 0), room, WHY)
        assert "Nobody who was dealt in may play that deal again." in list(
            closing.told(found)
        )
        await ann.hear(RoomClosed)
        refusal = await ann.refused(t="play_daily", game=GAME)
        assert refusal.code is ErrorCode.ALREADY_PLAYED


async def test_a_dry_run_changes_nothing(store_url: str) -> None:
    async with running_server(store_url) as server, talking(server.url, "Ann") as ann:
        room = await ann.host()
        words = ("close", room, "--why", WHY, "--dry-run", "--json")
        status, said, error = await admin(*words, REDIS_URL=store_url)
        assert (status, error) == (0, "")
        found = json.loads(said)
        assert (found["closed"], found["why"], found["seated"]) == (False, WHY, 1)
        status, said, _ = await admin(*words[:-1], REDIS_URL=store_url)
        assert f"room {room} would be closed; it is gathering, seats taken: 1." in said
        _, said, _ = await admin("room", room, REDIS_URL=store_url)
        assert "gathering" in said
        _, said, _ = await admin("log", REDIS_URL=store_url)
        assert said == "0 changes by operators.\n"


async def test_done_twice_it_is_done_once(store_url: str) -> None:
    async with running_server(store_url) as server, talking(server.url, "Ann") as ann:
        room = await ann.host()
        assert (await admin("close", room, "--why", WHY, REDIS_URL=store_url))[0] == 0
        again = await admin("close", room, "--why", "again", REDIS_URL=store_url)
        assert again == (1, "", f"samedeal-server: room {room} is closed already\n")
        assert (await ann.hear(RoomClosed)).because == WHY
        _, said, _ = await admin("log", "--json", REDIS_URL=store_url)
        (noted,) = json.loads(said)["log"]
        assert (noted["verb"], noted["what"], noted["why"]) == ("close", room, WHY)


async def test_two_operators_at_once_close_it_once(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        opened(store_url) as store,
        opened(store_url) as other,
    ):
        room = await ann.host()
        shut = closing._shut  # pyright: ignore[reportPrivateUsage]

        async def late(at: Store, state: Room, command: Shut) -> Room:
            monkeypatch.setattr(closing, "_shut", shut)
            await close(other, Records(other, 0), room, "first")
            return await shut(at, state, command)

        monkeypatch.setattr(closing, "_shut", late)
        with pytest.raises(CannotClose, match="closed already"):
            await close(store, Records(store, 0), room, "second")
        assert (await ann.hear(RoomClosed)).because == "first"


async def test_a_room_that_changes_meanwhile_is_closed_all_the_same(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
        opened(store_url) as store,
    ):
        room = await ann.host()
        shut = closing._shut  # pyright: ignore[reportPrivateUsage]

        async def late(at: Store, state: Room, command: Shut) -> Room:
            await bob.join(room)
            return await shut(at, state, command)

        monkeypatch.setattr(closing, "_shut", late)
        assert (await close(store, Records(store, 0), room, WHY))["seated"] == 2
        assert (await bob.hear(RoomClosed)).because == WHY


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("22222", "--why", "x"), 1, "there is no room 22222"),
        (("No\x1b[2J}", "--why", "x"), 1, "there is no room NO\\x1b[2J}"),
        (("22222",), 2, "say why with --why: its players are told"),
    ],
)
async def test_what_cannot_be_closed_is_one_sentence(
    store_url: str, words: tuple[str, ...], status: int, said: str
) -> None:
    answer = await admin("close", *words, REDIS_URL=store_url)
    assert answer == (status, "", f"samedeal-server: {said}\n")
    assert (await admin("log", REDIS_URL=store_url))[1] == "0 changes by operators.\n"


async def test_in_a_data_folder_that_nobody_serves(tmp_path: Path) -> None:
    async with EmbeddedStore(tmp_path):
        pass  # somebody has served it
    folder = ("--data", str(tmp_path))
    answer = await admin("close", "22222", "--why", "x", *folder)
    assert answer == (1, "", "samedeal-server: there is no room 22222\n")
