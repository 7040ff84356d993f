"""What a client asks of the server: one union, strict, nothing extra allowed.

Every request carries an `id` of the client's choice and gets exactly one reply
with that id. Commands that change a room also carry `n`, their number for this
player in this room, from 1: the same number again gets the same answer again
and has no second effect.
"""

from typing import Annotated, Literal, TypeAlias, final, get_args

from pydantic import BaseModel, ConfigDict, Field

from samedeal_protocol.accounts import AccountQuestion
from samedeal_protocol.boards import Watching
from samedeal_protocol.challenges import Challenge, ChallengeQuestion
from samedeal_protocol.dailies import DailyQuestion, PlayDaily
from samedeal_protocol.events import EventQuestion, HostEvent
from samedeal_protocol.house import CallBots, OfferBots
from samedeal_protocol.leaderboards import LeaderboardQuestion
from samedeal_protocol.limits import (
    LANGUAGE_MAX,
    MAX_DEALS,
    MAX_GAMES,
    MAX_SEATS,
    MAX_TIME_LIMIT_S,
    MIN_DEALS,
    MIN_TIME_LIMIT_S,
)
from samedeal_protocol.profiles import ProfileQuestion
from samedeal_protocol.shapes import GameKey, MatchId, Request, RoomCode, Token, Who
from samedeal_protocol.talk import Say, SayPhrase

LanguageTag: TypeAlias = Annotated[
    str,
    Field(max_length=LANGUAGE_MAX, pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"),
]
"""A language as in BCP 47, such as ``en`` or ``pt-BR``."""
CommandNumber: TypeAlias = Annotated[int, Field(ge=1, le=2**31)]


class Hello(Request):
    """The first message on a socket: who is there."""

    t: Literal["hello"] = "hello"
    client: Annotated[str, Field(min_length=1, max_length=40)]
    """Program and version, for the server's log."""
    language: LanguageTag = "en"
    """Changes nothing of what is sent: texts are the client's. So a server takes that
    of a language it has never heard of, too."""
    name: Who | None = None
    """Display name; with the first hello a guest's own, or a name for all who give
    none; later a change of name, or none."""
    token: Token | None = None
    """What the first welcome gave; never part of a URL."""
    resume: Token | None = None
    """What the last welcome gave for coming back, in place of the token, which does not
    count beside it. It leads back until the one given in its place has been used: that
    answer may be lost."""
    session: Annotated[str, Field(pattern=r"^[0-9a-f]{0,16}$")] = ""
    """Random, the same for each connection of one run of a client; with `visit` it
    keeps a connection that comes late from replacing one that was made after it."""
    visit: Annotated[int, Field(ge=0, le=2**31)] = 0
    """Counts the connections of a session."""
    bot: bool = False
    """Bots say so; everybody is told."""


class ListRooms(Request):
    """Ask for the public rooms."""

    t: Literal["rooms"] = "rooms"


class AskChain(Request):
    """Ask for links of the chain of matches."""

    t: Literal["chain"] = "chain"
    start: Annotated[int, Field(ge=0, le=2**53)] = 0
    """How many links come before them."""


class AskTranscript(Request):
    """Ask for a part of a finished match's transcript."""

    t: Literal["transcript"] = "transcript"
    match: MatchId
    start: Annotated[int, Field(ge=0, le=2**31)] = 0
    """The part's first byte."""


class HostRoom(Request):
    """Open a room and take its first seat."""

    t: Literal["host"] = "host"
    game: GameKey
    public: bool = True
    seats: Annotated[int, Field(ge=1, le=MAX_SEATS)] = 4
    time_limit_s: (
        Annotated[int, Field(ge=MIN_TIME_LIMIT_S, le=MAX_TIME_LIMIT_S)] | None
    ) = None
    """None for the game's own."""
    best_of: Literal[1, 3, 5, 7, 9] = 1
    watch: Watching = "counts"
    """What those may see who have the code and no seat."""
    rated: bool = True
    """Whether its matches count for leaderboards and ratings."""
    games: Annotated[tuple[GameKey, ...], Field(max_length=MAX_GAMES)] = ()
    """What is played in turn, if more than `game` is, which is the first of them."""
    deals: Annotated[int, Field(ge=MIN_DEALS, le=MAX_DEALS)] | None = None
    """How many deals are played and scored as duplicate bridge does; None for a
    series that goes by matches won."""
    quiet: bool = False
    """Whether nobody says anything."""
    certified: bool = False
    """Whether to deal only what is known to be winnable; patience alone can be."""
    takes_back: bool = False
    """Whether moves may be taken back as long as they showed nothing; its matches then
    never count. Refused with `no_take_back` where no game of the room could."""
    named_only: bool = False
    """Whether a seat takes a claimed name, bots and the host included. Who has none is
    refused with `name_needed`."""


class JoinRoom(Request):
    """Take a seat in a room, or come back to the one already held."""

    t: Literal["join"] = "join"
    room: RoomCode
    back: bool = False
    """Whether the viewer was in this room before: a room that has closed meanwhile
    then still shows its last result, for a day."""


class WatchRoom(Request):
    """Watch a room without a seat, where its host allows that.

    A room that may not be watched is as unknown as one that does not exist. Who
    watches stops by watching, hosting or joining a room, or by hanging up.
    """

    t: Literal["watch"] = "watch"
    room: RoomCode
    back: bool = False
    """Whether the viewer watched this room before; that is not counted again."""


class RoomCommand(Request):
    """A command that changes the room this connection is in."""

    n: CommandNumber


class Leave(RoomCommand):
    """Give up the seat; during a match this resigns first."""

    t: Literal["leave"] = "leave"


class Ready(RoomCommand):
    """Be ready for the open match, committed to a nonce; once more, to another one."""

    t: Literal["ready"] = "ready"
    match: MatchId
    commitment: Annotated[bytes, Field(min_length=32, max_length=32)]


class Unready(RoomCommand):
    """Take ready back, before the countdown."""

    t: Literal["unready"] = "unready"


class Reveal(RoomCommand):
    """Reveal the nonce, during the countdown."""

    t: Literal["reveal"] = "reveal"
    nonce: Annotated[bytes, Field(min_length=16, max_length=16)]


class Move(RoomCommand):
    """Take one action on the own board."""

    t: Literal["move"] = "move"
    ply: Annotated[int, Field(ge=0, le=2**31)]
    """The own board's ply that this move is for."""
    move: Annotated[str, Field(min_length=1, max_length=16)]
    """Notation of the game; `U` takes the last action back where the room allows it
    and nothing was shown since. That is an action too, and counts a ply."""


class Finish(RoomCommand):
    """Stop here and keep the score that was reached."""

    t: Literal["finish"] = "finish"


class Resign(RoomCommand):
    """Give the match up; those who did not resign are placed before."""

    t: Literal["resign"] = "resign"


class Pause(RoomCommand):
    """Ask for a pause, or agree to one.

    All clocks stand once nobody who races is against it; bots, and whoever is away,
    agree. Refused with `no_pause` where anything counts.
    """

    t: Literal["pause"] = "pause"


class GoOn(RoomCommand):
    """End the pause, in three seconds; before it has begun, want none any more."""

    t: Literal["go_on"] = "go_on"


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
    | OfferBots
)
"""What is asked without entering a room or being in one."""

Entrance: TypeAlias = (
    HostRoom | HostEvent | JoinRoom | WatchRoom | PlayDaily | Challenge
)
"""What leads into a room."""

SharedCommand: TypeAlias = Leave | Ready | Unready | Reveal | Pause | GoOn
"""What concerns the room as a whole."""
PlainCommand: TypeAlias = SharedCommand | Finish | Resign
"""A room command that is answered with `Done`."""
PLAIN_COMMANDS: tuple[type[PlainCommand], ...] = get_args(PlainCommand)

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
    | CallBots
    | ClientHeartbeat,
    Field(discriminator="t"),
]
"""Everything a client may send."""
