"""Close codes say by their range whether to come back; digests tell views apart."""

import pytest
from tests.golden.frames.examples import BOARD, ROOM

from samedeal_protocol.digest import DIGEST_BYTES, digest
from samedeal_protocol.errors import CloseCode, ErrorCode, means_come_back

FOR_GOOD = {"NO_HELLO", "BAD_MESSAGE", "TOO_FAST", "REPLACED", "BAD_TOKEN", "SENT_AWAY"}


@pytest.mark.parametrize("code", CloseCode)
def test_a_close_code_says_by_its_range_whether_to_come_back(code: CloseCode) -> None:
    assert 4000 <= code <= 4999
    assert means_come_back(code) == (code.name not in FOR_GOOD)


@pytest.mark.parametrize("code", [1000, 1001, 1006, 1011, 4499, 5000])
def test_codes_that_are_not_ours_mean_come_back(code: int) -> None:
    assert means_come_back(code)


def test_the_error_code_of_a_newer_server_is_read_as_internal() -> None:
    assert ErrorCode("fireworks") is ErrorCode.INTERNAL


def test_a_digest_differs_when_the_view_does() -> None:
    views = [
        digest(ROOM, None),
        digest(ROOM, BOARD),
        digest(ROOM.model_copy(update={"host": 1}), None),
        digest(ROOM, BOARD.model_copy(update={"ply": 1})),
    ]
    assert len(set(views)) == len(views)
    assert {len(view) for view in views} == {DIGEST_BYTES}


def test_a_digest_does_not_depend_on_the_order_of_zones() -> None:
    turned = BOARD.model_copy(update={"zones": dict(reversed(BOARD.zones.items()))})
    assert digest(ROOM, turned) == digest(ROOM, BOARD)
