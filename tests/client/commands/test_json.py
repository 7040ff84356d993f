"""Every command that answers something answers programs, too."""

import json
from collections.abc import Callable

import pytest
from tests.client.commands.test_accounts import Machine, machine, url

from samedeal_client import cli
from samedeal_client.wire.player import Player
from samedeal_games.catalogue import GAMES
from samedeal_protocol.rooms.boards import RoomSummary

__all__ = ["machine", "url"]


def test_games_are_told_with_all_that_the_catalogue_knows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["games", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["key"] for one in told] == list(GAMES)
    assert {one["contest"] for one in told} == {
        g.about.contest.name.lower() for g in GAMES.values()
    }
    assert told[0]["rules_hash"] == next(iter(GAMES.values())).about.rules_hash


async def test_rooms_are_told_as_the_protocol_has_them(
    url: str, machine: Callable[[str], Machine]
) -> None:
    ada = machine("ada")
    assert json.loads(await ada.done("rooms", "--json")) == []
    async with Player(url, name="Bob").connected() as bob:
        code = await bob.host("easthaven", seats=2)
        (room,) = json.loads(await ada.done("rooms", "--json"))
    assert (room["room"], room["game"], room["seats_max"]) == (code, "easthaven", 2)
    assert RoomSummary.model_validate(room).host == "Bob"


async def test_what_is_done_to_an_account_is_told_to_programs(
    url: str, machine: Callable[[str], Machine]
) -> None:
    ada, laptop = machine("ada"), machine("laptop")
    file = str(ada.folder / "ada.json")
    whose = {"server": url, "name": "Ada Lovelace"}
    claimed = json.loads(await ada.done("account", "claim", "Ada Lovelace", "--json"))
    assert claimed == json.loads(await ada.done("account", "--json"))
    assert claimed["claims_left"] == 2
    exported = json.loads(await ada.done("account", "export", file, "--json"))
    assert exported == {**whose, "file": file}
    assert json.loads(await laptop.done("account", "import", file, "--json")) == whose
    assert json.loads(await ada.done("account", "rotate", "--json")) == whose
    assert json.loads(await ada.done("account", "revoke", "--yes", "--json")) == whose


async def test_a_new_friend_is_told_as_in_the_list(
    machine: Callable[[str], Machine],
) -> None:
    ada, bob = machine("ada"), machine("bob")
    await ada.done("account", "claim", "Ada Lovelace")
    await bob.done("account", "claim", "Bob Noyce")
    added = json.loads(await ada.done("friends", "add", "Bob Noyce", "--json"))
    assert (added["name"], added["relation"]) == ("Bob Noyce", "friend")
    assert json.loads(await ada.done("friends", "--json")) == [added]
