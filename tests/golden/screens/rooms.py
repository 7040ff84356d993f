"""Golden screens of rooms: gathering, an evening, an event, and who won."""

from samedeal_client.view.deals.events import event_lines
from samedeal_client.view.deals.events import proof_lines as event_proof_lines
from samedeal_client.view.lists import rooms_lines
from samedeal_client.view.spans import Lines
from samedeal_client.view.standings import standings_lines
from samedeal_games.catalogue import find_game
from samedeal_games.wording import Wording
from samedeal_protocol.deals.events import EventDealView, EventRowView, EventView
from samedeal_protocol.rooms.boards import (
    ResultView,
    RoomSummary,
    RoomView,
    SeatView,
    StandingView,
)
from samedeal_records.proof.events import Event, Finding
from samedeal_server.core.rooms.series import series_view
from samedeal_server.core.state import DealPlayed, Player, PlayerResult


def gathering() -> RoomView:
    return RoomView(
        room="7KQ4P",
        public=False,
        host=0,
        game="squares/english",
        seats_max=4,
        time_limit_s=300,
        best_of=3,
        phase="gathering",
        until=90_000,
        started=None,
        next_match=None,
        seats=(
            SeatView(seat=0, player="p-1", name="Ada", ready=True, wins=1),
            SeatView(seat=1, player="p-2", name="Greta", bot=True),
            SeatView(seat=2, player="p-3", name="Bob\x1b[2J", present=False),
        ),
        result=None,
    )


def standings() -> Lines:
    rows = [
        ("Ada", False, 52, 114, 192_345, "out"),
        ("Greta", True, 31, 140, 250_000, "timed_out"),
        ("名前", False, 31, 140, 250_000, "timed_out"),
        ("Bob", False, 4, 12, 9_900, "resigned"),
    ]
    places = (1, 2, 2, 4)
    standings = tuple(
        StandingView.model_validate(
            {
                "place": place,
                "seat": seat,
                "player": f"p-{seat}",
                "name": name,
                "bot": bot,
                "score": score,
                "plies": plies,
                "elapsed_ms": elapsed,
                "state": state,
            }
        )
        for seat, (place, (name, bot, score, plies, elapsed, state)) in enumerate(
            zip(places, rows, strict=True)
        )
    )
    result = ResultView(
        match="m-1",
        standings=standings,
        server_seed=b"",
        commitment=b"",
        nonces=(),
        series_over=True,
        series_winners=(0,),
    )
    return standings_lines(result, find_game("westcliff/american").about, 0)


EVENT_CLOSES = 1_700_000_000_000


def events() -> dict[str, Lines]:
    """Return an event while it is open and when it is over, and two verdicts on it."""
    deals = tuple(
        EventDealView(
            deal=f"event/7KQ4PXY/{number}",
            game=game,
            commitment=bytes([number]) * 32,
            server_seed=b"",
            players=players,
        )
        for number, (game, players) in enumerate(
            [("squares/patience-american", 6), ("easthaven", 5), ("russian", 0)], 1
        )
    )
    view = EventView(
        event="7KQ4PXY",
        deals=deals,
        created_at=EVENT_CLOSES - 86_400_000,
        closes_at=EVENT_CLOSES,
        reveal_at=EVENT_CLOSES + 3_600_000,
    )
    rows = tuple(
        EventRowView(
            place=place,
            player=f"p-{number}",
            name=name,
            deals=2 if place else 1,
            percentage=share,
            percentages=(share, None, None),
        )
        for number, (place, name, share) in enumerate(
            [(1, "Ada", 7_250), (2, "名前", 5_000), (2, "Bob", 5_000), (None, "Cid", 0)]
        )
    )
    found = Event(view, rows, ())
    made = Wording(
        "{name} had a different result in match {match}", name="Bob", match="m-1"
    )
    doubt = Finding("deal 2", made)
    return {
        "event": event_lines(found, EVENT_CLOSES - 1, "p-2"),
        "event-over": event_lines(found._replace(rows=()), EVENT_CLOSES + 3_600_000),
        "event-verify": event_proof_lines((), 5),
        "event-verify-doubt": event_proof_lines((doubt,), 5),
    }


EVENING = {
    "p-1": ("Ada", False, (48, 21, None, 30)),
    "p-2": ("Bob", False, (35, 21, 17, 44)),
    "p-3": ("名前", False, (35, 26, 12, 41)),
    "p-4": ("Latecomer of 20 sign", False, (None, None, None, 52)),
    "p-5": ("Greta", True, (40, 30, 20, 35)),
}


EVENING_GAMES = ("squares/english", "squares/patience-american")


def evening(deals: int) -> RoomView:
    """Return a room in which `deals` of four deals are played."""
    played = tuple(
        DealPlayed(
            f"m-{number:032x}",
            EVENING_GAMES[number % 2],
            tuple(
                PlayerResult(
                    Player(player, name, bot, named=name == "Ada"),
                    *(score, 25, 60_000),
                    "over",
                )
                for player, (name, bot, scores) in EVENING.items()
                if (score := scores[number]) is not None
            ),
        )
        for number in range(deals)
    )
    result = ResultView(
        match="m-1",
        standings=(),
        server_seed=b"",
        commitment=b"",
        nonces=(),
        series_over=deals == 4,
        series_winners=(),
    )
    more = {"series": series_view(played), "result": result, "best_of": 4}
    return gathering().model_copy(update={**more, "scoring": "duplicate"})


def rooms() -> Lines:
    room = RoomSummary(
        room="7KQ4P",
        game="squares/patience-american",
        host="Zoë\n",
        seats_taken=2,
        seats_max=4,
        time_limit_s=300,
        best_of=3,
        phase="gathering",
    )
    alone = room.model_copy(update={"best_of": 1})
    lenient = alone.model_copy(update={"game": "easthaven", "takes_back": True})
    strict = alone.model_copy(update={"named_only": True})
    left = room.model_copy(update={"host_away": True})
    return rooms_lines([room, alone, lenient, strict, left])
