"""How what is said is taken in: by eye, or line after line.

With a screen reader or on a braille display nothing can be read off a table or off a
picture of cards, and nothing that was said once is to be said again. Whoever shows
anything asks `is_linear`.
"""

from contextlib import AbstractContextManager

from samedeal_client.reader import read_by, reader


def is_linear() -> bool:
    """Tell whether everything is taken in line after line."""
    return reader().is_linear


def linear() -> AbstractContextManager[None]:
    """Say everything in lines within a block."""
    return read_by(reader()._replace(is_linear=True))
