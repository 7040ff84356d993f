"""A result of the day as it is shared: a few rows, each whole on 80 columns."""

import pytest
from tests.golden.screens.days import DAILY

from samedeal_client.language import Language, speaking
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.deals.daily import SHARED_WIDTH, share_text
from samedeal_client.view.spans import width_of
from samedeal_games.catalogue import GAMES

SERVERS = ("play.example", "cards.example.org:8765", "")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_shared_has_no_row_that_a_terminal_breaks(
    game: str, server: str, language: Language
) -> None:
    daily = DAILY.model_copy(update={"game": game})
    with speaking(language):
        rows = share_text(daily, UNICODE, server).splitlines()
    assert max(map(width_of, rows)) <= SHARED_WIDTH
    command = f"samedeal daily {game} --server {server}"
    assert any(row.endswith(command) for row in rows) == bool(server)
