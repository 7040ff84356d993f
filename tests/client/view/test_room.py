"""Who may come into a room, as the room says it."""

from tests.golden.screens.rooms import gathering

from samedeal_client.fullscreen.pages import tail_lines
from samedeal_client.view.room import room_lines
from samedeal_client.view.spans import text_of
from samedeal_games.catalogue import find_game
from samedeal_protocol.boards import OpenMatchView


def test_a_public_room_for_claimed_names_does_not_say_that_anybody_may_come() -> None:
    for named_only, who in ((False, "anybody"), (True, "whoever has claimed a name")):
        room = gathering().model_copy(
            update={"public": True, "named_only": named_only, "phase": "gathering"}
        )
        told = text_of(room_lines(room, find_game(room.game).about, 0))
        assert f"on the list of rooms: {who} may join." in told


def test_what_was_won_is_counted_only_in_a_series_of_several_matches() -> None:
    opened = OpenMatchView(id="m", number=2, commitment=b"")
    for best_of in (1, 3):
        room = gathering().model_copy(update={"best_of": best_of})
        after = room.model_copy(update={"phase": "result", "next_match": opened})
        told = text_of(room_lines(room, find_game(room.game).about, 0))
        assert ("1 won" in told) == (best_of > 1)
        assert ("1 won" in text_of(tail_lines(after, 0, 80))) == (best_of > 1)
