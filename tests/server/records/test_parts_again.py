"""What is so of boards is so of boards that are apart: the same tests over those."""

# redis-py leaves its keyword arguments untyped.
# pyright: reportUnknownMemberType=false

import pytest
from redis import Redis
from tests.server.records.test_collecting import (
    test_pieces_of_a_sheet_that_came_back_go_after_some_days,
    test_while_the_store_has_older_data_than_before_nothing_goes,
)
from tests.server.records.test_late_matches import (
    test_a_book_that_is_brought_back_while_others_put_books_right_is_whole,
    test_a_late_match_is_booked_on_what_stood_and_not_on_what_was_away,
    test_a_sheet_of_which_something_is_lost_on_the_way_stays_where_it_is,
    test_nothing_is_left_of_a_sheet_that_was_brought_back_half,
)
from tests.server.records.test_lost_boards import (
    test_boards_that_are_lost_are_told_of_until_they_are_back,
    test_boards_that_were_lost_and_are_made_again_are_told_of_no_more,
)

from samedeal_server.records.booking.parting import SCOPES
from samedeal_server.store.keys import BOOKS_APART

__all__ = [
    "test_a_book_that_is_brought_back_while_others_put_books_right_is_whole",
    "test_a_late_match_is_booked_on_what_stood_and_not_on_what_was_away",
    "test_a_sheet_of_which_something_is_lost_on_the_way_stays_where_it_is",
    "test_boards_that_are_lost_are_told_of_until_they_are_back",
    "test_boards_that_were_lost_and_are_made_again_are_told_of_no_more",
    "test_nothing_is_left_of_a_sheet_that_was_brought_back_half",
    "test_pieces_of_a_sheet_that_came_back_go_after_some_days",
    "test_while_the_store_has_older_data_than_before_nothing_goes",
]


@pytest.fixture
def store_url(store_url: str) -> str:
    """Return the address of a store that is empty, and whose boards are apart."""
    with Redis.from_url(store_url) as redis:
        redis.set(BOOKS_APART, " ".join(SCOPES))
    return store_url
