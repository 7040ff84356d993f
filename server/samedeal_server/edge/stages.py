"""How far a connection has come, and what may be asked and is told on it then."""

from collections.abc import Coroutine, Sequence
from enum import Enum, auto
from typing import Any, NamedTuple, TypeAlias

from pydantic import BaseModel

from samedeal_protocol.commands import Entrance, Question
from samedeal_protocol.doors import AnyDoorRequest
from samedeal_protocol.greeting import Hello
from samedeal_protocol.house import CallBots
from samedeal_protocol.presence import Invite
from samedeal_server.core.commands import PlayerCommand
from samedeal_server.core.state import Player

HELLO_WITHIN_S = 4.0
"""From the connection's beginning, the handshake included."""
GOODBYE_WITHIN_S = 0.5
"""Whoever said no hello need not say goodbye either."""
SILENT_AFTER_S = 35.0
"""Three heartbeats and a half without a word: nobody is there."""

NOBODY = Player("", "", bot=False)
"""Who is behind a connection before it has said hello."""

Asked: TypeAlias = (
    Hello | Question | Entrance | PlayerCommand | AnyDoorRequest | CallBots | Invite
)
"""Whatever has a reply."""

Reply: TypeAlias = Coroutine[Any, Any, BaseModel]


class Stage(Enum):
    """How far somebody has come."""

    KNOCKING = auto()
    """They have not said yet what they want."""
    GREETING = auto()
    """They were let in, and are to say hello."""
    WELCOME = auto()
    GONE = auto()


class Greeted(NamedTuple):
    """Who has said hello, and what they are told in return."""

    player: Player
    told: Sequence[BaseModel]
