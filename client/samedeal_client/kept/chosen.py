"""The last choices in the lobby, so that it begins with them the next time.

A convenience: a file that cannot be read or written is done without.
"""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from samedeal_client.kept.files import own_file_keeps, write_if_possible

NAME = "lobby.json"


class Chosen(BaseModel):
    """The game that was played last, and the options of the last room."""

    model_config = ConfigDict(frozen=True, strict=True)

    game: str = ""
    """The game's key; a file that was written by hand may have anything."""
    room: Mapping[str, str] = {}
    """Options of `samedeal host`, by name, as they would be typed."""


class ChosenFile:
    """The choices of one user; a file beside the identities."""

    def __init__(self, identity: Path) -> None:
        self._path = identity.with_name(NAME)
        self._keeps = own_file_keeps(identity)

    def read(self) -> Chosen:
        """Return the last choices; empty ones where none can be read."""
        try:
            return Chosen.model_validate_json(self._path.read_bytes())
        except (OSError, ValueError):
            return Chosen()

    def keep_game(self, game: str) -> None:
        """Keep the game that was played last."""
        self._keep(self.read().model_copy(update={"game": game}))

    def keep_room(self, room: Mapping[str, str]) -> None:
        """Keep the options that a room was opened with."""
        self._keep(self.read().model_copy(update={"room": dict(room)}))

    def _keep(self, chosen: Chosen) -> None:
        if self._keeps and chosen != self.read():
            write_if_possible(self._path, chosen.model_dump_json())
