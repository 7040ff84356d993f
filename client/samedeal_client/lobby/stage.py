"""One alternate screen over several full-screen apps, one after the other.

Each app would leave the terminal's own screen in sight between itself and the next;
while the stage is held, none of them touches it.
"""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import TypeVar

from textual.app import App
from textual.driver import Driver

ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
CLEAR = "\x1b[2J\x1b[H"

T = TypeVar("T")


@contextmanager
def held_stage() -> Generator[None]:
    """Hold the terminal's other screen; what was there before comes back at the end."""
    _write(ENTER + CLEAR)
    try:
        yield
    finally:
        _write(LEAVE)


def on_stage(app: App[T]) -> App[T]:
    """Return an app that plays on a stage which is held."""
    app.driver_class = staying(app.driver_class)
    return app


def staying(driver: type[Driver]) -> type[Driver]:
    """Return a driver that does not change between the terminal's screens."""

    class Staying(driver):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            super().write(data.replace(ENTER, "").replace(LEAVE, ""))

    return Staying


def clear_stage() -> None:
    """Take everything off the stage."""
    _write(CLEAR)


def _write(text: str) -> None:
    stream = sys.__stdout__
    if stream is not None:
        stream.write(text)
        stream.flush()
