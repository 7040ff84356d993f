"""The messages made by hand are what the codec would have made of them."""

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from samedeal_protocol.codec import decode_message, encode
from samedeal_protocol.rooms.boards import PlayView, SeatState
from samedeal_protocol.rooms.playing import Moved
from samedeal_protocol.updates import News, Progress
from samedeal_server.core.state import Play, Player
from samedeal_server.rooms.telling.wire import moved_frame, progress_frame

NUMBERS = st.integers(0, 2**53)
SCORES = st.integers(-(2**31), 2**53)
ZONES = st.dictionaries(
    st.text(max_size=20),
    st.lists(st.integers(0, 52), max_size=104).map(tuple),
    max_size=27,
)


@given(
    re=NUMBERS,
    offset=NUMBERS,
    plies=NUMBERS,
    score=SCORES,
    state=st.sampled_from(get_args(SeatState)),
    zones=ZONES,
    full=st.booleans(),
)
def test_a_move_is_answered_with_the_bytes_that_the_codec_makes(
    re: int,
    offset: int,
    plies: int,
    score: int,
    state: SeatState,
    zones: dict[str, tuple[int, ...]],
    full: bool,
) -> None:
    play = Play(Player("p-1", "Ann", bot=False), None, score, plies, state, 0)
    message = Moved(
        re=re,
        offset=offset,
        ply=plies,
        score=score,
        state=state,
        zones=zones,
        full=full,
    )
    frame = moved_frame(re, offset, play, zones, full=full)
    assert frame == encode(message)


def test_no_field_of_the_message_is_left_out() -> None:
    play = Play(Player("p-1", "Ann", bot=False), None, 3, 2, "playing", 0)
    message = decode_message(moved_frame(1, 9, play, {"a": (1, 0)}, full=True))
    assert isinstance(message, Moved)
    assert message.model_fields_set == {"t", *Moved.model_fields}


PLAYS = st.tuples(SCORES, NUMBERS, st.sampled_from(get_args(SeatState)))


@given(
    since=NUMBERS,
    offset=NUMBERS,
    plays=st.dictionaries(st.integers(0, 7), PLAYS, min_size=1),
)
def test_progress_is_told_with_the_bytes_that_the_codec_makes(
    since: int, offset: int, plays: dict[int, tuple[int, int, SeatState]]
) -> None:
    player = Player("p-1", "Ann", bot=False)
    by_seat = [
        (seat, Play(player, None, score, plies, state, 0))
        for seat, (score, plies, state) in plays.items()
    ]
    updates = tuple(
        Progress(seat=seat, play=PlayView(score=score, ply=plies, state=state))
        for seat, (score, plies, state) in plays.items()
    )
    message = News(since=since, offset=offset, updates=updates)
    assert progress_frame(since, offset, by_seat) == encode(message)
