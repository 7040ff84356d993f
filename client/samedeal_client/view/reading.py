"""The way of reading: by eye, or line after line.

With a screen reader or on a braille display nothing can be read off a table or off a
picture of cards, and no line is to be said twice. Every view that depends on it asks
`is_linear`.
"""

from contextlib import AbstractContextManager

from samedeal_client.reader import read_by, reader


def is_linear() -> bool:
    """Tell whether the reader takes in everything line after line."""
    return reader().is_linear


def linear() -> AbstractContextManager[None]:
    """Show everything in lines within a block."""
    return read_by(reader()._replace(is_linear=True))
