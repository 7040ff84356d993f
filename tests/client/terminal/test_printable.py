"""Text of others: whatever it is made of, it stays text, in its line and its cells."""

import ast
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.client.terminal.hostile import HARMLESS, HOSTILE, tricks_in

import samedeal_client
from samedeal_client.language import tr
from samedeal_client.printable import (
    FSI,
    MOST,
    MOST_MARKS,
    PDI,
    cut,
    printable,
    printable_row,
    width_of,
)
from samedeal_client.terminal.output import Output, complain
from samedeal_client.terminal.paint import painted
from samedeal_client.terminal.spelling import in_encoding
from samedeal_client.view.cards import ASCII, UNICODE, spelled
from samedeal_client.view.spans import Span, Style, padded, table, text_of

ALEF_BET = "\u05d0\u05d1"
PRINTERS = {"terminal/output.py", "terminal/app.py"}
"""What prints: the first makes all printable, the second draws what the first made."""

ANYTHING = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x07\r\n\t\x9b\u202e\u2066\u2067\u2068\u2069\u200d\u200f"),
        st.sampled_from("a1 \u05d0\u0627\u0301\u0e31\ufe0f\U0001f469\U0001f3fd\u540d"),
    ),
    max_size=40,
)


@given(ANYTHING)
def test_a_field_holds_no_trick_and_comes_out_the_same_again(text: str) -> None:
    shown = printable(text)
    assert not tricks_in(shown)
    assert printable(shown) == shown
    assert printable_row(shown) == shown


@given(st.lists(ANYTHING, min_size=1, max_size=4))
def test_a_row_holds_no_trick_whatever_a_view_did(parts: list[str]) -> None:
    raw = " 1 ".join(parts)
    made = "  ".join(map(printable, parts))
    assert not tricks_in(printable_row(raw))
    assert printable_row(made) == made
    assert width_of(made) == sum(width_of(printable(part)) + 2 for part in parts) - 2


@given(ANYTHING, st.integers(1, 30))
def test_a_field_that_is_cut_keeps_to_its_cells_and_its_direction(
    text: str, width: int
) -> None:
    short = cut(printable(text), width)
    assert width_of(short) <= width
    assert not tricks_in(short)
    assert width_of(padded(printable(text), width)) == width


@pytest.mark.parametrize(
    ("text", "width", "short"),
    [
        ("you, host", 6, "you…"),
        ("Poker Patience, American points", 17, "Poker Patience…"),
        ("Persephone Q", 12, "Persephone Q"),
        ("Persephone Quill", 12, "Persephone…"),
        ("Ada", 2, "A…"),
        ("  ab", 2, " …"),
    ],
)
def test_what_is_cut_ends_as_a_word_does(text: str, width: int, short: str) -> None:
    assert cut(text, width) == short


@pytest.mark.parametrize(
    ("width", "shown", "in_ascii"),
    [
        (9, "Alexandra", "Alexandra"),
        (8, "Alexand\u2026", "Alexa..."),
        (3, "Al\u2026", "..."),
        (2, "A\u2026", ".."),
        (1, "\u2026", "."),
    ],
)
def test_what_is_cut_says_so_on_as_many_cells_in_ascii(
    width: int, shown: str, in_ascii: str
) -> None:
    row = (Span(cut("Alexandra", width)),)
    assert text_of(spelled((row,), UNICODE)) == shown
    assert text_of(spelled((row,), ASCII)) == in_ascii


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zo\u00eb \u540d\u524d", "Zo\u00eb \u540d\u524d"),
        (ALEF_BET + " 12", FSI + ALEF_BET + " 12" + PDI),
        ("Ada " + ALEF_BET, FSI + "Ada " + ALEF_BET + PDI),
        ("a\u202eb", "a\\u202eb"),
        ("\u2067a", "\\u2067a"),
        ("[red]x[/] [@click=app.quit]", "[red]x[/] [@click=app.quit]"),
        ("\u0301", "\u25cc\u0301"),
        ("a" + "\u0301" * 50, "a" + "\u0301" * MOST_MARKS),
        ("\u2764\ufe0f", "\u2764"),
        ("\U0001f44d\U0001f3fd", "\U0001f44d"),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\U0001f467"),
        ("A\u200dda", "A\\u200dda"),
        ("A\u3164", "A\\u3164"),
        ("\ud800", "\\ud800"),
    ],
)
def test_a_field_is_shown(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_field_is_no_longer_than_any_honest_one() -> None:
    assert len(printable("\x1b" * 10_000)) <= 4 * MOST
    assert len(printable("x" * 10_000)) == MOST


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Ada", 3),
        ("\u540d\u524d", 4),
        ("e\u0301", 1),
        ("\u0e01\u0e31", 1),
        (FSI + ALEF_BET + PDI, 2),
        ("\U0001f469\U0001f467", 4),
    ],
)
def test_the_width_of_a_text_is_that_of_what_is_seen(text: str, cells: int) -> None:
    assert width_of(text) == cells


@pytest.mark.parametrize("name", [*HOSTILE, ALEF_BET + " 12"])
def test_columns_stay_where_they_are_beside_any_name(name: str) -> None:
    rows = text_of(table(("name", "score"), [(name, "12"), ("Ada", "7")])).splitlines()
    assert len(rows) == 3
    assert len({width_of(row) for row in rows}) == 1


def test_a_name_from_right_to_left_is_isolated_in_sentences_and_in_tables() -> None:
    isolated = FSI + ALEF_BET + " 12" + PDI
    assert tr("{name} leaves", name=ALEF_BET + " 12") == f"{isolated} leaves"
    told = text_of(table(("name", "score"), [(ALEF_BET + " 12", "7")]))
    assert isolated in told


def test_a_sentence_takes_no_trick_from_its_fields() -> None:
    for hostile in HOSTILE:
        assert not tricks_in(tr("{name} leaves", name=hostile))
        assert not tricks_in(
            tr("no {name!r} and {error}", name=hostile, error=OSError(hostile))
        )


def test_a_quoted_field_is_quoted_as_it_is_shown() -> None:
    assert tr("{name!r}", name="it's\x1b") == "'it's\\x1b'"


@pytest.mark.parametrize("colour", [True, False])
def test_the_only_escapes_on_a_terminal_are_those_of_our_colours(colour: bool) -> None:
    rows = tuple((Span(text, Style.GOOD), Span("|")) for text in HOSTILE)
    text = painted(rows, colour=colour, glyphs=UNICODE)
    assert len(text.split("\n")) == len(rows)
    for row in text.split("\n"):
        assert not tricks_in(row.replace("\x1b[32m", "").replace("\x1b[0m", ""))


def test_isolates_are_left_out_where_they_cannot_be_written() -> None:
    assert in_encoding(printable(ALEF_BET + " 12"), "ascii") == "?? 12"
    assert in_encoding(printable(ALEF_BET + " 12"), "latin-1") == "?? 12"


def test_output_shows_lines_of_others_as_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Output(UNICODE, colour=False).show(tuple((Span(text),) for text in HOSTILE))
    out = capsys.readouterr().out
    assert len(out.splitlines()) == len(HOSTILE)
    assert not tricks_in(out.replace("\n", ""))


def test_nothing_but_the_output_prints() -> None:
    room = Path(samedeal_client.__file__).parent
    found = [
        f"{path.relative_to(room)}: {ast.unparse(node)}"
        for path in room.rglob("*.py")
        if str(path.relative_to(room)) not in PRINTERS
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if _prints(node)
    ]
    assert not found


def _prints(node: ast.AST) -> bool:
    """Tell whether something calls `print` or writes to a standard stream itself."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id == "print"
    written = ast.unparse(node.func)
    return written.startswith(("sys.stdout", "sys.stderr")) and ".write" in written


def test_every_trick_is_known_as_one() -> None:
    assert all(map(tricks_in, HOSTILE[:HARMLESS]))
    assert not tricks_in("Ada \u540d\u524d" + FSI + ALEF_BET + PDI)
    assert unicodedata.bidirectional(ALEF_BET[0]) == "R"


def test_a_complaint_needs_no_stream_that_says_what_it_can_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Capture:
        """What stands in for standard error: all that has been written."""

        said = ""

        def write(self, text: str) -> None:
            self.said += text

    capture = Capture()
    monkeypatch.setattr("sys.stderr", capture)
    complain("¿Ada…?")
    assert capture.said == "samedeal: Ada...?\n"
