"""Starts that were void, as those at the table are told of them."""

import pytest

from samedeal_client.language import speaking
from samedeal_client.play.sentences.telling import Teller, refusal_text
from samedeal_client.view.records.voids import voids_text
from samedeal_client.view.spans import text_of
from samedeal_client.wire.happenings import NotReady, Proven
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.boards import (
    OpenMatchView,
    RoomView,
    SeatView,
    Snapshot,
    VoidView,
    WithheldView,
)
from samedeal_protocol.updates import (
    Error,
    MatchOpened,
    News,
    PhaseChanged,
    SeatLeft,
    StartVoided,
    Update,
)

SEATS = tuple(
    SeatView(seat=seat, player=f"p-{name.lower()}", name=name, ready=True)
    for seat, name in enumerate(("Ada", "Bob", "Cid"))
)
NEXT = OpenMatchView(id="m-2", number=1, commitment=bytes(32))


def void(*names: str) -> VoidView:
    return VoidView(
        match="m-1",
        commitment=bytes(32),
        why="withheld" if names else "service",
        withheld=tuple(
            WithheldView(player=f"p-{name.lower()}", name=name, commitment=bytes(32))
            for name in names
        ),
    )


def counting(seat: int) -> Player:
    """Return a player in a countdown."""
    player = Player("ws://127.0.0.1:9", name=SEATS[seat].name)
    room = RoomView(
        room="7KQ4P",
        public=True,
        host=0,
        game="squares/english",
        seats_max=4,
        time_limit_s=300,
        best_of=1,
        phase="countdown",
        until=1000,
        started=None,
        next_match=NEXT.model_copy(update={"id": "m-1"}),
        seats=SEATS,
        result=None,
    )
    player.session.join(Snapshot(offset=3, seat=seat, n=0, room=room, board=None))
    return player


def told(player: Player, *updates: Update) -> list[str]:
    """Return the lines that are told of one news."""
    teller = Teller(player)
    player.session.hear(News(since=3, offset=4, updates=updates))
    lines = [line for update in updates for line in teller.tell(update)]
    return [text_of([line]).strip() for line in lines]


def after(start: VoidView, *left: int) -> tuple[Update, ...]:
    gone = [SeatLeft(seat=seat, why="no_show") for seat in left]
    phase = PhaseChanged(phase="gathering", until=9)
    return (StartVoided(void=start), *gone, MatchOpened(match=NEXT), phase)


def test_why_there_is_another_deal_is_told_in_one_sentence() -> None:
    news = after(void("Bob"), 1)
    assert told(counting(0), *news) == [
        "Bob did not reveal in time: a new deal, with a new seed."
    ]
    with speaking("es"):
        (said,) = told(counting(0), *news)
    assert "Bob" in said
    assert "semilla nueva" in said


def test_who_is_to_blame_is_told_what_that_means() -> None:
    assert told(counting(1), *after(void("Bob"), 1)) == [
        "You did not reveal a nonce in time and lost your seat."
    ]


def test_nobody_is_blamed_for_what_failed() -> None:
    (said,) = told(counting(0), *after(void()))
    assert "nobody is to blame" in said


def test_who_is_left_alone_is_told_that_the_room_waits() -> None:
    said = told(counting(0), *after(void("Bob", "Cid"), 1, 2))
    assert "Bob and Cid did not reveal in time" in said[0]
    assert said[1:] == ["Not enough players are left; the room waits for more."]


THREE = (
    "3 starts of this match were void: Bob and Cid did not reveal; the service failed."
)


@pytest.mark.parametrize(
    ("voids", "text"),
    [
        ((), ""),
        ((void("Bob"),), "1 start of this match was void: Bob did not reveal."),
        (
            (void("Bob"), void("Bob", "Cid"), void()),
            THREE,
        ),
    ],
)
def test_a_result_says_how_many_starts_were_void(
    voids: tuple[VoidView, ...], text: str
) -> None:
    assert voids_text(voids) == text
    for is_recorded in (True, False):
        proven = Proven("m-2", is_recorded=is_recorded, doubts=(), voids=voids)
        assert text in text_of(Teller(counting(0)).tell(proven))


def test_who_has_no_seat_for_the_moment_is_told_for_how_long() -> None:
    refusal = Error(re=1, code=ErrorCode.HELD_UP, retry=590_000, trace="")
    assert refusal_text(refusal).endswith("Come again in 9:50.")


def test_who_is_not_ready_again_is_told_why() -> None:
    refusal = Error(re=1, code=ErrorCode.EVENT_OVER, retry="never", trace="")
    said = text_of(Teller(counting(0)).tell(NotReady(refusal)))
    assert said.strip().startswith("You are not ready: This event has closed")


def test_where_nobody_has_revealed_everybody_is_told_and_keeps_the_seat() -> None:
    player = counting(1)
    (said,) = told(player, *after(void("Ada", "Bob", "Cid")))
    assert said.startswith("Ada, Bob and Cid did not reveal in time")
    assert player.session.seat == 1
