"""Every key in Redis, in one place.

What changes together has one hash tag (the part in braces), so that it lives on
one node of a Redis Cluster: everything of a room under the room's code, every
leaderboard under its game.
"""

from typing import NamedTuple

PREFIX = "samedeal"


class RoomKeys(NamedTuple):
    """The keys of one room."""

    log: str
    """Stream: the room's facts, one field ``f`` each; the id's first half is the
    fact's time in ms."""
    head: str
    """Hash: ``offset`` (entries in the log), ``gen`` (facts about the room as a
    whole), ``s0``… (facts about each seat's own board)."""
    doorbell: str
    """Channel: rings after every append with the id of the process that rang."""


def room_keys(code: str) -> RoomKeys:
    """Return the keys of the room with this code."""
    tagged = f"{PREFIX}:{{room:{code}}}"
    return RoomKeys(f"{tagged}:log", f"{tagged}:head", f"{tagged}:doorbell")


class BoardKeys(NamedTuple):
    """The keys of one leaderboard."""

    ranking: str
    """Sorted set: player ids by the value of their best result."""
    rows: str
    """Hash: player id to the row of that result, msgpack."""


def board_keys(game: str) -> BoardKeys:
    """Return the keys of a game's all-time leaderboard."""
    tagged = f"{PREFIX}:{{board:{game}}}"
    return BoardKeys(f"{tagged}:ranking", f"{tagged}:rows")


def identity_key(player: str) -> str:
    """Return the key of an identity.

    Hash: ``name``, and the hashes of the ``token``, of the way back (``resume``)
    and of the one before it (``resume_before``).
    """
    return f"{PREFIX}:{{player:{player}}}:identity"


LOBBY = f"{PREFIX}:lobby"
"""Hash: code of an open public room to its line in the list, msgpack."""

DEADLINES = f"{PREFIX}:deadlines"
"""Sorted set: code of every open room by when it wants to be looked at, in ms.
Never later than the room's own deadline for long; whoever looks puts it right."""
