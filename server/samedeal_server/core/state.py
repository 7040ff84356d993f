"""A room's state: everything that a fold of its facts knows.

All of it is immutable; positions are the games' own values, hidden cards and
all, and stay on the server.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from samedeal_games.fairness import VoidRecord
from samedeal_games.game import AnyGame
from samedeal_protocol.boards import SeatState, Watching
from samedeal_server.core.facts import (
    CloseReason,
    Entry,
    GivenDeal,
    PhaseLimits,
    RoomOpened,
    Seat,
)


class Phase(StrEnum):
    """Where a room is in its life; the values are those of the wire."""

    GATHERING = "gathering"
    COUNTDOWN = "countdown"
    PLAYING = "playing"
    RESULT = "result"
    CLOSED = "closed"


class Player(NamedTuple):
    """Who sits in a seat."""

    id: str
    name: str
    bot: bool
    named: bool = False
    """Whether the name was claimed, so that nobody else can show it."""
    token: str = ""
    """The hash of the token that was good when its connection came; empty in rooms."""


class Sitter(NamedTuple):
    """A taken seat."""

    player: Player
    connection: str
    """The one connection that speaks for this seat."""
    place: str = ""
    """Where its player came from when they sat down; empty if that is unknown."""
    away_since: int | None = None
    departed: bool = False
    commitment: bytes | None = None
    """To a nonce for the open match; having one is being ready."""
    nonce: bytes | None = None
    wins: int = 0
    number: int = 0
    """Of this player's last line of talk."""
    lines: int = 0
    """Said since a match began or ended last."""
    n: int = 0
    """The number of this player's last accepted command."""
    answers: tuple[int, ...] = ()
    """Offsets of the last accepted commands, newest last, at most `ANSWERS_KEPT`."""


ANSWERS_KEPT = 16
"""How many commands of one player can be under way and still be answered again."""


class Play(NamedTuple):
    """One seat's solo game within a match."""

    player: Player
    position: object
    """The game's position; only the game looks inside."""
    score: int
    plies: int
    state: SeatState
    reached_at: int
    """When the present score was reached, in ms, less what the clock stood still."""


class TalkLine(NamedTuple):
    """Something that was said."""

    offset: int
    at: int
    seat: Seat
    player: Player
    phrase: str
    text: str


class OpenMatch(NamedTuple):
    """A match that is open for ready."""

    id: str
    number: int
    server_seed: bytes
    commitment: bytes
    game: AnyGame
    given: GivenDeal | None
    """The deal, if it was made for more than this match."""


class Nonce(NamedTuple):
    """What a player committed to for a match, and what they revealed."""

    player: str
    commitment: bytes
    nonce: bytes | None


class Withheld(NamedTuple):
    """Somebody lost a seat because they did not reveal their nonce."""

    match: str
    player: str
    place: str
    """Where they came from; empty if that is unknown."""
    at: int
    """In ms since 1970."""


class Match(NamedTuple):
    """A match that is being played or was played last."""

    id: str
    number: int
    server_seed: bytes
    commitment: bytes
    nonces: tuple[Nonce, ...]
    started_at: int
    ended_at: int | None
    deal: str
    """What the server committed to its seed for."""
    rated: bool
    reveal_at: int
    """When the seed may be known, in ms; 0 for at the end."""
    stood_ms: int
    """For how long nobody's clock ran since the start."""
    certifier: str
    """How the deal was chosen among the candidates of its seed; empty if it was not."""
    counter: int
    """Which candidate it is."""
    voids: tuple[VoidRecord, ...]
    """The starts that were void before it."""
    plays: tuple[Play | None, ...]
    """By seat; None for a seat that takes no part."""


class PlayerResult(NamedTuple):
    """What one player made of a deal."""

    player: Player
    score: int
    plies: int
    elapsed_ms: int
    state: SeatState


class DealPlayed(NamedTuple):
    """A deal of a duplicate evening that is over."""

    match: str
    game: str
    """Its key."""
    results: tuple[PlayerResult, ...]


class Room(NamedTuple):
    """A room, folded up to `offset`."""

    code: str
    public: bool
    game: AnyGame
    """Of the match that is on or was played last, or of the first one."""
    seats_max: int
    time_limit_s: int
    """Of the same match."""
    best_of: int
    limits: PhaseLimits
    watch: Watching
    """What those without a seat may see."""
    opened: RoomOpened
    """What was asked of it."""
    phase: Phase
    until: int
    """When the phase ends by itself, in ms."""
    phase_since: int
    ready_since: int | None
    """When enough seats were ready to start without the rest."""
    host: Seat
    next_match: OpenMatch | None
    no_shows: tuple[Nonce, ...]
    """Commitments to the open match whose nonce was not revealed in time; only where
    no nonce enters the deal, or by the log of a server that dealt without them."""
    voids: tuple[VoidRecord, ...]
    """The starts that were void since a match started last, oldest first."""
    withheld: tuple[Withheld, ...]
    """Who lost a seat because they did not reveal, once for each time."""
    stirs: Mapping[str, int]
    """By place, how often those from there sat down, came back or thought better of
    being ready."""
    played_from: Mapping[str, int]
    """By place, how much longer those from there have made the log by playing."""
    is_troubled: bool
    """Whether a server or the store has failed in this countdown."""
    series_over: bool
    series_winners: tuple[Seat, ...]
    """Seats that won the series that is over; empty before."""
    played: tuple[DealPlayed, ...]
    """The deals of a duplicate evening so far; those of the last evening until the
    first deal of the next is over."""
    closed: CloseReason | None
    epoch: int
    """Counts how often the store lost facts of this room, from 1."""
    stood_to: int
    """Up to when it is settled for how long the phase's clock stood, in ms."""
    talk: tuple[TalkLine, ...]
    """What was said last, at most `LINES_KEPT`, oldest first."""
    lines: int
    """How many lines were said in all."""
    spoken: str
    """The mark of the last line."""
    gen: str
    """The mark of the last fact that concerned the room as a whole."""
    # What a move changes is last, see `after_seat_fact`.
    match: Match | None
    seats: tuple[Sitter | None, ...]
    versions: tuple[str, ...]
    """The marks of the last facts that concerned each seat's own board."""
    offset: int
    last: str
    """The mark of the last fact."""

    @property
    def withholders(self) -> tuple[str, ...]:
        """List the players who have withheld a nonce, as often as they did."""
        return tuple(each.player for each in self.withheld)

    @property
    def players_needed(self) -> int:
        """How many must be ready for a match: two, or one at a table for one."""
        return min(2, self.seats_max)

    @property
    def is_held_up(self) -> bool:
        """Tell whether a person is ready and waits for others who are not."""
        sitters = [sitter for _, sitter in self.taken()]
        return any(s.commitment and not s.player.bot for s in sitters) and any(
            s.commitment is None for s in sitters
        )

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat that a player holds, None for none."""
        for seat, sitter in enumerate(self.seats):
            if sitter is not None and sitter.player.id == player:
                return seat
        return None

    def taken(self) -> list[tuple[Seat, Sitter]]:
        """List the taken seats in order."""
        return [(k, s) for k, s in enumerate(self.seats) if s is not None]

    def play_of(self, seat: Seat | None) -> Play | None:
        """Return a seat's play in the current or last match, None out of it."""
        if seat is None or self.match is None:
            return None
        return self.match.plays[seat]

    def all_done(self) -> bool:
        """Tell whether no seat of the match that is on is still playing."""
        return self.match is not None and all(
            play is None or play.state != "playing" for play in self.match.plays
        )


def after_seat_fact(room: Room, match: Match, seat: Seat, entry: Entry) -> Room:
    """Return the room after a fact about one seat's own board.

    `_replace` would take longer than all else that a move costs in the core.
    """
    mark = entry.mark
    versions = (*room.versions[:seat], mark, *room.versions[seat + 1 :])
    seats = with_answer(room, entry) if entry.n else room.seats
    return Room(*room[:-5], match, seats, versions, entry.offset, mark)


def with_answer(room: Room, entry: Entry) -> tuple[Sitter | None, ...]:
    """Return the seats, with the answer noted that a command gets if it is repeated."""
    seat = room.seat_of(entry.by)
    sitter = None if seat is None else room.seats[seat]
    if seat is None or sitter is None:
        return room.seats
    known = sitter.answers[:-1] if sitter.n == entry.n else sitter.answers
    answers = (*known, entry.offset)[-ANSWERS_KEPT:]
    sitter = Sitter(*sitter[:-2], entry.n, answers)
    return (*room.seats[:seat], sitter, *room.seats[seat + 1 :])
