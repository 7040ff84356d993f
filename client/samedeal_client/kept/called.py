"""Bots that a player called to their rooms, kept so that these come back with them.

A bot is somebody new wherever it is called; only its caller knows who it is there. A
convenience, as the seats are: files that cannot be read or written are done without.
"""

import json
from pathlib import Path
from typing import NamedTuple

from samedeal_client.kept.files import rows_in, write_if_possible
from samedeal_client.wire.reach.addresses import kept_under

NAME = "called.json"
KEPT = 12


class CalledBot(NamedTuple):
    """A bot in a room: its name and how it plays, and what proves who it is."""

    room: str
    name: str
    kind: str
    token: str


class CalledBots:
    """The called bots of one user at one server; a file beside the identities."""

    def __init__(self, identity: Path, server: str) -> None:
        self.path = identity.with_name(NAME)
        self._server = kept_under(server)

    def keep(self, bot: CalledBot) -> None:
        """Keep a bot; of too many those called last stay."""
        others = [
            (server, each)
            for server, each in self._read()
            if (server, each.room, each.name) != (self._server, bot.room, bot.name)
        ]
        rows = [(self._server, *bot), *((server, *each) for server, each in others)]
        write_if_possible(self.path, json.dumps(rows[:KEPT]))

    def to(self, room: str) -> tuple[CalledBot, ...]:
        """Return the bots that were called to a room."""
        return tuple(
            each
            for server, each in self._read()
            if (server, each.room) == (self._server, room)
        )

    def _read(self) -> list[tuple[str, CalledBot]]:
        rows = rows_in(self.path)
        return [found for row in rows if (found := _bot(row)) is not None]


def _bot(row: object) -> tuple[str, CalledBot] | None:
    match row:
        case [str(server), str(room), str(name), str(kind), str(token)]:
            return server, CalledBot(room, name, kind, token)
        case _:
            return None
