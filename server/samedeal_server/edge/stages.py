"""The stages of a connection, and what may be asked and is told at each."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from pydantic import BaseModel

from samedeal_server.core.state import Player

HELLO_WITHIN_S = 4.0
"""From the connection's beginning, the handshake included."""
GOODBYE_WITHIN_S = 0.5
"""Whoever said no hello need not say goodbye either."""
SILENT_AFTER_S = 35.0
"""Three heartbeats and a half without a word: nobody is there."""

NOBODY = Player("", "", bot=False)
"""The player behind a connection before it has said hello."""


class Stage(Enum):
    """A stage of somebody's coming in."""

    KNOCKING = auto()
    """They have not said yet what they want."""
    GREETING = auto()
    """They were let in, and are to say hello."""
    WELCOME = auto()
    GONE = auto()


class Greeted(NamedTuple):
    """Somebody who has said hello, and what they are told in return."""

    player: Player
    told: Sequence[BaseModel]
