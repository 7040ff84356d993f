"""The commitments to deals of days and events that this player has seen, and when.

A server that reveals another seed than it had committed to would have to have shown
another commitment before. What was shown first is kept here, on the player's own disk
and by the player's own clock, so nobody else needs to be believed.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from samedeal_client.failed import Failed
from samedeal_client.kept.files import IdentityError, write_private
from samedeal_client.language import tr
from samedeal_client.language.reasons import cannot_read
from samedeal_client.wire.reach.addresses import kept_under
from samedeal_protocol.deals.dailies import CommitmentView
from samedeal_protocol.deals.events import EventDealView
from samedeal_records.proof.reveals import Seen

FILE_VERSION = 1
KEPT_MS = 400 * 24 * 3600 * 1000
NAME = "commitments.json"


class Commitments:
    """The commitments that one user has seen, by server and deal; a file."""

    def __init__(self, identity: Path, server: str) -> None:
        self.path = identity.with_name(NAME)
        self._server = kept_under(server)

    def find(self, deal: str) -> Seen | None:
        """Return the commitment first seen for a deal, or None; raises Failed."""
        return self.known().get(deal)

    def known(self) -> dict[str, Seen]:
        """Return the commitment first seen for each deal; raises Failed."""
        return self._read().get(self._server, {})

    def note(
        self, shown: Iterable[CommitmentView | EventDealView], now_ms: int
    ) -> None:
        """Keep the new ones of these, and forget very old ones; raises Failed."""
        servers = self._read()
        before = servers.get(self._server, {})
        fresh = {view.deal: Seen(view.commitment, now_ms) for view in shown}
        kept = {d: seen for d, seen in before.items() if seen.at > now_ms - KEPT_MS}
        known = {**fresh, **kept}
        if known != before:
            self._write({**servers, self._server: known})

    def _read(self) -> dict[str, dict[str, Seen]]:
        try:
            content: object = json.loads(self.path.read_text("utf-8"))
            return _read_servers(content)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise Failed(cannot_read(self.path, error)) from None
        except (ValueError, KeyError, TypeError, AttributeError):
            raise Failed(
                tr("{path} is not a file of commitments", path=self.path)
            ) from None

    def _write(self, servers: dict[str, dict[str, Seen]]) -> None:
        content = {
            "version": FILE_VERSION,
            "servers": {
                server: {
                    deal: {"commitment": seen.commitment.hex(), "at": seen.at}
                    for deal, seen in known.items()
                }
                for server, known in servers.items()
            },
        }
        try:
            write_private(self.path, json.dumps(content, indent=1))
        except IdentityError as error:
            raise Failed(str(error)) from None


def _read_servers(content: object) -> dict[str, dict[str, Seen]]:
    fields = cast("dict[str, object]", content)
    if fields["version"] != FILE_VERSION:
        raise ValueError(fields["version"])
    servers = cast("dict[str, dict[str, dict[str, object]]]", fields["servers"])
    found: dict[str, dict[str, Seen]] = {}
    for server, known in servers.items():
        # As they were typed, in versions before; what was seen first counts.
        place = found.setdefault(kept_under(server), {})
        for deal, text in known.items():
            seen = _read_seen(text)
            place[deal] = min(place.get(deal, seen), seen, key=lambda one: one.at)
    return found


def _read_seen(seen: dict[str, object]) -> Seen:
    return Seen(bytes.fromhex(str(seen["commitment"])), int(str(seen["at"])))
