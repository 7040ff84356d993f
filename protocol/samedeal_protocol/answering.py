"""Which reply answers which request."""

from collections.abc import Mapping
from types import MappingProxyType

from samedeal_protocol.accounts import (
    Account,
    AskAccount,
    AskCircle,
    Carried,
    Carry,
    Circle,
    Claim,
    Fetch,
    Fetched,
    Relate,
    Related,
    Revoke,
    Revoked,
    Rotate,
    Rotated,
)
from samedeal_protocol.challenges import (
    AskDealBoard,
    AskOwnBest,
    AskTimelines,
    Challenge,
    DealBoard,
    Timelines,
)
from samedeal_protocol.commands import (
    PLAIN_COMMANDS,
    AskChain,
    AskTranscript,
    Hello,
    HostRoom,
    JoinRoom,
    ListRooms,
    Move,
    WatchRoom,
)
from samedeal_protocol.dailies import AskDailies, AskDaily, Dailies, Daily, PlayDaily
from samedeal_protocol.events import (
    AskEvent,
    AskEventDeal,
    CreateEvent,
    EventDealTable,
    EventTable,
    HostEvent,
)
from samedeal_protocol.house import BotsCalled, BotsWanted, CallBots, OfferBots
from samedeal_protocol.leaderboards import (
    AskLeaderboard,
    AskLeaders,
    Leaderboard,
    Leaders,
)
from samedeal_protocol.profiles import AskHistory, AskProfile, History, Profile
from samedeal_protocol.shapes import Reply, Request
from samedeal_protocol.talk import Say, SayPhrase
from samedeal_protocol.updates import (
    ChainPart,
    Done,
    Joined,
    Moved,
    Rooms,
    TranscriptPart,
    Welcome,
)

ANSWERED_BY: Mapping[type[Request], type[Reply]] = MappingProxyType(
    {
        Hello: Welcome,
        ListRooms: Rooms,
        AskChain: ChainPart,
        AskTranscript: TranscriptPart,
        Claim: Account,
        Rotate: Rotated,
        Carry: Carried,
        Fetch: Fetched,
        Revoke: Revoked,
        Relate: Related,
        AskCircle: Circle,
        AskAccount: Account,
        AskDailies: Dailies,
        AskDaily: Daily,
        CreateEvent: EventTable,
        AskEvent: EventTable,
        AskEventDeal: EventDealTable,
        AskTimelines: Timelines,
        AskOwnBest: Timelines,
        AskDealBoard: DealBoard,
        AskLeaderboard: Leaderboard,
        AskLeaders: Leaders,
        AskProfile: Profile,
        AskHistory: History,
        HostRoom: Joined,
        HostEvent: Joined,
        JoinRoom: Joined,
        WatchRoom: Joined,
        PlayDaily: Joined,
        Challenge: Joined,
        Move: Moved,
        **dict.fromkeys(PLAIN_COMMANDS, Done),
        Say: Done,
        SayPhrase: Done,
        CallBots: BotsCalled,
        OfferBots: BotsWanted,
    }
)
"""What each request gets if it is carried out; if it is refused, an `Error`."""
