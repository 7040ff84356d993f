"""The matches that this user sent a nonce for, until their end is kept.

Once it has every nonce a server knows the deal, and could let the match disappear. So
each match is noted before, and an audit looks for its end in the chain. Kept with it is
what was known then: a program that comes back to the seat has not seen it, and proves
the match by it. Files that cannot be written are done without.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from samedeal_client.kept.files import (
    hashed,
    own_file_keeps,
    read_as,
    write_if_possible,
)
from samedeal_client.wire.reach.addresses import kept_under
from samedeal_client.wire.witness.memory import Before

FOLDER = ".revealed"
SUFFIX = ".json"
MATCHES_MOST = 1000
"""Matches of one server."""


class Known(BaseModel):
    """A player's knowledge of a match when they sent their nonce for it, in hex."""

    model_config = ConfigDict(frozen=True, ser_json_bytes="hex", val_json_bytes="hex")

    nonce: bytes | None
    announced: bytes | None
    deal: str | None
    committed: dict[str, bytes] | None


class RevealedFor(BaseModel):
    """A match that a nonce was sent for, and what was known before."""

    model_config = ConfigDict(frozen=True, strict=True)

    server: str
    match: str
    at: int
    """By this machine's clock, in ms since 1970."""
    known: dict[str, Known] = {}
    """Knowledge before the match, by player: several may play from here."""


class Revealed:
    """Such matches of one user at one server; files beside the identities."""

    def __init__(self, identity: Path, server: str) -> None:
        self.folder = identity.with_suffix(FOLDER)
        self._server = kept_under(server)
        self._keeps = own_file_keeps(identity)

    def note(self, match: str, player: str = "", before: Before | None = None) -> None:
        """Keep that a player's nonce is sent for a match, and what they know of it.

        Of too many matches the first stay; so does what was first known of one.
        """
        # A server that makes up thousands drives out none, of its own or another's.
        is_full = len(self._paths()) >= MATCHES_MOST
        noted = _read(self._path(match)) if self._path(match).exists() else None
        if not self._keeps or (is_full and noted is None):
            return
        now = int(time.time() * 1000) if noted is None else noted.at
        known = {} if noted is None else noted.known
        if before is not None:
            known = {player: Known(**before._asdict()), **known}
        if noted is not None and known == noted.known:
            return
        noting = RevealedFor(server=self._server, match=match, at=now, known=known)
        write_if_possible(self._path(match), noting.model_dump_json())

    def known(self, match: str, player: str) -> Before | None:
        """Return the player's knowledge of a match when the nonce was sent, or None.

        Only this machine's files are read, whatever others say of the match.
        """
        noted = _read(self._path(match))
        if noted is None or noted.match != match or player not in noted.known:
            return None
        return Before(**dict(noted.known[player]))

    def forget(self, matches: Iterable[str]) -> None:
        """Keep some matches no more, as their end is known."""
        for match in matches:
            with suppress(OSError):
                self._path(match).unlink(missing_ok=True)

    def matches(self) -> tuple[str, ...]:
        """Return the ids of the matches at this server, the first one first."""
        found = [each for path in self._paths() if (each := _read(path))]
        return tuple(each.match for each in sorted(found, key=lambda each: each.at))

    def _paths(self) -> list[Path]:
        return list(self.folder.glob(f"{hashed(self._server)}-*{SUFFIX}"))

    def _path(self, match: str) -> Path:
        # A server may call a match anything, and like one of another server's.
        return self.folder / f"{hashed(self._server)}-{hashed(match)}{SUFFIX}"


_read = partial(read_as, RevealedFor)
