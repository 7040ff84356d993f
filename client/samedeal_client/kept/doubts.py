"""What this user's client doubted of matches when they ended.

A server can show a sound record a minute after a deal that was not fair: only who sat
there knows better. So the verdict is kept, with what it rests on, and whoever asks for
the match again is told. What cannot be written is done without.
"""

import time
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from samedeal_client.kept.identity import IdentityError, write_private
from samedeal_client.language import tr
from samedeal_client.wire.reach.addresses import kept_under
from samedeal_games.fairness import blinded_id
from samedeal_records.proof.witness import Witness

FOLDER = ".doubts"
SUFFIX = ".json"
MATCHES_MOST = 1000
DOUBTS_MOST = 20
DOUBT_MOST = 400
"""Characters of one."""
NAME_MOST = 34
"""Of a hash in a file's name: 32 digits are enough."""


class KeptDoubts(BaseModel):
    """Why a match was in doubt for somebody who sat there."""

    model_config = ConfigDict(frozen=True, strict=True)

    server: str
    match: str
    at: int
    """By this machine's clock, in ms since 1970."""
    doubts: tuple[str, ...]
    """As they were told."""
    announced: str
    """The server's commitment as heard before the match, in hex; empty if none was."""
    nonce: str
    """The player's own, in hex; empty if there was none."""


class Doubts:
    """What one user doubted at one server; files in a folder beside the identities."""

    def __init__(self, identity: Path, server: str) -> None:
        self.folder = identity.with_suffix(FOLDER)
        self._server = kept_under(server)
        # A device in place of the file is for whoever wants nothing kept.
        self._keeps = identity.is_file() or not identity.exists()

    def keep(self, witness: Witness, doubts: tuple[str, ...]) -> None:
        """Keep what is doubted of a match; what was first doubted of it stays."""
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
        with suppress(IdentityError):
            write_private(path, kept.model_dump_json())

    def find(self, match: str) -> KeptDoubts | None:
        """Return what was doubted of a match here, None if nothing was."""
        return _read(self._path(match))

    def find_anywhere(self, match: str) -> KeptDoubts | None:
        """Return what was doubted of a match of that id, at whichever server."""
        paths = sorted(self.folder.glob(f"{_named(match)}-*{SUFFIX}"))
        return next(filter(None, map(_read, paths)), None)

    def _path(self, match: str) -> Path:
        # A server may call a match anything, and like one of another server's.
        return self.folder / f"{_named(match)}-{_named(self._server)}{SUFFIX}"


def _named(text: str) -> str:
    return blinded_id(text)[:NAME_MOST]


def _read(path: Path) -> KeptDoubts | None:
    try:
        return KeptDoubts.model_validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None
