"""A part of a match's id: enough where it means one match that the player knows."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from tests.servers import running_server

from samedeal_client import cli
from samedeal_client.commands import beginnings
from samedeal_client.commands.beginnings import whole_id
from samedeal_client.context import Context
from samedeal_client.failed import Failed
from samedeal_client.kept.shown import KEPT, Shown
from samedeal_client.view.cards import ASCII
from samedeal_client.wire.player import Player

ONE, OTHER = "m-" + "2fd01e" + "0" * 26, "m-" + "2fd02e" + "0" * 26
LISTED = "m-" + "abcdef" * 5 + "01"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(embedded_url: str) -> AsyncIterator[str]:
    async with running_server(embedded_url, SAMEDEAL_COUNTDOWN_MS="50") as running:
        yield running.url


@pytest.fixture
def context(tmp_path: Path) -> Context:
    known = Context(
        "ws://play.example", tmp_path / "identity.json", ASCII, colour=False
    )
    Shown(known.identity, known.server).note([ONE, OTHER, LISTED])
    return known


async def test_a_beginning_means_the_one_match_that_begins_so(
    server: str, context: Context
) -> None:
    async with Player(server, name="Ada").connected() as ada:
        for text in (LISTED, LISTED[:8], "abcd", "ABCDEF"):
            assert await whole_id(context, ada, text) == LISTED
        assert await whole_id(context, ada, "2fd01") == ONE
        # What is no part of an id is for the server to judge.
        for text in ("d/2026-11-22", LISTED + "0", "m-xyz123"):
            assert await whole_id(context, ada, text) == text


async def test_a_beginning_of_none_or_of_several_is_one_clear_sentence(
    server: str, context: Context
) -> None:
    async with Player(server, name="Ada").connected() as ada:
        with pytest.raises(Failed, match=r"m-2fd01 and m-2fd02; type 5 digits or more"):
            await whole_id(context, ada, "m-2fd0")
        with pytest.raises(
            Failed, match=r"begins with m-9999; .* whole id, all 32 digits"
        ):
            await whole_id(context, ada, "9999")


@pytest.mark.parametrize("text", ["m-0da", "m-1", "abc"])
def test_how_many_digits_are_wanted_is_said_before_any_server_is_asked(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = ["--identity", str(tmp_path / "identity.json"), "--server", "ws://[::1]:9"]
    for command in ("verify", "replay", "analyse", "export", "solve", "challenge"):
        assert cli.main([*kept, command, text]) == 1
        told = capsys.readouterr().err
        wanted = f"{text} is too short: type 4 digits of a match's id or more"
        assert told == f"samedeal: {wanted}\n"


async def test_no_server_tells_a_match_by_a_part_of_its_id(
    server: str, context: Context
) -> None:
    async with (
        Player(server, name="Ada").connected() as ada,
        Player(server, name="Eve").connected() as eve,
    ):
        await ada.host("squares/english", seats=1, public=False, rated=False)
        match = await _played(ada)
        assert await whole_id(context, ada, match[:8]) == match
        with pytest.raises(Failed, match="type the whole id"):
            await whole_id(context, eve, match[:8])


def test_what_history_prints_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = list[str]()

    async def transcript(context: Context, text: str) -> tuple[str, bytes]:
        asked.append(text)
        return text, b""

    monkeypatch.setattr(beginnings, "transcript", transcript)
    monkeypatch.setenv("SAMEDEAL_IDENTITY", str(tmp_path / "identity.json"))
    for command in ("verify", "replay", "analyse", "export", "solve"):
        assert cli.main(["--server", "ws://play.example", command, "m-2fd01e"]) == 1
    assert asked == ["m-2fd01e"] * 5
    assert "Traceback" not in capsys.readouterr().err


def test_what_was_listed_is_kept_by_server_and_not_for_ever(tmp_path: Path) -> None:
    here = Shown(tmp_path / "identity.json", "ws://here")
    there = Shown(tmp_path / "identity.json", "ws://there")
    here.note(f"m-{number}" for number in range(KEPT))
    here.note(["m-new", "m-3"])
    assert here.matches()[:3] == ("m-new", "m-3", "m-0")
    assert len(here.matches()) == KEPT
    assert there.matches() == ()
    for spoiled in ("", "[]", '{"ws://here": 3}', '{"ws://here": [1]}'):
        here.path.write_text(spoiled)
        assert len(here.matches()) <= 1


async def _played(player: Player) -> str:
    """Play a match alone; return its id."""
    from tests.conditions import eventually

    await player.ready()
    await eventually(lambda: player.session.may_move)
    await player.move("c3")
    await player.finish()

    def ended() -> tuple[str, ...]:
        room = player.session.room
        return () if room is None or room.result is None else (room.result.match,)

    await eventually(lambda: bool(ended()))
    match = ended()[0]
    history = [entry.match for entry in (await player.history()).entries]
    while match not in history:  # it is booked a moment later
        history = [entry.match for entry in (await player.history()).entries]
    return match
