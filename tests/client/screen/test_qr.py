"""The QR code of a link at the terminal: those that a reader of QR codes has read."""

import hashlib

import pytest

from samedeal_client.screen.gathering.qr import QUIET, modules, qr_rows
from samedeal_client.view.cards import ASCII, UNICODE
from samedeal_client.view.spans import text_of, width_of_row
from samedeal_client.view.tints import Patch, Tint

READ = {
    "http://h:87/7KQ4P": "1d7de53e28fa9e5a",
    "http://192.168.1.20:8765/7KQ4P": "7b2b1b3db49922bc",
    "https://cards.example/patience/7KQ4P": "6d5c93983d494463",
    "https://patience.cards.example.org:18765/patience/7KQ4P": "bd1f3429dd513b4e",
    f"https://cards.example/{'patience/' * 7}7KQ4P": "32f6382278cd7c46",
}
"""Links of each size, and their codes in which zxing-cpp 3.1.1 found them."""


def digest(rows: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]


@pytest.mark.parametrize("link", READ)
def test_the_code_of_a_link_is_the_one_that_was_read(link: str) -> None:
    assert digest(modules(link)) == READ[link]


def test_each_size_has_its_code_and_what_is_too_long_has_none() -> None:
    sides = [len(modules("x" * length)) for length in (1, 17, 18, 32, 33, 78, 106, 107)]
    assert sides == [21, 21, 25, 25, 29, 33, 37, 0]
    assert qr_rows("x" * 107, UNICODE) == ()


def test_two_rows_of_a_code_are_one_of_cells_dark_on_light() -> None:
    link = next(iter(READ))
    code, rows = modules(link), qr_rows(link, UNICODE)
    side = len(code) + 2 * QUIET
    assert len(rows) == (side + 1) // 2
    assert {width_of_row(row) for row in rows} == {side}
    halves = {
        (" ", Tint.CARD): "00",
        (" ", Tint.SPADES): "11",
        (UNICODE.halves[0], Tint.CARD): "10",
        (UNICODE.halves[1], Tint.CARD): "01",
    }
    drawn: list[str] = []
    for row in rows:
        pairs = [
            halves[span.text, span.style.ground]
            for span in row
            if isinstance(span.style, Patch)
        ]
        drawn += ["".join(half) for half in zip(*pairs, strict=True)]
    inner = slice(QUIET, QUIET + len(code))
    assert tuple(row[inner] for row in drawn[inner]) == code
    assert not {"1"} & {sign for row in drawn[:QUIET] for sign in row}


def test_without_halves_of_cells_there_is_none() -> None:
    assert not qr_rows(next(iter(READ)), ASCII)
    assert not text_of(qr_rows(next(iter(READ)), UNICODE._replace(halves="")))
