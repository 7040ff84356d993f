"""What a client asks of the server: one union, strict, nothing extra allowed.

Every request carries an `id` of the client's choice and gets exactly one reply
with that id. Commands that change a room also carry `n`, their number for this
player in this room, from 1: the same number again gets the same answer again
and has no second effect.
"""

from typing import Annotated, Literal, TypeAlias, final

from pydantic import BaseModel, ConfigDict, Field

from samedeal_protocol.deals.challenges import Challenge, ChallengeQuestion
from samedeal_protocol.deals.dailies import DailyQuestion, PlayDaily
from samedeal_protocol.deals.events import EventQuestion, HostEvent
from samedeal_protocol.people.accounts import AccountQuestion
from samedeal_protocol.people.greeting import Hello
from samedeal_protocol.people.house import CallBots, OfferBots
from samedeal_protocol.people.presence import Invite, PresenceQuestion
from samedeal_protocol.people.reports import Report
from samedeal_protocol.results.leaderboards import LeaderboardQuestion
from samedeal_protocol.results.profiles import ProfileQuestion
from samedeal_protocol.results.records import AskChain, AskTranscript
from samedeal_protocol.rooms.doors import AnyDoorRequest
from samedeal_protocol.rooms.playing import Finish, Move, Resign, SharedCommand
from samedeal_protocol.rooms.rooms import HostRoom, JoinRoom, ListRooms, WatchRoom
from samedeal_protocol.rooms.talk import Say, SayPhrase


@final
class ClientHeartbeat(BaseModel):
    """Say what the viewer knows; gets a heartbeat back, and no reply."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    t: Literal["heartbeat"] = "heartbeat"
    offset: Annotated[int, Field(ge=0)] = 0
    """Of the room the client is in; 0 for none."""
    ply: Annotated[int, Field(ge=0)] = 0
    """Of the own board; 0 for none."""
    digest: Annotated[bytes, Field(max_length=8)] = b""
    """Of the viewer's own view (docs/howto/write-a-client.md); empty for none."""


Question: TypeAlias = (
    ListRooms
    | AskChain
    | AskTranscript
    | AccountQuestion
    | DailyQuestion
    | EventQuestion
    | ChallengeQuestion
    | LeaderboardQuestion
    | ProfileQuestion
    | PresenceQuestion
    | OfferBots
    | Report
)
"""What is asked without entering a room or being in one."""

Entrance: TypeAlias = (
    HostRoom | HostEvent | JoinRoom | WatchRoom | PlayDaily | Challenge
)
"""What leads into a room."""

Command: TypeAlias = Annotated[
    Hello
    | Question
    | Entrance
    | SharedCommand
    | Move
    | Finish
    | Resign
    | Say
    | SayPhrase
    | AnyDoorRequest
    | CallBots
    | Invite
    | ClientHeartbeat,
    Field(discriminator="t"),
]
"""Everything a client may send."""
