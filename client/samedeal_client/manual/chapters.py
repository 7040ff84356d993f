"""The parts of a page of rules."""

from typing import NamedTuple


class Chapter(NamedTuple):
    """Some sentences under one heading, and a table where there is one."""

    title: str
    sentences: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
