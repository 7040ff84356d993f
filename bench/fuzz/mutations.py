"""Ways to spoil a message: its fields, its msgpack, or merely its bytes.

Every mutation takes a frame's payload and dice and returns another payload, the
same for the same dice. Some leave the message what it was, which is fine: then it
is to be answered as it was.
"""

import random
import struct
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias, cast

import msgpack
from bench.fuzz.corpus import packed

from samedeal_protocol.codec import MAX_INBOUND_BYTES

Fields: TypeAlias = dict[object, object]
Dice: TypeAlias = random.Random


class Pool(NamedTuple):
    """The stock of foreign parts for mutations."""

    frames: Sequence[bytes]
    values: Sequence[object]


Mutation: TypeAlias = Callable[[bytes, Dice, Pool], bytes]

EDGES: tuple[object, ...] = (
    *(0, 1, -1, 2**31, 2**31 + 1, 2**53, 2**53 + 1, 2**63, 2**64 - 1, -(2**63)),
    *(0.5, 1.0, float("nan"), float("inf"), -0.0),
    *("", "\0", "\ud7ff", "​", "ﷺ" * 16, "a" * 1024, "a" * 1025),
    *(b"", bytes(16), bytes(32), bytes(1024), bytes(1025)),
    *(True, False, None, (), {}, ((),) * 256, (0,) * 257),
    *(msgpack.ExtType(5, b"x"), msgpack.Timestamp(1)),
)


def mutate(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    """Return a payload that was spoiled once or more often."""
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        payload = dice.choice(MUTATIONS)(payload, dice, pool)
    return payload


# Bytes


def _flip(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    spoiled = bytearray(payload or b"\0")
    for _ in range(dice.choice((1, 1, 2, 8))):
        spoiled[dice.randrange(len(spoiled))] ^= 1 << dice.randrange(8)
    return bytes(spoiled)


def _truncate(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    return payload[: dice.randrange(len(payload) + 1)]


def _lengthen(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    return payload + dice.randbytes(dice.randrange(1, 20))


def _splice(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    other = dice.choice(pool.frames)
    here, there = dice.randrange(len(payload) + 1), dice.randrange(len(other) + 1)
    return payload[:here] + other[there:]


def _insert_type(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    """Put a type byte with a lie about what follows somewhere."""
    at = dice.randrange(len(payload) + 1)
    kind = dice.choice(b"\xc1\xc4\xc5\xc6\xc7\xc8\xc9\xd9\xda\xdb\xdc\xdd\xde\xdf")
    lie = struct.pack(">I", dice.choice((0, 1, 255, 65_535, 2**31, 2**32 - 1)))
    return payload[:at] + bytes((kind,)) + lie[dice.randrange(4) :] + payload[at:]


def _nest(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    depth = dice.choice((1, 6, 7, 8, 9, 600, MAX_INBOUND_BYTES - 400))
    return dice.choice((b"\x91" * depth, b"\x81\xa1a" * (depth // 3))) + payload


def _invalid_text(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    """Put bytes that are no UTF-8 where text is."""
    return payload.replace(b"\xa1t\xa4", b"\xa1t\xa4" + dice.randbytes(4)[:1], 1)


def _grow(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    """Come to the limit of a frame, or just beyond it."""
    edge = MAX_INBOUND_BYTES + dice.choice((-1, 0, 1, 100))
    return payload + b"\xc0" * max(0, edge - len(payload))


def _garbage(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    return dice.randbytes(dice.choice((0, 1, 2, 10, 100, 2000)))


def _double(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    return payload + payload


# Fields


def _of_fields(
    change: Callable[[Fields, Dice, Pool], object],
) -> Mutation:
    """Make a mutation of a change of fields, where there are some."""

    def changed(payload: bytes, dice: Dice, pool: Pool) -> bytes:
        fields = _fields_of(payload)
        if not fields:
            return _flip(payload, dice, pool)
        value = change(fields, dice, pool)
        try:
            return packed(fields if value is None else value)
        except (ValueError, OverflowError, TypeError):
            return _flip(payload, dice, pool)

    return changed


def _edge(fields: Fields, dice: Dice, pool: Pool) -> None:
    fields[_a_key(fields, dice)] = dice.choice(EDGES)


def _made_up(fields: Fields, dice: Dice, pool: Pool) -> None:
    fields[_a_key(fields, dice)] = dice.choice(pool.values)


def _foreign(fields: Fields, dice: Dice, pool: Pool) -> None:
    other = _fields_of(dice.choice(pool.frames))
    if other:
        key = _a_key(other, dice)
        fields[key] = other[key]


def _less(fields: Fields, dice: Dice, pool: Pool) -> None:
    del fields[_a_key(fields, dice)]


def _more(fields: Fields, dice: Dice, pool: Pool) -> None:
    for k in range(dice.choice((1, 2, 60, 62, 63, 64, 300))):
        fields[f"k{k}"] = k


def _strange_key(fields: Fields, dice: Dice, pool: Pool) -> None:
    key: object = dice.choice((1, None, 1.5, b"t", True, "", "T", "t\0"))
    fields[key] = fields.get(key, dice.choice(EDGES))


def _other_number(fields: Fields, dice: Dice, pool: Pool) -> None:
    """Give a command a wrong number: used, too early, or out of all bounds."""
    for key in ("n", "id", "ply", "offset"):
        value = fields.get(key)
        if type(value) is int and dice.random() < 0.6:
            fields[key] = max(0, value + dice.choice((-2, -1, 1, 2, 1000)))


def _whole(fields: Fields, dice: Dice, pool: Pool) -> object:
    return dice.choice(pool.values)


def _wrap(fields: Fields, dice: Dice, pool: Pool) -> object:
    return dice.choice(([fields], {"t": fields}, {**fields, "t": [fields]}))


def _same_key_twice(payload: bytes, dice: Dice, pool: Pool) -> bytes:
    """Say one key twice, in a map that counts it."""
    fields = _fields_of(payload)
    if not fields or len(fields) > 14:
        return _flip(payload, dice, pool)
    pairs = [packed(key) + packed(value) for key, value in fields.items()]
    pairs.append(dice.choice(pairs))
    return bytes((0x80 | len(pairs),)) + b"".join(pairs)


def _a_key(fields: Fields, dice: Dice) -> object:
    return dice.choice([*fields]) if fields else "t"


def _fields_of(payload: bytes) -> Fields | None:
    try:
        value: object = msgpack.unpackb(payload, strict_map_key=False)
    except (ValueError, TypeError, RecursionError, OverflowError):
        return None
    return cast("Fields", value) if isinstance(value, dict) else None


MUTATIONS: tuple[Mutation, ...] = (
    *(_flip, _flip, _truncate, _lengthen, _splice, _insert_type, _nest),
    *(_invalid_text, _grow, _garbage, _double, _same_key_twice),
    *map(_of_fields, (_edge, _edge, _made_up, _made_up, _foreign, _less, _more)),
    *map(_of_fields, (_strange_key, _other_number, _other_number, _whole, _wrap)),
)
