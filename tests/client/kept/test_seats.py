"""Seats that may wait are known for as long as they may, and no trouble ever."""

from pathlib import Path

import pytest

from samedeal_client.kept.seats import KEPT, OWN_WAITS_MS, Seat, Seats
from samedeal_client.wire.reach.addresses import OWN

NOW = 1_700_000_000_000
ADA = Seat("ws://127.0.0.1:8765", "Ada", "7KQ4P", "squares/english", NOW + 60_000)


@pytest.fixture
def seats(tmp_path: Path) -> Seats:
    return Seats(tmp_path / "deep" / "identity.json")


def test_the_seat_taken_last_comes_first(seats: Seats) -> None:
    other = ADA._replace(room="ABAH2")
    seats.keep(ADA)
    seats.keep(other)
    assert seats.waiting(NOW) == (other, ADA)
    seats.keep(ADA)
    assert seats.waiting(NOW) == (ADA, other)


def test_a_seat_kept_again_is_one_seat_and_held_until_then(seats: Seats) -> None:
    seats.keep(ADA)
    longer = ADA._replace(until_ms=NOW + 120_000)
    seats.keep(longer)
    assert seats.waiting(NOW + 90_000) == (longer,)
    assert seats.waiting(NOW + 120_000) == ()


def test_a_seat_on_this_machine_waits_with_its_clock_and_is_one(seats: Seats) -> None:
    own = ADA._replace(server=OWN)
    seats.keep(ADA)
    seats.keep(own)
    assert seats.waiting(NOW + 120_000) == (own,), "its server has ended, and the clock"
    other = own._replace(room="ABAH2")
    seats.keep(other)
    assert seats.waiting(NOW) == (other, ADA)
    assert seats.waiting(NOW + OWN_WAITS_MS + 60_000) == ()


def test_a_seat_that_was_given_up_is_forgotten_and_others_are_not(seats: Seats) -> None:
    bob = ADA._replace(name="Bob")
    seats.keep(ADA)
    seats.keep(bob)
    seats.drop(ADA._replace(until_ms=0))
    seats.drop(ADA)
    assert seats.waiting(NOW) == (bob,)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[["a", "b"]]', "null", "\xff"])
def test_a_file_that_is_none_is_done_without(seats: Seats, text: str) -> None:
    seats.path.parent.mkdir()
    seats.path.write_bytes(text.encode("latin-1"))
    assert seats.waiting(NOW) == ()
    seats.keep(ADA)
    assert seats.waiting(NOW) == (ADA,)


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    seats = Seats(tmp_path / "file" / "identity.json")
    seats.keep(ADA)
    assert seats.waiting(NOW) == ()


def test_few_seats_are_kept(seats: Seats) -> None:
    for number in range(2 * KEPT):
        seats.keep(ADA._replace(room=str(number)))
    assert len(seats.waiting(NOW)) == KEPT


def test_a_seat_at_ones_own_server_waits_until_another_one_is_taken_there(
    seats: Seats,
) -> None:
    served = ADA._replace(is_served=True)
    bob = ADA._replace(name="Bob")
    seats.keep(bob)
    seats.keep(served)
    assert seats.waiting(ADA.until_ms + 1) == (served,)
    again = served._replace(room="ABAH2")
    seats.keep(again)
    assert seats.waiting(NOW) == (again, bob)
