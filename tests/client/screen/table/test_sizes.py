"""What a terminal has more of than another is never to the cost of its cards."""

import pytest

from samedeal_client.families import family_of
from samedeal_client.screen.felt.patience.setting import setting_for
from samedeal_client.screen.felt.squares import cells_for
from samedeal_client.screen.table.layout import HEAD_AND_FOOT, notes_shown, plan_for
from samedeal_games.catalogue import GAMES


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("width", [60, 80, 100, 110, 131])
def test_a_terminal_with_more_rows_has_no_smaller_cards(width: int, key: str) -> None:
    game = GAMES[key]

    def cards(height: int) -> tuple[int, int]:
        plan = plan_for((width, height), game)
        rows = height - HEAD_AND_FOOT - notes_shown(height) - plan.rows
        room = rows, width - plan.width
        size = family_of(game).choose(
            squares=lambda _: cells_for(5, 5, *room).size,
            patience=lambda one: setting_for(one.ruleset.columns, *room).size,
        )
        return size.rows, size.width

    found = [cards(height) for height in range(15, 61)]
    assert found == sorted(found)
