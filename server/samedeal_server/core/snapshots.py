"""A room's state as bytes, so that whoever comes need not fold its whole log.

Nothing rests on a snapshot but time: the log is the truth, and a fold of it gives the
same state. How a record is read follows from the types of its fields, so there is no
second list of them to forget; `SHAPE` says which they are, and a snapshot of another
shape is not read.
"""

import hashlib
import types
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

import msgpack

from samedeal_games.catalogue import GAMES, find_game, find_retraceable
from samedeal_games.game import AnyGame, Game
from samedeal_server.core.state import Match, Room

Reader = Callable[[Any], Any]


def pack_room(room: Room) -> bytes:
    """Return a room's state as bytes."""
    packed: bytes = msgpack.packb(room, default=_plain)
    return packed


def unpack_room(packed: bytes) -> Room:
    """Return the state that was packed; raises ValueError for anything else."""
    try:
        room: Room = _reader(Room)(msgpack.unpackb(packed, use_list=False))
        match = room.table.match
        if match is None:
            return room
        match = _with_positions(room.table.game, match)
        return room._replace(table=room.table._replace(match=match))
    except (TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"this is no room: {error}") from None


def _plain(value: object) -> object:
    """Return a value that msgpack knows in place of one that it does not."""
    if isinstance(value, Mapping):
        return dict(cast("Mapping[object, object]", value))
    game = cast("AnyGame", value)
    key = game.about.key
    return key, game is not find_game(key)


def _game(packed: tuple[str, bool]) -> AnyGame:
    key, takes_back = packed
    return find_retraceable(key) if takes_back else find_game(key)


def _with_positions(game: AnyGame, match: Match) -> Match:
    """Return a match whose positions are those of its game, and not tuples alone."""
    read = _reader(_position_of(game))
    plays = tuple(
        play and play._replace(position=read(play.position)) for play in match.plays
    )
    return match._replace(plays=plays)


def _position_of(game: AnyGame) -> type:
    position: type = get_type_hints(type(game).setup)["return"]
    return position


@cache
def _reader(hint: Any) -> Reader:
    """Return the reader that makes a value of a type from what msgpack makes of it."""
    origin, within = get_origin(hint), get_args(hint)
    if origin is Game:
        return _game
    if origin in (Union, types.UnionType):
        return _optional([_reader(each) for each in within if each is not type(None)])
    if origin is tuple:
        return _row([_reader(each) for each in within if each is not Ellipsis], within)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint
    if isinstance(hint, type) and hasattr(hint, "_fields"):
        return _record(hint, [_reader(each) for each in _hints(hint).values()])
    return _as_it_is


def _as_it_is(value: Any) -> Any:
    return value


def _optional(readers: list[Reader]) -> Reader:
    known = [read for read in readers if read is not _as_it_is]
    if not known:
        return _as_it_is
    (read,) = known
    return lambda value: None if value is None else read(value)


def _row(readers: list[Reader], within: tuple[Any, ...]) -> Reader:
    if all(read is _as_it_is for read in readers):
        return _as_it_is
    if within[-1] is Ellipsis:
        (read,) = readers
        return lambda values: tuple([read(value) for value in values])
    return lambda values: tuple(
        read(value) for read, value in zip(readers, values, strict=True)
    )


def _record(kind: type, readers: list[Reader]) -> Reader:
    make = cast("Callable[..., Any]", kind)
    if all(read is _as_it_is for read in readers):
        return lambda values: make(*values)
    return lambda values: make(
        *(read(value) for read, value in zip(readers, values, strict=True))
    )


def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _shape() -> str:
    said = [f"{game.about.key} {game.about.rules_hash}" for game in GAMES.values()]
    known = set[type]()
    waiting: list[Any] = [Room, *map(_position_of, GAMES.values())]
    waiting += [_position_of(find_retraceable(key)) for key in GAMES]
    while waiting:
        hint = waiting.pop()
        waiting += get_args(hint)
        if isinstance(hint, type) and hasattr(hint, "_fields") and hint not in known:
            known.add(hint)
            said += [f"{hint.__name__} {hints}" for hints in _hints(hint).items()]
            waiting += _hints(hint).values()
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]


SHAPE = _shape()
"""Tells apart what other versions of this code would read otherwise."""
