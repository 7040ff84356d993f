"""What the page for authors of clients shows is so."""

import json
import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import msgpack
import pytest
from pydantic import TypeAdapter
from tests.golden.frames.examples import ROOM
from tests.server.house import serving
from tests.talk import Talker, silent

from samedeal_games.fairness import commitment_to_nonce
from samedeal_protocol.codec import decode_message
from samedeal_protocol.digest import board_values, digest, room_values
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.updates import News
from samedeal_server.core.facts import PhaseLimits
from samedeal_server.core.rooms.updates import NO_BOARD
from samedeal_server.edge.gateway import HEARTBEAT_MS
from samedeal_server.edge.stages import HELLO_WITHIN_S, SILENT_AFTER_S
from samedeal_server.people.buckets import UNDER_WAY_MOST, Rate
from samedeal_server.people.limits import HEARTBEATS
from samedeal_server.process.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs/howto/write-a-client.md").read_text("utf-8")
PROSE = " ".join(PAGE.split())
KINDS = TypeAdapter(list[str])
LINES = re.findall("^([<>]) (.+)$", PAGE, re.MULTILINE)


@pytest.fixture
async def url(store_url: str) -> AsyncIterator[str]:
    async with serving(store_url) as address:
        yield address


class Example:
    """The conversation of the page, held with a server."""

    def __init__(self, talker: Talker) -> None:
        self._talker = talker
        self._nonce = secrets.token_bytes(16)
        self._player = self._match = ""
        self._heard: list[dict[str, object]] = []

    async def send(self, line: str) -> None:
        known = {
            "MATCH": self._match,
            "NONCE": self._nonce,
            "COMMITMENT": commitment_to_nonce(self._match, self._player, self._nonce),
        }
        said: dict[str, object] = json.loads(re.sub(r"\b([A-Z]{5,})\b", r'"\1"', line))
        fields = {key: known.get(str(value), value) for key, value in said.items()}
        await self._talker.socket.send(msgpack.packb(fields))

    async def hear(self, line: str) -> None:
        """Receive what the line says; of news one update after the other."""
        said: dict[str, object] = json.loads(line)
        shown: list[dict[str, object]] = [{"t": kind} for kind in self._updates(said)]
        for fields in shown or [said]:
            while not self._heard:
                await self._receive()
            heard = self._heard.pop(0)
            assert {key: heard.get(key) for key in fields} == fields

    def _updates(self, said: dict[str, object]) -> list[str]:
        return KINDS.validate_python(said.get("updates", []))

    async def _receive(self) -> None:
        frame = await self._talker.socket.recv(decode=False)
        message = decode_message(frame)
        if isinstance(message, Welcome):
            self._player = message.player
        if isinstance(message, Joined) and message.snapshot.room.next_match:
            self._match = message.snapshot.room.next_match.id
        parts = message.updates if isinstance(message, News) else (message,)
        self._heard += [part.model_dump() for part in parts]


async def test_the_example_is_what_a_server_says(url: str) -> None:
    async with silent(url) as talker:
        example = Example(talker)
        for way, line in LINES:
            await (example.send(line) if way == ">" else example.hear(line))


def test_the_example_digest_is_made_as_the_page_says() -> None:
    part = PAGE.partition("<!-- digest")[2].partition("```text\n")[2]
    *room, _, board, _, made = part.partition("\n```")[0].split("\n")
    assert bytes.fromhex("".join(room)) == msgpack.packb(room_values(ROOM))
    assert bytes.fromhex(board) == msgpack.packb(board_values(None))
    assert bytes.fromhex(made) == digest(ROOM, None)


def test_the_board_of_who_is_not_dealt_in_is_as_shown() -> None:
    (shown,) = re.findall(r'"board": (\{"ply".*?\}\})', PAGE)
    assert json.loads(shown) == NO_BOARD.model_dump()


def test_the_numbers_of_the_page_are_those_of_the_server() -> None:
    assert HELLO_WITHIN_S == 4.0
    assert "within four seconds" in PROSE
    assert f"silent for {SILENT_AFTER_S:.0f} seconds" in PROSE
    assert f"Up to {UNDER_WAY_MOST} may be under way" in PROSE
    house = Settings.model_validate({})
    assert (house.command_burst, house.commands_per_s) == (40, 20)
    assert "by default 40 requests at once, and 20 a second from then on" in PROSE
    assert Rate(40, 2.0) == HEARTBEATS
    assert "apart from requests: 40 at once, two a second from then on" in PROSE
    assert 3 * HEARTBEAT_MS < SILENT_AFTER_S * 1000
    assert PhaseLimits().ready_ms == PhaseLimits().away_ms == 60_000
