"""All that is kept of a person is told, to who asks for it, and of nobody else."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import json
from typing import Any

from bench.finished import Came, finished, keep
from redis.asyncio import Redis
from tests.server.house import opened, serving
from tests.server.operators import admin
from tests.talk import talking

from samedeal_protocol.deals.events import EventTable
from samedeal_protocol.people.accounts import Related
from samedeal_protocol.people.reports import Reported
from samedeal_protocol.rooms.playing import Done
from samedeal_server.records.books_writer import BooksWriter
from samedeal_server.store.keys import room_keys


async def test_all_that_is_kept_of_somebody_is_told(store_url: str) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        room = await ann.host()
        await bob.join(room)
        for talker, text in ((ann, "Hello, Böb."), (bob, "not mine")):
            await talker.ask(Done, t="say", number=1, text=text)
        await ann.ask(Related, t="relate", who=bob.me, relation="friend")
        async with opened(store_url) as store:
            came = (Came(ann.me, 40), Came(bob.me, 2))
            await keep(store, finished("m-mine", *came), finished("m-else", "x", "y"))
            await BooksWriter(store).catch_up()
        status, said, error = await admin("export", ann.me, REDIS_URL=store_url)
        assert (status, error) == (0, "")
        _, as_json, _ = await admin("export", ann.me, "--json", REDIS_URL=store_url)
    found = json.loads(as_json)
    assert (found["player"], found["name"]) == (ann.me, "Ann")
    assert found["lists"] == {bob.me: "friend"}
    assert [line["text"] for line in found["said"]] == ["Hello, Böb."]
    assert [match["match"] for match in found["matches"]] == ["m-mine"]
    assert found["matches"][0]["opponents"][0]["player"] == bob.me
    assert list(found["ratings"]) == ["squares"]
    assert found["met"][bob.me]["won"] == 1
    assert f"sits in room {room}, seat 0" in said
    assert "Hello, B\\xf6b." in said
    assert "match m-mine, squares/english: place 1 of 2, 40 points" in said
    assert "m-else" not in said + as_json
    # No secret, by whatever name.
    assert ann.token is not None
    assert "token" not in as_json
    assert ann.token.rpartition(".")[2] not in as_json
    _, log, _ = await admin("log", "--json", REDIS_URL=store_url)
    assert {each["verb"] for each in json.loads(log)["log"]} == {"export"}


async def test_what_is_kept_in_rooms_that_were_left_in_reports_and_events_is_told(
    store_url: str,
) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Mal") as mal,
    ):
        room = await ann.host()
        await mal.join(room)
        for talker, text in ((ann, "my private words"), (mal, "not mine")):
            await talker.ask(Done, t="say", number=1, text=text)
        for talker, other, why in (
            (ann, mal, "Mal annoys"),
            (mal, ann, "Ann was rude"),
        ):
            await talker.ask(Reported, t="report", who=other.me, room=room, why=why)
        await ann.command(Done, t="leave")
        made = await ann.ask(
            EventTable, t="create_event", games=["squares/english"], deals=1, hours=1
        )
        event = made.event.event
        async with opened(store_url) as store:
            await store.attempts.reserve("daily/2026-11-26/squares", ann.me, room)
        found = await exported(store_url, ann.me)
        async with Redis.from_url(store_url) as redis:
            # As when the room is gone, and its report is not.
            assert await redis.delete(room_keys(room).log)
        left = await exported(store_url, ann.me)
        told = await admin("export", ann.me, REDIS_URL=store_url)
    assert room in found["was_in"]
    for each in (found, left):
        assert [line["text"] for line in each["said"]] == ["my private words"]
    reports = {(each["is_by"], each["why"]) for each in found["reports"]}
    assert reports == {(True, "Mal annoys"), (False, "Ann was rude")}
    assert [each["event"] for each in found["events"]] == [event]
    assert [each["room"] for each in found["attempts"]] == [room]
    assert {each["verb"] for each in left["operators"]} == {"export"}
    for words in ("Ann was rude", "Mal annoys", event, "my private words"):
        assert words in told.said
    # Neither what others said, nor by whom she was reported.
    assert "not mine" not in told.said + json.dumps(found)
    (about,) = (each for each in found["reports"] if each["is_about"])
    assert mal.me not in json.dumps(about)


async def exported(store_url: str, who: str) -> dict[str, Any]:
    """Return what is kept of somebody, as a document."""
    status, said, error = await admin("export", who, "--json", REDIS_URL=store_url)
    assert (status, error) == (0, "")
    found: dict[str, Any] = json.loads(said)
    return found


async def test_an_export_of_nobody_is_one_sentence(store_url: str) -> None:
    answer = await admin("export", "p-0123456789abcdef", REDIS_URL=store_url)
    assert answer == (1, "", "samedeal-server: there is none: p-0123456789abcdef\n")
    assert (await admin("log", REDIS_URL=store_url))[1] == "0 changes by operators.\n"
