"""Events: deals that several rooms play, with one table for all of them.

Whoever has an event's id can host a room that plays its deals, and see its table.
Everybody plays each deal once; until the event closes nobody is told its seeds, and
transcripts of its matches are not given out.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.limits import MAX_EVENT_DEALS, MAX_EVENT_SEATS, MAX_HOURS
from samedeal_protocol.rooms.boards import SeatState
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.shapes import (
    EventId,
    GameKey,
    MatchId,
    PlayerId,
    Reply,
    Request,
    View,
    Who,
)

EVENT_ROWS_MOST = 50
"""In one message."""
EVENT_PLAYERS_MOST = 256
"""In one event."""


class HostEvent(Request):
    """Open a room that plays an event's deals, and take its first seat.

    Its matches are not rated: somebody may know a deal from another room.
    """

    t: Literal["host_event"] = "host_event"
    answered_by = Joined
    event: EventId
    public: bool = False
    seats: Annotated[int, Field(ge=1, le=MAX_EVENT_SEATS)] = 4


class EventDealView(View):
    """A deal of an event."""

    deal: MatchId
    """What the server committed to its seed for."""
    game: GameKey
    commitment: bytes
    server_seed: bytes
    """Empty before the seeds are revealed."""
    players: int
    """How many have played it."""


class EventView(View):
    """What an event is."""

    event: EventId
    deals: tuple[EventDealView, ...]
    created_at: int
    """In ms since 1970, as all times here."""
    closes_at: int
    """From then on no deal of it can be begun."""
    reveal_at: int
    """When seeds and transcripts are given out; what ends later does not count."""


class EventRowView(View):
    """A player's deals of an event together."""

    place: int | None
    """From 1; None for those with fewer than half of the deals played so far."""
    player: PlayerId
    name: Who
    deals: int
    """How many count."""
    percentage: int | None
    """On average, in hundredths of a percent; None for none that count."""
    percentages: tuple[int | None, ...]
    """Deal by deal; None for one that was not played, or by nobody else."""


class EventResultView(View):
    """What a player made of one deal."""

    place: int
    """From 1, among people; those who tie share it."""
    player: PlayerId
    name: Who
    score: int
    plies: int
    elapsed_ms: int
    state: SeatState
    percentage: int | None
    match: MatchId
    """The match that proves it."""


class EventTable(Reply):
    """An event, and rows of its table, best first."""

    t: Literal["event"] = "event"
    event: EventView
    start: int
    total: int
    """How many rows there are."""
    rows: tuple[EventRowView, ...]


class CreateEvent(Request):
    """Make an event: the server draws its deals and commits to them."""

    t: Literal["create_event"] = "create_event"
    answered_by = EventTable
    games: Annotated[tuple[GameKey, ...], Field(min_length=1, max_length=8)]
    """Played in turn."""
    deals: Annotated[int, Field(ge=1, le=MAX_EVENT_DEALS)]
    hours: Annotated[int, Field(ge=1, le=MAX_HOURS)] = 24
    """For how long deals of it can be begun."""


class AskEvent(Request):
    """Ask for an event's deals, and for rows of its table."""

    t: Literal["event"] = "event"
    answered_by = EventTable
    event: EventId
    start: Annotated[int, Field(ge=0, le=2**31)] = 0
    """How many rows come before them."""


class EventDealTable(Reply):
    """What was made of one deal, best first."""

    t: Literal["event_deal"] = "event_deal"
    event: EventId
    deal: int
    start: int
    total: int
    rows: tuple[EventResultView, ...]


class AskEventDeal(Request):
    """Ask for what everybody made of one deal of an event."""

    t: Literal["event_deal"] = "event_deal"
    answered_by = EventDealTable
    event: EventId
    deal: Annotated[int, Field(ge=1, le=MAX_EVENT_DEALS)]
    """Its number, from 1."""
    start: Annotated[int, Field(ge=0, le=2**31)] = 0


EventQuestion: TypeAlias = CreateEvent | AskEvent | AskEventDeal
