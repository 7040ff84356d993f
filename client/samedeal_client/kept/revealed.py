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
from samedeal_client.wire.reach.addresses import kept_under
from samedeal_games.fairness import blinded_id

FOLDER = ".revealed"
SUFFIX = ".json"
MATCHES_MOST = 1000
"""Of one server."""
NAME_MOST = 34
"""Of a hash in a file's name: 32 digits are enough."""


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
        self._server = kept_under(server)
        # A device in place of the file is for whoever wants nothing kept.
        self._keeps = identity.is_file() or not identity.exists()

    def note(self, match: str) -> None:
        """Keep that a nonce is sent for a match; of too many the first stay."""
        # A server that makes up thousands drives out none, of its own or another's.
        is_full = len(self._paths()) >= MATCHES_MOST
        if not self._keeps or is_full or self._path(match).exists():
            return
        noted = RevealedFor(
            server=self._server, match=match, at=int(time.time() * 1000)
        )
        with suppress(IdentityError):
            write_private(self._path(match), noted.model_dump_json())

    def forget(self, matches: Iterable[str]) -> None:
        """Keep some of them no more: it is known what became of them."""
        for match in matches:
            with suppress(OSError):
                self._path(match).unlink(missing_ok=True)

    def matches(self) -> tuple[str, ...]:
        """Return those at this server, the first one first."""
        found = [each for path in self._paths() if (each := _read(path))]
        return tuple(each.match for each in sorted(found, key=lambda each: each.at))

    def _paths(self) -> list[Path]:
        return list(self.folder.glob(f"{_named(self._server)}-*{SUFFIX}"))

    def _path(self, match: str) -> Path:
        # A server may call a match anything, and like one of another server's.
        return self.folder / f"{_named(self._server)}-{_named(match)}{SUFFIX}"


def _named(text: str) -> str:
    return blinded_id(text)[:NAME_MOST]


def _read(path: Path) -> RevealedFor | None:
    try:
        return RevealedFor.model_validate_json(path.read_bytes())
    except (OSError, ValueError):
        return None
