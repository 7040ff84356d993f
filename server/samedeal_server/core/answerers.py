"""Requests: who answers each kind, what it weighs, and which budgets it takes.

Whoever answers requests says so in a mapping of its own, `answerers` or `questions`;
`process.parts` lists these, and the edge keeps the limits that they name.
"""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel

from samedeal_protocol.shapes import Request
from samedeal_server.core.state import Player

Who = TypeVar("Who")
Reply: TypeAlias = Coroutine[Any, Any, BaseModel]
BudgetName: TypeAlias = Literal[
    "joins", "returns", "lines", "claims", "carries", "tournaments"
]
"""The budgets that are counted by player and address; see `Doorkeeper`."""
EverywhereName: TypeAlias = Literal[
    "rooms", "claims", "carries", "tournaments", "reports"
]
"""The budgets that all processes count together; see `OfAll`."""


class Answerer(NamedTuple, Generic[Who]):
    """The way to answer requests of one kind, and what that costs."""

    how: Callable[[Who, Any], Reply | None]
    """Returns what is to be awaited, or None where the answer comes by a call."""
    weight: int | Callable[[Any], int] = 1
    """As how many small questions one counts, by what it takes at worst: a small one
    is one read of the store, some third of a millisecond. More is what reads many lines
    or players, plays a match again or makes a table."""
    budget: BudgetName | Callable[[Any], BudgetName] | None = None
    """Another budget that it is counted in, in this process."""
    everywhere: EverywhereName | None = None
    leads_in: bool = False
    """Whether it leads into a room where others meet, and is answered with `Joined`."""
    names_room: Callable[[Any], bool] | None = None
    """Whether it has the code of a room, which somebody may guess at."""


Answerers: TypeAlias = Mapping[type[Request], Answerer[Who]]
"""Somebody's answers, by the kind of request."""
Question: TypeAlias = Answerer[Player]
"""Of a request for which only the player who asks it matters."""
Questions: TypeAlias = Answerers[Player]
