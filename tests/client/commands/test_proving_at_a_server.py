"""Whole matches, and their records fetched, proven and written to files."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
import pytest_asyncio
from tests.client.command_lines import Told, told
from tests.records.test_transcripts import played
from tests.servers import running_server

from samedeal_client.bots import CHOOSERS, play_as_bot
from samedeal_client.commands.playing.demo import race_of_bots
from samedeal_client.lines.room import RoomLines
from samedeal_client.view.cards import ASCII, Glyphs
from samedeal_client.view.spans import Lines, text_of
from samedeal_client.wire.exchange import local_error
from samedeal_client.wire.happenings import NotDone
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.invitations import short_address
from samedeal_protocol.errors import ErrorCode
from samedeal_records.record import read_record
from samedeal_records.sealing import seal
from samedeal_records.transcripts import to_plain


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    """Run one server with a short countdown."""
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="200") as running:
        yield running.url


async def samedeal(server: str, folder: Path, *arguments: str) -> Told:
    """Run the command line with an identity of its own."""
    who = ("--server", server, "--identity", str(folder / "identity"))
    return await told(*who, *arguments)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name files from where they are."""
    monkeypatch.chdir(tmp_path)


async def raced(url: str, game: str) -> str:
    """Have bots race a match; return its id."""

    async def quietly(text: str) -> None:
        """Tell nobody."""

    return (await race_of_bots(url, game, quietly)).result.match


@pytest.mark.parametrize(
    "game", ["squares/patience", "westcliff/american", "easthaven", "capricieuse"]
)
async def test_a_match_is_proven_by_its_id_and_by_its_file(
    game: str, server: str, tmp_path: Path
) -> None:
    match = await raced(server, game)
    status, shown, err = await samedeal(server, tmp_path, "verify", match)
    assert (status, err) == (0, "")
    assert b"Proven" in shown
    assert b"Greta [bot]" in shown
    status, shown, err = await samedeal(server, tmp_path, "replay", match)
    assert (status, err) == (0, "")
    assert "Greta [bot]" in shown.decode()
    assert (await samedeal(server, tmp_path, "export", match))[0] == 0
    file = tmp_path / f"{match}.samedeal"
    assert read_record(file.read_bytes()).is_proven
    status, shown, err = await samedeal(server, tmp_path, "leaderboard", game, "--json")
    assert (status, err) == (0, "")
    assert match not in {row["match"] for row in json.loads(shown)["rows"]}  # bots, all
    nowhere = "ws://127.0.0.1:9"
    status, shown, _ = await samedeal(nowhere, tmp_path, "verify", file.name, "--json")
    assert status == 0
    document = json.loads(shown)
    assert (document["match"], document["proven"]) == (match, True)
    assert all(check["holds"] for check in document["checks"])


async def test_a_record_says_which_chain_it_was_held_against(
    server: str, tmp_path: Path
) -> None:
    match = await raced(server, "squares/english")
    _, shown, _ = await samedeal(server, tmp_path, "verify", match)
    assert f"Not compared with the chain of {server}" in shown.decode()
    status, shown, err = await samedeal(server, tmp_path, "verify", match, "--chain")
    assert (status, err) == (0, "")
    assert f" In the chain of {server}: " in shown.decode()
    assert (await samedeal(server, tmp_path, "export", match, "kept"))[0] == 0
    asked = ("verify", "kept", "--chain", "--json")
    status, shown, _ = await samedeal(server, tmp_path, *asked)
    held = json.loads(shown)["chain"]
    assert (status, held["server"], held["doubt"]) == (0, server, None)
    assert held["length"] >= 2
    assert len(bytes.fromhex(held["head"])) == 32


async def test_a_record_that_no_server_saw_is_in_no_chain(
    server: str, tmp_path: Path
) -> None:
    (tmp_path / "made").write_bytes(seal(to_plain(played("squares/english", 8))))
    status, shown, _ = await samedeal(server, tmp_path, "verify", "made")
    assert status == 0
    assert b"Not compared with a chain: anybody can make such a record." in shown
    status, shown, _ = await samedeal(server, tmp_path, "verify", "made", "--chain")
    assert status == 1
    assert f" NOT in the chain of {server}: " in shown.decode()
    told = await samedeal(server, tmp_path, "verify", "made", "--chain", "--json")
    assert json.loads(told[1])["chain"]["doubt"].startswith(
        "in the chain it was opened"
    )


async def test_an_export_goes_where_it_is_told(server: str, tmp_path: Path) -> None:
    match = await raced(server, "squares/english")
    status, piped, err = await samedeal(server, tmp_path, "export", match, "-")
    assert (status, err) == (0, "")
    assert read_record(piped).transcript.match == match
    chosen = tmp_path / "mine"
    chosen.write_bytes(b"old")
    status, _, err = await samedeal(server, tmp_path, "export", match, "mine")
    assert status == 1
    assert "--force" in err
    assert chosen.read_bytes() == b"old"
    forced = ("export", match, "mine", "--force", "--json")
    status, told, _ = await samedeal(server, tmp_path, *forced)
    assert status == 0
    assert chosen.read_bytes() == piped
    digest = read_record(piped).digest.hex()
    document = {"match": match, "file": "mine", "bytes": len(piped), "digest": digest}
    assert json.loads(told) == document
    status, told, err = await samedeal(server, tmp_path, "export", match, "-", "--json")
    assert (status, told) == (2, b"")
    assert "--json needs a file" in err
    status, _, err = await samedeal(server, tmp_path, "export", match, "no/where")
    assert status == 1
    assert err.startswith("samedeal: cannot write 'no/where': ")


async def test_an_unknown_match_is_one_sentence(server: str, tmp_path: Path) -> None:
    for command in ("verify", "export", "replay"):
        status, shown, err = await samedeal(server, tmp_path, command, "m-nobody")
        assert (status, shown) == (1, b"")
        told = "No record of that match is kept there. The server asked was"
        assert err == f"samedeal: {told} {server}.\n"


class Scripted:
    """A screen without a terminal, at which lines are typed one after another."""

    glyphs: Glyphs = ASCII
    is_live = False
    height = 24

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.shown = ""

    def show(self, lines: Lines) -> None:
        self.shown += text_of(lines) + "\n"

    async def read(self, prompt: Callable[[], str]) -> str | None:
        return self.typed.pop(0) if self.typed else None


class Duped(Player):
    """A player whose server shows the record of another match."""

    shown: ClassVar[dict[str, bytes]] = {}

    async def transcript(self, match: str) -> bytes:
        return self.shown.get(match) or next(iter(self.shown.values()))


async def table_of(player: Player, *typed: str) -> str:
    """Play alone at a table; return what is shown."""
    screen = Scripted(*typed)
    async with player.connected():
        await player.host("squares/english", seats=1, public=False)
        assert await RoomLines(player, screen).run() == 0
    return screen.shown


async def test_a_table_says_once_that_a_match_is_proven_and_how_to_see_it(
    server: str,
) -> None:
    shown = await table_of(Player(server, name="Ada"), "ready", "a1 b1", "finish")
    told = "chain as shown so far. See it:\n   samedeal replay m-"
    assert shown.count(told) == 1
    assert f" --server {short_address(server)}\n" in shown
    assert "Deal verified" not in shown


async def test_a_server_that_shows_another_record_is_named(server: str) -> None:
    other = await raced(server, "squares/english")
    async with Player(server, name="Eve").connected() as eve:
        Duped.shown = {other: await eve.transcript(other)}
    shown = await table_of(Duped(server, name="Ada"), "ready", "a1", "finish")
    assert "THE RECORD OF THIS MATCH DIFFERS" in shown
    assert "the record is of another match" in shown
    assert "Match proven" not in shown


class Forgotten(Player):
    """A player at a server that keeps no records."""

    async def transcript(self, match: str) -> bytes:
        raise NotDone(local_error(ErrorCode.UNKNOWN_MESSAGE))


async def test_without_a_record_no_more_is_said_than_was_checked(server: str) -> None:
    shown = await table_of(Forgotten(server, name="Ada"), "ready", "a1", "finish")
    assert "Deal verified: shuffled from the seed committed to" in shown
    assert "proven" not in shown


async def test_a_player_is_given_the_record_of_a_match(server: str) -> None:
    async with Player(server, name="Ada").connected() as player:
        await player.host("capricieuse", seats=1, public=False)
        dice = Random(1)
        await play_as_bot(player, CHOOSERS["random"], dice, matches=1)
        room = player.session.room
        assert room is not None
        assert room.result is not None
        sealed = await player.transcript(room.result.match)
        assert read_record(sealed).is_proven
        with pytest.raises(NotDone) as refusal:
            await player.transcript("m-nobody")
        assert refusal.value.error.code is ErrorCode.UNKNOWN_MATCH
