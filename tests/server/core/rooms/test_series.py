"""Duplicate evenings in one room: what the deals come to, and who is told."""

import pytest
from tests.server.core.table import LIMITS, Table, nonce_of, seated

from samedeal_protocol.codec import MAX_OUTBOUND_BYTES, decode_message, encode
from samedeal_protocol.deals.events import (
    EVENT_PLAYERS_MOST,
    EVENT_ROWS_MOST,
    EventDealView,
    EventRowView,
    EventTable,
    EventView,
)
from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.limits import MAX_DEALS, MAX_EVENT_DEALS, MAX_SEATS, NAME_MAX
from samedeal_protocol.rooms.rooms import HostRoom, Joined
from samedeal_protocol.rooms.series import SeriesView
from samedeal_protocol.updates import MatchEnded
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.openings import (
    COUNTDOWN_FOR_ONE_MS,
    room_asked_for,
)
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.updates import room_view, snapshot
from samedeal_server.core.state import (
    DealPlayed,
    Phase,
    Player,
    PlayerResult,
    Room,
)

GAMES = ("squares/english", "westcliff/american")


def evening(*names: str, deals: int = 3, games: tuple[str, ...] = GAMES) -> Table:
    asked = HostRoom(id=1, game=games[0], games=games, deals=deals)
    return seated(room_asked_for(asked, LIMITS), *names)


def play(table: Table, *names: str) -> SeriesView:
    """Play a deal in which the first of these names does best, and so on."""
    table.ready(*names)
    table.reveal(*names)
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING
    for name in names[1:]:
        table.resign(name)
    table.finish(names[0])
    table.tick_at_deadline()
    series = room_view(table.state).series
    assert series is not None
    told = [update for update in table.told if isinstance(update, MatchEnded)]
    assert [update.series for update in told] == [series]
    return series


def rows(series: SeriesView) -> list[tuple[str, int | None, int, int | None]]:
    return [(r.name, r.place, r.deals, r.percentage) for r in series.rows]


def test_a_host_can_ask_for_an_evening_of_several_games() -> None:
    view = room_view(evening("ann", "bob").state)
    assert (view.scoring, view.best_of, view.games) == ("duplicate", 3, GAMES)
    assert view.series is None


def test_one_game_named_twice_as_one_is_one_game() -> None:
    asked = HostRoom(id=1, game=GAMES[0], games=GAMES[:1], deals=2)
    opened = room_asked_for(asked, LIMITS)
    assert (opened.game, opened.games, opened.best_of) == (GAMES[0], (), 2)


def test_a_game_that_is_not_the_first_of_its_games_is_refused() -> None:
    asked = HostRoom(id=1, game=GAMES[1], games=GAMES)
    with pytest.raises(Refused) as refusal:
        room_asked_for(asked, LIMITS)
    assert refusal.value.code is ErrorCode.BAD_MESSAGE
    assert GAMES[1] in refusal.value.detail


@pytest.mark.parametrize(
    ("seats", "certified", "countdown_ms"),
    [(1, False, 1_500), (1, True, 5_000), (2, False, 5_000)],
)
def test_who_waits_for_nobody_has_a_short_countdown(
    seats: int, certified: bool, countdown_ms: int
) -> None:
    asked = HostRoom(id=1, game=GAMES[0], seats=seats, certified=certified)
    opened = room_asked_for(asked, LIMITS._replace(countdown_ms=5_000))
    assert opened.limits.countdown_ms == countdown_ms


@pytest.mark.parametrize("matches", [{"best_of": 3}, {"deals": 2}])
def test_who_plays_alone_is_dealt_each_match_with_the_only_nonce(
    matches: dict[str, int],
) -> None:
    asked = HostRoom.model_validate({"id": 1, "game": GAMES[0], "seats": 1, **matches})
    table = seated(room_asked_for(asked, LIMITS), "ann")
    for number in (1, 2):
        table.ready("ann")
        table.wait(100)
        # The nonce is a part of the deal: nothing is dealt without it.
        assert table.state.course.phase is Phase.COUNTDOWN
        table.reveal("ann")
        began = table.now
        table.tick_at_deadline()
        assert table.now == began
        match = table.state.table.match
        assert match is not None
        assert (match.number, match.nonces[0].nonce) == (number, nonce_of("ann"))
        table.now += LIMITS.countdown_ms
        table.finish("ann")
        table.tick_at_deadline()


def test_who_plays_alone_begins_no_two_matches_at_the_same_moment() -> None:
    asked = HostRoom(id=1, game=GAMES[0], seats=1)
    table = seated(room_asked_for(asked, LIMITS), "ann")
    began: list[int] = []
    for _ in range(3):
        table.ready("ann")
        table.reveal("ann")
        table.tick_at_deadline()
        began.append(table.now)
        table.finish("ann")
        table.tick_at_deadline()
    first, second, third = began
    assert second - first == third - second == COUNTDOWN_FOR_ONE_MS


def test_with_others_the_countdown_is_for_everybody() -> None:
    table = seated(room_asked_for(HostRoom(id=1, game=GAMES[0]), LIMITS), "ann")
    table.sit("bit", bot=True)
    table.ready("ann", "bit")
    due = table.now + LIMITS.countdown_ms
    table.reveal("ann", "bit")
    assert deadline(table.state) == due


def test_an_evening_is_a_table_after_every_deal() -> None:
    table = evening("ann", "bob", "cid")
    assert rows(play(table, "ann", "bob", "cid")) == [
        ("Ann", 1, 1, 10_000),
        ("Bob", 2, 1, 2_500),
        ("Cid", 2, 1, 2_500),
    ]
    assert table.state.table.game.about.key == GAMES[0]
    assert rows(play(table, "bob", "ann", "cid"))[0] == ("Ann", 1, 2, 6_250)
    assert table.state.table.game.about.key == GAMES[1]
    series = play(table, "bob", "cid", "ann")
    assert rows(series) == [
        ("Bob", 1, 3, 7_500),
        ("Ann", 2, 3, 5_000),
        ("Cid", 3, 3, 2_500),
    ]
    assert [deal.game for deal in series.deals] == [GAMES[0], GAMES[1], GAMES[0]]
    assert table.state.course.series_winners == (1,)


def test_who_left_and_who_came_late_stand_with_the_deals_they_played() -> None:
    table = evening("ann", "bob", "cid", deals=4)
    play(table, "cid", "ann", "bob")
    table.leave("cid")
    play(table, "ann", "bob")
    table.sit("dot")
    play(table, "ann", "bob", "dot")
    series = play(table, "dot", "ann", "bob")
    assert rows(series) == [
        ("Ann", 1, 4, 6_250),
        ("Dot", 1, 2, 6_250),
        ("Bob", 3, 4, 1_875),
        ("Cid", None, 1, 10_000),
    ]
    # Dot sits where Cid sat, and is not taken for Cid.
    assert table.state.course.series_winners == (0, 2)


def test_the_next_evening_begins_anew_when_its_first_deal_is_over() -> None:
    table = evening("ann", "bob", deals=2)
    play(table, "ann", "bob")
    last = play(table, "ann", "bob")
    assert table.state.course.next_match is not None
    assert table.state.course.next_match.number == 1
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    assert room_view(table.state).series == last
    table.resign("ann")
    table.finish("bob")
    table.tick_at_deadline()
    series = room_view(table.state).series
    assert series is not None
    assert rows(series) == [("Bob", 1, 1, 10_000), ("Ann", 2, 1, 0)]


def test_a_series_by_wins_has_no_table() -> None:
    asked = HostRoom(id=1, game=GAMES[0], games=GAMES, best_of=3)
    table = seated(room_asked_for(asked, LIMITS), "ann", "bob")
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    table.finish("ann", "bob")
    table.tick_at_deadline()
    assert room_view(table.state).series is None


def test_an_evening_folds_from_its_log() -> None:
    table = evening("ann", "bob", deals=2)
    play(table, "ann", "bob")
    play(table, "bob", "ann")
    room: Room | None = None
    for entry in table.log:
        room = evolve(room, entry)
    assert room == table.state
    assert room is not None
    assert len(room.course.played) == 2


def test_the_longest_evening_of_most_people_fits_in_one_message() -> None:
    table = evening("ann", "bob", deals=MAX_DEALS)
    widest = "\U0001d538" * NAME_MAX
    deals = tuple(
        DealPlayed(
            f"m-{number:032}",
            "squares/patience-american",
            tuple(
                PlayerResult(
                    Player(f"p-{number * MAX_SEATS + k:016}", widest, bot=False),
                    score=725,
                    plies=25,
                    elapsed_ms=3_600_000,
                    state="over",
                )
                for k in range(MAX_SEATS)
            ),
        )
        for number in range(MAX_DEALS)
    )
    room = table.state._replace(course=table.state.course._replace(played=deals))
    joined = Joined(re=1, snapshot=snapshot(room, "ann"))
    frame = encode(joined)
    assert decode_message(frame) == joined
    # Seats with the widest names, a result and a board are 8 KiB at most.
    assert len(frame) < MAX_OUTBOUND_BYTES - 8 * 1024
    view = room_view(room)
    assert view.series is not None
    assert len(view.series.rows) == MAX_DEALS * MAX_SEATS


def test_a_page_of_the_biggest_event_fits_in_one_message() -> None:
    widest = "\U0001d538" * NAME_MAX
    deals = tuple(
        EventDealView(
            deal=f"event/2345678/{number}",
            game="squares/patience-american",
            commitment=bytes(32),
            server_seed=bytes(32),
            players=EVENT_PLAYERS_MOST,
        )
        for number in range(MAX_EVENT_DEALS)
    )
    event = EventView(
        event="2345678", deals=deals, created_at=2**41, closes_at=2**41, reveal_at=2**41
    )
    row = EventRowView(
        place=EVENT_PLAYERS_MOST,
        player=f"p-{0:016}",
        name=widest,
        deals=MAX_EVENT_DEALS,
        percentage=10_000,
        percentages=(10_000,) * MAX_EVENT_DEALS,
    )
    table = EventTable(
        re=2**31, event=event, start=0, total=256, rows=(row,) * EVENT_ROWS_MOST
    )
    assert decode_message(encode(table)) == table
    assert len(encode(table)) < MAX_OUTBOUND_BYTES // 2
