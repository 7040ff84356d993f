"""Ids of matches that were listed here lately, so that a part of one will do.

A convenience: a file that cannot be read or written is done without.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import TypeAdapter

from samedeal_client.kept.files import write_if_possible
from samedeal_client.wire.reach.addresses import kept_under

NAME = "matches.json"
KEPT = 1000
_BY_SERVER = TypeAdapter(dict[str, list[str]])


class Shown:
    """The ids that were listed last, by server; a file beside the identities."""

    def __init__(self, identity: Path, server: str) -> None:
        self.path = identity.with_name(NAME)
        self._server = kept_under(server)

    def matches(self) -> tuple[str, ...]:
        """Return the ids, those listed last first."""
        return tuple(self._read().get(self._server, ()))

    def note(self, matches: Iterable[str]) -> None:
        """Keep ids as those listed last."""
        servers = self._read()
        before = servers.get(self._server, [])
        known = list(dict.fromkeys((*matches, *before)))[:KEPT]
        if known != before:
            write_if_possible(self.path, json.dumps({**servers, self._server: known}))

    def _read(self) -> dict[str, list[str]]:
        try:
            return _BY_SERVER.validate_json(self.path.read_bytes())
        except (OSError, ValueError):
            return {}
