"""The example bot plays matches at a real server, and the names it stands on stay."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from importlib import import_module
from inspect import getsource, isfunction
from pathlib import Path

import pytest
from docs.examples import bot
from tests.conditions import eventually
from tests.server.house import serving
from tests.web.rules.rules_of_the_page import NODE

from samedeal_client.wire.player import Player
from samedeal_protocol.rooms.boards import ResultView
from samedeal_web.files import STATIC

EXAMPLE = Path(bot.__file__)
PAGE = EXAMPLE.parents[1] / "howto" / "write-a-bot.md"


@pytest.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url) as url:
        yield url


def test_the_example_has_fewer_than_forty_lines_and_stands_on_the_page() -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    assert len(lines) < 40
    code = "\n".join(lines[lines.index("import asyncio") :])
    assert code in PAGE.read_text("utf-8")


@pytest.mark.parametrize("game", ["squares/english", "westcliff/american"])
async def test_the_example_plays_a_match_and_says_that_it_is_a_bot(
    url: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "PACE_S", 0.0)
    monkeypatch.setattr(bot, "ENOUGH", 40)
    async with Player(url, name="Ada").connected() as ada:
        code = await ada.host(game, seats=2, public=False)
        playing = asyncio.create_task(bot.main(url, code))
        result = await finished(ada)
        labels = {row.name: row.bot for row in result.standings}
        assert labels == {"Ada": False, "Example": True}
        (row,) = (row for row in result.standings if row.bot)
        assert row.plies > 0
        assert row.state in ("out", "over", "finished")
        # With nobody but bots at the table, it goes.
        await ada.leave()
        await asyncio.wait_for(playing, 30)


async def finished(ada: Player) -> ResultView:
    """Have Ada stop at once, and wait for the result."""

    def result() -> ResultView | None:
        room = ada.session.room
        return None if room is None else room.result

    await eventually(lambda: seats_of(ada) == 2)
    await ada.ready()
    await eventually(lambda: ada.session.may_move)
    await ada.finish()
    await eventually(lambda: result() is not None, 30)
    found = result()
    assert found is not None
    return found


def seats_of(player: Player) -> int:
    return len(player.session.room.seats) if player.session.room else 0


def test_every_name_that_the_page_calls_stable_is_there() -> None:
    listed = re.findall(
        r"^- `([\w.]+)`: (.*(?:\n  .*)*)", PAGE.read_text(), re.MULTILINE
    )
    assert listed
    for path, said in listed:
        holder, _, name = path.rpartition(".")
        thing = getattr(import_module(holder), name)
        for attribute in re.findall(r"`\.(\w+)", said):
            assert hasattr(thing, attribute) or is_kept_by(thing, attribute), attribute


def is_kept_by(kind: type, attribute: str) -> bool:
    """Tell whether the objects of a class get an attribute when they are made."""
    makers = (vars(base).get("__init__") for base in kind.__mro__)
    sources = (getsource(made) for made in makers if isfunction(made))
    return any(re.search(rf"self\.{attribute}\b.* = ", source) for source in sources)


@pytest.mark.skipif(NODE is None, reason="no Node to run it")
async def test_the_example_in_javascript_plays_a_match_and_stands_on_its_page(
    url: str,
) -> None:
    example = EXAMPLE.with_name("bot.mjs")
    code = example.read_text("utf-8")
    page = PAGE.with_name("write-a-client-in-javascript.md").read_text("utf-8")
    assert len(code.splitlines()) < 40
    assert code[code.index("const [url") :] in page
    async with Player(url, name="Ada").connected() as ada:
        room = await ada.host("squares/english", seats=2, public=False)
        playing = await asyncio.create_subprocess_exec(
            *(NODE or "node", str(example), f"{url}/", room),
            env={**os.environ, "STATIC": str(STATIC)},
            stdout=asyncio.subprocess.PIPE,
        )
        await finished(ada)
        told, _ = await asyncio.wait_for(playing.communicate(), 60)
    standings = {row["name"]: row for row in json.loads(told)}
    assert standings["Example"]["bot"]
    assert standings["Example"]["plies"] == 25
