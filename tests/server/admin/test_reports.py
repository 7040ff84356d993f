"""Players report each other; an operator reads it with what was said, and is done."""

import json

from tests.server.house import serving
from tests.server.operators import admin
from tests.talk import talking

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.playing import Done
from samedeal_protocol.reports import Reported


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
        assert await refused(ann, who=ann.me) is ErrorCode.UNKNOWN_PLAYER
        assert await refused(ann, who="Nobody") is ErrorCode.UNKNOWN_PLAYER
        for text in ("a  b", "a\nb", "\x1b[2J", "\u202e"):
            assert await refused(ann, why=text) is ErrorCode.BAD_TEXT
    assert (await admin("reports", REDIS_URL=store_url))[1] == "0 reports wait.\n"
