"""The panels of the first page, in the width that they have at 80 columns."""

import pytest

from samedeal_client.language import Language, speaking
from samedeal_client.lobby.pages.first.overview import friends_panel, rooms_panel
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.spans import width_of
from samedeal_protocol.people.presence import Friends

NARROW = 27
"""Cells of a row in the panels on the right at 80 columns."""


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_a_narrow_panel_says_of_nobody_and_nothing_is_not_cut(
    language: Language,
) -> None:
    nobody = Friends(re=1, seen=True, friends=(), invitations=())
    with speaking(language):
        panels = [
            rooms_panel((), NARROW, UNICODE),
            friends_panel(nobody, UNICODE),
            friends_panel(nobody.model_copy(update={"seen": False}), UNICODE),
        ]
    for panel in panels:
        for row in panel.rows:
            text = "".join(span if isinstance(span, str) else span.text for span in row)
            assert 0 < width_of(text) <= NARROW, text
