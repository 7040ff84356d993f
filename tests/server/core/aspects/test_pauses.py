"""Pauses: by agreement of all who race, where nothing counts."""

from datetime import date

import pytest
from tests.server.core.table import LIMITS, Table, opened, playing, seated

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import GoOn, Pause
from samedeal_protocol.updates import ClockStood, PauseChanged
from samedeal_records.verification import is_proven, verify
from samedeal_server.core.aspects.pauses import GOES_ON_MS, PAUSE_MS
from samedeal_server.core.books.dailies import DailyDeal, given_daily
from samedeal_server.core.commands import StandStill
from samedeal_server.core.facts import GoingOn, PauseBegan, PauseEnded
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.openings import room_for_one
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.transcripts import transcript_of
from samedeal_server.core.rooms.updates import room_view
from samedeal_server.core.state import Phase


def casual(*names: str, **options: object) -> Table:
    """Return a match that counts for nothing."""
    return playing(*names, rated=False, **options)


def pause(table: Table, *names: str) -> None:
    for name in names:
        number = number_of(table, name)
        table.feed(Pause(id=1, n=number), name, number)


def go_on(table: Table, name: str) -> None:
    number = number_of(table, name)
    table.feed(GoOn(id=1, n=number), name, number)


def number_of(table: Table, name: str) -> int:
    sitter = table.state.table.seats[table.state.seat_of(name) or 0]
    return 1 if sitter is None else sitter.n + 1


def paused(*names: str, **options: object) -> Table:
    """Return a match in a pause that all have agreed to."""
    table = casual(*names, **options)
    pause(table, *names)
    table.tick_at_deadline()
    assert is_paused(table)
    return table


def is_paused(table: Table) -> bool:
    return table.state.course.pause.since is not None


def test_all_who_race_have_to_agree_and_are_told_who_does() -> None:
    table = casual("ann", "bob", "cid")
    began = table.now
    pause(table, "ann", "cid")
    told = [u.pause for u in table.told if isinstance(u, PauseChanged)]
    assert [view.asked for view in told if view] == [(0, 2)]
    table.wait(1_000)
    assert not is_paused(table)
    pause(table, "bob")
    assert deadline(table.state) == began
    table.wait(0)
    assert is_paused(table)
    view = room_view(table.state).pause
    assert view is not None
    assert (view.since, view.until) == (table.now, table.now + PAUSE_MS)


@pytest.mark.parametrize("gone", ["finish", "resign", "leave", "drop"])
def test_who_stops_goes_or_is_away_holds_no_pause_up(gone: str) -> None:
    table = casual("ann", "bob")
    pause(table, "ann")
    getattr(table, gone)("bob")
    table.wait(0)
    assert is_paused(table)


def test_bots_agree_at_once_and_ask_for_none() -> None:
    table = casual_with_bot()
    pause(table, "ann")
    table.wait(0)
    assert is_paused(table)
    table.leave("ann")
    table.wait(0)
    assert not is_paused(table)


def casual_with_bot() -> Table:
    """Return a match of Ann against a bot."""
    table = opened("ann", rated=False)
    table.sit("rob", bot=True)
    table.ready("ann", "rob")
    table.reveal("ann", "rob")
    table.tick_at_deadline()
    return table


def test_a_wish_is_taken_back() -> None:
    table = casual("ann", "bob")
    pause(table, "ann")
    go_on(table, "ann")
    assert room_view(table.state).pause is None
    pause(table, "bob")
    table.wait(0)
    assert not is_paused(table)


def test_clocks_stand_and_no_move_is_taken_until_somebody_goes_on() -> None:
    table = casual("ann", "bob")
    table.now += 7_000
    table.move("ann")
    until = table.state.course.until
    pause(table, "ann", "bob")
    table.wait(0)
    table.wait(100_000)
    for act in (table.move, table.finish):
        with pytest.raises(Refused) as refused:
            act("bob")
        assert refused.value.code is ErrorCode.PAUSED
    go_on(table, "bob")
    table.wait(GOES_ON_MS - 1)
    assert is_paused(table)
    table.wait(1)
    stood = 100_000 + GOES_ON_MS
    told = [u for u in table.told if isinstance(u, ClockStood)]
    assert [(u.ms, u.paused) for u in told] == [(stood, True)]
    assert room_view(table.state).pause is None
    assert table.state.course.until == until + stood
    assert room_view(table.state).started == told[0].started
    table.now += 1_000
    table.move("bob")
    table.finish("ann", "bob")
    table.tick_at_deadline()
    transcript = transcript_of(table.state, table.log, "a test")
    assert transcript is not None
    assert transcript.stood_ms == stood
    assert is_proven(verify(transcript))
    made = {s.seat: [m.at_ms for m in s.moves] for s in transcript.seats}
    assert made == {0: [7_000], 1: [8_000]}


def test_a_pause_that_ends_late_is_told_to_end_then() -> None:
    table = paused("ann", "bob")
    go_on(table, "bob")
    table.wait(GOES_ON_MS + 250)
    views = [u.pause for u in table.told if isinstance(u, PauseChanged)]
    assert [v and (v.since, v.until) for v in views] == [(table.now, table.now), None]


def test_the_time_limit_waits_for_a_pause_however_long() -> None:
    table = casual("ann", "bob", time_limit_s=60)
    pause(table, "ann", "bob")
    table.wait(0)
    table.wait(PAUSE_MS - 1)
    assert is_paused(table)
    table.tick_at_deadline()
    assert not is_paused(table)
    assert table.state.course.phase is Phase.PLAYING
    assert deadline(table.state) == table.now + 60_000


def test_two_who_go_on_do_not_make_it_later() -> None:
    table = paused("ann", "bob")
    go_on(table, "ann")
    until = table.state.course.pause.until
    table.now += 1_000
    for name in ("bob", "ann"):
        with pytest.raises(Refused) as refused:
            go_on(table, name)
        assert refused.value.code is ErrorCode.WRONG_PHASE
    assert table.state.course.pause.until == until
    assert sum(isinstance(entry.fact, GoingOn) for entry in table.log) == 1


def test_what_is_asked_again_uses_its_number_up_or_is_refused() -> None:
    table = casual("ann", "bob")
    pause(table, "ann")
    before = number_of(table, "ann")
    pause(table, "ann")
    assert number_of(table, "ann") == before + 1
    assert table.state.course.pause.asked == (0,)
    pause(table, "bob")
    table.wait(0)
    with pytest.raises(Refused) as refused:
        pause(table, "ann")
    assert refused.value.code is ErrorCode.PAUSED


def test_an_outage_in_a_pause_or_around_its_beginning_counts_once() -> None:
    table = casual("ann", "bob")
    since, until = table.now, table.state.course.until
    table.now += 5_000
    pause(table, "ann", "bob")
    table.wait(0)
    began = table.now
    table.feed(StandStill(since + 1_000, since + 2_000))
    table.now += 10_000
    table.feed(StandStill(began + 3_000, table.now))
    view = room_view(table.state)
    assert view.pause is not None
    assert view.until is not None
    # What is left is what was left when it began, but for the outage before.
    assert view.until - (view.pause.since or 0) == until - began + 1_000
    go_on(table, "ann")
    table.tick_at_deadline()
    assert table.state.course.until == until + 1_000 + (table.now - began)


def test_a_match_ends_in_a_pause_when_all_have_given_up() -> None:
    table = paused("ann", "bob")
    table.now += 4_000
    table.resign("ann", "bob")
    table.wait(0)
    assert table.state.course.phase is Phase.RESULT
    assert room_view(table.state).pause is None
    assert any(isinstance(entry.fact, PauseEnded) for entry in table.log)
    transcript = transcript_of(table.state, table.log, "a test")
    assert transcript is not None
    assert transcript.stood_ms == 4_000
    assert is_proven(verify(transcript))


def test_a_second_pause_needs_everybody_again() -> None:
    table = paused("ann", "bob")
    go_on(table, "ann")
    table.tick_at_deadline()
    pause(table, "ann")
    table.wait(0)
    assert not is_paused(table)
    pause(table, "ann", "bob")
    table.wait(0)
    assert sum(isinstance(entry.fact, PauseBegan) for entry in table.log) == 2


def test_a_pause_is_part_of_what_the_log_says() -> None:
    table = paused("ann", "bob")
    go_on(table, "bob")
    state = None
    for entry in table.log:
        state = evolve(state, entry)
    assert state == table.state


def test_nothing_that_counts_is_paused() -> None:
    table = playing("ann", "bob")
    with pytest.raises(Refused) as refused:
        pause(table, "ann")
    assert refused.value.code is ErrorCode.NO_PAUSE


def test_only_who_still_races_asks_and_ends() -> None:
    table = casual("ann", "bob")
    with pytest.raises(Refused) as refused:
        go_on(table, "ann")
    assert refused.value.code is ErrorCode.WRONG_PHASE
    table.finish("ann")
    for act in (pause, go_on):
        with pytest.raises(Refused) as refused:
            act(table, "ann")
        assert refused.value.code is ErrorCode.SEAT_DONE
    table.finish("bob")
    table.tick_at_deadline()
    with pytest.raises(Refused) as refused:
        pause(table, "bob")
    assert refused.value.code is ErrorCode.WRONG_PHASE


def test_who_changes_their_mind_without_end_is_stopped_in_a_public_room() -> None:
    table = casual("ann", "bob", public=True)
    before = sum(table.state.course.stirs.values())
    pause(table, "ann")
    go_on(table, "ann")
    assert sum(table.state.course.stirs.values()) == before + 2


def test_the_deal_of_a_day_is_not_paused() -> None:
    given = given_daily(DailyDeal("squares/english", date(2199, 11, 20)), bytes(32))
    table = seated(room_for_one(given, "daily", LIMITS), "ann")
    table.ready("ann")
    table.reveal("ann")
    table.tick_at_deadline()
    with pytest.raises(Refused) as refused:
        pause(table, "ann")
    assert refused.value.code is ErrorCode.NO_PAUSE
