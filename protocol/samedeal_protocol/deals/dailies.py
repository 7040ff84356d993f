"""Dailies: one deal for each game and day, in UTC, the same for everybody.

The server commits to its seed a day ahead and reveals it when the last attempt that
was begun in time must have ended.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.deals.deals import AttemptView, DealRow
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.shapes import GameKey, MatchId, Reply, Request, View

Day: TypeAlias = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
"""A day in UTC, as ``2026-11-21``."""


class PlayDaily(Request):
    """Begin the viewer's one attempt at today's deal of a game, or come back to it.

    Leads into a room, as hosting one does. An attempt begun before midnight is come
    back to until it is over.
    """

    t: Literal["play_daily"] = "play_daily"
    answered_by = Joined
    game: GameKey


class CommitmentView(View):
    """What the server has committed to for one deal."""

    deal: MatchId
    """Such as ``daily/squares/english/2026-11-21``."""
    commitment: bytes
    committed_at: int
    """When its seed was drawn, in ms since 1970; a day ahead, but for the first days
    of a service, or of a game."""


class StreakView(View):
    """Days on end with a result in a game's daily."""

    current: int
    """Up to today, or to yesterday while today's is still to be played."""
    longest: int


class DailyView(View):
    """How the viewer stands in one game's deal of today."""

    game: GameKey
    commitment: CommitmentView
    attempt: AttemptView | None
    players: int
    """How many stand on its board."""
    streak: StreakView


class Dailies(Reply):
    """Today's deals, in the order of the catalogue."""

    t: Literal["dailies"] = "dailies"
    day: Day
    closes_at: int
    """When the day ends, in ms since 1970; who has begun may still end."""
    games: tuple[DailyView, ...]


class AskDailies(Request):
    """Ask how the viewer stands in today's deals, one of each game."""

    t: Literal["dailies"] = "dailies"
    answered_by = Dailies


class Daily(Reply):
    """One game's deal of a day."""

    t: Literal["daily"] = "daily"
    game: GameKey
    day: Day
    closes_at: int
    """When the day ends, in ms since 1970; who has begun may still end."""
    reveal_at: int
    """When the seed is revealed; what ends later does not count."""
    commitment: CommitmentView
    tomorrow: CommitmentView | None
    """Of the day after, so that it is known before."""
    server_seed: bytes
    """Empty before the reveal."""
    attempt: AttemptView | None
    streak: StreakView
    """As of now, whatever the day."""
    players: int
    rows: tuple[DealRow, ...]
    """Best first; so far, before the reveal."""


class AskDaily(Request):
    """Ask for everything about one game's deal of a day, and for its board."""

    t: Literal["daily"] = "daily"
    answered_by = Daily
    game: GameKey
    day: Day | None = None
    """None for today."""
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    start: Annotated[int, Field(ge=0, le=2**31)] = 0
    """How many rows come before them."""


DailyQuestion: TypeAlias = AskDailies | AskDaily
DailyReply: TypeAlias = Dailies | Daily
