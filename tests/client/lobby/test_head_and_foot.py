"""What stands around the pages of the lobby fits; the key for help goes last."""

import pytest
from tests.client.lobby.lobbies import NOWHERE

from samedeal_client.context import Context
from samedeal_client.lobby.head_and_foot import foot_line, headline
from samedeal_client.lobby.visit import Visit
from samedeal_client.view.spans import text_of, width_of
from samedeal_client.wire.player import Player

TOLD = "Enter play, or see how you did   b board   m more of all that there is"


def test_no_rooms_is_said_of_those_that_are_listed(ada: Context) -> None:
    visit = Visit(ada)
    visit.player = Player(NOWHERE, name="Ada")
    assert text_of((headline(visit, "Ada", ()),)).endswith("   no public rooms")
    assert "room" not in text_of((headline(visit, "Ada", None),))


@pytest.mark.parametrize("width", [12, 20, 40, 60, 80, 160])
@pytest.mark.parametrize("seen", [(0, 0, 0), (1, 9, 99)])
def test_the_key_for_help_is_the_last_to_go(
    width: int, seen: tuple[int, int, int]
) -> None:
    shown = text_of((foot_line((TOLD, "? keys"), seen, width),))
    where = "1-9/99" if seen[2] else ""
    if width > len(f" ? keys {where} "):
        assert "? keys" in shown
        assert width_of(shown) <= width
    if width == 160:
        assert TOLD in shown
