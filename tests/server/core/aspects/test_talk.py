"""Talk: words before and after a match, phrases at any time, and not without end."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.core.table import (
    START_MS,
    Table,
    counting,
    opened,
    playing,
    resulting,
    seated,
)

from samedeal_protocol.errors import ErrorCode
from samedeal_protocol.rooms.talk import (
    LINES_A_ROOM,
    LINES_A_SEAT,
    LINES_KEPT,
    Phrase,
    Said,
    Say,
    SayPhrase,
)
from samedeal_records.transcripts import to_plain
from samedeal_server.core import facts
from samedeal_server.core.facts import GivenDeal
from samedeal_server.core.guards import guard_of
from samedeal_server.core.refusals import Refused
from samedeal_server.core.rooms.transcripts import transcript_of
from samedeal_server.core.rooms.updates import snapshot, talk_of
from samedeal_server.core.state import Phase

TEXTS = ("hello", "shall we?", "well")


def say(table: Table, name: str, number: int, text: str = "hello") -> None:
    table.feed(Say(id=1, number=number, text=text), name)


def phrase(table: Table, name: str, number: int, which: Phrase = "good_luck") -> None:
    table.feed(SayPhrase(id=1, number=number, phrase=which), name)


def texts(table: Table) -> list[str]:
    return [line.text or line.phrase for line in table.state.course.talk]


def refusal(table: Table, name: str, number: int, text: str = "hello") -> ErrorCode:
    with pytest.raises(Refused) as refused:
        say(table, name, number, text)
    return refused.value.code


def test_what_is_said_is_told_to_everybody_in_order() -> None:
    table = opened("ann", "bob")
    say(table, "ann", 1, "hello")
    (said,) = table.told
    assert isinstance(said, Said)
    assert (said.line.name, said.line.text, said.line.seat) == ("Ann", "hello", 0)
    assert (said.line.offset, said.line.at) == (table.state.marks.offset, START_MS)
    say(table, "bob", 1, "good evening")
    phrase(table, "ann", 2)
    assert texts(table) == ["hello", "good evening", "good_luck"]


@pytest.mark.parametrize("begin", [counting, playing])
def test_no_words_are_said_while_cards_are_dealt_or_played(
    begin: Callable[..., Table],
) -> None:
    table = begin("ann", "bob")
    assert refusal(table, "ann", 1) is ErrorCode.WRONG_PHASE
    phrase(table, "ann", 1)
    assert texts(table) == ["good_luck"]


def test_who_is_done_says_no_words_to_who_still_plays() -> None:
    table = playing("ann", "bob")
    table.finish("ann")
    assert table.state.course.phase is Phase.PLAYING
    assert refusal(table, "ann", 1) is ErrorCode.WRONG_PHASE


def test_words_are_said_again_when_the_match_is_over() -> None:
    table = resulting("ann", "bob")
    say(table, "bob", 1, "what a deal")
    assert texts(table) == ["what a deal"]


def test_a_line_sent_twice_is_said_once() -> None:
    table = opened("ann", "bob")
    for _ in range(3):
        say(table, "ann", 1, "hello")
    say(table, "ann", 7, "and again")
    say(table, "ann", 3, "too late")
    assert texts(table) == ["hello", "and again"]


def test_a_snapshot_tells_the_number_of_ones_own_last_line() -> None:
    table = opened("ann", "bob")
    say(table, "ann", 4)
    assert snapshot(table.state, "ann").said == 4
    assert snapshot(table.state, "bob").said == 0


def test_who_has_no_seat_says_nothing() -> None:
    table = opened("ann", "bob")
    assert refusal(table, "cid", 1) is ErrorCode.NOT_SEATED


def test_nobody_talks_in_a_quiet_room() -> None:
    table = opened("ann", "bob", quiet=True)
    assert snapshot(table.state, "ann").room.quiet
    assert refusal(table, "ann", 1) is ErrorCode.QUIET
    with pytest.raises(Refused):
        phrase(table, "ann", 1)


def test_no_words_are_said_where_a_deal_is_still_to_be_played_elsewhere() -> None:
    """Who has played one deal of an event sits with who may play it later."""
    wanted = opened("ann").state.opened._replace(
        given=(
            GivenDeal("d-1", "squares/english", bytes(32), reveal_at=START_MS + 1_000),
        )
    )
    table = seated(wanted, "ann", "bob")
    assert refusal(table, "ann", 1) is ErrorCode.WRONG_PHASE
    phrase(table, "ann", 1)
    table.now = START_MS + 1_000
    say(table, "ann", 2)
    assert texts(table) == ["good_luck", "hello"]


def test_a_seat_has_said_enough_until_a_match_begins_or_ends() -> None:
    table = opened("ann", "bob")
    for number in range(LINES_A_SEAT):
        say(table, "ann", number + 1)
    assert refusal(table, "ann", 99) is ErrorCode.SAID_ENOUGH
    say(table, "bob", 1)
    table.ready("ann", "bob")
    table.reveal("ann", "bob")
    table.tick_at_deadline()
    phrase(table, "ann", 99)
    table.finish("ann", "bob")
    table.tick_at_deadline()
    for number in range(100, 100 + LINES_A_SEAT):
        say(table, "ann", number)
    assert refusal(table, "ann", 999) is ErrorCode.SAID_ENOUGH


def test_a_room_remembers_the_last_lines_and_takes_only_so_many_at_all() -> None:
    table = opened("ann", "bob")
    said = 0
    while said < LINES_A_ROOM:
        name = f"p{said}"
        table.sit(name)
        for number in range(LINES_A_SEAT):
            say(table, name, number + 1, f"line {said}")
            said += 1
        table.leave(name)
    assert refusal(table, "ann", 1) is ErrorCode.SAID_ENOUGH
    assert len(table.state.course.talk) == LINES_KEPT
    assert texts(table)[-1] == f"line {LINES_A_ROOM - 1}"


def test_a_line_stays_with_its_player_who_has_left() -> None:
    table = opened("ann", "bob")
    say(table, "bob", 1, "sorry, dinner")
    table.leave("bob")
    table.sit("cid")
    talk = talk_of(table.state)
    assert talk is not None
    assert [line.name for line in talk.lines] == ["Bob"]


def test_talk_moves_no_mark_that_a_move_rests_on() -> None:
    table = playing("ann", "bob")
    move = (facts.Moved(0, "a1"),)
    before = guard_of(table.state, move)
    phrase(table, "bob", 1)
    assert guard_of(table.state, move) == before


def test_a_move_moves_no_mark_that_talk_rests_on() -> None:
    table = playing("ann", "bob")
    said = (facts.Said(1, 1, phrase="nice"),)
    before = guard_of(table.state, said)
    table.move("ann")
    assert guard_of(table.state, said) == before
    phrase(table, "bob", 1)
    assert guard_of(table.state, said) != before


@given(st.lists(st.tuples(st.sampled_from(["ann", "bob"]), st.integers(1, 12))))
def test_of_lines_that_come_in_any_order_those_with_greater_numbers_are_said(
    sent: list[tuple[str, int]],
) -> None:
    table = opened("ann", "bob")
    expected: list[tuple[str, int]] = []
    for name, number in sent:
        if number > max([k for who, k in expected if who == name], default=0):
            expected.append((name, number))
        say(table, name, number, f"{name} {number}")
    assert texts(table) == [f"{name} {number}" for name, number in expected][-50:]


def test_a_transcript_has_no_talk() -> None:
    quiet, loud = playing("ann", "bob"), playing("ann", "bob")
    for table in (quiet, loud):
        if table is loud:
            phrase(table, "ann", 1)
        table.move("ann")
        if table is loud:
            phrase(table, "bob", 1)
        table.finish("ann", "bob")
        table.tick_at_deadline()
    records = [transcript_of(each.state, each.log, "a test") for each in (quiet, loud)]
    assert records[0] is not None
    assert records[1] is not None
    assert to_plain(records[0]) == to_plain(records[1])
