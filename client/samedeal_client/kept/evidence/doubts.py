"""Doubts that this user's client had of matches when they ended.

A server can show a sound record a minute after a deal that was not fair, and only the
people who sat there know better. So the verdict is kept, with what it rests on, and
told whenever the match is asked for again. Files that cannot be written are done
without.
"""

import time
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from samedeal_client.kept.files import (
    hashed,
    own_file_keeps,
    read_as,
    write_if_possible,
)
from samedeal_client.language import tr
from samedeal_client.wire.reach.addresses import kept_under
from samedeal_records.proof.witness import Witness

FOLDER = ".doubts"
SUFFIX = ".json"
MATCHES_MOST = 1000
DOUBTS_MOST = 20
DOUBT_MOST = 400
"""Characters of one doubt."""


class KeptDoubts(BaseModel):
    """The doubts of a player in a match, and what they rest on."""

    model_config = ConfigDict(frozen=True, strict=True)

    server: str
    match: str
    at: int
    """By this machine's clock, in ms since 1970."""
    doubts: tuple[str, ...]
    """The sentences, as they were told."""
    announced: str
    """The server's commitment as heard before the match, in hex; empty if none was."""
    nonce: str
    """The player's own nonce, in hex; empty if there was none."""


class Doubts:
    """The doubts of one user at one server; files in a folder beside the identities."""

    def __init__(self, identity: Path, server: str) -> None:
        self.folder = identity.with_suffix(FOLDER)
        self._server = kept_under(server)
        self._keeps = own_file_keeps(identity)

    def keep(self, witness: Witness, doubts: tuple[str, ...]) -> None:
        """Keep the doubts about a match; those kept first stay."""
        match = witness.result.match
        path = self._path(match)
        # The first stay: a server that makes up thousands drives none of them out.
        is_full = sum(1 for _ in self.folder.glob(f"*{SUFFIX}")) >= MATCHES_MOST
        if not self._keeps or is_full or path.exists():
            return
        kept = KeptDoubts(
            server=self._server,
            match=match,
            at=int(time.time() * 1000),
            doubts=tuple(tr(doubt)[:DOUBT_MOST] for doubt in doubts[:DOUBTS_MOST]),
            announced=(witness.announced or b"").hex(),
            nonce=(witness.nonce or b"").hex(),
        )
        write_if_possible(path, kept.model_dump_json())

    def find(self, match: str) -> KeptDoubts | None:
        """Return the doubts about a match of this server; None if there were none."""
        return _read(self._path(match))

    def find_anywhere(self, match: str) -> KeptDoubts | None:
        """Return the doubts about a match of that id, at whichever server, or None."""
        paths = sorted(self.folder.glob(f"{hashed(match)}-*{SUFFIX}"))
        return next(filter(None, map(_read, paths)), None)

    def _path(self, match: str) -> Path:
        # A server may call a match anything, and like one of another server's.
        return self.folder / f"{hashed(match)}-{hashed(self._server)}{SUFFIX}"


_read = partial(read_as, KeptDoubts)
