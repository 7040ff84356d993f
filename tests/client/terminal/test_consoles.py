"""Terminals that understand control sequences, on a Unix and on Windows."""

import ctypes
import os
from typing import cast

import pytest

from samedeal_client.terminal import consoles
from samedeal_client.terminal.consoles import (
    STANDARD_OUTPUT,
    UNDERSTANDS,
    begins_to_understand,
    is_dumb,
)
from samedeal_client.terminal.theme import Depth, depth_of

OTHER_MODES = 0x0003


class Console:
    """Stands for kernel32, of a Windows with one console or with none."""

    def __init__(self, *, is_there: bool = True, is_old: bool = False) -> None:
        self.mode = OTHER_MODES
        self._is_there = is_there
        self._is_old = is_old

    def GetStdHandle(self, which: int) -> int:  # noqa: N802
        assert which == STANDARD_OUTPUT
        return 7

    def GetConsoleMode(self, handle: int, mode: object) -> int:  # noqa: N802
        assert handle == 7
        told = ctypes.cast(
            cast("ctypes.Array[ctypes.c_ulong]", mode), ctypes.POINTER(ctypes.c_ulong)
        )
        told[0] = self.mode
        return int(self._is_there)

    def SetConsoleMode(self, handle: int, mode: int) -> int:  # noqa: N802
        assert handle == 7
        if self._is_old:
            return 0
        self.mode = mode
        return 1


def test_a_console_is_asked_to_understand_and_keeps_its_other_modes() -> None:
    console = Console()
    assert begins_to_understand(console)
    assert console.mode == OTHER_MODES | UNDERSTANDS


@pytest.mark.parametrize("console", [Console(is_there=False), Console(is_old=True)])
def test_what_is_no_console_or_an_old_one_is_sent_no_sequences(
    console: Console,
) -> None:
    assert not begins_to_understand(console)
    assert console.mode == OTHER_MODES


@pytest.mark.parametrize(
    ("term", "dumb"), [("", True), ("dumb", True), ("vt52", False)]
)
def test_on_a_unix_the_terminal_is_what_it_is_called(term: str, dumb: bool) -> None:
    assert is_dumb({"TERM": term}) is dumb


def test_on_windows_a_console_without_a_name_has_all_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "name", "nt")
    monkeypatch.setattr(consoles, "_kernel", Console)
    assert not is_dumb({})
    assert depth_of({}) is Depth.ALL
    # As in the shells of Git and Cygwin.
    assert depth_of({"TERM": "xterm-256color"}) is Depth.MANY
    assert is_dumb({"TERM": "dumb"})
    monkeypatch.setattr(consoles, "_kernel", lambda: None)
    assert is_dumb({})
