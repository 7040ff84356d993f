"""A room before a match, as a page: the line to send, seats round the felt."""

import pytest
from tests.client.contrasts import LEAST_OF_TEXT, contrast
from tests.golden.fullscreen.still import NOW, room, seats

from samedeal_client.screen.felt.felt import Felt
from samedeal_client.screen.felt.small import fits
from samedeal_client.screen.gathering.page import Gathering, gathering_page
from samedeal_client.screen.gathering.qr import qr_rows
from samedeal_client.screen.ink import DYES
from samedeal_client.screen.panels.aces import aces_on_felt
from samedeal_client.view.cards import UNICODE
from samedeal_client.view.spans import line, text_of, width_of_row
from samedeal_client.view.tints import Patch, Tint
from samedeal_protocol.rooms.boards import RoomView

SENT = "samedeal join 7KQ4P@play.example"
SMALLEST = (60, 12)
"""The felt of the smallest terminal that has a table."""
SIZES = ((80, 21), (100, 27), (140, 37), (200, 52))


def page(
    view: RoomView,
    size: tuple[int, int] = (80, 21),
    *,
    sent: str = SENT,
    left_s: int | None = None,
    link: str = "",
) -> Felt | None:
    """Return the page of who sits in the first seat of a room."""
    ratings = {"p-0": "1503", "p-1": "1498?"}
    following = (line("what is next"),)
    at = Gathering(view, 0, ratings, sent, (), following, left_s, link=link)
    return gathering_page(at, UNICODE, size)


def rows(felt: Felt | None) -> str:
    """Return a page as text."""
    assert felt is not None
    return text_of(felt.rows)


@pytest.mark.parametrize("count", [1, 3, 8])
@pytest.mark.parametrize("size", SIZES)
def test_everybody_has_a_seat_that_says_who_is_ready(
    size: tuple[int, int], count: int
) -> None:
    view = room(count=count)
    felt = page(view, size)
    shown = rows(felt)
    assert felt is not None
    assert fits(felt, *reversed(size))
    assert shown.count("ready") - shown.count("not ready") == 1
    assert shown.count("not ready") == count - 1
    assert shown.count("free") == view.seats_max - count


def test_the_line_to_send_lies_on_a_slip_with_the_key_that_copies_it() -> None:
    felt = page(room())
    assert felt is not None
    slip = next(span for row in felt.rows for span in row if span.text.strip() == SENT)
    assert isinstance(slip.style, Patch)
    for dyes in DYES.values():
        assert contrast(dyes[slip.style.ground], dyes[Tint.PANEL]) >= LEAST_OF_TEXT
    assert " y  copies it, with a link" in rows(felt)


@pytest.mark.parametrize("count", [1, 8])
def test_the_link_lies_beside_the_seats_as_a_code_where_there_is_room(
    count: int,
) -> None:
    link = "http://192.168.1.20:8765/7KQ4P"
    codes = text_of(qr_rows(link, UNICODE)).split()
    for size in SIZES:
        felt = page(room(count=count), size, link=link)
        assert felt is not None
        assert fits(felt, *reversed(size))
        assert all(part in rows(felt) for part in codes) is (size != SIZES[0])
        assert rows(felt).count("ready") == count


def test_nobody_is_invited_where_nobody_is_to_come() -> None:
    assert "Bring a friend" not in rows(page(room(), sent=""))


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_back_is_dealt_every_second_of_the_countdown(size: tuple[int, int]) -> None:
    view = room(phase="countdown", until=NOW, seats=seats(3, ready=3))

    def backs(left_s: int) -> int:
        felt = page(view, size, sent="", left_s=left_s)
        assert felt is not None
        return max(
            sum(
                isinstance(span.style, Patch) and span.style.tint is Tint.BACK_EDGE
                for span in row
                if span.text[:1] == UNICODE.halves[2]
            )
            for row in felt.rows
        )

    assert [backs(left_s) for left_s in (9, 5, 3, 1, 0)] == [0, 1, 3, 5, 5]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_host_is_told_in_a_low_seat_of_a_small_terminal(count: int) -> None:
    ready = room(count=count, seats=seats(count, ready=count))
    shown = rows(page(ready, (60, 17)))
    assert "you," not in shown.replace("you, host", "")
    assert shown.count("host") == 1
    assert shown.count("for.") == 0


@pytest.mark.parametrize("count", [3, 8])
def test_the_line_to_send_is_whole_on_a_small_terminal(count: int) -> None:
    address = "samedeal join 7KQ4P@wss://play.example.org:18765"
    assert address in rows(page(room(count=count), (60, 20), sent=address))


@pytest.mark.parametrize("count", [1, 3, 8])
def test_the_smallest_terminal_has_all_seats_and_the_line_to_send(count: int) -> None:
    view = room(count=count)
    felt = page(view, SMALLEST)
    shown = rows(felt)
    assert felt is not None
    assert fits(felt, *reversed(SMALLEST))
    assert SENT in shown
    assert "what is next" in shown
    assert shown.count("not ready") == count - 1
    assert shown.count("free") == view.seats_max - count


def test_a_countdown_on_the_smallest_terminal_has_all_seats_and_its_second() -> None:
    view = room(phase="countdown", until=NOW, seats=seats(8, ready=8), count=8)
    felt = page(view, SMALLEST, sent="", left_s=3)
    shown = rows(felt)
    assert felt is not None
    assert fits(felt, *reversed(SMALLEST))
    assert "0:03" in shown
    assert shown.count("ready") == 8


def test_what_is_told_is_whole_or_not_there_on_the_smallest_terminal() -> None:
    first, second = "the first " * 5, "second " * 9
    told = (line(first.strip()), line(second.strip()), line("third"))
    at = Gathering(room(count=8), 0, {}, SENT, (), told, None)
    shown = rows(gathering_page(at, UNICODE, SMALLEST))
    assert first.strip() in shown
    assert "second" not in shown


def test_where_seats_have_no_room_there_is_no_page() -> None:
    assert page(room(count=8), (60, 9)) is None


def test_cards_to_look_at_grow_with_their_felt_and_stay_within_it() -> None:
    found: list[int] = []
    for width, height in ((60, 7), (80, 9), (100, 15), (132, 20), (200, 40)):
        rows = aces_on_felt(width, height, UNICODE)
        assert len(rows) == height
        assert all(width_of_row(row) == width for row in rows)
        assert all("A" + suit in text_of(rows) for suit in "♣♦♥♠")
        found.append(sum(bool(text.strip()) for text in text_of(rows).splitlines()))
    assert found == sorted(found)
    assert found[-1] > found[0]
    assert not aces_on_felt(80, 5, UNICODE)
    assert not aces_on_felt(20, 40, UNICODE)
