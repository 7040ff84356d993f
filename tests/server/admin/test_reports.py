"""Players report each other; an operator reads it with what was said, and is done."""

import json

import pytest
from tests.server.house import serving
from tests.server.operators import admin
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.people.reports import Reported
from samedeal_protocol.rooms.playing import Done
from samedeal_server.core.facts import Entry, Said
from samedeal_server.hub.reporting import (
    OTHER_LINES_MOST,
    OWN_LINES_MOST,
    said_in,
)
from samedeal_server.people import limits
from samedeal_server.people.buckets import Rate
from samedeal_server.store.operators import reports


async def test_a_report_waits_with_what_was_said_until_it_is_done(
    store_url: str,
) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
    ):
        room = await ann.host()
        await bob.join(room)
        await bob.ask(Done, t="say", number=1, text="You play like a hen.")
        report = {"t": "report", "who": bob.me, "room": room, "why": "Insults."}
        await ann.ask(Reported, **report)
        # Said again, it is kept once.
        await ann.ask(Reported, **report)
    _, as_json, error = await admin("reports", "--json", REDIS_URL=store_url)
    assert error == ""
    (kept,) = json.loads(as_json)["reports"]
    assert (kept["by"], kept["about"], kept["why"]) == (ann.me, bob.me, "Insults.")
    assert [line["text"] for line in kept["lines"]] == ["You play like a hen."]
    number = kept["report"]
    status, said, _ = await admin("report", number, REDIS_URL=store_url)
    assert status == 0
    assert f"Ann {ann.me} reports Bob {bob.me}: Insults." in said
    assert f"{bob.me}: You play like a hen." in said
    dry = ("report", number, "--done", "--dry-run")
    assert "waits no more" not in (await admin(*dry, REDIS_URL=store_url))[1]
    done = ("report", number, "--done", "--why", "Kicked.")
    assert "It waits no more." in (await admin(*done, REDIS_URL=store_url))[1]
    assert (await admin("reports", REDIS_URL=store_url))[1] == "0 reports wait.\n"
    again = await admin(*done, REDIS_URL=store_url)
    assert again == (1, "", f"samedeal-server: no report {number} waits\n")
    _, log, _ = await admin("log", "--json", REDIS_URL=store_url)
    (noted,) = json.loads(log)["log"]
    assert (noted["verb"], noted["what"], noted["why"]) == ("report", number, "Kicked.")


async def test_only_who_was_in_the_room_reports_who_was(store_url: str) -> None:
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
        talking(url, "Eve") as eve,
    ):
        room = await ann.host()
        await bob.join(room)

        async def refused(talker: object, **other: str) -> ErrorCode:
            asked = {"t": "report", "who": bob.me, "room": room, "why": "x", **other}
            assert talker in (ann, eve)
            return (await (ann if talker is ann else eve).refused(**asked)).code

        assert await refused(eve) is ErrorCode.UNKNOWN_ROOM
        assert await refused(ann, who=eve.me) is ErrorCode.UNKNOWN_ROOM
        assert await refused(ann, room="22222") is ErrorCode.UNKNOWN_ROOM
        assert await refused(ann, who=ann.me) is ErrorCode.NOT_YOURSELF
        assert await refused(ann, who="Nobody") is ErrorCode.UNKNOWN_PLAYER
        for text in ("a  b", "a\nb", "\x1b[2J", "\u202e"):
            assert await refused(ann, why=text) is ErrorCode.BAD_TEXT
    assert (await admin("reports", REDIS_URL=store_url))[1] == "0 reports wait.\n"


def test_nobody_hides_what_they_said_behind_what_is_said_after_it() -> None:
    def entry(at: int, by: str, text: str) -> Entry:
        return Entry(at, at, by, at, Said(0, at, "", text))

    said = ["You play like a hen.", *["How kind!"] * (OWN_LINES_MOST - 1)]
    bob = [entry(at, "p-bob", text) for at, text in enumerate(said)]
    eve = [entry(at, "p-eve", "gg") for at in range(200, 300)]
    lines = said_in([*bob, *eve], "p-bob")
    assert [line.text for line in lines] == [*said, *["gg"] * OTHER_LINES_MOST]


async def test_no_report_drops_another_from_the_queue(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "REPORTS", Rate(2, 0.01))
    monkeypatch.setattr(limits, "REPORTS_ADDRESS_SHARE", 1.5)
    monkeypatch.setattr(reports, "REPORTS_MOST", 2)
    async with (
        serving(store_url) as url,
        talking(url, "Ann") as ann,
        talking(url, "Bob") as bob,
        talking(url, "Cid") as cid,
    ):
        room = await ann.host(seats=3)
        for who in (bob, cid):
            await who.join(room)

        def report(about: str) -> dict[str, str]:
            return {"t": "report", "who": about, "room": room, "why": "Insults."}

        for about in (bob.me, cid.me):
            await ann.ask(Reported, **report(about))
        for each, about in ((ann, bob.me), (bob, cid.me), (cid, ann.me)):
            # As often as a player may; a full queue; as often as an address may.
            refused = await each.refused(**report(about))
            assert refused.code is ErrorCode.TOO_MANY
            assert isinstance(refused.retry, int)
    _, as_json, _ = await admin("reports", "--json", REDIS_URL=store_url)
    kept = json.loads(as_json)["reports"]
    assert [each["about"] for each in kept] == [bob.me, cid.me]
