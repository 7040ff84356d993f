"""What a room makes of the service's own trouble: outages, deaths, lost facts."""

from hypothesis import given
from hypothesis import strategies as st
from tests.server.core.table import Table, counting, opened, playing

from samedeal_protocol.updates import ClockStood
from samedeal_records.verification import is_proven, verify
from samedeal_server.core import facts
from samedeal_server.core.commands import BeginEpoch, Bury, StandStill
from samedeal_server.core.guards import guard_of
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.standings import standings
from samedeal_server.core.rooms.transcripts import transcript_of
from samedeal_server.core.rooms.updates import room_view
from samedeal_server.core.state import Phase
from samedeal_server.deals.tournament_rooms import has_begun


def test_an_outage_moves_the_time_limit_on_and_is_told() -> None:
    table = playing("ann", "bob")
    until, since = table.state.course.until, table.now + 1_000
    table.now = since + 30_000
    table.feed(StandStill(since, table.now))
    assert table.state.course.until == until + 30_000
    stood = [update for update in table.told if isinstance(update, ClockStood)]
    assert [update.ms for update in stood] == [30_000]
    assert room_view(table.state).started == stood[0].started


def test_the_same_outage_counts_once_whoever_reports_it() -> None:
    table = playing("ann", "bob")
    until, now = table.state.course.until, table.now
    table.feed(StandStill(now + 1_000, now + 31_000))
    assert table.feed(StandStill(now + 1_000, now + 31_000)) == ()
    table.feed(StandStill(now + 21_000, now + 41_000))
    assert table.state.course.until == until + 40_000


def test_an_outage_before_a_phase_does_not_move_its_limit() -> None:
    table = playing("ann", "bob")
    began = table.state.course.phase_since
    assert table.feed(StandStill(began - 9_000, began)) == ()
    until = table.state.course.until
    table.feed(StandStill(began - 9_000, began + 1_000))
    assert table.state.course.until == until + 1_000


def test_a_countdown_and_a_lost_connection_wait_as_well() -> None:
    table = counting("ann", "bob")
    due = deadline(table.state)
    assert due is not None
    table.feed(StandStill(table.now, table.now + 60_000))
    assert deadline(table.state) == due + 60_000
    gathering = opened("ann", "bob")
    gathering.drop("bob")
    due = deadline(gathering.state)
    assert due is not None
    gathering.feed(StandStill(gathering.now, gathering.now + 5_000))
    assert deadline(gathering.state) == due + 5_000


def test_an_outage_does_not_decide_who_was_first() -> None:
    table = playing("ann", "bob", game="squares/english")
    start = table.now
    table.now += 2_000
    table.move("ann")
    table.feed(StandStill(start + 3_000, start + 33_000))
    table.now = start + 34_000
    table.move("bob")
    match = table.state.table.match
    assert match is not None
    reached = {play.player.id: play.reached_at for play in match.plays if play}
    # Nothing scores with one card, so both still stand where they began.
    assert reached == {"ann": start, "bob": start}
    assert all(row.elapsed_ms == 0 for row in standings(match, table.contest))


def test_what_was_on_its_way_into_an_outage_is_not_late_by_it() -> None:
    table = playing("ann", "bob", game="westcliff/american")
    start = table.now
    # The store took the move in before it stopped, and carried it out when it went on.
    table.now = start + 30_900
    before = table.score("ann")
    for _ in range(40):
        table.move("ann")
        if table.score("ann") != before:
            break
    table.feed(StandStill(start + 1_000, start + 31_000))
    match = table.state.table.match
    assert match is not None
    play = match.plays[0]
    assert play is not None
    assert play.score != before
    assert play.reached_at == start + 1_000


STEPS = st.lists(st.tuples(st.integers(0, 9_000), st.integers(0, 20_000)), max_size=6)


@given(STEPS)
def test_no_outage_turns_the_clock_of_a_match_back(
    steps: list[tuple[int, int]],
) -> None:
    """Each step: a move after so long; then an outage that began so long before."""
    table = playing("ann", "bob", game="squares/english")
    for waited, ago in steps:
        table.now += waited
        table.move("ann")
        table.feed(StandStill(table.now - ago, table.now))
    table.finish("ann", "bob")
    table.tick_at_deadline()
    transcript = transcript_of(table.state, table.log, "a test")
    assert transcript is not None
    times = [move.at_ms for move in transcript.seats[0].moves]
    assert len(times) == len(steps)
    assert times == sorted(times)
    assert is_proven(verify(transcript)), verify(transcript)


def test_the_seats_of_a_dead_process_are_away() -> None:
    table = opened("ann")
    table.come("ann", "p1.1")
    table.sit("bob")
    table.come("bob", "p2.1")
    assert table.feed(Bury("p1")) == (facts.WentAway(0, by_service=True),)
    assert table.feed(Bury("p1")) == ()


def match_of(table: Table) -> str:
    match = table.state.table.match or table.state.course.next_match
    assert match is not None
    return match.id


def test_a_new_epoch_is_part_of_the_view() -> None:
    table = playing("ann", "bob")
    table.feed(BeginEpoch(1))
    assert room_view(table.state).epoch == 2
    assert table.state.course.phase is Phase.PLAYING


def test_one_loss_is_one_epoch_however_many_notice_it() -> None:
    table = playing("ann", "bob")
    assert table.feed(BeginEpoch(1)) == (facts.EpochBegan(2),)
    assert table.feed(BeginEpoch(1)) == ()
    # A number that was told once is not told again, even if its fact was lost.
    assert table.feed(BeginEpoch(4)) == (facts.EpochBegan(5),)


def test_a_match_whose_seed_was_told_is_not_played_again() -> None:
    for table in (playing("ann", "bob"), counting("ann", "bob")):
        told = match_of(table)
        assert table.feed(BeginEpoch(1, "m-another")) == (facts.EpochBegan(2),)
        # Whoever notices first may not know that it was told.
        assert table.feed(BeginEpoch(1, told)) == (facts.RoomClosed("lost"),)
        assert table.state.course.closed == "lost"
        # Nor elsewhere, if its deal was one that is given to many.
        seated = [sitter.player.id for _, sitter in table.state.taken()]
        assert len(seated) == 2
        assert all(has_begun(table.state, player) for player in seated)
        assert not has_begun(table.state, "somebody else")


def test_a_new_epoch_refuses_what_was_decided_before_it() -> None:
    table = playing("ann", "bob")
    moved = (facts.Moved(0, "a1"),)
    before = guard_of(table.state, moved)
    table.feed(BeginEpoch(1))
    assert guard_of(table.state, moved) != before
