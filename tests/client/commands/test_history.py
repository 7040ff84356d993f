"""One's own matches, wherever they were played and whichever server is up."""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.client.lobby.lobbies import context_at
from tests.conditions import eventually
from tests.records.proof.test_witness import HONEST, seen_by
from tests.records.test_transcripts import played as raced
from tests.servers import running_server

from samedeal_client import cli
from samedeal_client.commands.playing import hosting
from samedeal_client.context import Context
from samedeal_client.identity import serving
from samedeal_client.identity.connecting import playing
from samedeal_client.kept.evidence.doubts import Doubts
from samedeal_client.kept.evidence.revealed import Revealed
from samedeal_client.kept.identity import IdentityFile
from samedeal_client.kept.matches import KeptMatch, KeptMatches
from samedeal_client.play.room.proof import prove
from samedeal_client.screen.room.watch import WatchScreen
from samedeal_client.tables.faces import Faces
from samedeal_client.view.people.history import server_line
from samedeal_client.view.spans import text_of
from samedeal_client.wire.happenings import Checked
from samedeal_client.wire.player import Player
from samedeal_client.wire.reach.addresses import OWN
from samedeal_client.wire.witness.memory import Before
from samedeal_protocol.results.profiles import EntryView
from samedeal_records.sealing import contents, seal
from samedeal_records.transcripts import from_plain, to_plain

FORCED = {"export": ("--force",)}
NOWHERE = "ws://127.0.0.1:9"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="50") as running:
        yield running.url


@pytest.fixture(autouse=True)
def identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where identities are; nobody starts a server of this machine's own."""

    async def nobody(context: Context, *, starts: bool = True) -> Context:
        return context

    monkeypatch.setattr(serving, "at_own", nobody)
    monkeypatch.setenv("SAMEDEAL_IDENTITY", str(tmp_path / "identity.json"))
    monkeypatch.setenv("SAMEDEAL_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path / "identity.json"


async def played(player: Player) -> EntryView:
    """Play a match alone, and prove it; return what the server has of it."""
    await player.host("squares/english", seats=1, public=False, rated=False)
    await player.ready()
    await eventually(lambda: player.session.may_move)
    await player.move("c3")
    await player.finish()
    while not isinstance(happening := await player.happenings.get(), Checked):
        pass
    proven = await prove(player, happening.witness)
    assert proven.is_recorded
    assert proven.unseen == ()  # its end in the chain among it
    entries: list[EntryView] = []
    while not entries:  # it is booked a moment later
        found = (await player.history()).entries
        entries = [entry for entry in found if entry.match == proven.match]
    return entries[0]


@pytest_asyncio.fixture
async def match(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a match that was played at a server."""
    context = context_at(server, tmp_path)
    async with playing(context, "Ada") as player:
        reveal, sent = player.keeper.reveal, list[str]()

        def noting(match: str, who: str, seen: Before) -> None:
            reveal(match, who, seen)
            sent.extend(Revealed(context.identity, context.server).matches())

        monkeypatch.setattr(player.keeper, "reveal", noting)
        entry = await played(player)
        assert sent == [entry.match]
        # It was noted when its nonce was sent, and is kept instead.
        assert Revealed(context.identity, context.server).matches() == ()
    kept = KeptMatches(context.identity).find(entry.match)
    assert kept is not None
    assert (kept.server, kept.player) == (server, player.id)
    assert kept.entry == entry.model_copy(update={"index": 0})
    return entry.match


@pytest.mark.parametrize("command", ["replay", "verify", "analyse", "export"])
def test_a_match_that_was_played_here_needs_no_server(
    command: str, match: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nobody(context: Context, text: str) -> tuple[str, bytes]:
        raise AssertionError

    monkeypatch.setattr("samedeal_client.commands.beginnings.transcript", nobody)
    monkeypatch.setenv("SAMEDEAL_SERVER", NOWHERE)
    monkeypatch.chdir(tmp_path)
    assert cli.main([command, match]) == 0
    assert cli.main([command, "--json", *FORCED.get(command, ()), match[:8]]) == 0


def test_whoever_names_a_server_asks_it(
    match: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--server", NOWHERE, "verify", match]) == 1
    assert "no server answers" in capsys.readouterr().err


def test_a_kept_record_that_is_another_matchs_is_refused(
    match: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = next(tmp_path.rglob(f"{match}*.samedeal"))
    record.write_bytes(seal(to_plain(raced("squares/english", 8))))
    assert cli.main(["verify", match]) == 1
    assert f"the record of {match} is another's" in capsys.readouterr().err


def test_what_was_kept_of_a_match_is_held_against_its_record(
    match: str,
    tmp_path: Path,
    server: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whether it comes from this machine, from its server or in a file."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", match]) == 0
    note = next(tmp_path.rglob(f"{match}*.json"))
    kept = KeptMatch.model_validate_json(note.read_bytes())
    better = kept.entry.model_copy(update={"score": kept.entry.score + 5})
    note.write_text(kept.model_copy(update={"entry": better}).model_dump_json())
    capsys.readouterr()
    for words in (
        ["verify", match],
        ["replay", match],
        ["--server", server, "verify", match],
        ["verify", f"{match}.samedeal"],
    ):
        assert cli.main(words) == 1
        told = capsys.readouterr().out
        assert "NOT AS KEPT" in told
        assert "the record has a different score than was kept" in told
    assert cli.main(["verify", "--json", match]) == 1
    told = json.loads(capsys.readouterr().out)["otherwise"]
    assert told == ["the record has a different score than was kept"]
    note.write_text(kept.model_copy(update={"player": "p-eve"}).model_dump_json())
    assert cli.main(["verify", match]) == 1
    assert "does not have you among the players" in capsys.readouterr().out


def test_another_record_than_the_one_kept_is_told(
    match: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both prove the same; a server can show another to each who asks."""
    kept = next(tmp_path.rglob(f"{match}*.samedeal"))
    whole = from_plain(contents(kept.read_bytes()))
    other = tmp_path / "other.samedeal"
    other.write_bytes(seal(to_plain(whole._replace(server="another 1.0"))))
    assert cli.main(["verify", str(other)]) == 1
    assert "another record of it was kept, and proven" in capsys.readouterr().out
    kept.unlink()
    assert cli.main(["verify", str(other)]) == 0


def test_the_chain_that_a_match_is_held_against_is_its_own_servers(
    match: str, server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["verify", "--chain", match[:8]]) == 0
    assert f"In the chain of {server}: " in capsys.readouterr().out


def test_what_was_doubted_when_a_match_ended_is_told_whenever_it_is_asked_for(
    match: str,
    server: str,
    identity: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A server that dealt another deck can keep a sound record of it."""
    doubts = Doubts(identity, server)
    witness = seen_by(0, HONEST._replace(match=match))
    doubts.keep(witness, ("the cards were not dealt from that seed",))
    doubts.keep(witness, ("something else",))
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", match]) == 0
    capsys.readouterr()
    for words in (
        ["verify", match],
        ["replay", match],
        ["verify", f"{match}.samedeal"],
    ):
        assert cli.main(words) == 1
        told = capsys.readouterr().out
        assert "IN DOUBT" in told
        assert "the cards were not dealt from that seed" in told
        assert HONEST.commitment.hex() in told
        assert "something else" not in told
    assert cli.main(["verify", "--json", match]) == 1
    assert json.loads(capsys.readouterr().out)["doubted"]["match"] == match
    assert cli.main(["--server", server, "history"]) == 0
    assert f"In doubt when it ended: {match}" in capsys.readouterr().out
    # Even where there is no record any more.
    assert cli.main(["--server", NOWHERE, "verify", match]) == 1
    assert "IN DOUBT" in capsys.readouterr().out


def test_a_history_has_what_was_played_elsewhere(
    match: str,
    server: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    where = f"At {server.removeprefix('ws://')}: 1 match"
    assert cli.main(["--server", server, "history"]) == 0
    told = capsys.readouterr().out
    assert where not in told
    assert match[:8] in told
    # At a server that does not answer it is told all the same, and that there is none.
    assert cli.main(["--server", NOWHERE, "history"]) == 1
    told, trouble = capsys.readouterr()
    assert where in told
    assert match[:8] in told
    assert "no server answers" in trouble
    assert cli.main(["--server", NOWHERE, "history", "Bob"]) == 1
    assert match[:8] not in capsys.readouterr().out


async def test_a_history_at_another_server_names_where_matches_were_played(
    match: str, server: str, embedded_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="50") as other:
        assert (
            await asyncio.to_thread(cli.main, ["--server", other.url, "history"]) == 0
        )
        told = capsys.readouterr().out
        assert f"At {server.removeprefix('ws://')}: 1 match" in told
        words = ["--server", other.url, "history", "--json"]
        assert await asyncio.to_thread(cli.main, words) == 0
        document = json.loads(capsys.readouterr().out)
        ((where, (entry,)),) = document["elsewhere"].items()
        assert (where, entry["match"]) == (server, match)
        words = ["--server", other.url, "history", "--jsonl"]
        assert await asyncio.to_thread(cli.main, words) == 0
        entry = json.loads(capsys.readouterr().out)
        assert (entry["server"], entry["match"]) == (server, match)


async def test_a_profile_says_which_server_was_asked_and_where_else_matches_are(
    match: str, server: str, embedded_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here = server.removeprefix("ws://")
    assert match
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="50") as other:
        there = other.url.removeprefix("ws://")
        elsewhere = f"You have matches at {here}, too; --server asks another."
        for words, told in (
            ([server, "profile"], f"Server asked: {here}."),
            ([other.url, "profile"], f"Server asked: {there}. {elsewhere}"),
            ([server, "rooms"], f"Server asked: {here}."),
        ):
            status = await asyncio.to_thread(cli.main, ["--server", *words])
            assert status == 0
            shown = capsys.readouterr().out
            assert " ".join(shown.split()).endswith(told)


async def test_who_looks_is_whoever_they_name(
    match: str, server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    context = context_at(server, Path(os.environ["SAMEDEAL_IDENTITY"]).parent)
    async with playing(context, "Bob"):
        pass
    for words, told in (
        (["profile", "--name", "Ada"], "Ada  a guest"),
        (["profile", "--name", "Bob"], "Bob  a guest"),
        (["history", "--name", "Ada"], match[:8]),
        (["rooms", "--name", "Ada"], "Server asked"),
    ):
        words = ["--server", server, *words]
        assert await asyncio.to_thread(cli.main, words) == 0
        assert told in capsys.readouterr().out
        name = words[-1]
        assert IdentityFile(context.identity).find(server).name == name


async def test_who_watches_does_so_by_the_name_they_give(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = list[str]()

    async def stand(_context: Context, table: Faces) -> int:
        screen = table.full()
        assert isinstance(screen, WatchScreen)
        player = screen.player
        names.append(player.name)
        assert player.session.is_watching
        return 0

    monkeypatch.setattr(hosting, "stay_at", stand)
    async with Player(server, name="Zoe").connected() as zoe:
        code = await zoe.host("squares/english")
        for words in (["--name", "Eve"], []):
            words = ["--server", server, "watch", code, *words]
            assert await asyncio.to_thread(cli.main, words) == 0
    # The second time they are who they were last.
    assert names == ["Eve", "Eve"]


async def test_what_a_server_lists_of_ones_own_is_known_without_it(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    context = context_at(server, tmp_path)
    async with playing(context, "Cleo") as player:
        entry = await played(player)
    matches = KeptMatches(context.identity)
    for path in matches.folder.iterdir():
        path.unlink()
    assert await asyncio.to_thread(cli.main, ["--server", server, "history"]) == 0
    assert matches.by_server() == {server: [entry]}
    assert matches.record(entry.match) is None


def test_a_server_of_this_machines_own_is_called_so() -> None:
    assert text_of((server_line(OWN, 2),)) == "At this machine: 2 matches"
