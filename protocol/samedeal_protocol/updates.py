"""What the server tells a client: replies, news and heartbeats.

A reply answers one request. `News` carries updates of the room: everything
that happened after offset `since` up to offset `offset`, in order. A client
whose own offset is not `since` has missed something and joins again for a
snapshot. Updates say what *is*, so applying one is setting fields; unknown
ones, from a newer server, are skipped.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, cast

from pydantic import ConfigDict, Field, model_validator

from samedeal_protocol.deals.challenges import ChallengeReply
from samedeal_protocol.deals.dailies import DailyReply
from samedeal_protocol.deals.events import EventDealTable, EventTable
from samedeal_protocol.errors import ErrorCode, Retry
from samedeal_protocol.people.accounts import AccountReply
from samedeal_protocol.people.greeting import Welcome
from samedeal_protocol.people.house import HouseReply
from samedeal_protocol.people.presence import PresenceReply
from samedeal_protocol.people.reports import Reported
from samedeal_protocol.results.leaderboards import LeaderboardReply
from samedeal_protocol.results.profiles import ProfileReply
from samedeal_protocol.results.records import ChainPart, TranscriptPart
from samedeal_protocol.rooms.boards import (
    BoardView,
    DoorView,
    OpenMatchView,
    PauseView,
    Phase,
    PlayView,
    ResultView,
    SeatView,
    Snapshot,
    VoidView,
    WatchedBoard,
)
from samedeal_protocol.rooms.playing import Done, Moved
from samedeal_protocol.rooms.rooms import Joined, Rooms, RoomsChanged
from samedeal_protocol.rooms.series import SeriesView
from samedeal_protocol.rooms.talk import Said, Talk
from samedeal_protocol.shapes import (
    Detail,
    GameKey,
    PlayerId,
    Reply,
    Sentence,
    View,
    Who,
    Word,
)


class Error(Reply):
    """A request was refused and changed nothing."""

    t: Literal["error"] = "error"
    code: Annotated[ErrorCode, Field(strict=False)]
    retry: Retry
    trace: Word
    """Finds this refusal in the server's log."""
    detail: Detail = ""
    """Why, in English, for tools and logs; never needed to act."""
    expected: int | None = None
    """The number that would have been right, with `stale_ply` and `command_gap`."""


class SeatChanged(View):
    """A seat was taken or something about it changed; replaces it whole."""

    t: Literal["seat"] = "seat"
    seat: SeatView


class SeatLeft(View):
    """A seat is free again."""

    t: Literal["left"] = "left"
    seat: int
    why: Literal["left", "not_ready", "no_show", "away"]
    """Its player has left; was not ready when the others had waited long enough; did
    not reveal a nonce in time; was not connected for too long."""


class HostChanged(View):
    """Another seat is the host's."""

    t: Literal["host"] = "host"
    seat: int


class RoomChange(View):
    """What is otherwise about the room: each field replaces the room's of that name."""

    def changed(self) -> dict[str, object]:
        """Return the room's fields, by name, as they are from now on."""
        names = type(self).model_fields.keys() - {"t"}
        return {name: getattr(self, name) for name in names}


class PhaseChanged(RoomChange):
    """The room is in another phase, or its phase ends at another time."""

    t: Literal["phase"] = "phase"
    phase: Phase
    until: int | None


class MatchOpened(View):
    """A match is open for ready; the server has committed to its seed."""

    t: Literal["opened"] = "opened"
    match: OpenMatchView


class StartVoided(View):
    """No deal is made: a nonce was not revealed; another match is opened at once."""

    t: Literal["voided"] = "voided"
    void: VoidView


class MatchStarted(View):
    """The deal is made and the clock runs; everybody has the same board."""

    t: Literal["started"] = "started"
    at: int
    until: int
    seats: tuple[int, ...]
    """The seats that play."""
    board: BoardView
    """As everybody who plays has it. Without any zone for whoever is not dealt in,
    where others may still play the deal."""
    game: GameKey | Literal[""] = ""
    """The key of the game from now on; empty for the same as before."""
    time_limit_s: int = 0
    """The time limit from now on; 0 for the same as before."""


class Progress(View):
    """How far a seat is; the newest replaces any that was not sent."""

    t: Literal["progress"] = "progress"
    seat: int
    play: PlayView


class ClockStood(View):
    """The service was away, or a pause is over; nobody's clock ran meanwhile."""

    t: Literal["stood"] = "stood"
    ms: int
    """For how long."""
    started: int | None
    """When the match started, moved on by all the time that its clock stood."""
    paused: bool = False
    """Whether that was in a pause."""


class PauseChanged(RoomChange):
    """A pause is wanted, begins, is about to end, or is over."""

    t: Literal["pause"] = "pause"
    pause: PauseView | None
    """As the room has it from now on."""


class DoorChanged(RoomChange):
    """The host has shut the door or opened it, let somebody in or put somebody out."""

    t: Literal["door"] = "door"
    door: DoorView | None
    """As the room has it from now on."""


class WasPutOut(View):
    """The host has put somebody out: a seat of theirs is free, and they hear no more.

    A `left` follows for the seat. Whoever watched is told it as the last thing.
    """

    t: Literal["was_put_out"] = "was_put_out"
    player: PlayerId
    name: Who
    by: int
    """The host's seat."""


class MatchEnded(View):
    """The match is over: standings and the reveal."""

    t: Literal["ended"] = "ended"
    result: ResultView
    series: SeriesView | None = None
    """What the evening came to so far, if it is one of duplicate scoring."""


class RoomClosed(View):
    """The room is gone; no news follow but its `phase`, beside this."""

    t: Literal["closed"] = "closed"
    why: Literal["empty", "idle", "worn", "lost"]
    """Nobody left; nobody got ready in time; too many matches for one room, or too many
    void starts in a row; the store has lost it."""
    because: Sentence = ""
    """Why an operator closed it, in their words; `why` is `lost` then. Empty where no
    operator did."""


Update: TypeAlias = Annotated[
    SeatChanged
    | SeatLeft
    | HostChanged
    | PhaseChanged
    | MatchOpened
    | StartVoided
    | MatchStarted
    | Progress
    | ClockStood
    | PauseChanged
    | DoorChanged
    | WasPutOut
    | MatchEnded
    | RoomClosed
    | Said,
    Field(discriminator="t"),
]
"""One thing that a room is told."""


class News(View):
    """What happened in the room, from one offset to another."""

    t: Literal["news"] = "news"
    since: int
    offset: int
    updates: tuple[Update, ...]


class Heartbeat(View):
    """What the server thinks the viewer knows; a client that differs joins again."""

    t: Literal["heartbeat"] = "heartbeat"
    now: int
    offset: int = 0
    ply: int = 0
    digest: bytes = b""


class Reset(View):
    """All that the viewer may know, in place of all that it knew."""

    t: Literal["reset"] = "reset"
    why: Literal["behind", "lost"]
    """The viewer's heartbeat did not fit; the store lost the last facts, and the
    room begins a new epoch with those that are left."""
    snapshot: Snapshot


class Watched(View):
    """Boards of the match that is on or was played last, for those who watch.

    Each replaces what was shown of its seat. They are no part of the news: they
    come later than the moves, and never more often than once a second: the first may
    take two, and all of them longer the more there are who watch.
    """

    t: Literal["watched"] = "watched"
    boards: tuple[WatchedBoard, ...]


ANNOUNCED_MAX = 200
"""Characters of what an operator tells everybody."""
ANNOUNCED_IN = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")
"""The tag of a language, as in BCP 47; no field has a name that could be one."""

Announcement: TypeAlias = Annotated[str, Field(max_length=ANNOUNCED_MAX)]


class Service(View):
    """How the service is, and what its operator says; the last one said counts."""

    model_config = ConfigDict(extra="allow")

    t: Literal["service"] = "service"
    state: Literal["ok", "degraded", "draining"]
    """All is well; the store is away, so nothing is acknowledged, and if that lasts two
    seconds no clock has run meanwhile; this process is stopping and says goodbye to
    everybody soon."""
    within_ms: int | None = None
    """How soon a draining process says goodbye."""
    # Beside the named fields, not in one: clients know where two of the texts are.
    __pydantic_extra__: dict[str, Announcement] = Field(init=False)  # pyright: ignore[reportIncompatibleVariableOverride]
    """What an operator tells everybody, under the tag of the language that it is in:
    ``en``, ``es``, ``pt-BR`` or another of two or three letters first. It is said once,
    and again to whoever comes while it holds. Show one of the texts: that in the
    reader's language, else that in English, else any that is not empty."""

    @property
    def said(self) -> Mapping[str, str]:
        """What an operator tells everybody, by the tag of the language it is in."""
        return self.__pydantic_extra__

    @model_validator(mode="before")
    @classmethod
    def _without_unknown(cls, value: object) -> object:
        """Leave out the fields of a newer server."""
        if not isinstance(value, dict):
            return value
        fields = cast("dict[str, object]", value).items()
        return {
            name: inside
            for name, inside in fields
            if name in cls.model_fields
            or (ANNOUNCED_IN.fullmatch(name) and isinstance(inside, str))
        }


ServerMessage: TypeAlias = Annotated[
    Welcome
    | EventTable
    | EventDealTable
    | Rooms
    | ChainPart
    | TranscriptPart
    | AccountReply
    | DailyReply
    | ChallengeReply
    | LeaderboardReply
    | ProfileReply
    | HouseReply
    | PresenceReply
    | Reported
    | Joined
    | Done
    | Moved
    | Error
    | News
    | Heartbeat
    | Reset
    | RoomsChanged
    | Watched
    | Talk
    | Service,
    Field(discriminator="t"),
]
"""Everything a server may send."""
