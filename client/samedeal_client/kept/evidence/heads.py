"""The heads of servers' chains of matches that this user was shown.

A server that leaves out a match would have to have shown another chain before. A
greeting is compared with the newest head of its server; the ones before are of chains
that were not found to lead to it.
"""

import time
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from samedeal_client.failed import Failed
from samedeal_client.kept.files import own_file_keeps, write_private
from samedeal_client.language import tr
from samedeal_client.language.reasons import cannot_read
from samedeal_client.wire.reach.addresses import kept_under

NAME = "heads.json"
HEADS_MOST = 16
SERVERS_MOST = 200


class SeenHead(BaseModel):
    """A head as a server has shown it."""

    model_config = ConfigDict(frozen=True, strict=True)

    length: Annotated[int, Field(ge=0)]
    head: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    at: int
    """By this machine's clock, in ms since 1970."""
    is_of_own: bool = False
    """Whether the end of a match that was played here was seen on the way to this head.
    """


def shown_now(length: int, head: bytes, *, is_of_own: bool = False) -> SeenHead:
    """Return a head that is shown at this moment."""
    at = int(time.time() * 1000)
    return SeenHead(length=length, head=head.hex(), at=at, is_of_own=is_of_own)


class _File(BaseModel):
    version: Literal[1] = 1
    servers: dict[str, tuple[SeenHead, ...]] = {}


class Heads:
    """The heads that one server showed to one user; a file beside the identities."""

    def __init__(self, identity: Path, server: str) -> None:
        self.path = identity.with_name(NAME)
        self._server = kept_under(server)
        self._keeps = own_file_keeps(identity)

    def seen(self) -> tuple[SeenHead, ...]:
        """Return the heads, the newest last; raises Failed."""
        return self._read().servers.get(self._server, ())

    def keep(self, seen: tuple[SeenHead, ...]) -> None:
        """Replace the heads; raises Failed and IdentityError.

        Of too many these stay: the first, which remember longest, the newest, and those
        that tell of own matches.
        """
        servers = self._read().servers
        if not self._keeps or servers.get(self._server) == seen:
            return
        servers.pop(self._server, None)
        newest = list(servers.items())[1 - SERVERS_MOST :]
        file = _File(servers=dict([*newest, (self._server, _fewer(seen))]))
        write_private(self.path, file.model_dump_json(indent=1))

    def _read(self) -> _File:
        try:
            return _together(_File.model_validate_json(self.path.read_bytes()))
        except FileNotFoundError:
            return _File()
        except OSError as error:
            raise Failed(cannot_read(self.path, error)) from None
        except ValueError:
            raise Failed(
                tr("{path} is not a file of heads of chains", path=self.path)
            ) from None


def _together(file: _File) -> _File:
    """Put heads kept under several spellings of an address under one."""
    servers: dict[str, tuple[SeenHead, ...]] = {}
    for server, seen in file.servers.items():
        place = kept_under(server)
        both = (*servers.pop(place, ()), *seen)
        servers[place] = tuple(sorted(both, key=lambda one: one.at))
    return _File(servers=servers)


def _fewer(seen: tuple[SeenHead, ...]) -> tuple[SeenHead, ...]:
    """Leave out from the middle: a server that shows many drives no old one out."""
    kept = list(seen)
    while len(kept) > HEADS_MOST:
        middle = len(kept) // 2
        inner = range(1, len(kept) - 1)
        del kept[min(inner, key=lambda i: (kept[i].is_of_own, abs(i - middle)))]
    return tuple(kept)
