"""Tables at which nonces are withheld, for tests."""

from collections.abc import Callable

from tests.server.core.table import (
    Table,
)

from samedeal_server.core.commands import BeginEpoch, Bury, Go, StandStill
from samedeal_server.core.rooms.phases import deadline
from samedeal_server.core.rooms.voids import (
    LATE_MS,
)


def withhold(table: Table, *names: str) -> None:
    """End the countdown with these nonces missing."""
    players = [sitter.player.id for _, sitter in table.state.taken()]
    table.reveal(*(player for player in players if player not in names))
    table.tick_at_deadline()


def in_an_outage(table: Table) -> None:
    table.feed(StandStill(table.now, table.now + 1000))
    table.now += 1000


def in_a_new_epoch(table: Table) -> None:
    table.feed(BeginEpoch(1))


def with_a_dead_process(table: Table) -> None:
    table.feed(Bury("p1"))


def with_a_process_that_stops(table: Table) -> None:
    seat = table.state.table.seats[0]
    assert seat is not None
    table.feed(Go(seat.connection, by_service=True), "ann")


def much_too_late(table: Table) -> None:
    due = deadline(table.state)
    assert due is not None
    table.now = due + LATE_MS + 1


FAILURES: tuple[Callable[[Table], None], ...] = (
    in_an_outage,
    in_a_new_epoch,
    with_a_dead_process,
    with_a_process_that_stops,
    much_too_late,
)
