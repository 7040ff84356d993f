"""Whoever is erased is so from boards that are apart, in the archive, too."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import pytest
from redis import Redis
from tests.server.admin.test_erasing import (
    test_a_match_that_is_not_booked_yet_loses_the_name_too,
    test_nothing_tells_who_they_were_and_everything_still_holds,
    test_who_is_killed_on_the_way_erases_to_the_end_the_next_time,
)
from tests.server.admin.test_erasing_archived import (
    test_boards_of_others_in_the_archive_are_the_same_but_for_who_it_was,
    test_boards_that_are_away_while_fields_are_read_lose_no_row,
    test_boards_that_are_moved_while_somebody_is_erased_have_no_name,
)

from samedeal_server.records.booking.parting import SCOPES
from samedeal_server.store.keys import BOOKS_APART

__all__ = [
    "test_a_match_that_is_not_booked_yet_loses_the_name_too",
    "test_boards_of_others_in_the_archive_are_the_same_but_for_who_it_was",
    "test_boards_that_are_away_while_fields_are_read_lose_no_row",
    "test_boards_that_are_moved_while_somebody_is_erased_have_no_name",
    "test_nothing_tells_who_they_were_and_everything_still_holds",
    "test_who_is_killed_on_the_way_erases_to_the_end_the_next_time",
]


@pytest.fixture
def store_url(store_url: str) -> str:
    """Return the address of a store that is empty, and whose boards are apart."""
    with Redis.from_url(store_url) as redis:
        redis.set(BOOKS_APART, " ".join(SCOPES))
    return store_url
