"""Bots that were called are known to whoever called them, and no trouble ever."""

from pathlib import Path

import pytest

from samedeal_client.kept.called import KEPT, CalledBot, CalledBots

URL = "ws://127.0.0.1:8765"
GRETA = CalledBot("7KQ4P", "Greta", "good", "token-1")


@pytest.fixture
def bots(tmp_path: Path) -> CalledBots:
    return CalledBots(tmp_path / "deep" / "identity.json", URL)


def test_bots_are_known_by_their_room_and_server(
    bots: CalledBots, tmp_path: Path
) -> None:
    rowan = GRETA._replace(name="Rowan", kind="casual")
    for bot in (GRETA, rowan, GRETA._replace(room="ABAH2")):
        bots.keep(bot)
    again = GRETA._replace(token="token-2")
    bots.keep(again)
    assert set(bots.to("7KQ4P")) == {again, rowan}
    other = CalledBots(tmp_path / "deep" / "identity.json", "ws://127.0.0.1:9")
    assert other.to("7KQ4P") == ()
    assert bots.path.stat().st_mode & 0o077 == 0


def test_few_bots_are_kept(bots: CalledBots) -> None:
    for number in range(KEPT + 1):
        bots.keep(GRETA._replace(name=f"Greta-{number}"))
    assert len(bots.to("7KQ4P")) == KEPT
    assert "Greta-0" not in {bot.name for bot in bots.to("7KQ4P")}


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[["a", "b"]]', "null", "\xff"])
def test_a_file_that_is_none_is_done_without(bots: CalledBots, text: str) -> None:
    bots.path.parent.mkdir()
    bots.path.write_bytes(text.encode("latin-1"))
    assert bots.to("7KQ4P") == ()
    bots.keep(GRETA)
    assert bots.to("7KQ4P") == (GRETA,)
