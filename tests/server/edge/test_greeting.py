"""Who comes: told what the operator has written at the door, and noted in the log."""

import logging

import pytest
from tests.server.house import QUICK, serving
from tests.talk import silent

from samedeal_protocol.people.greeting import Welcome

CLUB = QUICK.model_copy(update={"server_name": "The club", "welcome": "Good evening."})


async def test_everybody_is_told_what_is_written_at_the_door(store_url: str) -> None:
    async with serving(store_url, CLUB) as url, silent(url) as talker:
        welcome = await talker.ask(Welcome, t="hello", client="test", name="Ada")
    assert (welcome.server_name, welcome.greeting) == ("The club", "Good evening.")


async def test_nothing_is_written_there_unless_it_is_set(store_url: str) -> None:
    async with serving(store_url) as url, silent(url) as talker:
        welcome = await talker.ask(Welcome, t="hello", client="test", name="Ada")
    assert (welcome.server_name, welcome.greeting) == ("", "")


async def test_the_log_says_who_comes(
    store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "samedeal_server.edge.gateway")
    async with serving(store_url) as url, silent(url) as talker:
        welcome = await talker.ask(Welcome, t="hello", client="test", name="Ada")
    (said,) = [line for line in caplog.messages if " comes: " in line]
    assert f"Ada ({welcome.player}), from 127.0.0.1, new" in said
