"""Who waits in a room's line, and for what."""

import pytest

from samedeal_protocol.rooms.playing import Move, Unready
from samedeal_server.rooms.line import Line, Outcome, Pending, Readings
from samedeal_server.store.readings import Ring

RING = Ring("7KQ4P", "1-1", [])


@pytest.fixture
def readings() -> Readings:
    return Readings()


@pytest.fixture
def line(readings: Readings) -> Line:
    return Line(readings)


def asked(n: int) -> Pending:
    def never(_: Outcome) -> None:
        raise AssertionError("nothing is answered here")

    return Pending(Unready(id=1, n=n), never, "ann", n)


def taken(line: Line) -> list[int]:
    """Take who can go on; return their numbers."""
    numbers: list[int] = []
    line.go_on(lambda pending: numbers.append(pending.n))
    return numbers


def test_whoever_is_taken_asks_the_next_thing_behind_all_others(line: Line) -> None:
    numbers: list[int] = []

    def take(pending: Pending) -> None:
        numbers.append(pending.n)
        if pending.n < 10:
            line.join(asked(pending.n + 10))
            line.go_on(take)
            assert numbers[-1] == pending.n, "taken inside of one another"

    for n in (1, 2, 3):
        line.join(asked(n))
    line.go_on(take)
    assert numbers == [1, 2, 3, 11, 12, 13]


def test_a_command_on_its_way_holds_up_all_but_moves(line: Line) -> None:
    move = Move(id=1, n=1, ply=0, move="a1")
    ready = asked(1).command
    line.set_out(move)
    assert line.lets_past(ready)
    line.set_out(ready)
    assert (line.lets_past(move), line.lets_past(ready)) == (True, False)
    line.join(asked(2))
    line.arrive(move)
    assert taken(line) == []
    line.arrive(ready)
    assert line.lets_past(move)
    assert not line.lets_past(ready), "somebody waits already"
    assert taken(line) == [2]
    assert (len(line), line.under_way) == (0, 0)


def test_nobody_goes_on_until_their_room_is_sure(line: Line) -> None:
    line.join(asked(1))
    line.join(asked(2))
    assert line.halt()
    assert not line.halt()
    assert taken(line) == []
    line.resume()

    def take(pending: Pending) -> None:
        line.put_back(pending)
        line.halt()

    line.go_on(take)
    assert len(line) == 2
    line.resume()
    assert taken(line) == [1, 2]


def test_a_doubt_is_taken_once_and_its_command_stays_first(line: Line) -> None:
    line.join(asked(2))
    line.doubt(asked(1))
    assert (line.take_doubt(), line.take_doubt()) == (True, False)
    assert taken(line) == [1, 2]


def test_rings_are_kept_while_an_append_is_under_way(line: Line) -> None:
    assert not line.keep_early(RING)
    line.set_out(asked(1).command)
    assert line.keep_early(RING)
    assert line.has_early
    assert line.take_early() == [RING]
    assert not line.has_early


def test_a_reading_serves_who_asked_before_it_began(
    line: Line, readings: Readings
) -> None:
    first = readings.begin()
    line.join(asked(1))
    readings.end(first)
    [early] = line.send_away()
    assert not readings.have_served(early.asked)
    second = readings.begin()
    line.put_back(early)
    [back] = line.send_away()
    assert back.asked == early.asked, "nobody asks later for having waited"
    readings.end(second)
    readings.end(first)
    assert readings.have_served(back.asked)


def test_a_reading_makes_sure_until_something_is_missed(readings: Readings) -> None:
    are_unsure = [readings.is_unsure]
    for happens in (readings.be_unsure, readings.begin, readings.be_unsure):
        happens()
        are_unsure.append(readings.is_unsure)
    assert are_unsure == [False, True, False, True]
    assert readings.begun == 1
