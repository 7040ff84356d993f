"""The form of vectors: JSON that names the kind of each value where it must."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

from pydantic import BaseModel

WIDTH = 100


def plain(value: object) -> object:
    """Return a value as JSON has it: bytes as a map of their hex digits."""
    if isinstance(value, BaseModel):
        return plain(value.model_dump())
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, Mapping):
        items = cast("Mapping[str, object]", value).items()
        return {key: plain(inner) for key, inner in items}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(inner) for inner in cast("Sequence[object]", value)]
    return value


def page(about: str, **parts: object) -> str:
    """Return the text of a file of vectors."""
    return _laid_out({"about": about, **parts}, "") + "\n"


def _laid_out(value: object, margin: str) -> str:
    """Write JSON, with short values on one line."""
    short = json.dumps(value, ensure_ascii=False)
    if len(margin) + len(short) <= WIDTH:
        return short
    inner = margin + " "
    if isinstance(value, dict):
        entries = cast("dict[str, object]", value).items()
        rows = [f"{inner}{json.dumps(k)}: {_laid_out(v, inner)}" for k, v in entries]
        return "{\n" + ",\n".join(rows) + f"\n{margin}}}"
    if isinstance(value, list | tuple):
        items = cast("Sequence[object]", value)
        rows = [inner + _laid_out(item, inner) for item in items]
        return "[\n" + ",\n".join(rows) + f"\n{margin}]"
    return short
