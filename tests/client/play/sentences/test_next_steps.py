"""What comes after a match, where a room's games are played in turn and where not."""

import pytest
from tests.golden.fullscreen.ended import at_end, ended

from samedeal_client.play.orders import Around, Order, help_lines
from samedeal_client.play.sentences.next_steps import what_now
from samedeal_client.screen.keys.key_hints import room_keys
from samedeal_client.screen.keys.order_keys import key_for
from samedeal_client.view.spans import text_of


@pytest.mark.parametrize(
    ("game", "said", "key"),
    [
        ("", "Type ready for a rematch", "Enter rematch"),
        (
            "westcliff/american",
            "Type ready for American Westcliff",
            "Enter for the next",
        ),
    ],
)
def test_only_the_same_game_again_is_called_a_rematch(
    game: str, said: str, key: str
) -> None:
    player = at_end(ended("squares/english"))
    room = player.session.room
    assert room is not None
    assert room.next_match is not None
    opened = room.next_match.model_copy(update={"game": game})
    room = player.session.room = room.model_copy(update={"next_match": opened})
    assert said in text_of(what_now(player))
    hints = room_keys(Around(room, player.session.own))
    assert [hint.text for hint in hints if hint.key == key_for(Order.READY)] == [key]


def test_help_tells_how_another_game_is_played_and_not_to_who_is_alone() -> None:
    assert "samedeal host GAME,GAME" in text_of(help_lines())
    assert "samedeal host" not in text_of(help_lines(is_alone=True))
