"""Who may come into a room, as the room says it."""

import pytest
from tests.golden.screens.rooms import gathering

from samedeal_client.screen.room.around.pages import tail_lines
from samedeal_client.screen.table.race.bars import Bars
from samedeal_client.screen.table.race.racers import racers_in
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.room import progress_line, room_lines
from samedeal_client.view.spans import text_of
from samedeal_client.view.watching import seat_lines
from samedeal_games.catalogue import find_game
from samedeal_protocol.rooms.boards import (
    OpenMatchView,
    Phase,
    PlayView,
    RoomView,
    SeatState,
)


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


def drawn_everywhere(room: RoomView) -> list[str]:
    """Return what each place that tells of seats says of them."""
    about = find_game(room.game).about
    racers = racers_in(room, 0)
    return [
        text_of(lines)
        for lines in (
            Bars().lines(racers, about, (80, 24), UNICODE, 0.0),
            (progress_line(room, about, 0, UNICODE),),
            room_lines(room, about, 0),
            seat_lines(room, UNICODE),
        )
    ]


@pytest.mark.parametrize(
    ("phase", "state", "said", "unsaid"),
    [
        ("playing", "resigned", "resigned", "away"),
        ("playing", "playing", "away", "resigned"),
        ("result", "resigned", "away", "nothing"),
    ],
)
def test_who_is_gone_is_away_only_if_awaited_and_everywhere(
    phase: Phase, state: SeatState, said: str, unsaid: str
) -> None:
    ada, *_, bob = gathering().seats
    here = ada.model_copy(update={"play": PlayView(score=1, ply=1)})
    gone = bob.model_copy(update={"play": PlayView(score=1, ply=1, state=state)})
    room = gathering().model_copy(update={"phase": phase, "seats": (here, gone)})
    for told in drawn_everywhere(room):
        assert said in told
        assert unsaid not in told
