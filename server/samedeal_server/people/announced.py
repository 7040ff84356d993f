"""What an operator tells everybody, in both languages."""

from typing import Any, NamedTuple

import msgpack


class Announced(NamedTuple):
    """Words for everybody, each empty where nothing is said in that language."""

    en: str = ""
    es: str = ""


def pack_announced(announced: Announced) -> bytes:
    """Return an announcement's bytes in the store."""
    packed: bytes = msgpack.packb(list(announced))
    return packed


def unpack_announced(packed: bytes) -> Announced:
    """Read an announcement back; nothing is announced by no bytes."""
    if not packed:
        return Announced()
    fields: list[Any] = msgpack.unpackb(packed)
    return Announced(*fields[: len(Announced._fields)])
