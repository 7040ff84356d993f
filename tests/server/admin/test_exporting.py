"""All that is kept of a person is told, to who asks for it, and of nobody else."""

import json

from bench.finished import Came, finished, keep
from tests.server.house import opened, serving
from tests.server.operators import admin
from tests.talk import talking

from samedeal_protocol.accounts import Related
from samedeal_protocol.playing import Done
from samedeal_server.records.books_writer import BooksWriter


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


async def test_an_export_of_nobody_is_one_sentence(store_url: str) -> None:
    answer = await admin("export", "p-0123456789abcdef", REDIS_URL=store_url)
    assert answer == (1, "", "samedeal-server: there is none: p-0123456789abcdef\n")
    assert (await admin("log", REDIS_URL=store_url))[1] == "0 changes by operators.\n"
