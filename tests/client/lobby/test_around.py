"""What stands around the pages of the lobby fits; the key for help goes last."""

import pytest

from samedeal_client.lobby.around import foot_line
from samedeal_client.view.spans import text_of, width_of

TOLD = "Enter play, or see how you did   b board   m more of all that there is"


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
