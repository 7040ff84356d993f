"""An operator's words to everybody, by the tag of the language that they are in."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgpack

from samedeal_protocol.updates import ANNOUNCED_IN

Announced: TypeAlias = Mapping[str, str]
"""From a language's tag, as in BCP 47, to the words in it, which are never empty."""
FIRST = ("en", "es")
"""The languages that a process reads which knows no others."""


def pack_announced(announced: Announced) -> bytes:
    """Return an announcement's bytes in the store."""
    others = {tag: text for tag, text in announced.items() if tag not in FIRST}
    values = [*(announced.get(tag, "") for tag in FIRST), others]
    packed: bytes = msgpack.packb(values)
    return packed


def unpack_announced(packed: bytes) -> Announced:
    """Read an announcement back; nothing is announced by no bytes.

    What a newer version may have put there and is no text in a language is left out.
    """
    if not packed:
        return {}
    values: list[Any] = msgpack.unpackb(packed, strict_map_key=False)
    said: dict[Any, Any] = dict(zip(FIRST, values, strict=False))
    if len(values) > len(FIRST) and isinstance(others := values[len(FIRST)], dict):
        said |= others
    return {
        tag: text
        for tag, text in said.items()
        if isinstance(tag, str) and ANNOUNCED_IN.fullmatch(tag)
        if isinstance(text, str) and text
    }
