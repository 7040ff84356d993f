"""What is told of what happens at a table, and what is not worth a line."""

from samedeal_client.play.sentences.telling import Teller
from samedeal_client.view.spans import text_of
from samedeal_client.wire.happenings import Back, Lost
from samedeal_client.wire.player import Player
from samedeal_protocol.errors import CloseCode
from samedeal_protocol.rooms.boards import PlayView, RoomView, SeatView
from samedeal_protocol.updates import SeatChanged, Service


def test_bots_that_become_ready_push_nothing_away() -> None:
    teller = Teller(Player("ws://127.0.0.1:9", name="Ada"))
    bob = SeatView(seat=1, player="p-1", name="Bob")
    rowan = SeatView(seat=2, player="p-2", name="Rowan", bot=True)
    ready = [each.model_copy(update={"ready": True}) for each in (rowan, bob)]
    told = [text_of(teller.tell(SeatChanged(seat=s))) for s in (bob, rowan, *ready)]
    assert told == [" Bob is here.", " Rowan [bot] is here.", "", " Bob is ready."]


def test_nobody_is_promised_another_server_by_one_that_stops() -> None:
    teller = Teller(Player("ws://127.0.0.1:9", name="Ada"))
    stopping, away = Service(state="draining"), Lost(CloseCode.GOING_AWAY, again=True)
    told = [text_of(teller.tell(each)) for each in (away, stopping, away, Back())]
    assert told == [
        " The server is stopping; you are back once one answers.",
        " This server is stopping; play goes on here as soon as one answers again.",
        "",
        " Connected again.",
    ]


def test_who_comes_back_is_told_of_bots_that_play_no_more() -> None:
    player = Player("ws://127.0.0.1:9", name="Ada")
    play = PlayView(ply=3, score=7, state="playing")
    lost = SeatView(
        seat=1, player="p-1", name="Greta", bot=True, present=False, play=play
    )
    done = play.model_copy(update={"state": "finished"})
    over = play.model_copy(update={"state": "over"})
    seats = (
        lost,
        lost.model_copy(update={"seat": 2, "name": "Bob", "bot": False}),
        lost.model_copy(update={"seat": 3, "name": "Gus", "play": done}),
        lost.model_copy(
            update={"seat": 4, "name": "Ida", "play": done, "present": True}
        ),
        lost.model_copy(update={"seat": 5, "name": "Olga", "play": over}),
    )
    assert Teller(player).greet() == ()
    room = RoomView.model_construct(phase="playing", seats=seats)
    player.session.room = room
    told = text_of(Teller(player).greet())
    # Gus was told to stop, and said so; Olga laid every card before.
    names = "Greta [bot] and Gus [bot]"
    assert told == f" {names} went with their program, and keep what they have."
    player.session.room = room.model_copy(update={"phase": "result"})
    assert Teller(player).greet() == ()
