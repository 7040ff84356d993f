"""Messages of the protocol with every text in them put there by somebody hostile."""

import types
from collections.abc import Callable, Collection, Iterator
from typing import (
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

M = TypeVar("M", bound=BaseModel)
Fit: TypeAlias = Callable[[Any, FieldInfo, str], str]
"""Cuts a poison to a field of a type."""

POISONS = (
    "\x1b[2J\x9b\x07\r\nTAKEN\t\x00",
    "\u202e\u2066\u200b\u05d0\u05d1 12",
    "[red]x[/]\u0301{z}%s" + "x" * 900,
)
"""Escapes and lines; directions; markup, formats and floods. The first characters are
what a narrow place shows."""
TAKEN = "TAKEN"
"""The beginning of a line that was taken over."""
FLOOD = "x" * 1000
"""More than any text may have, and within what a frame may hold."""
CLIENT_MUST_KNOW = frozenset({"game", "games", "scope", "family", "commitment"})
"""Fields that end most commands at once unless they hold what the client knows."""


def poisoned(
    message: M,
    poison: str,
    spared: frozenset[str] = frozenset(),
    fit: Fit | None = None,
) -> M:
    """Return a message with every text replaced, but for those of some fields.

    What is one of a few words or keeps to a pattern stays, and so do keys of maps. As
    much of the poison is put there as a client takes, if `fit` does not say otherwise.
    """

    def replaced(value: object, kind: Any, info: FieldInfo) -> object:
        if isinstance(value, BaseModel):
            return poisoned(value, poison, spared, fit)
        if isinstance(value, tuple):
            inner = next(_choices(kind))
            parts = cast("tuple[object, ...]", value)
            return tuple(replaced(part, inner, info) for part in parts)
        if isinstance(value, str) and _is_free(kind):
            return (fit or fitting)(kind, info, poison)
        return value

    changed = {
        name: replaced(getattr(message, name), info.annotation, info)
        for name, info in _unbound(type(message))
        if name not in spared
    }
    return message.model_copy(update=changed)


def texts_of(message: object) -> Iterator[tuple[str, str]]:
    """Yield each text of a message that may be any, after the field that holds it."""
    if isinstance(message, BaseModel):
        for name, info in _unbound(type(message)):
            where = f"{type(message).__name__}.{name}"
            yield from _texts_in(getattr(message, name), info.annotation, where)


def _unbound(kind: type[BaseModel]) -> Iterator[tuple[str, FieldInfo]]:
    """Yield the fields of a message but for those that keep to a pattern."""
    for name, info in kind.model_fields.items():
        if not any(getattr(bound, "pattern", None) for bound in info.metadata):
            yield name, info


def _texts_in(value: object, kind: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, tuple):
        for part in cast("tuple[object, ...]", value):
            yield from _texts_in(part, next(_choices(kind)), where)
    elif not isinstance(value, str):
        yield from texts_of(value)
    elif _is_free(kind):
        yield where, value


def poisoned_record(
    plain: dict[str, object], poison: str, spared: Collection[str]
) -> None:
    """Put a poison into every text of a transcript, but for what has some keys."""
    for key, value in plain.items():
        if isinstance(value, str) and key not in spared:
            plain[key] = poison
        elif isinstance(value, list):
            for part in cast("list[object]", value):
                if isinstance(part, dict):
                    poisoned_record(cast("dict[str, object]", part), poison, spared)


def _choices(kind: Any) -> Iterator[Any]:
    """Yield the type of the parts of each tuple."""
    for each in get_args(kind) if _is_union(kind) else (kind,):
        if get_origin(each) is tuple:
            yield get_args(each)[0]


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, types.UnionType)


def _is_free(kind: Any) -> bool:
    """Tell whether any text may be there, and not one of a few words."""
    if get_origin(kind) is Annotated:
        return _is_free(get_args(kind)[0])
    if _is_union(kind):
        return any(map(_is_free, get_args(kind)))
    return get_origin(kind) is not Literal and isinstance(kind, type) and kind is str


def fitting(kind: Any, info: FieldInfo, poison: str) -> str:
    """Return as much of a poison as a client takes in a field."""
    bounded: Any = Annotated[kind, *info.metadata] if info.metadata else kind
    adapter = TypeAdapter[object](bounded)
    for most in (len(poison), 200, 100, 80, 60, 40, 20, 16, 10):
        try:
            adapter.validate_python(poison[:most], strict=True)
        except ValidationError:
            continue
        return poison[:most]
    raise AssertionError(f"no poison fits into {info}")


def whole(kind: Any, info: FieldInfo, poison: str) -> str:
    """Return all of a poison, whatever a client takes."""
    return poison
