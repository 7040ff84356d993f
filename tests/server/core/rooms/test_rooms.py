"""Rooms: seats, hosts, ready checks, rematches, and that every phase ends."""

import pytest
from tests.server.core.table import (
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
from samedeal_protocol.rooms.playing import (
    Finish,
    GoOn,
    Leave,
    Move,
    Pause,
    Ready,
    Resign,
    Reveal,
)
from samedeal_protocol.rooms.playing import Unready as UnreadyCommand
from samedeal_protocol.rooms.talk import Say, SayPhrase
from samedeal_protocol.updates import RoomClosed
from samedeal_server.core import facts
from samedeal_server.core.commands import (
    BeginEpoch,
    Bury,
    Come,
    Command,
    Go,
    LetIn,
    Now,
    PutOut,
    SetDoor,
    Shut,
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
from samedeal_server.core.rooms.phases import PHASES, deadline
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
    Shut("for tonight"),
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
    PutOut("eve", "Eve", bot=False),
    LetIn("eve", "Eve"),
    SetDoor(shut=True),
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


def test_a_room_that_wears_out_without_a_match_closes() -> None:
    table = opened("ann", "bob")
    table.state = worn_to(table.state, LOG_WORN_AT)
    table.ready("ann")
    assert table.state.course.closed == "worn"


@pytest.mark.parametrize("phase", [each for each in Phase if each is not Phase.CLOSED])
def test_an_operator_closes_a_room_in_every_phase(phase: Phase) -> None:
    table = IN_PHASE[phase]()
    table.feed(Shut("for tonight"))
    assert table.last(facts.RoomShut("for tonight"))
    assert table.told[0] == RoomClosed(why="lost", because="for tonight")
    course = table.state.course
    assert (course.phase, course.closed, course.because) == (
        *(Phase.CLOSED, "operator", "for tonight"),
    )
    assert course.next_match is None
    if phase is Phase.PLAYING:
        assert table.state.table.match is not None
        assert table.state.table.match.ended_at is None
