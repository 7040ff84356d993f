"""What is made of fields in their order is the record that its own class makes."""

from tests.server.core.table import Table, playing

from samedeal_server.core.facts import Entry, Finished
from samedeal_server.core.state import Room, after_seat_fact


def replaced(room: Room, entry: Entry) -> Room:
    """Return what `after_seat_fact` does, by the names of the fields."""
    match, sitter = room.table.match, room.table.seats[1]
    assert match is not None
    assert sitter is not None
    play = match.plays[1]
    assert play is not None
    done = play._replace(state="finished")
    match = match._replace(plays=(match.plays[0], done, *match.plays[2:]))
    sitter = sitter._replace(n=entry.n, answers=(*sitter.answers, entry.offset))
    seats = (room.table.seats[0], sitter, *room.table.seats[2:])
    versions = room.marks.versions
    marks = room.marks._replace(
        offset=entry.offset,
        last=entry.mark,
        versions=(versions[0], entry.mark, *versions[2:]),
    )
    table = room.table._replace(match=match, seats=seats)
    return room._replace(table=table, marks=marks)


def finished(table: Table, entry: Entry) -> Room:
    room, match = table.state, table.state.table.match
    play = room.play_of(1)
    assert match is not None
    assert play is not None
    done = play._replace(state="finished")
    return after_seat_fact(room, match, 1, done, entry)


def test_a_fact_of_one_seat_changes_what_is_named_and_nothing_else() -> None:
    table = playing("ann", "bob", "cid")
    table.move("ann")
    table.move("bob")
    sitter = table.state.table.seats[1]
    assert sitter is not None
    offset, n = table.state.marks.offset + 1, sitter.n + 1
    entry = Entry(offset, table.now, "bob", n, Finished(1))
    found, expected = finished(table, entry), replaced(table.state, entry)
    assert found == expected
    for made, named in zip(found, expected, strict=True):
        assert type(made) is type(named)
    assert type(found.table.match) is type(expected.table.match)
    assert type(found.table.seats[1]) is type(expected.table.seats[1])
