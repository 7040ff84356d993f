"""The audit log: what operators have changed, who they were, when, and why.

It is written before what it tells of is done, so that nothing is changed by somebody
who is not named in it; what then fails stands there all the same.
"""

import os
import socket
from typing import Any, NamedTuple

import msgpack

from samedeal_server.store.redis import Store


class Deed(NamedTuple):
    """Something that an operator did, or was about to do."""

    user: str
    """The account at the machine where the command was given."""
    host: str
    """The name of that machine."""
    verb: str
    what: str
    """The object of the deed; empty where the verb says it."""
    why: str
    """In the operator's words; empty where they gave none."""


async def note(store: Store, verb: str, what: str = "", why: str = "") -> None:
    """Note what is about to be done; raises StoreError, and then it is not to be."""
    deed = Deed(_user(), socket.gethostname(), verb, what, why)
    await store.audit.note(msgpack.packb(deed))


async def read(store: Store) -> list[tuple[int, Deed]]:
    """Return the deeds of operators, the oldest first, each with its ms since 1970."""
    return [(at, _unpacked(packed)) for at, packed in await store.audit.read()]


def _unpacked(packed: bytes) -> Deed:
    fields: list[Any] = msgpack.unpackb(packed)
    # A newer version may have noted more.
    return Deed(*fields[: len(Deed._fields)])


def _user() -> str:
    """Return the name of this process's user; no environment variable is believed."""
    try:
        import pwd
    except ImportError:  # as on Windows, whose answer is no variable either
        return os.getlogin()
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())  # as in a container that has no such account
