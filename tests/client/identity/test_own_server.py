"""Playing alone on this machine: what was played and who one is stays there."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.conditions import eventually

from samedeal_client import cli
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.identity import serving, starting
from samedeal_client.identity.connecting import invited, playing
from samedeal_client.identity.histories import matches_of
from samedeal_client.identity.seating import (
    kept_seat,
    seat_meant,
    sit_again,
    waiting_seats,
)
from samedeal_client.identity.serving import at_own, own_server
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.lobby.race import race_bots
from samedeal_client.lobby.visit import Visit
from samedeal_client.play.sentences.telling import Teller
from samedeal_client.settings import config
from samedeal_client.view.cards import ASCII
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN
from samedeal_client.wire.reach.invitations import written
from samedeal_protocol.rooms.boards import SeatView

NOWHERE = "ws://127.0.0.1:9"
WITHIN_S = 30


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of this machine's own server, which is one of the test's."""
    folder = tmp_path / "own"
    monkeypatch.setattr(serving, "own_data", lambda: folder)
    monkeypatch.setattr(starting, "UNUSED_S", 0.5)
    monkeypatch.setenv("SAMEDEAL_IDENTITY", str(tmp_path / "identity.json"))
    return folder


@pytest_asyncio.fixture
async def somebody() -> AsyncIterator[str]:
    """Yield the address of somebody who listens."""

    async def nothing(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        writer.close()

    server = await asyncio.start_server(nothing, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"ws://127.0.0.1:{port}"


def context_at(server: str, folder: Path, *, is_chosen: bool = False) -> Context:
    path = folder / "identity.json"
    return Context(server, path, ASCII, colour=False, is_chosen=is_chosen)


async def test_ones_own_server_is_asked_where_no_other_is(
    tmp_path: Path, somebody: str
) -> None:
    silent = context_at(NOWHERE, tmp_path)
    assert (await at_own(silent)).server == OWN
    assert (await at_own(silent)).elsewhere == ""
    there = context_at(somebody, tmp_path)
    assert await at_own(there) == there
    chosen = context_at(NOWHERE, tmp_path, is_chosen=True)
    assert await at_own(chosen) == chosen


async def test_whoever_may_not_start_it_finds_it_running(tmp_path: Path) -> None:
    silent = context_at(NOWHERE, tmp_path)
    assert (await at_own(silent, starts=False)).server == NOWHERE
    await own_server()
    assert (await at_own(silent, starts=False)).server == OWN


async def test_a_race_against_bots_stays_on_this_machine(
    data: Path, tmp_path: Path
) -> None:
    context = context_at(NOWHERE, tmp_path)
    async with Visit.kept(context) as visit:
        await visit.tried()
        async with race_bots(visit, "squares/english", "Ada") as (_, ada):
            await eventually(lambda: ada.session.may_move, WITHIN_S)
            await ada.move("c3")
            await ada.finish()
            match = await _match_over(ada)
        assert not visit.is_guest
    await eventually(lambda: not (data / "address.json").exists(), WITHIN_S)
    async with Visit.kept(context) as visit:
        await visit.tried()
        assert not visit.is_guest
        player = visit.there()
        assert player.name == "Ada"
        assert [e.match async for e in matches_of(player, "")] == [match]


async def test_who_is_cut_off_from_bots_finds_back_to_the_race(
    data: Path, tmp_path: Path
) -> None:
    context = context_at(NOWHERE, tmp_path)
    async with (
        Visit.kept(context) as visit,
        race_bots(visit, "squares/english", "Ada") as (there, ada),
        kept_seat(there, ada, is_alone=True),
    ):
        await eventually(lambda: ada.session.may_move, WITHIN_S)
        await ada.move("c3")
    await eventually(lambda: not (data / "address.json").exists(), WITHIN_S)
    (seat,) = waiting_seats(context)
    assert seat_meant(context, f"samedeal join {seat.room.lower()}", "Ada") == seat
    assert seat_meant(context, seat.room, "Bob") is None
    assert seat_meant(context, written(seat.room, NOWHERE)) is None
    async with playing(context.at(seat.server), seat.name) as back:
        await sit_again(context, back, seat)
        async with kept_seat(context.at(seat.server), back, is_alone=True):
            assert back.session.may_move
            await back.finish()
            await _match_over(back)
        assert not waiting_seats(context)


async def test_a_code_alone_leads_to_a_room_on_this_machine_whose_server_has_ended(
    data: Path, tmp_path: Path
) -> None:
    context = context_at(NOWHERE, tmp_path)
    async with playing(context_at(OWN, tmp_path, is_chosen=True), "Ada") as ada:
        code = await ada.host("squares/english", seats=1, public=False)
    await eventually(lambda: not (data / "address.json").exists(), WITHIN_S)
    there, found = await invited(context, code)
    async with playing(there, "Ada") as back:
        await back.join(found)
        assert back.session.seat == 0
    there, found = await invited(context, "22222")
    why = "no room on this machine has this code; ask your friend for the whole line"
    with pytest.raises(Failed, match=why):
        async with playing(there, "Ada") as back:
            await back.join(found)


def test_the_rooms_of_this_machine_are_listed_where_there_is_no_other_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(config, "DEFAULT_SERVER", NOWHERE)
    assert cli.main(["rooms"]) == 0
    assert "Server asked: this machine." in capsys.readouterr().out


async def test_bots_come_back_to_the_race_with_who_hung_up(
    data: Path, tmp_path: Path
) -> None:
    context = context_at(NOWHERE, tmp_path)
    async with (
        Visit.kept(context) as visit,
        race_bots(visit, "squares/english", "Ada") as (there, ada),
        kept_seat(there, ada, is_alone=True),
    ):
        await eventually(lambda: ada.session.may_move, WITHIN_S)
        await eventually(lambda: all(plies_of_bots(ada)), WITHIN_S)
        laid = plies_of_bots(ada)
    await eventually(lambda: not (data / "address.json").exists(), WITHIN_S)
    (seat,) = waiting_seats(context)
    there = context.at(seat.server)
    async with playing(there, seat.name) as back:
        await sit_again(context, back, seat)
        teller = Teller(back)
        async with kept_seat(there, back, is_alone=True):
            assert not teller.greet(), "they are on their way"
            await eventually(lambda: sum(plies_of_bots(back)) > sum(laid) + 1, WITHIN_S)
            states = {state_of(seat) for seat in bots_of(back)}
            assert states == {"playing"}
            await back.leave()
        # Who leaves leaves nobody waiting.
    async with playing(there, seat.name) as back:
        with pytest.raises(NotDone):
            await back.join(seat.room)


def bots_of(player: Player) -> list[SeatView]:
    room = player.session.room
    return [] if room is None else [seat for seat in room.seats if seat.bot]


def plies_of_bots(player: Player) -> list[int]:
    return [seat.play.ply if seat.play else 0 for seat in bots_of(player)]


def state_of(seat: SeatView) -> str:
    return seat.play.state if seat.play else ""


def test_commands_find_it_without_a_server(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = asyncio.run(_played(tmp_path))
    for command in (["history", "--long"], ["verify", match], ["replay", match]):
        assert cli.main(["--server", OWN, *command]) == 0
        assert match in capsys.readouterr().out
    assert cli.main(["--server", OWN, "account", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Ada"
    assert IdentityFile(tmp_path / "identity.json").find(OWN).name == "Ada"


def test_it_can_be_chosen_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SAMEDEAL_CONFIG", str(tmp_path / "config.toml"))
    assert cli.main(["config", "set", "server", OWN]) == 0
    assert cli.main(["account"]) == 1
    assert "no account at this machine yet" in capsys.readouterr().err


async def _played(folder: Path) -> str:
    """Play a match against bots; return its id."""
    async with (
        Visit.kept(context_at(OWN, folder, is_chosen=True)) as visit,
        race_bots(visit, "squares/english", "Ada") as (_, ada),
    ):
        await eventually(lambda: ada.session.may_move, WITHIN_S)
        await ada.finish()
        return await _match_over(ada)


async def _match_over(player: Player) -> str:
    """Wait for the end of a match; return its id."""

    def ended() -> tuple[str, ...]:
        room = player.session.room
        return () if room is None or room.result is None else (room.result.match,)

    await eventually(lambda: bool(ended()), WITHIN_S)
    return ended()[0]
