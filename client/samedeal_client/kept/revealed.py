"""The matches that this user sent a nonce for, until what became of them is kept.

Once it has every nonce a server knows the deal, and could let the match disappear. So
each is noted before, and an audit looks for what the chain says became of it. What
cannot be written is done without.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from samedeal_client.kept.identity import IdentityError, write_private
from samedeal_games.fairness import blinded_id

FOLDER = ".revealed"
SUFFIX = ".json"
MATCHES_MOST = 1000


class RevealedFor(BaseModel):
    """A match that a nonce was sent for."""

    model_config = ConfigDict(frozen=True, strict=True)

    server: str
    match: str
    at: int
    """By this machine's clock, in ms since 1970."""


class Revealed:
    """Those of one user at one server; files in a folder beside the identities."""

    def __init__(self, identity: Path, server: str) -> None:
        self.folder = identity.with_suffix(FOLDER)
        self._server = server
        # A device in place of the file is for whoever wants nothing kept.
        self._keeps = identity.is_file() or not identity.exists()

    def note(self, match: str) -> None:
        """Keep that a nonce is sent for a match; of too many the newest stay."""
        if not self._keeps:
            return
        noted = RevealedFor(
            server=self._server, match=match, at=int(time.time() * 1000)
        )
        known = sorted(self._all(), key=lambda each: each[1].at)
        with suppress(IdentityError, OSError):
            for path, _ in known[: len(known) + 1 - MATCHES_MOST]:
                path.unlink(missing_ok=True)
            write_private(self._path(match), noted.model_dump_json())

    def forget(self, matches: Iterable[str]) -> None:
        """Keep some of them no more: it is known what became of them."""
        for match in matches:
            with suppress(OSError):
                self._path(match).unlink(missing_ok=True)

    def matches(self) -> tuple[str, ...]:
        """Return those at this server, the first one first."""
        here = [each for _, each in self._all() if each.server == self._server]
        return tuple(each.match for each in sorted(here, key=lambda each: each.at))

    def _all(self) -> list[tuple[Path, RevealedFor]]:
        found = [(path, _read(path)) for path in self.folder.glob(f"*{SUFFIX}")]
        return [(path, each) for path, each in found if each is not None]

    def _path(self, match: str) -> Path:
        # A server may call a match anything, and like one of another server's.
        return self.folder / f"{blinded_id(f'{self._server} {match}')}{SUFFIX}"


def _read(path: Path) -> RevealedFor | None:
    try:
        return RevealedFor.model_validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None
