"""Records with a value changed somewhere, under a digest that fits or not."""

from random import Random
from typing import Any, cast

import msgpack
from tests.records.test_transcripts import VOID, as_old, certified, played

from samedeal_games.catalogue import GAMES
from samedeal_records.sealing import seal
from samedeal_records.transcripts import salted, to_plain

TEXTS = ("", "\x1b[2J", "D", "R", "1F", "W>3", "+99+99", "12>12x99", "x" * 5000, "名前")
NUMBERS = (0, 1, 10**6, 2**63, 2**64 - 1)


def mutants(count: int, seed: int) -> list[bytes]:
    """Return `count` records of matches that were not quite played so."""
    dice = Random(seed)
    return [_mutant(dice) for _ in range(count)]


def _mutant(dice: Random) -> bytes:
    whole = played(dice.choice(list(GAMES)), dice.randrange(3))
    kind = dice.randrange(5)
    if kind == 0:
        whole = as_old(whole)
    elif kind == 1:
        whole = as_old(certified(whole, 0))
    elif kind == 2:
        whole = whole._replace(voids=(VOID,))
    elif kind == 3:
        whole = salted(whole._replace(voids=(VOID,)), bytes(32))
    plain = to_plain(whole)
    read = msgpack.unpackb(msgpack.packb(plain))
    if dice.random() < 0.7:
        return seal(cast("dict[str, Any]", _changed(read, dice)))
    sealed = bytearray(seal(read))
    sealed[dice.randrange(len(sealed))] = dice.randrange(256)
    return bytes(sealed)


def _changed(value: object, dice: Random) -> object:
    """Return a value with one thing changed somewhere in it."""
    match value:
        case dict():
            fields = cast("dict[str, object]", value)
            name = dice.choice(list(fields))
            return {**fields, name: _changed(fields[name], dice)}
        case list() if value and dice.random() < 0.9:
            items = list(cast("list[object]", value))
            place = dice.randrange(len(items))
            items[place] = _changed(items[place], dice)
            return items
        case bool():
            return not value
        case int():
            return dice.choice((*NUMBERS, value + 1, max(0, value - 1)))
        case bytes():
            return dice.choice((b"", bytes(32), value[:-1], value + b"x"))
        case str():
            return dice.choice(TEXTS)
        case list():
            return []
        case _:
            return b"x" * 16
