"""Leaderboards: who is best, in which window of time, among whom.

Rows with equal values share a rank, which counts the better ones and one more; among
equals, players stand in order of their ids. Windows are in UTC.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.results.metrics import MetricName
from samedeal_protocol.rooms.boards import SeatState
from samedeal_protocol.shapes import (
    GameKey,
    MatchId,
    PlayerId,
    Reply,
    Request,
    View,
    Who,
    Word,
)

ROWS_MOST = 100
"""Of a leaderboard, in one answer."""

Among: TypeAlias = Literal["all", "friends", "room"]
"""Everybody; the viewer and those on their list of friends; whoever sat in a room."""

WindowName: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^(day|week|month|all|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-W[0-9]{2}|[0-9]{4}-[0-9]{2})$"
    ),
]
"""As in ``2026-11-21``, ``2026-W47`` and ``2026-11``; ``day``, ``week`` and ``month``
for those that it is now by the server's clock; ``all`` for all time."""


class WindowView(View):
    """A stretch of time."""

    name: Word
    """As in ``2026-11-21``, ``2026-W47``, ``2026-11`` or ``all``."""
    start: int | None
    """In ms since 1970, as is `end`; None for no bound."""
    end: int | None
    """The first moment after it."""


class LeaderboardRow(View):
    """What a player stands on a leaderboard with; None for what its kind lacks."""

    rank: int
    """Among those who were asked for."""
    overall: int | None
    """The rank among everybody on the leaderboard of all; None for no row there."""
    player: PlayerId
    name: Who
    """As the match has it."""
    named: bool = False
    """Whether the player has claimed this name."""
    score: int | None = None
    """Of the best result, as the next three."""
    plies: int | None = None
    elapsed_ms: int | None = None
    state: SeatState | None = None
    wins: int | None = None
    """Matches won, in the window."""
    matches: int | None = None
    """Matches in the window; with a rating, all in the family."""
    rating: int | None = None
    unvouched: bool = False
    """Whether nobody else in that match had a claimed name: then it may all have been
    one person, who saw the deal twice."""
    match: MatchId
    """The match of the result, or the last one that changed the row; it proves it."""
    at: int
    """When that match ended, in ms since 1970."""


class Leaderboard(Reply):
    """Rows of a leaderboard as they stood at one moment, best first."""

    t: Literal["leaderboard"] = "leaderboard"
    game: GameKey
    by: MetricName
    scope: GameKey
    """What the leaderboard is of: the game's key, or its family for ratings."""
    window: WindowView
    among: Among
    rows: tuple[LeaderboardRow, ...]
    start: int
    """How many rows come before them."""
    total: int
    """How many rows there are, among those who were asked for."""
    own: int | None
    """The viewer's rank at the same moment; None for no row."""


class AskLeaderboard(Request):
    """Ask for rows of a leaderboard."""

    t: Literal["leaderboard"] = "leaderboard"
    answered_by = Leaderboard
    game: GameKey
    """A key of the catalogue, for ratings, too, where it stands for its family."""
    by: MetricName = "best"
    window: WindowName = "all"
    limit: Annotated[int, Field(ge=1, le=ROWS_MOST)] = 20
    start: Annotated[int, Field(ge=0, le=2**31)] = 0
    """How many rows come before them."""
    around: Who | None = None
    """In place of `start`: whose row is to be in the middle, as far as possible."""
    among: Among = "all"
    room: Annotated[str, Field(max_length=16)] = ""
    """The room's code, among those who sat in it. The room is public, or the viewer
    sat in it, too; any other is as unknown as one that does not exist."""


class LeaderView(View):
    """Who leads one leaderboard."""

    scope: GameKey
    """A game's key, or a family for ratings."""
    total: int
    """How many rows it has."""
    row: LeaderboardRow | None
    """One of its best rows; None on an empty one."""


class Leaders(Reply):
    """Who leads each leaderboard of one kind, in the order of the catalogue."""

    t: Literal["leaders"] = "leaders"
    by: MetricName
    window: WindowView
    leaders: tuple[LeaderView, ...]


class AskLeaders(Request):
    """Ask who leads each leaderboard of one kind."""

    t: Literal["leaders"] = "leaders"
    answered_by = Leaders
    by: MetricName = "best"
    window: WindowName = "all"


LeaderboardQuestion: TypeAlias = AskLeaderboard | AskLeaders
LeaderboardReply: TypeAlias = Leaderboard | Leaders
