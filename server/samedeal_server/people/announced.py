"""What an operator tells everybody, by the tag of the language that it is in."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgpack

Announced: TypeAlias = Mapping[str, str]
"""From a language's tag, as in BCP 47, to the words in it, which are never empty."""
FIRST = ("en", "es")
"""What a process that knows no other languages reads, and no more than that."""


def pack_announced(announced: Announced) -> bytes:
    """Return an announcement's bytes in the store."""
    others = {tag: text for tag, text in announced.items() if tag not in FIRST}
    values = [*(announced.get(tag, "") for tag in FIRST), others]
    packed: bytes = msgpack.packb(values)
    return packed


def unpack_announced(packed: bytes) -> Announced:
    """Read an announcement back; nothing is announced by no bytes."""
    if not packed:
        return {}
    values: list[Any] = msgpack.unpackb(packed)
    first = dict(zip(FIRST, values, strict=False))
    others: Announced = values[len(FIRST)] if len(values) > len(FIRST) else {}
    return {tag: text for tag, text in (first | {**others}).items() if text}
