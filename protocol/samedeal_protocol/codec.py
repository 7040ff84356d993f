"""Messages to bytes and back, with every limit in one place.

Bytes become plain values through msgpack's C extension and then messages
through pydantic; both directions refuse whatever they do not know exactly,
except that a client skips what a newer server adds.
"""

from collections.abc import Iterable
from typing import Any, cast

import msgpack
from pydantic import BaseModel, TypeAdapter, ValidationError

from samedeal_protocol.commands import Command
from samedeal_protocol.errors import BadFrame, FrameTooLarge, UnknownMessage
from samedeal_protocol.rooms.playing import Move
from samedeal_protocol.updates import ServerMessage, Update

MAX_INBOUND_BYTES = 16 * 1024
"""A client's largest frame; the largest honest one, a line of talk, is under 900
bytes, any other under 300."""
MAX_OUTBOUND_BYTES = 64 * 1024
"""A server's largest frame: a snapshot of eight seats with a result is under 6 KiB,
a page of 100 leaderboard rows or of 40 matches of a history under 60 KiB. A duplicate
evening of 32 deals adds 56 KiB at most, if other people with the widest names played
every deal of it."""
MAX_DEPTH = 8
"""Containers inside containers; the deepest message, a snapshot, needs 7."""
MAX_KEYS = 64
"""Entries of one map; the largest, a board at Serpent, has 28."""
MAX_ITEMS = 256
"""Entries of one list; the longest, 104 cards, needs 104."""
MAX_STRING_BYTES = 1024
MAX_OUTBOUND_BIN_BYTES = 32 * 1024
"""A part of a transcript."""
SMALL_MAP = 0x8
"""The upper half of the first byte of a map of up to 15 entries, says the lower."""
PLAIN = frozenset({int, str, bytes, bool, float, type(None)})
TEXT = frozenset({str})

_COMMANDS: TypeAdapter[Command] = TypeAdapter(Command)
_MOVE = TypeAdapter(Move).validator
_MESSAGES: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
_UPDATES: TypeAdapter[Update] = TypeAdapter(Update)


def encode(message: BaseModel) -> bytes:
    """Return the frame of a message."""
    return msgpack.packb(message.model_dump())


def decode_command(frame: bytes) -> Command:
    """Read a client's frame; raises BadFrame or UnknownMessage."""
    move = _move(frame)
    if move is not None:
        return move
    value = _unpack(frame, MAX_INBOUND_BYTES)
    try:
        return _COMMANDS.validate_python(value)
    except ValidationError as error:
        raise _explained(error) from None


def decode_message(frame: bytes) -> ServerMessage:
    """Read a server's frame; raises BadFrame or UnknownMessage.

    Updates of an unknown kind are left out of the news that carried them.
    """
    value = _unpack(frame, MAX_OUTBOUND_BYTES, MAX_OUTBOUND_BIN_BYTES)
    updates: Any = value.get("updates")
    if value.get("t") == "news" and isinstance(updates, tuple):
        value["updates"] = tuple(filter(_is_known, cast("list[Any]", updates)))
    try:
        return _MESSAGES.validate_python(value)
    except ValidationError as error:
        raise _explained(error) from None


def request_id(frame: bytes) -> int:
    """Return the id of a frame that is no message, 0 where none can be read."""
    try:
        number = _unpack(frame, MAX_INBOUND_BYTES).get("id")
    except BadFrame:
        return 0
    return number if type(number) is int and 0 < number <= 2**53 else 0


def _is_known(update: object) -> bool:
    try:
        _UPDATES.validate_python(update)
    except ValidationError as error:
        return error.errors()[0]["type"] != "union_tag_invalid"
    return True


def _explained(error: ValidationError) -> BadFrame | UnknownMessage:
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "union_tag_invalid":
        return UnknownMessage("no message has this kind")
    where = ".".join(str(part) for part in first["loc"][:4])
    return BadFrame(f"{where or 'message'}: {first['msg']}")


def _move(frame: bytes) -> Move | None:
    """Read a move, which is what nearly every command is.

    Anything else, wrong or not, is None, and read as what it is.
    """
    if len(frame) > MAX_STRING_BYTES:
        return None
    try:
        value: Any = msgpack.unpackb(frame)
        if frame[0] >> 4 != SMALL_MAP or value.get("t") != "move":
            return None
        # Two equal keys leave one entry less than the frame says.
        if len(value) == frame[0] & 0x0F:
            move: Move = _MOVE.validate_python(value)
            return move
    except ValueError:
        pass
    return None


def _unpack(
    frame: bytes, max_bytes: int, max_bin_bytes: int = MAX_STRING_BYTES
) -> dict[str, Any]:
    if len(frame) > max_bytes:
        raise FrameTooLarge(f"{len(frame)} bytes are more than {max_bytes}")
    plain = _unpack_plain(frame)
    if plain is not None:
        return plain
    try:
        value: Any = msgpack.unpackb(
            frame,
            use_list=False,
            strict_map_key=False,
            object_pairs_hook=_map_of,
            ext_hook=_refuse_extension,
            max_str_len=MAX_STRING_BYTES,
            max_bin_len=max_bin_bytes,
            max_array_len=MAX_ITEMS,
            max_map_len=MAX_KEYS,
        )
    except BadFrame:
        raise
    except (ValueError, RecursionError, OverflowError, TypeError) as error:
        # msgpack's own errors are ValueErrors; too deep nesting is too.
        raise BadFrame(f"not msgpack within the limits: {error}") from None
    if not isinstance(value, dict):
        raise BadFrame("a message is a map")
    _refuse_deeper(value, MAX_DEPTH)
    return cast("dict[str, Any]", value)


def _unpack_plain(frame: bytes) -> dict[str, Any] | None:
    """Read a small map of plain values, which is what most messages of a client are.

    Anything else, wrong or not, is None: it is looked at closely then, which takes
    twice as long.
    """
    if not frame or len(frame) > MAX_STRING_BYTES or frame[0] >> 4 != SMALL_MAP:
        return None
    try:
        value: Any = msgpack.unpackb(frame)
    except ValueError:
        return None
    # Two equal keys leave one entry less than the frame says.
    if len(value) != frame[0] & 0x0F or not PLAIN.issuperset(map(type, value.values())):
        return None
    return value if TEXT.issuperset(map(type, value)) else None


def _map_of(pairs: tuple[tuple[Any, Any], ...] | list[tuple[Any, Any]]) -> Any:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise BadFrame("a map has the same key twice")
    if not all(type(key) is str for key in result):
        raise BadFrame("a key is not text")
    return result


def _refuse_extension(code: int, data: bytes) -> Any:
    raise BadFrame(f"extension type {code} is not part of this protocol")


def _refuse_deeper(value: Any, most: int) -> None:
    """Refuse what has more than so many containers inside one another.

    Never looks deeper than that: msgpack reads 500 levels, and as many calls would
    be too many.
    """
    if isinstance(value, dict):
        inside: Iterable[Any] = cast("dict[str, Any]", value).values()
    elif isinstance(value, tuple):
        inside = cast("Iterable[object]", value)
    elif isinstance(value, msgpack.Timestamp):
        # The one extension that msgpack reads without asking the hook.
        _refuse_extension(-1, b"")
        return
    else:
        return
    if not most:
        raise BadFrame(f"more than {MAX_DEPTH} containers deep")
    for part in inside:
        _refuse_deeper(part, most - 1)
