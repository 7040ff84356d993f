"""Deals that many play, each once: what is told of them, whatever they are of."""

from typing import Literal

from samedeal_protocol.rooms.boards import SeatState
from samedeal_protocol.shapes import MatchId, PlayerId, RoomCode, View, Who


class DealRow(View):
    """A player's result on the board of a deal."""

    rank: int
    """From 1; equal results share it."""
    player: PlayerId
    name: Who
    score: int
    plies: int
    elapsed_ms: int
    """From the start to the moment the score was reached."""
    state: SeatState
    """How it ended; who resigned, or made no move, comes last."""
    match: MatchId
    at: int
    """When it ended, in ms since 1970."""


class AttemptView(View):
    """The viewer's own attempt at a deal."""

    room: RoomCode | Literal[""]
    """The code of its room; empty where that is forgotten."""
    is_over: bool
    """Whether there is nothing to come back to."""
    match: MatchId | Literal[""] = ""
    """Its match, once it has begun; so too all that follows."""
    score: int = 0
    plies: int = 0
    elapsed_ms: int = 0
    state: SeatState = "playing"
    until: int = 0
    """When its time is up, in ms since 1970; 0 once it is over."""
    rank: int = 0
    """On the deal's board; 0 while it does not stand there, or if it does not count."""
    progress: tuple[int, ...] = ()
    """Its score at the end of each tenth of the time it took; counts alone, so that
    it can be shown to others. In `daily` alone, once it is over; empty in `dailies`."""
