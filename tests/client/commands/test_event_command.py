"""The command for events, typed as a person types it."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_asyncio
from tests.golden.frames.examples import ROOM
from tests.servers import running_server

from samedeal_client.cli import main
from samedeal_client.commands.playing.events import read_event
from samedeal_client.wire.player import Player
from samedeal_protocol.deals.events import (
    EVENT_PLAYERS_MOST,
    EventDealView,
    EventRowView,
    EventTable,
    EventView,
)
from samedeal_protocol.rooms.boards import OpenMatchView
from samedeal_records.proof.events import doubt_about_event_room, doubts_about_deals


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


@pytest.fixture
def ask(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that runs the command and returns what it printed."""

    async def run(*words: str, status: int = 0) -> str:
        known = ["--server", server, "--identity", str(tmp_path / "identity")]
        given = await asyncio.to_thread(main, ["event", *words, *known])
        printed = capsys.readouterr()
        assert given == status, printed.err
        return printed.out or printed.err

    return run


async def test_an_event_is_made_shown_and_not_proven_before_it_closes(
    server: str, ask: Any
) -> None:
    words = ("create", "squares/english,easthaven", "--deals", "3", "--hours", "48")
    made = json.loads(await ask(*words, "--json", "--name", "Ada"))
    games = [deal["game"] for deal in made["deals"]]
    assert games == ["squares/english", "easthaven", "squares/english"]
    assert all(deal["server_seed"] is None for deal in made["deals"])
    shown = await ask(made["event"].lower())
    assert f"Event {made['event']}" in shown
    assert f"samedeal event host {made['event']}" in shown
    assert "Nobody has played any of its deals yet." in shown
    async with Player(server, name="Bob").connected() as bob:
        await bob.host_event(made["event"], seats=1)
        room = bob.session.room
        assert room is not None
        assert room.origin == f"event/{made['event']}"
    assert json.loads(await ask(made["event"], "--json"))["rows"] == []
    assert "not revealed yet" in await ask(made["event"], "--verify", status=1)


async def test_deals_of_an_event_are_held_against_what_was_shown_of_them(
    ask: Any, tmp_path: Path
) -> None:
    """And the room that plays them, before anybody has played."""
    words = ("create", "squares/english,easthaven", "--deals", "2")
    made = json.loads(await ask(*words, "--json", "--name", "Ada"))
    assert json.loads(await ask(made["event"], "--json"))["doubts"] == []
    kept = tmp_path / "commitments.json"
    second = made["deals"][1]["commitment"]
    kept.write_text(kept.read_text().replace(second, bytes(32).hex()))
    told = await ask(made["event"], status=1)
    assert "NOT FAIR: deal 2: you were shown a different commitment" in told
    (doubt,) = json.loads(await ask(made["event"], "--json", status=1))["doubts"]
    assert "deal 2" in doubt


def event_of(*commitments: bytes) -> EventView:
    """Return an event with these commitments."""
    deals = tuple(
        EventDealView(
            deal=f"event/7KQ4PXM/{number}",
            game="easthaven",
            commitment=commitment,
            server_seed=b"",
            players=0,
        )
        for number, commitment in enumerate(commitments, 1)
    )
    return EventView(
        event="7KQ4PXM", deals=deals, created_at=0, closes_at=1, reveal_at=2
    )


@pytest.mark.parametrize(
    ("kind", "origin", "deal", "commitment", "fits"),
    [
        ("event", "event/7KQ4PXM", "event/7KQ4PXM/2", b"\x02" * 32, True),
        ("event", "event/7KQ4PXM", "event/7KQ4PXM/1", b"\x02" * 32, False),
        ("event", "event/7KQ4PXM", "event/7KQ4PXM/3", b"\x03" * 32, False),
        ("event", "event/7KQ4PXM", "", b"\x02" * 32, False),
        ("event", "event/2345678", "event/7KQ4PXM/2", b"\x02" * 32, False),
        ("match", "event/7KQ4PXM", "event/7KQ4PXM/2", b"\x02" * 32, False),
    ],
)
def test_a_room_of_an_event_plays_its_deals(
    kind: str, origin: str, deal: str, commitment: bytes, *, fits: bool
) -> None:
    view = event_of(b"\x01" * 32, b"\x02" * 32)
    opened = OpenMatchView(id="m-1", number=1, commitment=commitment, deal=deal)
    known = {"kind": kind, "origin": origin, "next_match": opened}
    doubt = doubt_about_event_room(view, ROOM.model_copy(update=known))
    assert not doubt if fits else "other deals than the event's" in doubt


def test_an_event_with_other_deals_than_its_own_is_doubted() -> None:
    view = event_of(b"\x01" * 32, b"\x02" * 32)
    assert doubts_about_deals(view, "7KQ4PXM", {}) == ()
    assert doubts_about_deals(view, "2345678", {})
    swapped = view.model_copy(update={"deals": view.deals[::-1]})
    assert doubts_about_deals(swapped, "7KQ4PXM", {})


async def test_a_table_without_an_end_is_read_as_far_as_an_event_has_players() -> None:
    row = EventRowView(
        place=1,
        player="p-ada",
        name="Ada",
        deals=1,
        percentage=None,
        percentages=(None,),
    )
    view = event_of(bytes(32))

    async def endless(event: str, start: int) -> EventTable:
        del event
        return EventTable(re=1, event=view, start=start, total=2**31, rows=(row,) * 50)

    player = cast("Player", SimpleNamespace(event=endless))
    assert len((await read_event(player, "7KQ4PXM")).rows) <= EVENT_PLAYERS_MOST + 50


async def test_what_is_no_event_is_refused_in_a_sentence(ask: Any) -> None:
    assert "no such event" in await ask("2345678", status=1)
    assert "not an event's id" in await ask("no event has such a long id", status=2)
    assert "event create GAME" in await ask("create", status=2)
    assert "event create GAME" in await ask("one", "two", status=2)
    assert "has no --json" in await ask("host", "2345678", "--json", status=2)
    assert "chess" in await ask("create", "chess", status=2)
