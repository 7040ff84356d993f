"""What was chosen last in the lobby, so that it begins there the next time.

A convenience and nothing more: a file that cannot be read or written is done without.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from samedeal_client.kept.files import IdentityError, own_file_keeps, write_private

NAME = "lobby.json"


class Chosen(BaseModel):
    """The game that was played last, and what the last room was opened with."""

    model_config = ConfigDict(frozen=True, strict=True)

    game: str = ""
    """Its key; a file that was written by hand may have any."""
    room: Mapping[str, str] = {}
    """By option of `samedeal host`, as it would be typed."""


class ChosenFile:
    """What one user has chosen; a file beside the identities."""

    def __init__(self, identity: Path) -> None:
        self._path = identity.with_name(NAME)
        self._keeps = own_file_keeps(identity)

    def read(self) -> Chosen:
        """Return what was chosen; nothing where that is not known."""
        try:
            return Chosen.model_validate_json(self._path.read_bytes())
        except (OSError, ValueError):
            return Chosen()

    def keep_game(self, game: str) -> None:
        """Keep the game that was played last."""
        self._keep(self.read().model_copy(update={"game": game}))

    def keep_room(self, room: Mapping[str, str]) -> None:
        """Keep what a room was opened with."""
        self._keep(self.read().model_copy(update={"room": dict(room)}))

    def _keep(self, chosen: Chosen) -> None:
        if self._keeps and chosen != self.read():
            with suppress(IdentityError):
                write_private(self._path, chosen.model_dump_json())
