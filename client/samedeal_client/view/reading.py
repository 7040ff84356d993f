"""How what is said is taken in: by eye, or line after line.

With a screen reader or on a braille display nothing can be read off a table or off a
picture of cards, and nothing that was said once is to be said again. Whoever shows
anything asks `is_linear`; a process has one reader.
"""

from collections.abc import Generator
from contextlib import contextmanager


class _Reader:
    is_linear: bool = False


def read_lines(is_linear: bool) -> None:
    """Say everything in lines that make sense one by one, from now on, or not."""
    _Reader.is_linear = is_linear


def is_linear() -> bool:
    """Tell whether everything is taken in line after line."""
    return _Reader.is_linear


@contextmanager
def linear() -> Generator[None]:
    """Say everything in lines for a while."""
    before = is_linear()
    read_lines(True)
    try:
        yield
    finally:
        read_lines(before)
