"""The commitments to deals of days and events that this player has seen, and when.

A server that reveals another seed than it had committed to would have to have shown
another commitment before. What was shown first is kept here, on the player's own disk
and by the player's own clock, so nobody else needs to be believed.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from samedeal_client.failed import Failed
from samedeal_client.kept.files import IdentityError, write_private
from samedeal_client.language import tr
from samedeal_client.language.reasons import cannot_read
from samedeal_client.wire.reach.addresses import kept_under
from samedeal_protocol.deals.dailies import CommitmentView
from samedeal_protocol.deals.events import EventDealView
from samedeal_records.proof.reveals import Seen

KEPT_MS = 400 * 24 * 3600 * 1000
NAME = "commitments.json"


class _Shown(BaseModel):
    model_config = ConfigDict(ser_json_bytes="hex", val_json_bytes="hex")

    commitment: bytes
    at: int

    @property
    def seen(self) -> Seen:
        return Seen(self.commitment, self.at)


class _File(BaseModel):
    version: Literal[1]
    servers: dict[str, dict[str, _Shown]]


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
        known = self._read().get(self._server, {})
        return {deal: shown.seen for deal, shown in known.items()}

    def note(
        self, shown: Iterable[CommitmentView | EventDealView], now_ms: int
    ) -> None:
        """Keep the new ones of these, and forget very old ones; raises Failed."""
        servers = self._read()
        before = servers.get(self._server, {})
        fresh = {
            view.deal: _Shown(commitment=view.commitment, at=now_ms) for view in shown
        }
        kept = {d: one for d, one in before.items() if one.at > now_ms - KEPT_MS}
        known = {**fresh, **kept}
        if known != before:
            self._write({**servers, self._server: known})

    def _read(self) -> dict[str, dict[str, _Shown]]:
        try:
            return _together(_File.model_validate_json(self.path.read_bytes()))
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise Failed(cannot_read(self.path, error)) from None
        except ValueError:
            raise Failed(
                tr("{path} is not a file of commitments", path=self.path)
            ) from None

    def _write(self, servers: dict[str, dict[str, _Shown]]) -> None:
        file = _File(version=1, servers=servers)
        try:
            write_private(self.path, file.model_dump_json(indent=1))
        except IdentityError as error:
            raise Failed(str(error)) from None


def _together(file: _File) -> dict[str, dict[str, _Shown]]:
    found: dict[str, dict[str, _Shown]] = {}
    for server, known in file.servers.items():
        # As they were typed, in versions before; what was seen first counts.
        place = found.setdefault(kept_under(server), {})
        for deal, one in known.items():
            place[deal] = min(place.get(deal, one), one, key=lambda one: one.at)
    return found
