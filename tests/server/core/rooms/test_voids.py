"""No deal is made of fewer nonces than were committed to, and void starts are told."""

from collections.abc import Callable
from itertools import combinations

import pytest
from tests.server.core.rooms.withholding import FAILURES, in_an_outage, withhold
from tests.server.core.table import (
    LIMITS,
    Table,
    counting,
    nonce_of,
    opened,
    playing,
    seated,
)

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.updates import MatchOpened, StartVoided
from samedeal_records.transcripts import Transcript
from samedeal_records.verification import is_proven, verify
from samedeal_server.core import facts
from samedeal_server.core.commands import BeginEpoch, Tick
from samedeal_server.core.facts import GivenDeal
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.matches import opening_of
from samedeal_server.core.rooms.openings import room_for_one
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.transcripts import transcript_of
from samedeal_server.core.rooms.voids import (
    LATE_MS,
    REVEAL_MS,
    VOIDS_MOST,
    void_links,
)
from samedeal_server.core.state import Phase

PUPPETS = ("bob", "cid", "dot", "eve")


def transcript(table: Table) -> Transcript:
    found = transcript_of(table.state, table.log, "a test")
    assert found is not None
    return found


def opened_id(table: Table) -> str:
    assert table.state.course.next_match is not None
    return table.state.course.next_match.id


def test_whoever_has_puppets_in_a_room_chooses_no_deck() -> None:
    """All but one player are the operator's, who knows seed and nonces in advance."""
    decks = set[object]()
    for count in range(len(PUPPETS) + 1):
        for silent in combinations(PUPPETS, count):
            table = counting("ann", *PUPPETS, seats=5)
            withhold(table, *silent)
            if table.state.table.match is not None:
                decks.add(
                    str(opening_of(table.state.table.game, table.state.table.match))
                )
    assert len(decks) == 1


def test_whoever_leaves_after_revealing_chooses_no_deck() -> None:
    decks = set[object]()
    for leavers in [(), ("bob",), ("bob", "cid")]:
        table = counting("ann", "bob", "cid")
        table.reveal("ann", "bob", "cid")
        for name in leavers:
            table.leave(name)
        table.tick_at_deadline()
        assert table.state.table.match is not None
        decks.add(str(opening_of(table.state.table.game, table.state.table.match)))
    assert len(decks) == 1


def test_a_withheld_nonce_makes_a_start_void() -> None:
    table = counting("ann", "bob", "cid")
    first = table.state.course.next_match
    assert first is not None
    withhold(table, "cid")
    assert table.state.course.phase is Phase.GATHERING
    assert table.state.seat_of("cid") is None
    assert table.says(facts.SeatLeft(2, "no_show"))
    second = table.state.course.next_match
    assert second is not None
    assert second.server_seed != first.server_seed
    assert (second.number, second.id != first.id) == (first.number, True)
    (void,) = table.state.course.voids
    assert (void.match, void.commitment, void.why) == (
        *(first.id, first.commitment),
        "withheld",
    )
    assert [(who.player, who.name) for who in void.withheld] == [("cid", "Cid")]


def test_a_nonce_that_comes_soon_after_a_short_countdown_is_in_time() -> None:
    wanted = opened("ann", "bob").state.opened
    table = seated(wanted._replace(limits=LIMITS._replace(countdown_ms=100)), "ann")
    table.sit("bob")
    table.ready("ann", "bob")
    began, ends = table.state.course.phase_since, table.state.course.until
    table.reveal("ann")
    table.now = began + REVEAL_MS - 1
    assert ends < table.now
    assert table.feed(Tick()) == ()
    table.reveal("bob")
    assert deadline(table.state) == ends
    table.feed(Tick())
    assert table.state.course.phase is Phase.PLAYING


def test_a_nonce_that_does_not_come_is_waited_for_no_longer_than_that() -> None:
    wanted = opened("ann", "bob").state.opened
    table = seated(wanted._replace(limits=LIMITS._replace(countdown_ms=100)), "ann")
    table.sit("bob")
    table.ready("ann", "bob")
    began = table.state.course.phase_since
    withhold(table, "bob")
    assert table.now == began + REVEAL_MS
    assert [void.why for void in table.state.course.voids] == ["withheld"]


def test_everybody_is_told_of_a_void_start_before_the_next_match() -> None:
    table = counting("ann", "bob", "cid")
    withhold(table, "cid")
    kinds = [type(update) for update in table.told]
    assert kinds.index(StartVoided) < kinds.index(MatchOpened)


def test_a_record_tells_the_starts_that_were_void_and_the_next_one_does_not() -> None:
    table = counting("ann", "bob", "cid")
    void = opened_id(table)
    withhold(table, "cid")
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    table.finish("ann", "bob")
    table.tick_at_deadline()
    told = transcript(table)
    assert is_proven(verify(told)), verify(told)
    assert [each.match for each in told.voids or ()] == [void]
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    table.finish("ann", "bob")
    table.tick_at_deadline()
    assert transcript(table).voids == ()


def test_leaving_before_revealing_makes_a_start_void_at_once() -> None:
    table = counting("ann", "bob", "cid")
    table.reveal("ann")
    table.leave("cid")
    assert table.state.course.phase is Phase.GATHERING
    assert [v.why for v in table.state.course.voids] == ["withheld"]
    assert table.says(facts.SeatLeft(2, "left"))
    assert [who.player for who in table.state.course.voids[0].withheld] == ["cid"]


def test_who_has_not_revealed_yet_is_not_to_blame_for_who_leaves() -> None:
    table = counting("ann", "bob", "cid")
    table.leave("cid")
    assert table.state.seat_of("bob") == 1
    assert table.state.withholders == ("cid",)


def test_a_lost_connection_may_still_come_back_and_reveal() -> None:
    table = counting("ann", "bob")
    table.reveal("ann")
    table.drop("bob")
    table.come("bob", "c-bob-2")
    table.reveal("bob")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING


def test_a_lost_connection_that_does_not_come_back_has_withheld() -> None:
    table = counting("ann", "bob", "cid")
    table.reveal("ann", "bob")
    table.drop("cid")
    table.tick_at_deadline()
    assert table.state.withholders == ("cid",)


def test_the_second_time_the_seat_is_lost_for_good() -> None:
    table = opened("ann", "bob", "cid")
    for _ in range(2):
        table.sit("cid")
        table.ready("ann", "bob", "cid")
        withhold(table, "cid")
    with pytest.raises(Refused) as refused:
        table.sit("cid")
    assert refused.value.code is ErrorCode.WITHHELD
    table.sit("dot")
    assert table.state.seat_of("dot") is not None


@pytest.mark.parametrize("fail", FAILURES)
def test_a_start_that_fails_through_the_service_counts_against_nobody(
    fail: Callable[[Table], None],
) -> None:
    table = opened("ann", "bob", "cid")
    table.come("bob", "p1.7")
    table.ready("ann", "bob", "cid")
    first = opened_id(table)
    table.reveal("ann")
    fail(table)
    table.tick_at_deadline()
    assert [(v.match, v.why, v.withheld) for v in table.state.course.voids] == [
        (first, "service", ())
    ]
    assert len(table.state.taken()) == 3
    assert table.state.withholders == ()
    assert table.state.course.phase is Phase.GATHERING
    assert opened_id(table) != first


@pytest.mark.parametrize("fail", FAILURES)
def test_what_failed_hinders_nobody_whose_nonces_are_all_there(
    fail: Callable[[Table], None],
) -> None:
    table = counting("ann", "bob")
    table.reveal("ann", "bob")
    fail(table)
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING
    assert table.state.course.voids == ()


def test_trouble_in_one_countdown_excuses_nobody_in_the_next() -> None:
    table = counting("ann", "bob", "cid")
    in_an_outage(table)
    withhold(table, "cid")
    table.ready("ann", "bob", "cid")
    withhold(table, "cid")
    assert [void.why for void in table.state.course.voids] == ["service", "withheld"]


def test_a_match_of_which_the_store_lost_something_is_opened_anew() -> None:
    """Somebody may have revealed; nobody shall commit once more knowing that."""
    table = opened("ann", "bob")
    table.ready("ann")
    first = opened_id(table)
    table.feed(BeginEpoch(1))
    assert opened_id(table) != first
    assert [(v.match, v.why) for v in table.state.course.voids] == [(first, "service")]
    seat = table.state.table.seats[0]
    assert seat is not None
    assert seat.commitment is None


def test_a_room_with_too_few_left_waits_for_more() -> None:
    table = counting("ann", "bob")
    withhold(table, "bob")
    assert table.state.course.phase is Phase.GATHERING
    assert [v.why for v in table.state.course.voids] == ["withheld"]
    table.ready("ann")
    assert table.state.course.phase is Phase.GATHERING


def test_a_match_is_dealt_to_one_if_the_others_left_it_after_revealing() -> None:
    table = counting("ann", "bob")
    table.reveal("ann", "bob")
    table.leave("bob")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING
    play = table.state.play_of(1)
    assert play is not None
    assert play.state == "resigned"


def test_a_room_that_everybody_has_left_in_the_countdown_closes() -> None:
    table = counting("ann", "bob")
    table.reveal("ann", "bob")
    table.leave("ann")
    table.leave("bob")
    table.tick_at_deadline()
    assert table.last(facts.RoomClosed("empty"))


def test_a_series_goes_on_where_it_was() -> None:
    table = playing("ann", "bob", "cid", best_of=3)
    table.finish("ann", "bob", "cid")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.RESULT
    table.ready("ann", "bob", "cid")
    withhold(table, "cid")
    assert table.state.course.phase is Phase.RESULT
    assert table.state.course.next_match is not None
    assert table.state.course.next_match.number == 2
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    assert table.state.table.match is not None
    assert (table.state.table.match.number, len(table.state.table.match.voids)) == (
        2,
        1,
    )


def test_a_room_that_comes_no_further_closes() -> None:
    table = opened("ann", "bob")
    for number in range(VOIDS_MOST):
        table.sit(f"p{number}")
        table.ready("ann", "bob", f"p{number}")
        withhold(table, f"p{number}")
    assert table.last(facts.RoomClosed("worn"))


def test_a_given_deal_needs_no_nonce_and_has_no_void_starts() -> None:
    given = GivenDeal("daily/squares/english/2026-11-21", "squares/english", bytes(32))
    opened_room = room_for_one(given, "event", LIMITS)._replace(seats_max=3)
    table = seated(opened_room, "ann", "bob", "cid")
    table.ready("ann", "bob", "cid")
    withhold(table, "cid")
    assert table.state.course.phase is Phase.PLAYING
    assert table.says(facts.SeatLeft(2, "no_show"))
    assert table.state.course.voids == ()


def test_a_log_of_a_server_that_dealt_without_no_shows_is_read_as_it_was() -> None:
    table = counting("ann", "bob", "cid")
    table.reveal("ann", "bob")
    table.fold((facts.SeatLeft(2, "no_show"), facts.MatchStarted()))
    assert table.state.table.match is not None
    nonces = {nonce.player: nonce.nonce for nonce in table.state.table.match.nonces}
    assert nonces == {"ann": nonce_of("ann"), "bob": nonce_of("bob"), "cid": None}
    table.finish("ann", "bob")
    table.tick_at_deadline()
    told = transcript(table)
    assert told.version == 2
    assert is_proven(verify(told)), verify(told)


def test_the_links_of_void_starts_lead_from_one_to_the_next() -> None:
    table = counting("ann", "bob", "cid", "dot")
    ids = [opened_id(table)]
    for gone, stay in (("dot", ("ann", "bob", "cid")), ("cid", ("ann", "bob"))):
        withhold(table, gone)
        ids.append(opened_id(table))
        before = void_links(table.state)
        table.ready(*stay)
    assert [match for match, _ in before] == ids[:2]
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    assert void_links(table.state) == before


def test_a_process_that_is_not_heard_of_is_waited_for_and_then_forgiven() -> None:
    """Nobody knows yet whether it has died with the nonces that it was sent."""
    table = opened("ann", "bob", "cid")
    table.come("cid", "p1.7")
    table.ready("ann", "bob", "cid")
    table.reveal("ann", "bob")
    due = deadline(table.state)
    assert due is not None
    table.now = due
    silent = Tick(silent=frozenset({"p1"}))
    assert table.feed(silent) == ()
    assert table.feed(Tick(silent=frozenset({"p2"}))) != ()
    assert table.state.withholders == ("cid",)
    table.sit("cid")
    table.come("cid", "p1.8")
    table.ready("ann", "bob", "cid")
    table.reveal("ann", "bob")
    table.now += LIMITS.countdown_ms + LATE_MS
    assert table.feed(silent) == ()
    table.now += 1
    table.feed(silent)
    assert [void.why for void in table.state.course.voids] == ["withheld", "service"]
