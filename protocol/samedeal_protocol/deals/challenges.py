"""Challenges: the deal of a match that is over, played again against its counts.

Whoever takes a challenge races ghosts: the recorded counts of those who played the
same deal before, as everybody in the room saw them at the time. No card goes with
them. Attempts are never rated and stand on that deal's own board alone.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from samedeal_protocol.deals.deals import DealRow
from samedeal_protocol.rooms.boards import MatchKind, SeatState
from samedeal_protocol.rooms.rooms import Joined
from samedeal_protocol.shapes import (
    GameKey,
    MatchId,
    PlayerId,
    Reply,
    Request,
    View,
    Who,
)

GHOSTS_MOST = 8
"""Timelines in one message: as many as a match has seats."""

DEAL_ROWS_MOST = 100


class Challenge(Request):
    """Begin the one attempt at the deal of a match that is over, or come back to it.

    Leads into a private room of one seat, of kind ``challenge`` with the deal's id as
    its origin; the answer is `Joined`. Refused with already_played to those who were in
    the match, and once the attempt is over.
    """

    t: Literal["challenge"] = "challenge"
    answered_by = Joined
    match: MatchId
    """The match, an attempt at the same deal, or the deal's id. A deal that is not
    revealed yet is as unknown as none."""


PointView: TypeAlias = tuple[int, int, int]
"""From how many ms after the start on; the score; the actions."""


class TimelineView(View):
    """One player's way through a match, in counts."""

    match: MatchId
    seat: int
    player: PlayerId
    name: Who
    bot: bool = False
    place: int
    """In that match; among those who played the deal if these were asked for."""
    score: int
    plies: int
    elapsed_ms: int
    """When the score was reached."""
    state: SeatState
    ended_ms: int
    """When it ended, as far as the record tells."""
    points: tuple[PointView, ...]
    """In order of time, the deal first; up to 106."""


class Timelines(Reply):
    """How far players had come, and when, best first, by the clock of their match."""

    t: Literal["timelines"] = "timelines"
    match: MatchId
    """The match that was asked for; of a deal's id, one that was played on it."""
    deal: MatchId
    kind: MatchKind
    """Of that match."""
    game: GameKey
    time_limit_s: int
    seats: tuple[TimelineView, ...]


class AskTimelines(Request):
    """Ask how far the players of a match that is over had come, and when."""

    t: Literal["timelines"] = "timelines"
    answered_by = Timelines
    match: MatchId
    """As in `Challenge`."""
    rivals: bool = False
    """Whether of the best who played its deal, in whichever match, rather than of
    everybody who was in that match."""


class AskOwnBest(Request):
    """Ask for one's own timeline in one's best rated match of a game; gets `Timelines`.

    Refused with unknown_match where there is none.
    """

    t: Literal["own_best"] = "own_best"
    answered_by = Timelines
    game: GameKey


class DealBoard(Reply):
    """The board of a deal, best first; who resigned, or never moved, comes last."""

    t: Literal["deal_board"] = "deal_board"
    deal: MatchId
    game: GameKey
    total: int
    """How many rows the whole board has."""
    rows: tuple[DealRow, ...]


class AskDealBoard(Request):
    """Ask for the board of a deal: first attempts, the match it is from included."""

    t: Literal["deal_board"] = "deal_board"
    answered_by = DealBoard
    match: MatchId
    """As in `Challenge`."""
    limit: Annotated[int, Field(ge=1, le=DEAL_ROWS_MOST)] = 20
    start: Annotated[int, Field(ge=0, le=2**31)] = 0
    """How many rows come before them."""


ChallengeQuestion: TypeAlias = AskTimelines | AskOwnBest | AskDealBoard
"""What is asked of deals that were played."""

ChallengeReply: TypeAlias = Timelines | DealBoard
"""The answers."""
