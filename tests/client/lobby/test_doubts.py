"""What was doubted of a match when it ended is told in the lobby, too."""

from pathlib import Path

import pytest
from tests.client.lobby.lobbies import NOWHERE, context_at, entered
from tests.records.proof.test_witness import HONEST, sealed_of, seen_by

from samedeal_client.kept.evidence.doubts import Doubts
from samedeal_client.kept.matches import KeptMatch, KeptMatches
from samedeal_client.language import speaking
from samedeal_client.settings import config_file
from samedeal_client.view.spans import width_of
from samedeal_records.proof.entries import entry_from

MATCH = "m-" + "0d" * 16
DOUBT = "the cards were not dealt from that seed " + "and so on " * 12


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(80, 24), (60, 20), (160, 50)])
async def test_the_list_names_it_and_its_replay_says_why(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    size: tuple[int, int],
) -> None:
    monkeypatch.setenv(config_file.VARIABLE, str(tmp_path / "config.toml"))
    context = context_at(NOWHERE, tmp_path)
    played = HONEST._replace(match=MATCH)
    player = played.seats[0].player
    entry = entry_from(played, player)
    assert entry is not None
    kept = KeptMatch(server="wss://play.example", player=player, entry=entry)
    KeptMatches(context.identity).keep(kept, sealed_of(played))
    doubts = Doubts(context.identity, kept.server)
    spanish = language == "es"
    with speaking("es" if spanish else "en"):
        async with entered(context, size=size) as here:
            await here.press("7")
            await here.sees("At play.example" if not spanish else "En play.example")
            assert MATCH not in here.shown()
        doubts.keep(seen_by(0, played), (DOUBT,))
        async with entered(context, size=size) as here:
            await here.press("7")
            await here.sees(MATCH)
            assert "samedeal verify" in here.shown()
            await here.press("enter")
            await here.sees("EN DUDA" if spanish else "IN DOUBT")
            assert DOUBT[:40] in here.shown()
            assert HONEST.commitment.hex()[:48] in here.shown()
            rows = here.shown().splitlines()
            assert max(map(width_of, rows)) <= size[0]
