"""Rooms: seats, hosts, ready checks, rematches, and that every phase ends."""

import pytest
from tests.server.core.table import (
    LIMITS,
    NAMES,
    START_MS,
    Table,
    counting,
    nonce_of,
    opened,
    playing,
    resulting,
    worn_to,
)

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.playing import (
    Finish,
    GoOn,
    Leave,
    Move,
    Pause,
    Ready,
    Resign,
    Reveal,
)
from samedeal_protocol.playing import Unready as UnreadyCommand
from samedeal_protocol.talk import Say, SayPhrase
from samedeal_server.core import facts
from samedeal_server.core.commands import (
    BeginEpoch,
    Bury,
    Come,
    Command,
    Go,
    Now,
    Sit,
    StandStill,
    Tick,
)
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.decide import (
    decide,
    repeated,
)
from samedeal_server.core.rooms.evolve import evolve
from samedeal_server.core.rooms.phases import BOTS_BACK_MS, PHASES, deadline
from samedeal_server.core.state import ANSWERS_KEPT, Phase, Player, Room
from samedeal_server.core.wear import LOG_WORN_AT


def closed() -> Table:
    table = opened("ann", "bob")
    table.tick_at_deadline()
    return table


IN_PHASE = {
    Phase.GATHERING: lambda: opened("ann", "bob"),
    Phase.COUNTDOWN: lambda: counting("ann", "bob"),
    Phase.PLAYING: lambda: playing("ann", "bob", rated=False),
    Phase.RESULT: lambda: resulting("ann", "bob"),
    Phase.CLOSED: closed,
}

EVERY_COMMAND: tuple[Command, ...] = (
    Sit(Player("cid", "Cid", bot=False), "c-cid"),
    Come("c-2"),
    Go("c-ann"),
    Tick(),
    StandStill(0, 1),
    Bury("c-ann"),
    BeginEpoch(1),
    Leave(id=1, n=9),
    Ready(id=1, n=9, match="m-other", commitment=bytes(32)),
    UnreadyCommand(id=1, n=9),
    Reveal(id=1, n=9, nonce=nonce_of("ann")),
    Move(id=1, n=9, ply=0, move="a1"),
    Finish(id=1, n=9),
    Resign(id=1, n=9),
    Pause(id=1, n=9),
    GoOn(id=1, n=9),
    Say(id=1, number=9, text="hello"),
    SayPhrase(id=1, number=9, phrase="hello"),
)


def test_every_command_is_tried_in_every_phase() -> None:
    assert set(IN_PHASE) == set(Phase) == set(PHASES)
    assert {type(command) for command in EVERY_COMMAND} == set(Command.__args__)


def fitted(command: Command, room: Room) -> Command:
    if isinstance(command, Ready) and room.course.next_match is not None:
        return command.model_copy(update={"match": room.course.next_match.id})
    return command


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("phase", Phase)
def test_a_phase_takes_the_commands_of_its_table_and_no_other(
    phase: Phase, command: Command
) -> None:
    table = IN_PHASE[phase]()
    if isinstance(command, UnreadyCommand) and type(command) in PHASES[phase].takes:
        table.ready("ann")
    if isinstance(command, GoOn) and type(command) in PHASES[phase].takes:
        table.feed(Pause(id=1, n=1), "ann")
    room = table.state
    before = repr(room)
    assert room.course.phase is phase
    now = Now(START_MS, bytes(48))
    if type(command) in PHASES[phase].takes:
        decide(room, fitted(command, room), now, "ann")
    else:
        with pytest.raises(Refused) as refused:
            decide(room, fitted(command, room), now, "ann")
        assert refused.value.code is ErrorCode.WRONG_PHASE
    assert repr(room) == before


@pytest.mark.parametrize("phase", Phase)
def test_leaving_without_a_seat_is_answered_and_changes_nothing(phase: Phase) -> None:
    room = IN_PHASE[phase]().state
    leaving = Leave(id=1, n=9)
    assert (
        decide(room, leaving, Now(START_MS, bytes(48)), "eve", 9) == room.marks.offset
    )


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_but_the_last_has_a_deadline(phase: Phase) -> None:
    assert (deadline(IN_PHASE[phase]().state) is None) == (phase is Phase.CLOSED)


@pytest.mark.parametrize("phase", Phase)
def test_ticks_at_deadlines_alone_close_a_room(phase: Phase) -> None:
    table = IN_PHASE[phase]()
    for _ in range(10):
        if table.state.course.phase is Phase.CLOSED:
            return
        table.tick_at_deadline()
    pytest.fail(f"still {table.state.course.phase}")


def test_a_tick_before_the_deadline_does_nothing() -> None:
    for phase in Phase:
        table = IN_PHASE[phase]()
        due = deadline(table.state)
        if due is not None:
            table.now = due - 1
            assert table.feed(Tick()) == ()


# Seats and hosts


def test_seats_are_taken_in_order_until_the_room_is_full() -> None:
    table = opened(*NAMES[:4])
    assert [s.player.id for _, s in table.state.taken()] == list(NAMES[:4])
    with pytest.raises(Refused) as refused:
        table.sit("eve")
    assert refused.value.code is ErrorCode.ROOM_FULL


def test_the_last_bot_yields_its_seat_to_a_person() -> None:
    table = opened("ann", seats=3)
    table.sit("bot", "bit", bot=True)
    table.ready("bot", "bit")
    with pytest.raises(Refused):
        table.sit("but", bot=True)
    table.sit("bob")
    assert [s.player.id for _, s in table.state.taken()] == ["ann", "bot", "bob"]
    table.sit("cid")
    assert [s.player.id for _, s in table.state.taken()] == ["ann", "cid", "bob"]
    with pytest.raises(Refused) as refused:
        table.sit("dot")
    assert refused.value.code is ErrorCode.ROOM_FULL


@pytest.mark.parametrize(("best_of", "yields"), [(1, True), (3, False)])
def test_a_bot_yields_its_seat_in_no_series_that_is_under_way(
    best_of: int, *, yields: bool
) -> None:
    table = opened("ann", seats=2, best_of=best_of)
    table.sit("bot", bot=True)
    table.ready("ann", "bot")
    table.reveal("ann", "bot")
    table.tick_at_deadline()
    with pytest.raises(Refused):
        table.sit("bob")
    table.finish("ann", "bot")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.RESULT
    if yields:
        table.sit("bob")
        assert table.state.seat_of("bob") == 1
    else:
        with pytest.raises(Refused):
            table.sit("bob")


def test_a_free_seat_is_taken_again() -> None:
    table = opened("ann", "bob", "cid")
    table.leave("bob")
    table.sit("dot")
    assert table.state.seat_of("dot") == 1


def test_when_the_host_leaves_the_next_seat_is_host() -> None:
    table = opened("ann", "bob", "cid")
    table.leave("ann")
    assert table.state.table.host == 1
    assert [u.t for u in table.told] == ["left", "host"]


def test_the_last_to_leave_closes_the_room() -> None:
    table = opened("ann")
    table.leave("ann")
    assert table.last(facts.RoomClosed("empty"))


def test_a_lost_connection_keeps_its_seat_for_a_while() -> None:
    table = opened("ann", "bob")
    table.drop("bob")
    table.wait(LIMITS.away_ms - 1)
    assert table.state.seat_of("bob") == 1
    table.wait(1)
    assert table.last(facts.SeatLeft(1, "away"))


def test_who_comes_back_in_time_is_not_away() -> None:
    table = opened("ann", "bob")
    table.drop("bob")
    table.come("bob", "c-bob-2")
    table.wait(LIMITS.away_ms)
    assert table.state.seat_of("bob") == 1


def test_losing_a_replaced_connection_means_nothing() -> None:
    table = opened("ann", "bob")
    table.come("bob", "c-bob-2")
    assert table.feed(Go("c-bob"), "bob") == ()


def test_an_idle_room_closes() -> None:
    table = opened("ann", "bob")
    table.wait(LIMITS.gather_ms)
    assert table.last(facts.RoomClosed("idle"))


# Ready and countdown


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
    table.tick_at_deadline()
    table.tick_at_deadline()
    assert table.last(facts.RoomClosed("empty"))


def test_leaving_after_the_reveal_starts_the_match_resigned() -> None:
    table = counting("ann", "bob", "cid")
    table.reveal("ann", "bob", "cid")
    table.leave("cid")
    table.tick_at_deadline()
    play = table.state.play_of(2)
    assert play is not None
    assert play.state == "resigned"


# Rematches and series


def test_a_rematch_has_the_same_seats_and_a_new_commitment() -> None:
    table = resulting("ann", "bob")
    last, following = table.state.table.match, table.state.course.next_match
    assert last is not None
    assert following is not None
    assert following.commitment != last.commitment
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.PLAYING
    assert table.state.table.match is not None
    assert table.state.table.match.id == following.id
    assert [s.player.id for _, s in table.state.taken()] == ["ann", "bob"]


def test_a_failed_countdown_after_a_match_goes_back_to_its_result() -> None:
    table = resulting("ann", "bob")
    table.ready("ann", "bob")
    table.reveal("ann")
    table.tick_at_deadline()
    assert table.state.course.phase is Phase.RESULT


def test_best_of_three_ends_when_two_are_won() -> None:
    table = playing("ann", "bob", best_of=3)
    for number in (1, 2):
        assert table.state.table.match is not None
        assert table.state.table.match.number == number
        table.resign("bob")
        table.finish("ann")
        table.tick_at_deadline()
        assert table.state.course.series_over == (number == 2)
        if number == 1:
            table.ready("ann", "bob")
            table.reveal("ann", "bob")
            table.tick_at_deadline()
    assert table.state.course.series_winners == (0,)
    assert table.state.course.next_match is not None
    assert table.state.course.next_match.number == 1


def test_a_new_series_begins_with_no_wins() -> None:
    table = playing("ann", "bob")
    table.resign("bob")
    table.finish("ann")
    table.tick_at_deadline()
    assert [s.wins for _, s in table.state.taken()] == [1, 0]
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    assert [s.wins for _, s in table.state.taken()] == [0, 0]


def test_a_room_whose_log_is_long_opens_no_further_match() -> None:
    table = playing("ann", "bob")
    table.state = worn_to(table.state, LOG_WORN_AT)
    table.finish("ann", "bob")
    table.tick_at_deadline()
    assert table.last(facts.RoomClosed("worn"))


# Command numbers


def test_a_command_sent_again_is_answered_with_its_first_offset() -> None:
    table = playing("ann", "bob")
    sitter = table.state.table.seats[0]
    assert sitter is not None
    first = sitter.n + 1
    table.move("ann")
    offset = table.state.marks.offset
    table.move("bob")
    assert repeated(table.state, 0, first) == offset
    assert repeated(table.state, 0, first + 1) is None


def test_a_number_too_high_is_refused_and_the_next_one_named() -> None:
    table = opened("ann")
    with pytest.raises(Refused) as refused:
        repeated(table.state, 0, 3)
    assert (refused.value.code, refused.value.expected) == (ErrorCode.COMMAND_GAP, 1)


def test_only_so_many_answers_are_kept() -> None:
    table = opened("ann", "bob")
    for _ in range(ANSWERS_KEPT):
        table.ready("ann")
        table.unready("ann")
    sitter = table.state.table.seats[0]
    assert sitter is not None
    assert len(sitter.answers) == ANSWERS_KEPT
    assert repeated(table.state, 0, sitter.n) == table.state.marks.offset


def test_a_leave_that_ends_several_things_has_one_answer() -> None:
    table = playing("ann", "bob")
    table.leave("bob")
    sitter = table.state.table.seats[1]
    assert sitter is not None
    assert (sitter.n, sitter.answers[-1]) == (3, table.state.marks.offset)
    assert len(sitter.answers) == 3


def test_the_log_alone_gives_the_same_room() -> None:
    table = resulting("ann", "bob")
    state: Room | None = None
    for entry in table.log:
        state = evolve(state, entry)
    assert state == table.state


def test_nobody_sits_down_twice() -> None:
    table = opened("ann", "bob")
    assert table.feed(Sit(Player("bob", "Bob", bot=False), "c-elsewhere")) == ()
    assert table.state.table.seats[2] is None


def test_a_connection_that_comes_late_replaces_none_that_was_made_after_it() -> None:
    table = opened("ann")
    table.come("ann", "p1.5#beef.7")
    with pytest.raises(Refused) as late:
        table.come("ann", "p2.9#beef.6")
    assert late.value.code is ErrorCode.NOT_SEATED
    for connection in ("p2.9#beef.8", "p2.10#f00d.1", "p2.11", "p2.12#.0"):
        table.come("ann", connection)
        sitter = table.state.table.seats[0]
        assert sitter is not None
        assert sitter.connection == connection


def test_whoever_is_not_ready_cannot_take_it_back() -> None:
    table = opened("ann")
    with pytest.raises(Refused) as refusal:
        table.unready("ann")
    assert refusal.value.code is ErrorCode.WRONG_PHASE


def test_a_room_that_wears_out_without_a_match_closes() -> None:
    table = opened("ann", "bob")
    table.state = worn_to(table.state, LOG_WORN_AT)
    table.ready("ann")
    assert table.state.course.closed == "worn"


def with_bots(*bots: str) -> Table:
    """Return a match of Ann and bots."""
    table = opened("ann")
    table.sit(*bots, bot=True)
    table.ready("ann", *bots)
    table.reveal("ann", *bots)
    table.tick_at_deadline()
    return table


def test_nobody_waits_for_bots_that_have_gone_for_good() -> None:
    table = with_bots("gus", "hal")
    table.move("gus")
    table.drop("gus")
    table.drop("hal")
    table.wait(BOTS_BACK_MS)
    limit = table.state.course.until
    assert not table.says(facts.MatchEnded())  # Ann plays on, and they may come back
    table.finish("ann")
    table.tick_at_deadline()
    assert table.says(facts.MatchEnded())
    assert table.now < limit
    match = table.state.table.match
    assert match is not None
    assert [play and play.state for play in match.plays[:3]] == ["finished"] * 3


def test_bots_that_come_back_in_time_play_on() -> None:
    table = with_bots("gus", "hal")
    table.finish("ann")
    table.drop("gus")
    table.drop("hal")
    until = deadline(table.state)
    assert until == table.now + BOTS_BACK_MS
    table.come("hal", "c-later")
    table.wait(BOTS_BACK_MS)
    assert table.state.course.phase is Phase.PLAYING
    assert deadline(table.state) == table.state.course.until


def test_a_person_who_is_gone_is_waited_for_as_long_as_ever() -> None:
    table = playing("ann", "bob")
    table.finish("ann")
    table.drop("bob")
    assert deadline(table.state) == table.state.course.until
