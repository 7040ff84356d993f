"""Questions, which change no room: what answers one, and what it weighs."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple, TypeAlias

from pydantic import BaseModel

from samedeal_protocol.shapes import Request
from samedeal_server.core.state import Player


class Question(NamedTuple):
    """How a question is answered for which only the player who asks it matters."""

    answer: Callable[[Player, Any], Coroutine[Any, Any, BaseModel]]
    weight: int | Callable[[Any], int] = 1
    """As how many small questions one counts, by what it takes at worst: a small one
    is one read of the store, some third of a millisecond. More is what reads many lines
    or players, plays a match again or makes a table."""


Questions: TypeAlias = Mapping[type[Request], Question]
"""What somebody answers, by what is asked."""
