"""The keys of a scene in one table: what each does, and its words.

A table is made anew whenever it is asked for, so its actions and words are those of the
moment. What takes keys for itself, as a hand that asks, comes before any table.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from samedeal_client.language import tr
from samedeal_client.screen.keys.foot import KeyHint
from samedeal_client.view.spans import Lines, Span, Style, line

T = TypeVar("T")


class AtFoot(NamedTuple):
    """Words at the foot of the screen, as long as they matter."""

    place: int
    """Their place in the row; where there is little room, the last go first."""
    hint: KeyHint
    matters: bool = True


class KeyRow(NamedTuple, Generic[T]):
    """Keys that the help tells of together."""

    does: Mapping[str, Callable[[], T]]
    """The action of each; none for keys that the screen takes before any scene."""
    help: str
    foot: tuple[AtFoot, ...] = ()


def action_of(rows: Iterable[KeyRow[T]], key: str) -> Callable[[], T] | None:
    """Return the action of a key; None for a key that does nothing."""
    return next((row.does[key] for row in rows if key in row.does), None)


def foot_of(rows: Iterable[KeyRow[T]]) -> tuple[KeyHint, ...]:
    """Return the words at the foot that matter now."""
    told = (told for row in rows for told in row.foot if told.matters)
    return tuple(told.hint for told in sorted(told, key=lambda told: told.place))


def help_of(rows: Iterable[KeyRow[T]], scene: str) -> Lines:
    """Return the help on the keys of a scene, below its name."""
    title = line(Span(f" {tr('Keys')}  ", Style.TITLE), Span(scene, Style.DIM))
    return (title, *(line(row.help) for row in rows))
