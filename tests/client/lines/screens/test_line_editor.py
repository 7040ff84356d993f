"""A line while it is typed, key by key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samedeal_client.lines.screens.line_editor import LineEditor, Typed, keys_in
from samedeal_client.view.spans import width_of

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
HOME, END, DELETE, BACKSPACE = "\x1b[H", "\x1b[F", "\x1b[3~", "\x7f"


def typed(*keys: str) -> LineEditor:
    """Return a line on which keys were pressed."""
    editor = LineEditor()
    for key in keys:
        assert editor.press(key) is Typed.NOTHING
    return editor


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("c4", "c4"),
        (("c", "5", BACKSPACE, "4"), "c4"),
        (("4", HOME, "c"), "c4"),
        (("x", "c", "4", HOME, DELETE), "c4"),
        (("c", "x", "4", LEFT, BACKSPACE), "c4"),
        (("c", LEFT, LEFT, RIGHT, RIGHT, "4"), "c4"),
        (("4", "\x01", "c", "\x05", "!"), "c4!"),
        ((*"say good game", "\x17", *"night"), "say good night"),
        ((*"say good ", "\x17"), "say "),
        ((*"ready", LEFT, LEFT, "\x15"), "dy"),
        ((*"ready", LEFT, LEFT, "\x0b"), "rea"),
        ((*"c4", "\x1b", "\x1b[5~", "\x1bx", "\t", "\x00"), "c4"),
        ((*"c4", LEFT, "\x04"), "c"),
        ("\u00f1\u4e2d\u0301", "\u00f1\u4e2d\u0301"),
    ],
)
def test_keys_change_the_line(keys: tuple[str, ...], text: str) -> None:
    assert typed(*keys).finish() == text


def test_enter_ctrl_c_and_ctrl_d_are_told_apart() -> None:
    assert typed(*"c4").press("\r") is Typed.LINE
    assert typed(*"c4").press("\n") is Typed.LINE
    assert typed(*"c4").press("\x03") is Typed.INTERRUPT
    assert typed().press("\x04") is Typed.END
    assert typed(*"c4").press("\x04") is Typed.NOTHING


def test_lines_can_be_had_again_and_the_new_one_is_not_lost() -> None:
    editor = LineEditor()
    for text in ("d", "35", "35", " "):
        for key in text:
            editor.press(key)
        editor.finish()
    for key in ("w", UP):
        editor.press(key)
    assert editor.text == "35"
    for key in (UP, UP, UP):
        editor.press(key)
    assert editor.text == "d"
    for key in (DOWN, DOWN):
        editor.press(key)
    assert editor.text == "w"


def test_what_a_terminal_sends_is_cut_into_keys() -> None:
    assert keys_in("c4\r") == (("c", "4", "\r"), "")
    assert keys_in(f"a{LEFT}b\x1bOA") == (("a", LEFT, "b", "\x1bOA"), "")
    assert keys_in("a\x1b[") == (("a",), "\x1b[")
    assert keys_in("a\x1b[1;5") == (("a",), "\x1b[1;5")
    assert keys_in("\x1b[1;5Cx") == (("\x1b[1;5C", "x"), "")
    assert keys_in("\x1b") == (("\x1b",), "")


@given(st.text(), st.integers(0, 40), st.integers(2, 30))
def test_the_cursor_is_always_seen_and_nothing_is_wider_than_it_may_be(
    text: str, back: int, width: int
) -> None:
    editor = LineEditor()
    for key in [*text, *[LEFT] * back]:
        editor.press(key)
    seen = editor.seen(width)
    assert seen.text in editor.text
    assert width_of(seen.text) <= width
    assert 0 <= seen.after <= width_of(seen.text)


def test_a_long_line_shows_the_part_that_is_typed() -> None:
    editor = typed(*"abcdefghij")
    assert editor.seen(5) == ("ghij", 0)
    editor.press(HOME)
    assert editor.seen(5) == ("abcd", 4)
