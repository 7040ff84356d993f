"""The reader: the language, the way, and the keys of whoever reads what is shown.

Views ask `reader` instead of being handed it through every call. It is a value that
belongs to one run of the program, and to all that was begun in it: tasks, and threads
of `asyncio.to_thread`. The edge sets it, when a run begins and when something else was
chosen; nothing else does. Two runs in one process know nothing of each other's.

With a screen reader or on a braille display nothing can be read off a table or off a
picture of cards, and no line is to be said twice. Every view that depends on it asks
`is_linear`.
"""

from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

Language: TypeAlias = str
"""The code of a language that the client speaks, as `es`; see `language.languages`."""
Theme: TypeAlias = Literal["safe", "four", "light", "mono"]
"""Red and black suits; every suit in a colour of its own; the first on pale grounds,
where a screen has grounds; no colour at all."""


class Alerts(NamedTuple):
    """Signals of the terminal for what others did while it is behind other windows."""

    bell: bool = True
    title: bool = True
    """Whether the title of its window tells."""
    notify: bool = True
    """Whether the desktop is told, where the terminal can."""


class Reader(NamedTuple):
    """The choices of the person who reads."""

    language: Language = "en"
    is_linear: bool = False
    """Whether everything is taken in line after line: heard, or felt in braille."""
    theme: Theme = "safe"
    keys: Mapping[str, str] = MappingProxyType({})
    """The table's key by the player's own."""
    alerts: Alerts = Alerts()
    quick: bool = False
    """Whether one key moves what can go to one place only."""
    motion: bool = True
    """Whether a move is seen for a moment on the full screen."""


class _Run:
    """One run of the program; its reader changes for all that was begun in it."""

    def __init__(self, one: Reader) -> None:
        self.reader = one


NOBODY = Reader()
"""The reader outside of any run: one who chose nothing."""
_RUN: ContextVar[_Run | None] = ContextVar("run", default=None)


def reader() -> Reader:
    """Return the reader of this run."""
    run = _RUN.get()
    return NOBODY if run is None else run.reader


def go_on_for(one: Reader) -> None:
    """Change the reader of this run; raises RuntimeError outside of one."""
    run = _RUN.get()
    if run is None:
        raise RuntimeError("there is no run of the program")
    run.reader = one


@contextmanager
def read_by(one: Reader) -> Generator[None]:
    """Set the reader of a run within a block."""
    before = _RUN.get()
    _RUN.set(_Run(one))
    try:
        yield
    finally:
        # No token: a fixture of asyncio's ends in another context than it began in.
        _RUN.set(before)


def is_linear() -> bool:
    """Tell whether the reader takes in everything line after line."""
    return reader().is_linear


def linear() -> AbstractContextManager[None]:
    """Show everything in lines within a block."""
    return read_by(reader()._replace(is_linear=True))
