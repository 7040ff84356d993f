"""How a match comes to begin: who is ready, and what a countdown comes to."""

import pytest
from tests.server.core.table import (
    LIMITS,
    counting,
    nonce_of,
    opened,
    playing,
)

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.playing import (
    Ready,
    Reveal,
)
from samedeal_server.core import facts
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.state import Phase


def test_all_ready_begins_the_countdown_at_once() -> None:
    assert counting("ann", "bob").last(facts.CountdownBegan())


def test_nobody_plays_alone_at_a_table_for_more() -> None:
    table = opened("ann")
    table.ready("ann")
    assert table.state.course.phase is Phase.GATHERING


def test_a_table_for_one_starts_with_one() -> None:
    assert playing("ann", seats=1).state.course.phase is Phase.PLAYING


def test_who_is_not_ready_in_time_loses_the_seat_and_blocks_nobody() -> None:
    table = opened("ann", "bob", "cid")
    table.ready("ann", "bob")
    table.wait(LIMITS.ready_ms)
    assert table.last(facts.SeatLeft(2, "not_ready"), facts.CountdownBegan())


def test_a_latecomer_does_not_hold_up_a_ready_check() -> None:
    table = opened("ann", "bob", "cid")
    table.ready("ann", "bob")
    due = deadline(table.state)
    table.now += 1000
    table.sit("dot")
    assert deadline(table.state) == due


def test_bots_alone_hurry_nobody() -> None:
    table = opened("ann")
    table.sit("bot", "bit", bot=True)
    table.ready("bot", "bit")
    due = deadline(table.state)
    assert due is not None
    assert due > table.now + LIMITS.ready_ms
    table.sit("cid")
    table.ready("cid")
    assert deadline(table.state) == table.now + LIMITS.ready_ms


def test_the_ready_check_stops_when_nobody_is_ready_any_more() -> None:
    table = opened("ann", "bob", "cid")
    table.ready("ann", "bob")
    table.unready("ann")
    table.unready("bob")
    table.wait(LIMITS.ready_ms)
    assert len(table.state.taken()) == 3


def test_who_takes_ready_back_does_not_hold_up_who_is_still_ready() -> None:
    table = opened("ann", "eve", "mal")
    table.ready("ann", "eve")
    due = deadline(table.state)
    assert due is not None
    table.wait(LIMITS.ready_ms - 1000)
    table.unready("eve")
    assert deadline(table.state) == due
    table.tick_at_deadline()
    assert [sitter.player.id for _, sitter in table.state.taken()] == ["ann"]
    # Ann is still ready, and has as long as ever to find others.
    assert deadline(table.state) == due + LIMITS.gather_ms
    table.sit("bob")
    table.ready("bob")
    assert table.state.course.phase is Phase.COUNTDOWN


def test_a_room_in_which_somebody_waits_for_others_is_not_idle() -> None:
    table = opened("ann", "eve", "mal")
    table.ready("ann")
    table.wait(LIMITS.gather_ms)
    assert table.last(facts.SeatLeft(1, "not_ready"), facts.SeatLeft(2, "not_ready"))
    table.wait(LIMITS.gather_ms)
    assert table.last(facts.RoomClosed("idle"))


def test_bots_that_are_ready_keep_no_room_open() -> None:
    table = opened("ann")
    table.sit("bot", bot=True)
    table.ready("bot")
    table.wait(LIMITS.gather_ms)
    assert table.last(facts.RoomClosed("idle"))


def test_the_one_who_is_not_ready_leaves_and_the_others_begin() -> None:
    table = opened("ann", "bob", "cid")
    table.ready("ann", "bob")
    table.leave("cid")
    assert table.state.course.phase is Phase.COUNTDOWN


def test_ready_for_another_match_is_refused() -> None:
    table = opened("ann", "bob")
    with pytest.raises(Refused) as refused:
        table.feed(Ready(id=1, n=1, match="m-0", commitment=bytes(32)), "ann", 1)
    assert refused.value.code is ErrorCode.WRONG_MATCH


def test_a_nonce_that_was_not_committed_to_is_refused() -> None:
    table = counting("ann", "bob")
    with pytest.raises(Refused) as refused:
        table.feed(Reveal(id=1, n=2, nonce=nonce_of("bob")), "ann", 2)
    assert refused.value.code is ErrorCode.BAD_NONCE


def test_with_a_nonce_missing_the_server_commits_anew() -> None:
    table = counting("ann", "bob")
    first = table.state.course.next_match
    table.reveal("ann")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.GATHERING
    assert first is not None
    assert table.state.course.next_match is not None
    assert table.state.course.next_match.server_seed != first.server_seed
    assert table.state.course.next_match.number == first.number
    sitter = table.state.table.seats[0]
    assert sitter is not None
    assert (sitter.commitment, sitter.nonce) == (None, None)


def test_who_loses_the_line_with_all_others_finds_room_and_seat() -> None:
    table = counting("ann", "bob")
    first = table.state.course.next_match
    for name in ("ann", "bob"):
        table.drop(name)
    table.tick_at_deadline()
    assert table.state.course.next_match != first
    for name in ("ann", "bob"):
        table.come(name, f"c-{name}-2")
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING


def test_a_room_closes_when_nobody_has_revealed_or_comes_back() -> None:
    table = counting("ann", "bob")
    for name in ("ann", "bob"):
        table.drop(name)
    gone_at = table.now
    table.tick_at_deadline()
    table.tick_at_deadline()
    assert table.last(facts.SeatLeft(1, "away"))
    table.tick_at_deadline()
    assert table.last(facts.RoomClosed("empty"))
    assert table.now == gone_at + LIMITS.gather_ms


def test_leaving_after_the_reveal_starts_the_match_resigned() -> None:
    table = counting("ann", "bob", "cid")
    table.reveal("ann", "bob", "cid")
    table.leave("cid")
    table.tick_at_deadline()
    play = table.state.play_of(2)
    assert play is not None
    assert play.state == "resigned"


def test_whoever_is_not_ready_cannot_take_it_back() -> None:
    table = opened("ann")
    with pytest.raises(Refused) as refusal:
        table.unready("ann")
    assert refusal.value.code is ErrorCode.WRONG_PHASE
