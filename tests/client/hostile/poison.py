"""Messages of the protocol with every text in them put there by somebody hostile."""

import types
from collections.abc import Collection, Iterator
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

M = TypeVar("M", bound=BaseModel)

POISONS = (
    "\x1b[2J\x9b\x07\r\nTAKEN\t\x00",
    "\u202e\u2066\u200b\u05d0\u05d1 12",
    "[red]x[/]\u0301{z}%s" + "x" * 900,
)
"""Escapes and lines; directions; markup, formats and floods. The first characters are
what a narrow place shows."""
TAKEN = "TAKEN"
"""What a line begins with if it was taken over."""
CLIENT_MUST_KNOW = frozenset({"game", "games", "scope", "family", "commitment"})
"""Fields that end most commands at once unless they hold what the client knows."""


def poisoned(message: M, poison: str, spared: frozenset[str] = frozenset()) -> M:
    """Return a message with every text replaced, but for those of some fields.

    What may only be one of a few words stays, and so do the keys of maps.
    """
    fields = type(message).model_fields
    changed = {
        name: _replaced(getattr(message, name), info.annotation, info, poison, spared)
        for name, info in fields.items()
        if name not in spared
    }
    return message.model_copy(update=changed)


def texts_of(message: object) -> Iterator[tuple[str, str]]:
    """Yield each text of a message that may be any, after the field that holds it."""
    if isinstance(message, BaseModel):
        for name, info in type(message).model_fields.items():
            where = f"{type(message).__name__}.{name}"
            yield from _texts_in(getattr(message, name), info.annotation, where)


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


def _replaced(
    value: object, kind: Any, info: FieldInfo, poison: str, spared: frozenset[str]
) -> object:
    if isinstance(value, BaseModel):
        return poisoned(value, poison, spared)
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        inner = next(_choices(kind))
        return tuple(_replaced(part, inner, info, poison, spared) for part in parts)
    if isinstance(value, str) and _is_free(kind):
        return _fitting(kind, info, poison)
    return value


def _choices(kind: Any) -> Iterator[Any]:
    """Yield what the parts of a tuple may be."""
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


def _fitting(kind: Any, info: FieldInfo, poison: str) -> str:
    """Return as much of a poison as a client takes in a field."""
    whole: Any = Annotated[kind, *info.metadata] if info.metadata else kind
    adapter = TypeAdapter[object](whole)
    for most in (len(poison), 60, 40, 20, 16, 10):
        try:
            adapter.validate_python(poison[:most], strict=True)
        except ValidationError:
            continue
        return poison[:most]
    raise AssertionError(f"no poison fits into {info}")
